// Matches that are not played out: the fold of the pad, by the rules in the match's format.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { CannotBe } from "../../static/js/pad/game/card.js";
import { fold } from "../../static/js/pad/game/sheet.js";

const { marafon } = JSON.parse(readFileSync(new URL("fixtures/cards.json", import.meta.url), "utf8"));
const need = marafon.end.need;
const cards = [marafon, marafon, marafon];
const games = cards.map(() => ({ game: "marafon" }));

const hand = (points) => ({ kind: "hand", data: { points: [points, 11 - points], marafona: null } });
const forfeit = (side, data = {}) => ({ kind: "forfeit", data: { side, of: "match", ...data } });
const folded = (lines, unfinished = {}) =>
  fold({ games, wins: 2, unfinished }, cards, lines.map((line, at) => ({ n: at + 1, ...line })));
const totals = (score) => score.games.map((game) => game.totals);

test("a walkover of a best of three is two games to nothing", () => {
  const score = folded([forfeit(0)]);
  assert.deepEqual([score.wins, score.winner, score.over], [[0, 2], 1, true]);
  assert.deepEqual(totals(score), [[0, need], [0, need]]);
});

test("a retirement keeps what was made and completes the rest", () => {
  assert.deepEqual(totals(folded([hand(10), forfeit(0)])), [[10, need], [0, need]]);
});

test("the score of a retirement can stand", () => {
  const score = folded([hand(10), forfeit(0)], { retirement: { score: "stands" } });
  assert.deepEqual([totals(score), score.wins, score.winner], [[[10, 1]], [0, 0], 1]);
  assert.equal(score.games[0].why, "stopped");
});

test("the side that is ahead wins when time is up, and a tie is played on where one must win", () => {
  assert.equal(folded([hand(10), forfeit(null, { case: "time" })]).winner, 0);
  const level = [hand(11), hand(0), forfeit(null, { case: "time" })];
  assert.equal(folded(level).winner, null);
  assert.throws(() => folded(level, { time: { level: "hand" } }), CannotBe);
});

test("an award shows the games that the referee names", () => {
  const score = folded([hand(10), forfeit(0, { case: "award", games: [[41, 0], [0, 41], [0, 41]] })]);
  assert.deepEqual([score.wins, score.winner], [[1, 2], 1]);
});

test("a walkover after a hand cannot be", () => {
  assert.throws(() => folded([hand(10), forfeit(0, { case: "walkover" })]), CannotBe);
});

test("a format without rules reads a forfeit as it always did", () => {
  const lines = [{ n: 1, ...hand(10) }, { n: 2, ...forfeit(0) }];
  assert.deepEqual(fold({ games, wins: 2 }, cards, lines).wins, [0, 1]);
});
