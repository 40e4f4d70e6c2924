// How many taps a hand takes in the games with turned trumps: what the screens have is tapped, one control after the other.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { listControls } from "./render.mjs";
import { importPad } from "./source.mjs";

const { addScreens } = await importPad("screens/app.js");
const { HAND_SCREENS } = await importPad("screens/hand-form.js");
addScreens(HAND_SCREENS);

const cards = JSON.parse(readFileSync(new URL("../fixtures/cards.json", import.meta.url), "utf8"));
const word = (label) => ({ label, help: "", nothing: "", ask: "", choices: {} });
/** The record of both games: which fields are suits, seats and sides. */
const book = {
  record: { properties: { trump: { format: "suit" }, leader: { format: "seat" }, first: { format: "side" } } },
  words: { record: Object.fromEntries(["trump", "declarations", "card_points", "leader", "first", "side", "kind"].map((field) => [field, word(field)])), parts: {} },
};

/** From the open form to the written hand, the tap that writes included. */
const MOST = 5;
const SUITS = ["D", "C", "S", "B"];
/** A side of 1 or 119 points cannot be. */
const NUMBERS = Array.from({ length: 121 }, (_, points) => points).filter((points) => ![1, 119].includes(points));

/** A phone at a table of this game. */
function sitDown(game) {
  const phone = new Phone(new Server({ card: cards[game], book, target: 1000 }), "AAAA");
  phone.arrive(3, 0);
  return phone;
}

/** Taps the control of that id or value. */
function touch(phone, find) {
  phone.passTime(500);
  const control = listControls(phone.state, (event) => phone.dispatch(event)).find(find);
  assert.ok(control, `no control on ${phone.state.screen}`);
  assert.ok(!control.isDisabled, `${control.name} can be tapped`);
  control.tap();
}

const byId = (id) => (control) => control.id === id;

/** The keys that type a number. */
function keysOf(points) {
  if (points === 120) return ["all"];
  return points > 99 ? [String(points).slice(0, 2), String(points).slice(2)] : String(points).split("");
}

/** Writes a hand; returns how many taps it took from the open form, and what was written. */
function write(phone, trump, declarations, points) {
  touch(phone, ({ name, value }) => name === "open_hand" && value === trump);
  const ids = [
    ...declarations.map(({ side, suit }) => `declarations-${side}-marriage-${suit}`),
    ...keysOf(points).map((key) => `card_points-key-${key}`),
  ];
  for (const id of ids) touch(phone, byId(id));
  const [item] = phone.submit();
  phone.settle();
  return { taps: ids.length + 1, data: item?.data };
}

/** Every pair of declarations, of either side, in these trumps or in others. */
const pairs = SUITS.flatMap((one, at) => SUITS.slice(at + 1).flatMap((other) => [[0, 0], [0, 1], [1, 0], [1, 1]].map(([side, last]) =>
  [{ side, kind: "marriage", suit: one }, { side: last, kind: "marriage", suit: other }])));

for (const game of ["briscola_151", "mariaccia"]) {
  test(`a hand of ${game} with two declarations takes ${MOST} taps at most`, () => {
    for (const trump of SUITS) for (const [at, declarations] of pairs.entries()) {
      const points = NUMBERS[(at * 5 + trump.charCodeAt(0)) % NUMBERS.length];
      const { taps, data } = write(sitDown(game), trump, declarations, points);
      assert.ok(taps <= MOST, `${taps} taps`);
      assert.deepEqual(data, { trump, declarations, card_points: [points, 120 - points] });
    }
  });

  test(`no number of points in ${game} takes more than two taps`, () => {
    for (const points of NUMBERS) {
      const { taps, data } = write(sitDown(game), "C", [], points);
      assert.ok(taps <= 3, `${points}: ${taps} taps`);
      assert.deepEqual(data, { trump: "C", card_points: [points, 120 - points] });
    }
  });
}

test("trumps that are not known are left out", () => {
  const { data } = write(sitDown("mariaccia"), "", [], 60);
  assert.deepEqual(data, { card_points: [60, 60] });
});

test("each key that opens a hand says of which, and its suit", () => {
  const keys = listControls(sitDown("mariaccia").state, () => {}).filter(({ name }) => name === "open_hand");
  const suits = SUITS.map((suit) => `write_hand, trump:  suit_${suit}`);
  assert.deepEqual(keys.map(({ text }) => text.trim().replace(/\s+/g, " ")), ["not_known, write_hand", ...suits.map((text) => text.replace(/\s+/g, " "))]);
});

test("trumps chosen by the tap that opens a hand can be changed in its form", () => {
  const phone = sitDown("mariaccia");
  touch(phone, ({ name, value }) => name === "open_hand" && value === "D");
  touch(phone, byId("declarations-0-marriage-C"));
  touch(phone, byId("trump-C"));
  for (const key of ["6", "1"]) touch(phone, byId(`card_points-key-${key}`));
  const [{ data }] = phone.submit();
  assert.deepEqual([data.trump, data.declarations], ["C", [{ side: 0, kind: "marriage", suit: "C" }]]);
});

// Double taps ---------------------------------------------------------------------------------------

/** Taps a control twice, as an impatient finger does. */
function touchTwice(phone, id) {
  touch(phone, byId(id));
  phone.now += 120;
  const control = listControls(phone.state, (event) => phone.dispatch(event)).find(byId(id));
  if (control && !control.isDisabled) control.tap();
}

const declared = (phone) => phone.state.draft.record.declarations ?? [];

test("a double tap on a suit declares it", () => {
  const phone = sitDown("mariaccia");
  touch(phone, ({ name, value }) => name === "open_hand" && value === "D");
  touchTwice(phone, "declarations-0-marriage-C");
  assert.equal(declared(phone).length, 1);
  touchTwice(phone, "declarations-0-marriage-C");
  assert.equal(declared(phone).length, 0);
});

test("two suits that are touched quickly are both declared", () => {
  const phone = sitDown("mariaccia");
  touch(phone, ({ name, value }) => name === "open_hand" && value === "D");
  touch(phone, byId("declarations-0-marriage-C"));
  phone.now += 120;
  listControls(phone.state, (event) => phone.dispatch(event)).find(byId("declarations-0-marriage-S")).tap();
  assert.equal(declared(phone).length, 2);
});

test("a double tap on a declaration of a list adds one, and takes out one", () => {
  const phone = sitDown("marianna");
  touch(phone, ({ name }) => name === "open_hand");
  const add = "declarations-0-marriage-";
  for (const expected of [1, 2]) {
    touchTwice(phone, add);
    assert.equal(declared(phone).length, expected);
  }
  touchTwice(phone, "declarations-drop-0");
  assert.equal(declared(phone).length, 1);
});
