// Hands that the rules of the server have played, entered card by card as on the phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import {
  addAct, canUndo, choicesFor, declarationsFor, isComplete, lineData, playCard, playDocument, positionOf, readPlay, recordOf,
  recordOfPlay, startPlay, stepOf, undoAct,
} from "../../static/js/pad/game/play.js";

const games = JSON.parse(readFileSync(new URL("fixtures/plays.json", import.meta.url), "utf8"));
const only = (name, options = {}) => games.find((game) => game.game === name && JSON.stringify(game.options) === JSON.stringify(options));
const stateOf = (game, card) => choicesFor(game).flatMap((row) => row.cards).find((each) => each.card === card).state;

// Takes the acts of a written play one by one; calls back before each.
function enter(card, play, before = () => {}) {
  let state = startPlay(card, null);
  for (const act of readPlay(card, play).acts) {
    const step = stepOf(state);
    if (act[0] === "marafona" && step.ask !== "marafona") continue;
    before(state, step, act);
    state = addAct(state, act);
  }
  return state;
}

for (const { game, options, card, deals } of games) {
  const name = `${game} ${JSON.stringify(options)}`;

  test(`${name}: the same trick winners and the same record as the rules`, () => {
    for (const deal of deals) {
      const state = enter(card, deal.play);
      assert.ok(isComplete(state));
      assert.deepEqual(positionOf(state).tricks.map(({ winner }) => winner), deal.winners);
      const record = recordOf(state, deal.totals);
      const expected = Object.fromEntries(Object.keys(record).map((field) => [field, deal.record[field] ?? null]));
      // Where the trionfo alone has won, the rules leave out what was played.
      if (expected.totals === null) expected.totals = record.totals;
      // In exact thirds both can be there though the sheet, which drops thirds, has only one there:
      // then nobody looks at who was first.
      if ("first" in record && expected.first === null) expected.first = record.first;
      assert.deepEqual(record, expected);
    }
  });

  test(`${name}: each card of a legal hand is possible when it is played, each declaration offered`, () => {
    for (const deal of deals) {
      enter(card, deal.play, (state, step, act) => {
        if (act[0] === "P") {
          assert.deepEqual([step.ask, step.seat], ["card", act[1]]);
          assert.equal(stateOf(state, act[2]), "possible", act[2]);
        } else if ("DNMCX".includes(act[0])) {
          assert.ok(declarationsFor(state).some((event) => JSON.stringify(event) === JSON.stringify(act)), String(act));
        } else {
          assert.equal(step.ask, act[0]);
        }
      });
    }
  });

  test(`${name}: the play that is written makes the same record`, () => {
    for (const deal of deals) {
      const state = enter(card, deal.play);
      if (lineData(state).all_pass) continue;
      const document = JSON.parse(JSON.stringify(playDocument(state)));
      if (!card.play.stock) assert.deepEqual({ ...document, declared: 0 }, { ...deal.play, declared: 0 });
      assert.deepEqual(recordOfPlay(card, document, deal.totals), recordOf(state, deal.totals));
    }
  });
}

const MARAFON = only("marafon").card;
const played = (cards, card = MARAFON, trump = "D") => cards.reduce(playCard, addAct(startPlay(card, 0), ["trump", trump]));

test("who leads is asked only where nobody knows it", () => {
  assert.equal(stepOf(startPlay(MARAFON, null)).ask, "turn");
  assert.deepEqual(stepOf(startPlay(MARAFON, 2)), { ask: "trump", seat: 2 });
});

test("the suit led comes first, then trumps", () => {
  const rows = choicesFor(played(["KC"]));
  assert.deepEqual(rows.map(({ suit }) => suit), ["C", "D", "S", "B"]);
  assert.deepEqual(rows.map(({ isOpen }) => isOpen), [true, false, false, false]);
});

test("a card is played once", () => {
  assert.equal(stateOf(played(["KC"]), "KC"), "played");
});

test("a suit that a seat did not follow is a revoke later, and the earlier trick is named", () => {
  const state = played(["3C", "4C", "7S", "5C", "2S", "6S"]);
  assert.equal(stepOf(state).seat, 2);
  assert.equal(stateOf(state, "6C"), "revoke");
  assert.equal(stateOf(state, "6B"), "possible");
  const step = stepOf(playCard(state, "6C"));
  assert.equal(step.ask, "breach");
  assert.deepEqual(step.breach, { code: "must_follow", seat: 2, card: "6C", trick: 1, earlier: { trick: 0, card: "7S" } });
});

