// The nine defects that were observed at real tables, each as a sequence of taps and faults.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Phone, Server } from "./hall.mjs";
import { importPad } from "./source.mjs";

const { conflictOf, handsOf, nextHand, scoreOf, signedSides, signingSide, statusOf } = await importPad("state/selectors.js");
const { GUARD } = await importPad("state/reducer.js");

const { card, book } = JSON.parse(readFileSync(new URL("../fixtures/marafon.json", import.meta.url), "utf8"));
const hall = (options = {}) => new Server({ card, book, ...options });
const hands = (server, match) => server.sheets.get(match).lines.filter((line) => line.kind === "hand").map((line) => line.data.points);

test("a hand that waited at table 3 goes to table 3 after the phone went to table 4", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.dispatch({ type: "wentOffline" });
  phone.writeHand(9);
  phone.tap("askLeave");
  phone.tap("leave");
  phone.enter(4);
  // It is sent when the sheet of table 4 is on the screen.
  while (phone.state.sheet?.id !== 400 || phone.state.network.sending) phone.deliver(phone.requests[0].do === "send" ? "lost" : "through");
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2]]);
  assert.deepEqual(hands(server, 400), []);
  assert.deepEqual(phone.state.items, []);
});

test("a double tap on the deciding hand writes it and signs nothing", () => {
  const server = hall({ target: 11 });
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.tap("openHand");
  phone.choosePoints(11);
  phone.submit();
  for (const type of ["submit", "openSign", "sign", "openHand"]) phone.tapAgain(type, { side: 0 });
  phone.settle();
  assert.deepEqual(hands(server, 300), [[11, 0]]);
  assert.equal(scoreOf(phone.state).over, true);
  assert.deepEqual(signedSides(phone.state), []);
  assert.equal(phone.state.screen, "match");
});

test("a double tap in mid-match writes one hand and opens no other", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.writeHand(7);
  phone.tapAgain("openHand");
  phone.tapAgain("submit");
  assert.equal(phone.state.screen, "match");
  phone.settle();
  assert.deepEqual(hands(server, 300), [[7, 4]]);
});

test("after one signature the last hand can be corrected, and the signature is withdrawn first", () => {
  const server = hall({ target: 11 });
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.writeHand(11);
  phone.settle();
  phone.tap("openSign");
  phone.tap("sign", { side: 0 });
  phone.settle();
  assert.deepEqual(signedSides(phone.state), [0]);
  phone.tap("back");
  phone.tap("openAmendLast");
  phone.choosePoints(10);
  phone.submit();
  phone.settle();
  assert.deepEqual(signedSides(phone.state), []);
  assert.deepEqual(server.sheets.get(300).lines.map((line) => line.kind), ["hand", "sign", "strike", "amend"]);
});

test("a phone signs for its owner's side only, until it is handed over", () => {
  const server = hall({ target: 11 });
  const phone = new Phone(server, "K4D9");
  phone.arrive(3, 0);
  phone.writeHand(11);
  phone.settle();
  phone.tap("openSign");
  phone.tap("sign", { side: 1 });
  assert.deepEqual(signedSides(phone.state), []);
  phone.tap("sign", { side: 0 });
  phone.tap("sign", { side: 1 });
  assert.deepEqual(signedSides(phone.state), [0]);
  phone.tap("handOver", { owner: { kind: "player", player: 301, side: 1, seat: 1, name: "Bartolini" } });
  phone.tap("sign", { side: 1 });
  phone.settle();
  assert.deepEqual(signedSides(phone.state), [0, 1]);
});

test("a phone that was handed over is its owner's again when the signatures are opened again", () => {
  const phone = new Phone(hall({ target: 11 }), "K4D9");
  phone.arrive(3, 0);
  phone.writeHand(11);
  phone.settle();
  phone.tap("openSign");
  phone.tap("handOver", { owner: { kind: "player", player: 301, side: 1, seat: 1, name: "Bartolini" } });
  assert.equal(signingSide(phone.state), 1);
  phone.tap("back");
  phone.tap("openSign");
  assert.equal(signingSide(phone.state), 0);
});

test("a hand that the other phone wrote meanwhile is asked about, never counted twice", () => {
  const server = hall();
  const [one, two] = [new Phone(server, "AAAA"), new Phone(server, "BBBB")];
  one.arrive(3, 0);
  two.arrive(3, 1);
  two.tap("openHand");
  two.choosePoints(8);
  one.writeHand(2);
  one.settle();
  two.dispatch({ type: "noticed" });
  two.settle();
  assert.equal(two.state.screen, "overtaken");
  assert.equal(two.submit().length, 0);
  two.tap("sameHandTheirs");
  two.settle();
  assert.deepEqual(hands(server, 300), [[2, 9]]);
});

