// Choices that depend on each other: the players' table, declarations, what rules a value out.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { addsOf, hand } from "../../static/js/pad/game/card.js";
import {
  blockingField, cardHolder, chooseInPlayers, completeRecord, formRecord, itemChoices, itemRows, matrixShape, missingReason,
  nextField, partsOfHand, playersShape, refinementsOf, toggleItem,
} from "../../static/js/pad/game/record.js";

const cards = JSON.parse(readFileSync(new URL("fixtures/cards.json", import.meta.url), "utf8"));
const draftOf = (record, more = {}) => ({ record, line: null, reason: "", needsReason: false, knowsTurn: false, ...more });
const FORMATS = { trump: "suit", declarer: "seat", partner: "seat", leader: "seat", dealer: "seat" };
const formatOf = (field) => FORMATS[field] ?? "";
const { trionfo } = cards;
const [table] = trionfo.forms[0].steps;
const shape = playersShape(trionfo, table, formatOf);
const play = (...choices) => choices.reduce((record, [field, value]) => chooseInPlayers(table, shape, record, field, value), {});
const gains = (record) => {
  const complete = completeRecord(trionfo, draftOf(record), 0, [0, 0, 0, 0, 0]);
  return complete && addsOf(trionfo, complete, [0, 0, 0, 0, 0]);
};

test("shapes are found by what a step asks, not by the game", () => {
  assert.deepEqual(shape, { declarer: "declarer", holder: "partner", own: "own_card" });
  const matrix = (name) => matrixShape(cards[name].forms[0].steps[0], formatOf);
  assert.deepEqual([matrix("briscola_151"), matrix("mariaccia")].map((each) => each?.trump), ["trump", "trump"]);
  assert.equal(matrix("marianna"), null);
  assert.equal(playersShape(cards.mariglia, cards.mariglia.forms[0].steps[0], formatOf), null);
});

test("four choices in any order make the same hand", () => {
  const choices = [["declarer", 1], ["bid", "chiamo"], ["partner", 3], ["success", true]];
  for (const order of [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]]) {
    assert.deepEqual(gains(play(...order.map((at) => choices[at]))), [-1, 2, -1, 1, -1]);
  }
});

test("the card in the declarer's own row is his own", () => {
  const record = play(["declarer", 1], ["bid", "chiamo"], ["partner", 1], ["success", false]);
  assert.equal(record.own_card, true);
  assert.deepEqual(gains(record), [2, -8, 2, 2, 2]);
  assert.equal(cardHolder(shape, record), 1);
});

test("the card stays where it is when another plays", () => {
  const moved = play(["bid", "chiamo"], ["declarer", 1], ["partner", 3], ["declarer", 3]);
  assert.equal(cardHolder(shape, moved), 3);
  assert.equal(moved.own_card, true);
  const back = chooseInPlayers(table, shape, moved, "declarer", 0);
  assert.deepEqual([back.partner, back.own_card], [3, null]);
});

test("no order of choices leads where nothing can be written", () => {
  const bids = ["chiamo", "di_piu", "maso", "maso_dei_masi"];
  for (const bid of bids) for (const next of bids) for (const declarer of [0, 3]) for (const holder of [0, 3]) {
    const record = play(["bid", bid], ["declarer", declarer], ["partner", holder], ["bid", next], ["success", true]);
    const whole = gains(record) ?? gains(chooseInPlayers(table, shape, record, "partner", 3));
    assert.ok(whole, JSON.stringify({ bid, next, declarer, holder, record }));
  }
});

test("what is missing is named", () => {
  const next = (record) => nextField(trionfo, draftOf(record), 0, [0, 0, 0, 0, 0]);
  assert.equal(next({}), "declarer");
  assert.equal(next({ declarer: 1, bid: "chiamo", success: true }), "partner");
  assert.equal(next({ declarer: 1, bid: "maso" }), "success");
});

test("the field that rules a value out is named", () => {
  const [step] = cards.marafon.forms[0].steps;
  assert.equal(blockingField(step, "marafona", 0, { points: [0, 11] }), "points");
  assert.equal(blockingField(step, "marafona", 1, { points: [0, 11] }), null);
});

test("a declaration is added and taken out; the other side's suit stays", () => {
  const [step] = cards.briscola_151.forms[0].steps;
  const item = { side: 0, kind: "marriage", suit: "C" };
  const declarations = toggleItem(step, { declarations: [{ side: 1, kind: "marriage", suit: "S" }] }, item);
  assert.equal(declarations.length, 2);
  assert.deepEqual(toggleItem(step, { declarations }, item), [{ side: 1, kind: "marriage", suit: "S" }]);
});

test("a list shows what it cannot take any more, and what each item was worth", () => {
  const [step] = cards.marianna.forms[0].steps;
  const four = Array.from("0101", (side) => ({ side: Number(side), kind: "marriage" }));
  assert.deepEqual(itemRows(step, { declarations: four }).map((row) => Math.max(...row.adds)), [40, 60, 80, 100]);
  const closed = itemChoices(step, { declarations: four }).filter(({ row }) => !row).map(({ item }) => item.kind);
  assert.deepEqual(closed, ["marriage", "marriage"]);
});

test("the parts of a hand make its sum", () => {
  const record = { trump: "C", declarations: [{ side: 0, kind: "marriage", suit: "C" }, { side: 1, kind: "marriage", suit: "S" }], card_points: [82, 38] };
  assert.deepEqual(partsOfHand(cards.mariaccia, record, [0, 0]), [[82, 40], [38, 20]]);
  assert.equal(partsOfHand(cards.trionfo, { all_pass: true }, [0, 0, 0, 0, 0]), null);
});

test("the figures of a hand add up to its points", () => {
  const found = refinementsOf(cards.marafon, draftOf({ points: [7, 4] }), 0, [0, 0]);
  assert.equal(found.length, 3);
  for (const [own, other] of found) assert.deepEqual([Math.floor(own / 3), own + other], [7, 35]);
});

test("a correction keeps who was first, and asks for it again once the points change", () => {
  const data = { points: [7, 4], marafona: null, caller: 0, first: 1 };
  const record = completeRecord(cards.marafon_first, draftOf(formRecord(cards.marafon_first, data), { line: 2 }), null, [35, 38]);
  assert.equal(hand(cards.marafon_first, record, [35, 38]).ending.winner, 1);
  assert.equal(missingReason(cards.marafon_first, draftOf({}, { line: 2 }), { points: [6, 5] }, [35, 38]), "first");
});