test("a row without a possible card does not open", () => {
  const state = played(["3C", "4C", "7S", "5C", "2C", "6C"]);
  assert.equal(choicesFor(state).find(({ isOpen }) => isOpen).suit, "D");
});

test("undo takes one tap back, and never the turn that was known", () => {
  const state = played(["KC"]);
  assert.deepEqual(undoAct(state).acts, played([]).acts);
  const start = startPlay(MARAFON, 1);
  assert.equal(canUndo(start), false);
  assert.equal(undoAct(start), start);
});

test("no state is changed by what follows it", () => {
  const state = played(["KC"]);
  const before = JSON.stringify([state, [...positionOf(state).where]]);
  playCard(state, "6C");
  assert.equal(JSON.stringify([state, [...positionOf(state).where]]), before);
});

test("a state comes back whole from storage", () => {
  const state = played(["KC", "AC", "2C", "4C", "3S"]);
  assert.deepEqual(choicesFor(JSON.parse(JSON.stringify(state))), choicesFor(state));
});

test("the exposed card is the dealer’s and nobody else’s", () => {
  const { card } = only("mariglia");
  const state = addAct(startPlay(card, 3), ["shown", "7D"]);
  assert.equal(stepOf(state).seat, 0);
  assert.equal(stateOf(state, "7D"), "elsewhere");
  const last = ["4D", "5D", "6D"].reduce(playCard, state);
  assert.equal(stepOf(last).seat, 3);
  assert.equal(stateOf(last, "7D"), "possible");
  // The dealer follows an opponent who is winning: the exposed 7 would beat the 6.
  assert.equal(stateOf(last, "2D"), "revoke");
  assert.equal(stateOf(last, "2C"), "revoke");
});

test("all have passed: the line carries the record", () => {
  const { card } = only("trionfo");
  const state = [0, 1, 2, 3, 4].reduce((now, seat) => addAct(now, ["bid", seat, "passo"]), startPlay(card, 0));
  assert.ok(isComplete(state));
  assert.deepEqual(lineData(state), { leader: 0, all_pass: true });
});

test("a bid tops the one before it", () => {
  const { card } = only("trionfo");
  const state = addAct(startPlay(card, 3), ["bid", 3, "di_piu"]);
  assert.deepEqual(stepOf(state), { ask: "bid", seat: 4, words: ["passo", "maso", "maso_dei_masi"] });
});

test("the face-up card is drawn last, by who draws last", () => {
  const { card } = only("briscola_151");
  let state = addAct(startPlay(card, 0), ["shown", "KD"]);
  assert.equal(stateOf(state, "KD"), "elsewhere");
  const cards = "A234567JHK".split("").flatMap((rank) => ["C", "S", "B"].map((suit) => rank + suit));
  for (const each of cards) state = playCard(state, each);
  const drawer = 1 - positionOf(state).tricks[14].winner;
  while (stepOf(state).seat !== drawer) state = playCard(state, "AD");
  assert.equal(stateOf(state, "KD"), "possible");
});

test("who has declared a marriage holds both its cards", () => {
  const { card } = only("marianna");
  const state = addAct(startPlay(card, 0), ["D", 0, "C"]);
  assert.equal(positionOf(state).trump, "C");
  assert.equal(stateOf(state, "KC"), "possible");
  const next = playCard(state, "HC");
  assert.equal(stateOf(next, "KC"), "elsewhere");
  assert.ok(declarationsFor(next).every(([, seat, suit]) => seat === 1 && suit !== "C"));
});

test("a mariannone ends the hand, and unseen cards fill the deal", () => {
  const { card } = only("marianna");
  const state = addAct(startPlay(card, 0), ["M", 0]);
  assert.ok(isComplete(state));
  const { hands, stock } = playDocument(state);
  assert.equal(new Set([...hands.flat(), ...stock]).size, 40);
  assert.ok(["KD", "KC", "KS", "KB"].every((king) => hands[0].includes(king)) && hands[0].some((each) => each[0] === "H"));
  assert.equal(recordOf(state, [0, 0]).card_points, null);
});
