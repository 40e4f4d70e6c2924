// A match of several games, and lines of the referee: what can be corrected and taken back until both sides have signed.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { listElements, renderPage } from "./render.mjs";
import { importPad } from "./source.mjs";

const { handsOf, nextHand, scoreOf } = await importPad("state/selectors.js");
const { addScreens } = await importPad("screens/app.js");
const { HAND_SCREENS, formProps } = await importPad("screens/hand-form.js");
const { QUESTION_SCREENS } = await importPad("screens/questions.js");
addScreens({ ...HAND_SCREENS, ...QUESTION_SCREENS });

const { card, book } = JSON.parse(readFileSync(new URL("../fixtures/marafon.json", import.meta.url), "utf8"));
/** The same game under other names, so that it shows of which game something is. */
const other = { ...card, end: { ...card.end, unit: "thirds" } };

/** A phone at table 3, where the best of three is played; a hand of eleven points wins a game. */
function bestOfThree(options = {}) {
  const server = new Server({ card, book, target: 11, games: 3, ...options });
  const phone = new Phone(server, "AAAA");
  phone.arrive(3, 0);
  return { server, phone, lines: server.sheets.get(300).lines };
}

const kinds = (lines) => lines.map((line) => line.kind);
const namesOfButtons = (state) => listElements(renderPage(state)).filter(({ type }) => type === "button").map(({ text }) => text);

/** The first game is won, and the second has no hand yet. @param {boolean} isOffline */
function winGame(isOffline) {
  const found = bestOfThree();
  if (isOffline) found.phone.goOffline();
  found.phone.writeHand(11);
  if (!isOffline) found.phone.settle();
  assert.equal(scoreOf(found.phone.state).games.length, 1);
  assert.equal(nextHand(found.phone.state), 1);
  return found;
}

for (const isOffline of [false, true]) {
  const how = isOffline ? ", without network" : "";

  test(`the hand that has won a game is listed under its title until the next game has one${how}`, () => {
    const { phone } = winGame(isOffline);
    assert.deepEqual(handsOf(phone.state).map(({ data, game }) => [data.points, game]), [[[11, 0], 0]]);
    assert.ok(listElements(renderPage(phone.state)).some(({ type, text }) => type === "h2" && text.includes("Partita 1")));
    phone.writeHand(4);
    assert.deepEqual(handsOf(phone.state).map(({ data, game }) => [data.points, game]), [[[4, 7], 1]]);
    assert.ok(!listElements(renderPage(phone.state)).some(({ type, text }) => type === "h2" && text.includes("Partita 1")));
  });

  test(`the hand that has won a game can be taken back${how}`, () => {
    const { phone, lines } = winGame(isOffline);
    assert.ok(namesOfButtons(phone.state).includes("strike_button"));
    phone.tap("openStrike");
    assert.deepEqual([phone.state.screen, phone.state.draft.line], ["strike", 1]);
    phone.tap("submit");
    phone.settle();
    assert.equal(scoreOf(phone.state).games.length, 0);
    assert.deepEqual(phone.state.items, []);
    if (!isOffline) assert.deepEqual(kinds(lines), ["hand", "strike"]);
  });

  test(`the hand that has won a game can be corrected${how}`, () => {
    const { phone, lines } = winGame(isOffline);
    phone.tap("openAmend", { n: 1 });
    assert.deepEqual([phone.state.screen, phone.state.draft.hand], ["amend", 1]);
    phone.choosePoints(9);
    phone.submit();
    phone.settle();
    assert.deepEqual(scoreOf(phone.state).games.map(({ totals, why }) => [totals, why]), [[[9, 2], null]]);
    assert.equal(lines.at(-1).kind, isOffline ? "hand" : "amend");
  });
}

test("when the first hand of a game is taken back, the hand before it can be taken back too", () => {
  const { phone, lines } = winGame(false);
  phone.writeHand(4);
  phone.settle();
  phone.goOffline();
  for (const expected of [2, 1]) {
    phone.tap("openStrike");
    assert.equal(phone.state.draft?.line, expected);
    phone.tap("submit");
  }
  phone.settle();
  assert.deepEqual(kinds(lines), ["hand", "hand", "strike", "strike"]);
});

test("a correction of an earlier game has that game's card, totals and result", () => {
  const server = new Server({ card, book, target: 21, games: 3 });
  server.cards = [server.card, other, other];
  const phone = new Phone(server, "AAAA");
  phone.arrive(3, 0);
  for (const points of [9, 9, 9]) phone.writeHand(points);
  phone.settle();
  assert.deepEqual(scoreOf(phone.state).games.map(({ totals }) => totals), [[27, 6]]);
  phone.tap("openAmend", { n: 3 });
  phone.choosePoints(8);
  const { game, props } = formProps(phone.state, () => {});
  assert.deepEqual([game.number, game.card.end.unit, props.before], [0, card.end.unit, [18, 4]]);
  assert.deepEqual([props.preview.totals, props.preview.ending?.winner], [[26, 7], 0]);
  phone.submit();
  phone.settle();
  assert.deepEqual(scoreOf(phone.state).games.map(({ totals }) => totals), [[26, 7]]);
  phone.tap("openStrike");
  const [title] = listElements(renderPage(phone.state)).filter(({ type }) => type === "h1");
  assert.equal(title.text, "title_strike");
});

// Lines of the referee ------------------------------------------------------------------------------

/** A hand, and on top of it what the referee has written. @param {[string, any][]} rulings @param {number[]} hands */
function ruled(rulings, hands = [9]) {
  const found = bestOfThree({ target: 41, games: 1 });
  for (const points of hands) found.phone.writeHand(points);
  found.phone.settle();
  for (const [kind, data] of rulings) found.server.rule(300, kind, data);
  found.phone.notice();
  found.phone.settle();
  return found;
}

test("under a penalty the last hand is taken back, not the word of the referee", () => {
  const { phone, lines } = ruled([["penalty", { side: 0, points: 2 }]]);
  phone.tap("openStrike");
  assert.equal(phone.state.draft.line, 1);
  phone.tap("submit");
  phone.settle();
  assert.deepEqual([kinds(lines), phone.state.items], [["hand", "penalty", "strike"], []]);
});

test("without a hand there is nothing to take back, and no button for it", () => {
  for (const ruling of [["penalty", { side: 0, points: 2 }], ["forfeit", { side: 0, of: "match" }]]) {
    const { phone } = ruled([ruling], []);
    const buttons = namesOfButtons(phone.state);
    assert.ok(!buttons.includes("strike_button") && !buttons.includes("correct_last"), ruling[0]);
    phone.tap("openStrike");
    phone.tap("openAmendLast");
    assert.equal(phone.state.screen, "match");
  }
});

test("a hand under the final points of its game is neither corrected nor taken back", () => {
  const { phone } = ruled([["total", { totals: [41, 20] }]]);
  const buttons = namesOfButtons(phone.state);
  assert.ok(!buttons.includes("strike_button") && !buttons.includes("correct_last"));
  phone.tap("openStrike");
  phone.tap("openAmendLast");
  assert.equal(phone.state.screen, "match");
});

test("after a forfeit the last hand can be corrected and taken back", () => {
  const { phone } = ruled([["forfeit", { side: 0, of: "match" }]]);
  phone.tap("openAmendLast");
  assert.deepEqual([phone.state.screen, phone.state.draft.line], ["amend", 1]);
  phone.tap("back");
  phone.tap("openStrike");
  assert.equal(phone.state.draft.line, 1);
});
