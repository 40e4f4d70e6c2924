// The key under which a line of this phone is written, however it gets to the sheet. It says which
// phone wrote it and on which version it builds, and its last three digits are a checksum of the
// content: a line that is read aloud and typed at the desk gets the same key.

import { canonical } from "../../draw/canonical.js";

// Without characters that are mixed up when read aloud or written by hand: 0 O, 1 I L, U V.
export const PHONE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const PHONE_LENGTH = 4;
const KEY = /^([2-9A-HJKMNP-TV-Z]{4})-(0|[1-9]\d{0,9})-(\d{3})$/;
const [OFFSET, PRIME] = [0x811c9dc5, 0x01000193];

/** Canonical JSON: keys sorted, no spaces, whole numbers only. @param {unknown} value @returns {string} */
export const canonicalJson = (value) => canonical(value);

/**
 * The three digits that are read aloud with a line.
 * @param {{phone: string, match: number, version: number, kind: string, data: Record<string, any>}} line
 */
export function lineCheck({ phone, match, version, kind, data }) {
  const text = `${phone}|${match}|${version}|${kind}|${canonicalJson(data)}`;
  return String(fnv1a(new TextEncoder().encode(text)) % 1000).padStart(3, "0");
}

/** @param {{phone: string, match: number, version: number, kind: string, data: Record<string, any>}} line */
export const lineKey = (line) => `${line.phone}-${line.version}-${lineCheck(line)}`;

/**
 * What a key says; null for a key of another form. @param {string} key
 * @returns {{phone: string, version: number, check: string} | null}
 */
export function readKey(key) {
  const found = KEY.exec(key);
  return found && { phone: found[1], version: Number(found[2]), check: found[3] };
}

/**
 * A new name for this phone. @param {(count: number) => Uint8Array} [randomBytes]
 */
export function makePhone(randomBytes = (count) => crypto.getRandomValues(new Uint8Array(count))) {
  const characters = [];
  while (characters.length < PHONE_LENGTH) {
    for (const byte of randomBytes(PHONE_LENGTH)) {
      // 240 = 8 × 30: above it the first characters would come up more often.
      if (byte < 240 && characters.length < PHONE_LENGTH) characters.push(PHONE_ALPHABET[byte % PHONE_ALPHABET.length]);
    }
  }
  return characters.join("");
}

/** FNV-1a, 32 bit. @param {Uint8Array} bytes */
function fnv1a(bytes) {
  let hash = OFFSET;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME);
  return hash >>> 0;
}
