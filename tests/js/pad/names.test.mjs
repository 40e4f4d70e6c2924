// Names on the pad stand for one person each.

import assert from "node:assert/strict";
import { test } from "node:test";
import { importPad } from "./source.mjs";

const { abbreviate, namesOf } = await importPad("state/selectors.js");

/** Names of the seats of a match of these players: [surname, first name]. */
const seatsOf = (people) => namesOf({
  sides: [0, 1].map(() => ({ entries: [] })),
  seats: people.map(([last, first], seat) => ({ seat, side: seat % 2, last_name: last, first_name: first })),
}).seats;

test("an initial, then the first name, then a number tells people with the same surname apart", () => {
  assert.deepEqual(seatsOf([["Rossi", "Mario"], ["Faedi", "Ugo"], ["Rossi", "Luca"]]), ["Rossi M.", "Faedi", "Rossi L."]);
  assert.deepEqual(seatsOf([["Rossi", "Mario"], ["Rossi", "Marco"]]), ["Rossi Mario", "Rossi Marco"]);
  assert.deepEqual(seatsOf([["Rossi", "Mario"], ["Rossi", "Mario"], ["Rossi", "Luca"]]), ["Rossi Mario (1)", "Rossi Mario (2)", "Rossi L."]);
});

test("a name does not stand for two people in a short sign either", () => {
  assert.deepEqual(abbreviate(["Amadori", "Antonelli", "Bartolini"]), ["Am", "An", "B"]);
  assert.deepEqual(abbreviate(["Amadori P.", "Amadori L.", "Zoffoli"]), ["AP", "AL", "Z"]);
  assert.deepEqual(abbreviate(["Rossi Mario (1)", "Rossi Mario (2)"]), ["RM1", "RM2"]);
  assert.deepEqual(abbreviate(["Ricci", "Riccioni", "Rinaldi"]), ["Ricci", "Riccio", "Rin"]);
});
