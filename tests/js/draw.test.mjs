// The check of a draw's page: what is shown, against the record.

import assert from "node:assert/strict";
import test from "node:test";

import { isAsChanged } from "../../static/js/draw/bracket.js";
import { toss } from "../../static/js/draw/coin.js";
import { commitment, ordered } from "../../static/js/draw/drawing.js";
import { checkShown } from "../../static/js/draw/shown.js";

const entries = [11, 12, 13, 14].map((id) => ({ id, seed: null, club: null }));
const committed = { secret: "ab".repeat(32), word: "Romagna", format: "lots", options: {}, entries, constraints: {}, version: 1 };
const seed = toss(committed.secret, committed.word);
const record = { ...committed, commitment: commitment(committed), order: ordered(committed, seed) };
const named = Object.fromEntries(entries.map(({ id }) => [id, `Pair ${id}`]));

const page = (changes = {}) => ({
  commitment: record.commitment,
  seed,
  lots: [record.order.map((id, at) => ({ place: String(at + 1), name: named[id] }))],
  ...changes,
});
const check = (shown, text = JSON.stringify(record), names = JSON.stringify(named)) => checkShown(text, names, shown);

test("a page that shows what was drawn passes every check", () => {
  assert.deepEqual(check(page()), { commitment: true, seed: true, order: true, shown: true });
});

test("two swapped names in the page are found", () => {
  const { lots } = page();
  [lots[0][0].name, lots[0][1].name] = [lots[0][1].name, lots[0][0].name];
  assert.equal(check(page({ lots })).shown, false);
});

test("two swapped rows of the page are found", () => {
  const { lots } = page();
  lots[0].reverse();
  assert.equal(check(page({ lots })).shown, false);
});

test("a row too few is found", () => {
  const { lots } = page();
  lots[0].pop();
  assert.equal(check(page({ lots })).shown, false);
});

test("another commitment in the page is found, though the record is right", () => {
  assert.equal(check(page({ commitment: "0".repeat(64) })).commitment, false);
});

test("another seed in the page is found", () => {
  assert.equal(check(page({ seed: "0".repeat(64) })).seed, false);
});

test("a record that cannot be read answers nothing, and does not throw", () => {
  for (const text of ["", "{", "null", "[]", '{"secret": 1}']) assert.equal(check(page(), text), null);
  assert.equal(check(page(), JSON.stringify(record), "{"), null);
});

test("another record is found although commitment, seed and order of its own are right", () => {
  const secret = ["cd", "ef", "01"].map((hex) => hex.repeat(32)).find((each) => {
    return ordered(committed, toss(each, committed.word)).join() !== record.order.join();
  });
  const other = { ...committed, secret };
  const seed = toss(secret, committed.word);
  const forged = { ...other, commitment: commitment(other), order: ordered(other, seed) };
  const answers = check(page({ commitment: forged.commitment, seed }), JSON.stringify(forged));
  assert.deepEqual(answers, { commitment: true, seed: true, order: true, shown: false });
});

test("a list in the page is wrong while the record has no order", () => {
  const text = JSON.stringify({ ...record, order: null });
  assert.equal(check(page(), text).shown, false);
  assert.equal(check(page({ lots: [] }), text).shown, null);
});

test("options that no draw has are refused at once", () => {
  const asks = [
    ...[0, -1, 1.5, 5, 1e9, "x"].map((groups) => ({ format: "single_elimination", options: { groups } })),
    ...[0, 1e-9, "x"].map((size) => ({ format: "groups", options: { groups: null, group_size: size } })),
    ...[0, 21, 1e9, "x"].map((rounds) => ({ format: "qualifying", options: { rounds } })),
  ];
  for (const changes of asks) {
    const begun = performance.now();
    const answers = check(page(), JSON.stringify({ ...record, ...changes }));
    assert.ok(performance.now() - begun < 1000);
    assert.ok(answers === null || !answers.order, JSON.stringify([changes, answers]));
  }
});

// A drawn order of five, a swap, a late entry with a bye and one in a preliminary match, as the server publishes them.
const changed = {
  format: "single_elimination",
  order: [1, 2, 3, 4, 5],
  changes: [
    { kind: "swap", entries: [1, 5] },
    { kind: "bye", entries: [6, 5] },
    { kind: "preliminary", entries: [7, 4] },
    { kind: "replace", entries: [8, 2] },
  ],
  pairings: [
    { id: "preliminary-1-1", slots: [{ entry: 4 }, { entry: 7 }] },
    { id: "main-1-1", slots: [{ entry: 5 }, { entry: 6 }] },
    { id: "main-1-2", slots: [{ winner_of: "preliminary-1-1" }, { entry: 1 }] },
    { id: "main-1-3", slots: [{ entry: 8 }, { bye: true }] },
    { id: "main-1-4", slots: [{ entry: 3 }, { bye: true }] },
    { id: "main-2-1", slots: [{ winner_of: "main-1-1" }, { winner_of: "main-1-2" }] },
  ],
};

test("the first matches of a changed bracket follow from the order and the changes", () => {
  assert.equal(isAsChanged(changed), true);
  assert.equal(isAsChanged({ ...changed, changes: undefined }), null);
});

test("a change that was left out, and two entries swapped in secret, are found", () => {
  assert.equal(isAsChanged({ ...changed, changes: changed.changes.slice(1) }), false);
  const pairings = structuredClone(changed.pairings);
  [pairings[3].slots[0], pairings[4].slots[0]] = [pairings[4].slots[0], pairings[3].slots[0]];
  assert.equal(isAsChanged({ ...changed, pairings }), false);
  assert.equal(isAsChanged({ ...changed, changes: [{ kind: "toString", entries: [1, 2] }] }), false);
});
