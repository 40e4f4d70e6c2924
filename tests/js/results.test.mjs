// Results without hands: the fold of the pad gives what the server's fold gives.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { CannotBe } from "../../static/js/pad/game/card.js";
import { fold, tieCorrection } from "../../static/js/pad/game/sheet.js";

const [{ format, cards, card_of: cardOf }] = JSON.parse(readFileSync(new URL("fixtures/asides.json", import.meta.url), "utf8"));
const byGame = cardOf.map((at) => cards[at]);
const hand = (points) => ({ kind: "hand", data: { points: [points, 11 - points], marafona: null } });
const total = (totals, more = {}) => ({ kind: "total", data: { totals, ...more } });
const games = (...wins) => ({ kind: "games", data: { wins } });
const numbered = (...lines) => lines.map((line, at) => ({ n: at + 1, ...line }));
const read = (...lines) => fold(format, byGame, numbered(...lines));

test("a total ends its game and supersedes its hands", () => {
  const score = read(hand(9), total([21, 15]), hand(4));
  assert.deepEqual(score.games, [
    { totals: [21, 15], running: [], hands: 0, winner: 0, why: "target", by_total: true },
    { totals: [4, 7], running: [[4, 7]], hands: 1, winner: null, why: null },
  ]);
  assert.equal(score.readings.get(1).supersededBy, 2);
  assert.equal(score.readings.get(2).supersededBy, null);
  assert.equal(score.turn, null);
});

test("games won end the match", () => {
  const { games: known, over, winner, wins } = read(total([15, 21]), hand(9), games(2, 1));
  assert.deepEqual({ over, winner, wins }, { over: true, winner: 0, wins: [2, 1] });
  assert.deepEqual(known.map((game) => game.totals), [[15, 21]]);
});

test("a winner that the totals do not show is the one that was written", () => {
  const [game] = read(total([18, 20], { winner: 0 })).games;
  assert.deepEqual([game.winner, game.why], [0, "declared"]);
  assert.throws(() => read(total([18, 20])), CannotBe);
});

test("games won can be left over by a correction", () => {
  const lines = numbered(total([21, 3]), total([3, 21]), games(1, 2));
  const word = tieCorrection(format, byGame, lines, { n: 4, kind: "amend", data: { line: 2, data: { totals: [21, 3] } } });
  const score = fold(format, byGame, [...lines, word]);
  assert.deepEqual([score.wins, score.winner], [[2, 0], 0]);
});
