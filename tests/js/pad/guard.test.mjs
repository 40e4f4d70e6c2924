// Double taps and networks that hang: what has just appeared under the finger takes no tap, even where the screen has the same name.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { importPad } from "./source.mjs";

const { conflictOf, isCalled, slowQuestion } = await importPad("state/selectors.js");
const { isSettling } = await importPad("state/reducer.js");
const { GUARD } = await importPad("state/steps.js");
const { addScreens } = await importPad("screens/app.js");
const { card, book } = JSON.parse(readFileSync(new URL("../fixtures/marafon.json", import.meta.url), "utf8"));

/** Two phones at table 3, the second with two hands that the first was faster with. */
function meetTwice() {
  const server = new Server({ card, book, target: 101 });
  const [one, two] = [new Phone(server, "AAAA"), new Phone(server, "BBBB")];
  one.arrive(3, 0);
  two.arrive(3, 1);
  two.goOffline();
  two.writeHand(8);
  two.writeHand(5);
  one.writeHand(2);
  one.writeHand(7);
  one.settle();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  return { server, one, two };
}

test("a double tap answers one of two conflicts", () => {
  const { two } = meetTwice();
  two.tap("keepTheirs");
  two.now += 80;
  two.dispatch({ type: "keepTheirs" });
  assert.deepEqual(two.state.items.map((item) => item.data.points), [[5, 6]]);
  assert.equal(conflictOf(two.state).data.points[0], 5);
});

test("a question about a hand takes no tap when another hand has come under it", () => {
  const server = new Server({ card, book, target: 101 });
  const [one, two] = [new Phone(server, "AAAA"), new Phone(server, "BBBB")];
  one.arrive(3, 0);
  two.arrive(3, 1);
  two.tap("openHand");
  two.choosePoints(8);
  for (const points of [2, 3]) {
    one.writeHand(points);
    one.settle();
    two.passTime(1000);
    two.notice();
    two.settle();
    assert.equal(two.state.screen, "overtaken");
    two.tapAgain("sameHandTheirs");
    assert.equal(two.state.screen, "overtaken");
  }
});

test("a code that is entered on a hanging network says for how long", () => {
  const server = new Server({ card, book });
  const phone = new Phone(server, "AAAA");
  phone.enter(3);
  phone.passTime(1000);
  assert.equal(slowQuestion(phone.state), null);
  phone.passTime(1000);
  assert.deepEqual(slowQuestion(phone.state), { kind: "sending", word: "status_asking", seconds: 2 });
  phone.deliver("lost");
  assert.equal(slowQuestion(phone.state), null);
});

test("a double tap on the call for the referee calls him", () => {
  const server = new Server({ card, book, target: 101 });
  const phone = new Phone(server, "AAAA");
  phone.arrive(3, 0);
  phone.tap("callReferee");
  phone.tapAgain("cancelCall");
  assert.equal(isCalled(phone.state), true);
  phone.settle();
  assert.deepEqual(server.calls, [[3, true]]);
  phone.tap("cancelCall");
  phone.tapAgain("callReferee");
  assert.equal(isCalled(phone.state), false);
});

test("the button that writes a hand card by card takes no tap when it has just appeared", async () => {
  const { loadPlay } = await importPad("game/card-by-card.js");
  await loadPlay();
  const { readPlay } = await importPad("game/play.js");
  const [{ deals }] = JSON.parse(readFileSync(new URL("../fixtures/plays.json", import.meta.url), "utf8"));
  const server = new Server({ card, book, target: 101 });
  const phone = new Phone(server, "AAAA");
  phone.arrive(3, 0);
  phone.tap("openHand");
  phone.tap("openCards");
  phone.tap("placeCards", { cards: readPlay(card, deals[0].play) });
  assert.ok(isSettling(phone.state));
  phone.tapAgain("submit");
  assert.equal(phone.state.screen, "cards");
  phone.tap("submit");
  assert.equal(phone.state.screen, "match");
});

test("screens that are fetched again in the background do not make the one that is shown refuse taps", () => {
  const phone = new Phone(new Server({ card, book, target: 101 }), "AAAA");
  phone.arrive(3, 0);
  phone.tap("openHand");
  const shown = { [phone.state.screen]: () => ({ body: "" }) };
  phone.dispatch({ type: "screensLoaded", screens: addScreens(shown) });
  assert.ok(isSettling(phone.state));
  phone.passTime(GUARD + 20);
  phone.dispatch({ type: "screensLoaded", screens: addScreens(shown) });
  assert.ok(!isSettling(phone.state));
});
