// The keys of a phone's lines are those that the server computes: both read the same examples.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { PHONE_ALPHABET, canonicalJson, lineCheck, lineKey, makePhone, readKey } from "../../static/js/pad/game/keys.js";

const examples = JSON.parse(readFileSync(new URL("../data/rescue_keys.json", import.meta.url), "utf-8"));

for (const { canonical, key, ...line } of examples) {
  test(`${key} is the key of ${canonical}`, () => {
    assert.equal(canonicalJson(line.data), canonical);
    assert.equal(lineKey(line), key);
    assert.deepEqual(readKey(key), { phone: line.phone, version: line.version, check: lineCheck(line) });
  });
}

test("a key of another form says nothing", () => {
  for (const key of ["", "K4D9-4", "k4d9-4-417", "K0D9-4-417", "K4D9-04-417", "desk-0123456789abcdef"]) {
    assert.equal(readKey(key), null);
  }
});

test("a fraction has no canonical form", () => {
  assert.throws(() => canonicalJson({ points: 0.5 }), RangeError);
});

test("a new phone has four signs, none of them more often than the others", () => {
  const bytes = [255, 250, 240, 239, 0, 29, 30, 31];
  assert.equal(makePhone(() => new Uint8Array(bytes)), "Z2Z2");
  assert.match(makePhone(), new RegExp(`^[${PHONE_ALPHABET}]{4}$`));
});