test("an overtaken hand can be the next one, or correct the one that is there", () => {
  for (const [answer, expected] of [["nextHandMine", ["hand", "hand"]], ["sameHandMine", ["hand", "amend"]]]) {
    const server = hall();
    const [one, two] = [new Phone(server, "AAAA"), new Phone(server, "BBBB")];
    one.arrive(3, 0);
    two.arrive(3, 1);
    two.tap("openHand");
    two.choosePoints(8);
    one.writeHand(2);
    one.settle();
    two.dispatch({ type: "noticed" });
    two.settle();
    two.tap(answer);
    two.submit();
    two.settle();
    assert.deepEqual(server.sheets.get(300).lines.map((line) => line.kind), expected);
  }
});

test("hands entered offline are there after the page was reloaded", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.dispatch({ type: "wentOffline" });
  phone.writeHand(9);
  phone.writeHand(4);
  phone.reload();
  assert.equal(phone.state.items.length, 2);
  assert.equal(nextHand(phone.state), 3);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2], [4, 7]]);
});

test("hands whose code was replaced are visible, and go on with the new code", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.dispatch({ type: "wentOffline" });
  phone.writeHand(9);
  phone.writeHand(4);
  server.replaceCode(3);
  phone.settle();
  assert.equal(phone.state.screen, "code");
  assert.equal(phone.state.items.length, 2);
  assert.equal(statusOf(phone.state).word, "status_signed_out");
  phone.enter(3);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2], [4, 7]]);
  assert.deepEqual(phone.state.items, []);
});

test("going back from correcting an unsent hand keeps it, and taking it back works", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.dispatch({ type: "wentOffline" });
  phone.writeHand(9);
  phone.tap("openAmend", { n: 1 });
  phone.tap("back");
  assert.equal(phone.state.items.length, 1);
  phone.tap("openAmend", { n: 1 });
  phone.choosePoints(8);
  phone.submit();
  assert.deepEqual(handsOf(phone.state)[0].data.points, [8, 3]);
  phone.tap("openStrike");
  phone.submit();
  phone.settle();
  assert.deepEqual(scoreOf(phone.state).totals, [0, 0]);
});

test("a call for the referee made offline is sent when the network is back", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.dispatch({ type: "wentOffline" });
  phone.tap("callReferee");
  phone.deliver("lost");
  assert.equal(phone.state.call, true);
  phone.reload();
  phone.dispatch({ type: "wentOnline" });
  phone.settle();
  assert.equal(phone.state.call, null);
  assert.deepEqual(server.calls, [[3, true]]);
});

test("a phone with a wrong clock writes", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9", { skew: 40 * 24 * 3600 * 1000 });
  phone.arrive(3);
  phone.writeHand(6);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[6, 5]]);
});

test("a clock that is set back does not stop the taps", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.tap("openHand");
  phone.setClock(-3_600_000);
  phone.choosePoints(6);
  phone.submit();
  assert.equal(phone.state.network.sending.since, phone.now);
  phone.settle();
  phone.writeHand(5);
  phone.setClock(-3_600_000);
  phone.now += 2500;
  phone.dispatch({ type: "ticked" });
  assert.deepEqual(statusOf(phone.state), { kind: "sending", word: "status_slow", seconds: 2 });
  phone.settle();
  assert.deepEqual(hands(server, 300), [[6, 5], [5, 6]]);
});

test("an hour's jump of the clock does not stop the taps", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.setClock(3_600_000);
  phone.writeHand(6);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[6, 5]]);
});

test("a question to the server that hangs is visible within two seconds", () => {
  const phone = new Phone(hall(), "K4D9");
  phone.arrive(3);
  phone.dispatch({ type: "asking" });
  assert.equal(statusOf(phone.state).kind, "live");
  phone.now += 2000;
  phone.dispatch({ type: "ticked" });
  assert.deepEqual(statusOf(phone.state), { kind: "sending", word: "status_asking", seconds: 2 });
});

test("a hanging request is visible within two seconds", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.writeHand(6);
  assert.equal(statusOf(phone.state).word, "status_sending");
  phone.now += 2000;
  phone.dispatch({ type: "ticked" });
  assert.deepEqual(statusOf(phone.state), { kind: "sending", word: "status_slow", seconds: 2 });
});

test("a hand that could not be sent is counted in the status", () => {
  const phone = new Phone(hall(), "K4D9");
  phone.arrive(3);
  phone.writeHand(6);
  phone.deliver("lost");
  assert.deepEqual(statusOf(phone.state), { kind: "waiting", word: "status_waiting", count: 1 });
});

