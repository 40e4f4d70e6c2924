// What a phone shows of its unsent lines when it cannot reach the server: texts for QR codes, and
// rows to read aloud. competition/hall/rescue.py reads the texts.
//
// A text is LB1 and canonical JSON:
// {"m": [[match, [[version, check, kind, data, made at in ms, former keys], …]], …], "p": phone}
// Only a line that had another key before has former keys: [[version, check], …].

import { canonicalJson, lineCheck, readKey } from "./keys.js";

/** @typedef {{phone: string, match: number, version: number, kind: string, data: Record<string, any>,
 *    madeAt: string, key?: string, formerKeys?: {key: string}[]}} RescueItem */

const TAG = "LB1";
// What a laptop's camera still reads off a phone's screen, at error correction "low": version 13.
export const QR_BYTES = 425;
// More does not fit into any QR code.
export const MOST_QR_BYTES = 2953;
// The latest: those under which the desk may have the line. A QR code has little room.
const MOST_FORMER_KEYS = 5;
const TYPED_KINDS = ["hand", "redeal", "amend", "strike", "sign"];

/** The text of one QR code. @param {RescueItem[]} items of one phone @returns {string} */
export function rescueText(items) {
  const matches = [...new Set(items.map((item) => item.match))];
  const rows = matches.map((match) => [match, items.filter((item) => item.match === match).map(rowOf)]);
  return TAG + canonicalJson({ m: rows, p: items[0]?.phone ?? "" });
}

/**
 * The texts of as many QR codes as are needed; those that one alone would hold too many bytes of
 * are left out, and only read aloud. @param {RescueItem[]} items @param {number} [most] bytes
 * @returns {string[]}
 */
export function rescueTexts(items, most = QR_BYTES) {
  /** @type {RescueItem[][]} */
  const pages = [];
  for (const item of items) {
    const page = pages.at(-1);
    const isOfPhone = page?.[0].phone === item.phone;
    if (page && isOfPhone && sizeOf([...page, item]) <= most) page.push(item);
    else if (sizeOf([item]) <= MOST_QR_BYTES) pages.push([item]);
  }
  return pages.map(rescueText);
}

/**
 * The rows to read aloud, in the order of the lines. Claims, hands entered card by card and
 * corrections with a reason cannot be typed at the desk: canBeTyped is false. "line" is the number
 * of the line that is corrected or struck.
 * @template {RescueItem} Item
 * @param {Item[]} items
 * @param {{describe: (item: Item) => string, handNumber: (item: Item) => number | null}} words
 * @returns {{number: number | null, line: number | null, words: string, check: string, kind: string, canBeTyped: boolean}[]}
 */
export function spokenLines(items, { describe, handNumber }) {
  return items.map((item) => ({
    number: handNumber(item),
    line: item.data.line ?? null,
    words: describe(item),
    check: checkOf(item),
    kind: item.kind,
    canBeTyped: TYPED_KINDS.includes(item.kind) && !item.data.play && !item.data.data?.play && !item.data.reason,
  }));
}

/** @param {RescueItem} item */
const checkOf = (item) => readKey(item.key ?? "")?.check ?? lineCheck(item);

/** @param {RescueItem} item */
function rowOf(item) {
  const row = [item.version, Number(checkOf(item)), item.kind, item.data, Date.parse(item.madeAt) || 0];
  const former = (item.formerKeys ?? []).slice(-MOST_FORMER_KEYS).map(({ key }) => readKey(key)).filter((each) => each !== null);
  return former.length ? [...row, former.map(({ version, check }) => [version, Number(check)])] : row;
}

/** @param {RescueItem[]} items */
const sizeOf = (items) => new TextEncoder().encode(rescueText(items)).length;
