// The record of a hand while it is entered, with the cards of the rulebooks as the API gives them
// (fixtures/cards.json: a card a game, without its play).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { valuesOf } from "../../static/js/pad/game/card.js";
import {
  claimOf, completeRecord, forgetRefinements, formRecord, formShown, isPossible, missingReason, stepsAsked, withoutOthers,
} from "../../static/js/pad/game/record.js";

const freeze = (value) => {
  if (value && typeof value === "object") Object.values(value).forEach(freeze);
  return Object.freeze(value);
};
// Frozen: a function that changed what it is given would throw.
const cards = freeze(JSON.parse(readFileSync(new URL("fixtures/cards.json", import.meta.url), "utf8")));
const draftOf = (record, more = {}) => freeze({ record, line: null, reason: "", needsReason: false, knowsTurn: false, ...more });
const fieldsAsked = (card, record, turn, before) => stepsAsked(card, draftOf(record), turn, before).flatMap((each) => each.fields);

test("a hand is complete once its points are chosen, with the seat whose turn it was", () => {
  const { marafon } = cards;
  assert.equal(completeRecord(marafon, draftOf({}), 2, [0, 0]), null);
  assert.deepEqual(completeRecord(marafon, draftOf({ points: [7, 4], marafona: null }), 2, [0, 0]), { points: [7, 4] });
  assert.equal(completeRecord(marafon, draftOf({ points: [0, 11], marafona: 0 }), 2, [0, 0]), null);
});

test("a game whose points depend on the seat has it in the record", () => {
  const { mariglia } = cards;
  const record = { trionfo: "KS", totals: [50, 20] };
  assert.deepEqual(completeRecord(mariglia, draftOf(record), 1, [0, 0]), { ...record, dealer: 1 });
  assert.equal(completeRecord(mariglia, draftOf(record), null, [0, 0]), null);
});

test("a correction keeps the seat of its own hand, not today's turn", () => {
  const { mariglia } = cards;
  const record = { trionfo: "KS", totals: [50, 20], dealer: 3 };
  assert.deepEqual(completeRecord(mariglia, draftOf(record, { line: 4 }), 1, [0, 0]), record);
});

test("what is not reached is not asked: a trionfo that wins", () => {
  const card = cards.mariglia_20;
  assert.ok(fieldsAsked(card, { trionfo: "7D" }, 0, [0, 0]).includes("totals"));
  assert.ok(!fieldsAsked(card, { trionfo: "7D" }, 0, [18, 18]).includes("totals"));
  assert.deepEqual(completeRecord(card, draftOf({ trionfo: "7D" }), 0, [18, 18]), { trionfo: "7D", dealer: 0 });
});

test("the seat is asked only where nobody knows whose turn it is", () => {
  assert.ok(!fieldsAsked(cards.mariglia, {}, 0, [0, 0]).includes("dealer"));
  assert.ok(fieldsAsked(cards.mariglia, {}, null, [0, 0]).includes("dealer"));
});

test("declarations are counted in their order, and need no suit", () => {
  const declarations = [{ side: 0, kind: "marriage" }, { side: 1, kind: "marriage" }];
  const record = { declarations, card_points: [73, 47] };
  assert.deepEqual(completeRecord(cards.marianna, draftOf(record), 0, [0, 0]), record);
});

test("trumps are needed as soon as something is declared", () => {
  const card = cards.briscola_151;
  const declared = { card_points: [61, 59], declarations: [{ side: 0, kind: "marriage", suit: "C" }] };
  assert.ok(completeRecord(card, draftOf({ card_points: [61, 59] }), 0, [0, 0]));
  assert.equal(completeRecord(card, draftOf(declared), 0, [0, 0]), null);
  assert.ok(completeRecord(card, draftOf({ ...declared, trump: "C" }), 0, [0, 0]));
});

test("a correction needs its reason", () => {
  const record = { points: [7, 4] };
  const missing = (more) => Boolean(missingReason(cards.marafon, draftOf(record, more), record, [0, 0]));
  assert.equal(missing({}), false);
  assert.equal(missing({ line: 3, needsReason: true, reason: "  " }), true);
  assert.equal(missing({ line: 3, needsReason: true, reason: "letta male" }), false);
  assert.equal(missing({ line: 3 }), false);
});

test("who was first is needed only where both reach the target and it decides", () => {
  const record = { points: [7, 4] };
  const missing = (card, written, before) => Boolean(missingReason(card, draftOf(written), written, before));
  assert.equal(missing(cards.marafon_first, record, [35, 38]), true);
  assert.equal(missing(cards.marafon_first, { ...record, first: 1 }, [35, 38]), false);
  assert.equal(missing(cards.marafon_first, record, [20, 38]), false);
  assert.equal(missing(cards.marafon, record, [35, 38]), false);
});