test("a hand behind one that met another writer waits for the answer", () => {
  const server = hall();
  const [one, two] = [new Phone(server, "AAAA"), new Phone(server, "BBBB")];
  one.arrive(3, 0);
  two.arrive(3, 1);
  two.dispatch({ type: "wentOffline" });
  two.writeHand(8);
  two.writeHand(3);
  one.writeHand(2);
  one.settle();
  two.settle();
  assert.deepEqual(two.state.items.map((item) => [item.state, item.attempts]), [["conflict", 1], ["waiting", 0]]);
  two.tap("keepTheirs");
  two.settle();
  assert.deepEqual(hands(server, 300), [[2, 9], [3, 8]]);
});

test("a written hand is confirmed on top of the screen", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.writeHand(6);
  phone.settle();
  assert.equal(phone.state.notice.name, "told_hand");
  assert.equal(phone.state.screen, "match");
  assert.ok(phone.now - phone.state.appearedAt < GUARD + 1000);
});

test("two phones that were both offline are told apart, and nothing is lost", () => {
  const server = hall();
  const [one, two] = [new Phone(server, "AAAA"), new Phone(server, "BBBB")];
  one.arrive(3, 0);
  two.arrive(3, 1);
  two.dispatch({ type: "wentOffline" });
  two.writeHand(8);
  one.writeHand(2);
  one.settle();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  assert.deepEqual(conflictOf(two.state).data.points, [8, 3]);
  two.tap("writeAnother");
  two.settle();
  assert.deepEqual(hands(server, 300), [[2, 9], [8, 3]]);
});

test("a hand that may have reached the server is corrected by another line", () => {
  for (const fate of ["lost", "unheard"]) {
    const server = hall();
    const phone = new Phone(server, "K4D9");
    phone.arrive(3);
    phone.writeHand(9);
    phone.deliver(fate);
    phone.tap("openAmend", { n: 1 });
    phone.choosePoints(8);
    phone.submit();
    phone.settle();
    assert.deepEqual(server.sheets.get(300).lines.map((line) => line.kind), ["hand", "amend"]);
    assert.deepEqual(server.fold(300).totals, [8, 3]);
  }
});

test("a hand that may have reached the server stays the same line when one behind it is discarded", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.writeHand(9);
  phone.deliver("unheard");
  phone.writeHand(4);
  server.replaceCode(3);
  phone.settle();
  assert.equal(phone.state.screen, "code");
  const [first, second] = phone.state.items;
  phone.tap("showUnsent");
  phone.tap("askDiscard", { key: second.key });
  phone.tap("discard");
  assert.deepEqual(phone.state.items, [first]);
  phone.tap("back");
  phone.enter(3);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2]]);
});

test("an unsent hand keeps its place when one behind it is discarded at the code screen", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.dispatch({ type: "wentOffline" });
  phone.writeHand(9);
  phone.writeHand(4);
  phone.tap("askLeave");
  phone.tap("leave");
  phone.tap("showUnsent");
  phone.tap("askDiscard", { key: phone.state.items[1].key });
  phone.tap("discard");
  phone.tap("back");
  phone.enter(3);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2]]);
  assert.deepEqual(phone.state.items, []);
});

test("an answer that comes after the sheet has told it takes no other line away", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.arrive(3);
  phone.writeHand(9);
  phone.deliver("late");
  phone.dispatch({ type: "wentOnline" });
  while (phone.state.items.length) {
    phone.requests.push(phone.requests.shift());
    phone.deliver();
  }
  phone.writeHand(4);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2], [4, 7]]);
});

test("an answer that was lost is not a second line, even after somebody wrote behind it", () => {
  const server = hall();
  const [one, two] = [new Phone(server, "AAAA"), new Phone(server, "BBBB")];
  one.arrive(3, 0);
  two.arrive(3, 1);
  one.writeHand(9);
  one.deliver("unheard");
  two.dispatch({ type: "noticed" });
  two.settle();
  two.writeHand(5);
  two.settle();
  one.settle();
  assert.deepEqual(hands(server, 300), [[9, 2], [5, 6]]);
  assert.deepEqual(one.state.items, []);
});

test("a card that was scanned while the network hung is tried again by itself", () => {
  const server = hall();
  const phone = new Phone(server, "K4D9");
  phone.dispatch({ type: "secretFound", secret: "of table 3" });
  phone.requests.at(-1).body.table = 3;
  phone.deliver("lost");
  assert.equal(phone.state.screen, "code");
  assert.equal(phone.state.code.error, null);
  phone.dispatch({ type: "retryDue" });
  phone.requests.at(-1).body.table = 3;
  phone.settle();
  assert.equal(phone.state.screen, "whose");
});
