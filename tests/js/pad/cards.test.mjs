// A hand that was written card by card is corrected card by card.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { importPad } from "./source.mjs";

const { loadPlay } = await importPad("game/card-by-card.js");
const { isComplete, lineData, readPlay, resumePlay, undoAct } = await importPad("game/play.js");
await loadPlay();

const fixture = (name) => JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8"));
const { card: marafon, book } = fixture("marafon");
const games = fixture("plays");
const [{ deals, card: { play } }] = games;
const card = { ...marafon, play };
const LONG = 101;

/** A phone on which a hand was entered card by card. */
function writePlay({ isOffline = false } = {}) {
  const server = new Server({ card, book, target: LONG });
  const phone = new Phone(server, "AAAA");
  phone.arrive(3, 0);
  if (isOffline) phone.goOffline();
  phone.tap("openHand");
  phone.tap("openCards");
  phone.tap("placeCards", { cards: readPlay(card, deals[0].play) });
  phone.tap("submit");
  if (!isOffline) phone.settle();
  return { server, phone, lines: server.sheets.get(300).lines };
}

test("a play that was written is entered again up to its last card, in every game", () => {
  for (const { card: cards, deals: played } of games) {
    for (const deal of played) {
      const state = resumePlay(cards, deal.play);
      assert.ok(isComplete(state));
      assert.deepEqual(lineData(state), lineData(readPlay(cards, deal.play)));
      assert.ok(!isComplete(undoAct(state)));
    }
  }
});

test("a written hand is corrected from its own cards, trick by trick", () => {
  const { phone, lines } = writePlay();
  phone.tap("openAmend", { n: 1 });
  assert.equal(phone.state.screen, "cards");
  assert.deepEqual(lineData(phone.state.draft.cards), lines[0].data);
  phone.tap("placeCards", { cards: undoAct(phone.state.draft.cards) });
  phone.tap("submit");
  assert.equal(phone.state.screen, "cards", "a hand without its last card is not written");
  phone.tap("placeCards", { cards: readPlay(card, deals[1].play) });
  phone.tap("submit");
  phone.settle();
  assert.deepEqual(lines.map(({ kind }) => kind), ["hand", "amend"]);
  assert.deepEqual(lines[1].data, { line: 1, data: lineData(readPlay(card, deals[1].play)), reason: "" });
});

test("an unsent hand card by card is replaced, not corrected", () => {
  const { server, phone } = writePlay({ isOffline: true });
  phone.deliver("lost");
  phone.tap("openAmendLast");
  assert.equal(phone.state.screen, "cards");
  phone.tap("placeCards", { cards: readPlay(card, deals[1].play) });
  phone.tap("submit");
  phone.settle();
  assert.deepEqual(server.sheets.get(300).lines.map(({ kind, data }) => [kind, data]), [["hand", lineData(readPlay(card, deals[1].play))]]);
});

test("a hand in points is corrected card by card, and keeps its form where the cards cannot be loaded", () => {
  const server = new Server({ card, book, target: LONG });
  const phone = new Phone(server, "AAAA");
  phone.arrive(3, 0);
  phone.writeHand(9);
  phone.settle();
  phone.tap("openAmend", { n: 1 });
  phone.tap("openCards");
  assert.equal(phone.state.screen, "cards");
  phone.dispatch({ type: "cardsMissing", sentence: "away" });
  assert.deepEqual([phone.state.screen, phone.state.draft.line, phone.state.draft.errors], ["amend", 1, ["away"]]);
  phone.tap("openCards");
  phone.tap("placeCards", { cards: readPlay(card, deals[0].play) });
  phone.tap("submit");
  phone.settle();
  assert.deepEqual(server.sheets.get(300).lines[1].data.data, lineData(readPlay(card, deals[0].play)));
});

test("a hand of another phone does not close a correction card by card of an earlier one", () => {
  const { server, phone } = writePlay();
  const other = new Phone(server, "BBBB");
  other.arrive(3, 1);
  phone.tap("openAmend", { n: 1 });
  other.writeHand(4);
  other.settle();
  phone.notice();
  phone.settle();
  assert.equal(phone.state.screen, "cards");
});