test("another number of points forgets the figures and who was first; another field does not", () => {
  const record = freeze({ points: [7, 4], marafona: 0, thirds: [22, 13], first: 1, caller: 2 });
  assert.deepEqual(forgetRefinements(cards.marafon, record, "points"), { points: [7, 4], marafona: 0, caller: 2 });
  assert.deepEqual(forgetRefinements(cards.marafon, record, "thirds"), record);
});

test("the fields of other forms are left out, those of no form stay", () => {
  const { marafon } = cards;
  const record = freeze({ points: [7, 4], thirds: [22, 13], first: 1 });
  assert.deepEqual(withoutOthers(marafon, marafon.forms.find((form) => form.name === "points"), record), { points: [7, 4], first: 1 });
});

test("a hand written in thirds is shown in points too", () => {
  const record = formRecord(cards.marafon, freeze({ thirds: [13, 22], caller: 1 }));
  assert.deepEqual(record.thirds, [13, 22]);
  assert.deepEqual(record.points, [4, 7]);
  assert.equal(record.caller, 1);
});

test("a pair of which one number was written is shown whole", () => {
  assert.deepEqual(formRecord(cards.marafon, freeze({ points: [7, null], caller: 0 })).points, [7, 4]);
});

test("a written hand fills the form with what makes it complete again", () => {
  const written = {
    marafon: { points: [10, 1], marafona: 0, caller: 3 },
    mariglia: { trionfo: "KS", totals: [50, 20], dealer: 2 },
    marianna: { declarations: [{ side: 1, kind: "marriage", suit: null }], card_points: [60, 60], leader: 0 },
    mariaccia: { trump: "C", declarations: [{ side: 0, kind: "marriage", suit: "C" }], card_points: [82, 38], leader: 1 },
    trionfo: { declarer: 1, bid: "chiamo", partner: 3, success: true, leader: 0 },
  };
  for (const [name, data] of Object.entries(written)) {
    const card = cards[name];
    const before = Array(card.sides).fill(0);
    const again = completeRecord(card, draftOf(formRecord(card, freeze(data)), { line: 2 }), null, before);
    assert.ok(again, name);
    for (const [field, value] of Object.entries(again)) assert.deepEqual(value, data[field] ?? value, `${name} ${field}`);
  }
});

test("all pass is a form of its own, written with one tap", () => {
  const { trionfo } = cards;
  assert.equal(formShown(trionfo, {}).name, "result");
  assert.equal(formShown(trionfo, { all_pass: true }).name, "all_pass");
  assert.ok(completeRecord(trionfo, draftOf({ all_pass: true }), 2, [0, 0, 0, 0, 0]));
});

test("a value is possible beside what is chosen, and nothing chosen rules nothing out", () => {
  const [step] = cards.marafon.forms.find((form) => form.name === "points").steps;
  assert.equal(isPossible(step, "marafona", 0, freeze({ points: [0, 11] })), false);
  assert.equal(isPossible(step, "marafona", 1, freeze({ points: [0, 11] })), true);
  assert.equal(isPossible(step, "points", [0, 11], freeze({ marafona: 0 })), false);
  assert.equal(isPossible(step, "points", [0, 11], freeze({ marafona: null })), true);
  for (const value of valuesOf(step, "points")) assert.equal(isPossible(step, "points", value, freeze({})), true);
});

test("a bid that is played alone leaves no partner", () => {
  const [step] = cards.trionfo.forms.find((form) => form.name === "result").steps;
  const record = freeze({ declarer: 1, bid: "maso" });
  assert.equal(isPossible(step, "partner", 3, record), false);
  assert.equal(isPossible(step, "partner", null, record), true);
  assert.equal(isPossible(step, "partner", 1, freeze({ declarer: 1, bid: "chiamo" })), false);
});

test("a claim is counted from the totals, and is nothing before a side is chosen", () => {
  assert.equal(claimOf(cards.mariaccia, freeze({ points: 100 }), [100, 50]), null);
  assert.equal(claimOf(cards.mariaccia, freeze({ side: 0 }), [100, 50]), null);
  assert.deepEqual(claimOf(cards.mariaccia, freeze({ side: 0, points: 100 }), [100, 50]), { has: 200, need: 200, right: true, winner: 0 });
  assert.deepEqual(claimOf(cards.mariaccia, freeze({ side: 1, points: 100 }), [100, 50]), { has: 150, need: 200, right: false, winner: 0 });
  assert.equal(claimOf(cards.marafon, freeze({ side: 0, thirds: 6 }), [39, 0]).right, true);
  assert.equal(claimOf(cards.marafon, freeze({ side: 0, thirds: 5 }), [39, 0]).right, false);
});
