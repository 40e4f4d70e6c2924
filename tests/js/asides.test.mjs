// Lines that are set aside: the fold of the pad against that of the server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { fold, tieCorrection } from "../../static/js/pad/game/sheet.js";

const FORMATS = JSON.parse(readFileSync(new URL("fixtures/asides.json", import.meta.url), "utf8")).map(
  ({ format, cards, card_of: cardOf, sheets }) => ({ format, cards: cardOf.map((at) => cards[at]), sheets }),
);
const plain = (value) => JSON.parse(JSON.stringify(value));

for (const [at, { format, cards, sheets }] of FORMATS.entries()) {
  test(`sheets with lines set aside fold as on the server, format ${at + 1}`, () => {
    assert.ok(sheets.length);
    for (const { lines, state } of sheets) {
      const { games, wins, winner, over, turn } = fold(format, cards, lines);
      assert.deepEqual(plain({ games, wins, winner, over, turn }), state);
    }
  });
}

const [{ format, cards }] = FORMATS;
const hand = (points) => ({ kind: "hand", data: { points: [points, 11 - points], marafona: null } });
const amend = (line, points) => ({ kind: "amend", data: { line, data: hand(points).data, reason: "" } });
const numbered = (...lines) => lines.map((line, at) => ({ n: at + 1, ...line }));

test("an unsent correction leaves no hand to the next game", () => {
  const lines = numbered(hand(6), hand(5), hand(5), hand(5), hand(4));
  const word = tieCorrection(format, cards, lines, { n: 6, ...amend(2, 11) });
  assert.deepEqual(fold(format, cards, [...lines, word]).games.map((game) => game.totals), [[22, 11], [4, 7]]);
});

test("other lines are not tied", () => {
  const line = { n: 1, ...hand(6) };
  assert.equal(tieCorrection(format, cards, [], line), line);
});

test("a play that does not count and names no seat leaves the turn to the one before it", () => {
  for (const caller of [99, -1, "0", null]) {
    const play = { kind: "hand", data: { play: { caller } } };
    const aside = { ...amend(2, 11), data: { ...amend(2, 11).data, aside: [{ line: 4, game: 0 }] } };
    const first = { kind: "hand", data: { ...hand(6).data, caller: 0 } };
    const lines = numbered(first, hand(5), hand(5), play, aside);
    assert.equal(fold(format, cards, lines).turn, 0);
  }
});
