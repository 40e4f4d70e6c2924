// The nine defects that were observed at real tables, each as a sequence of taps and faults.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { listElements, renderPage } from "./render.mjs";
import { importPad } from "./source.mjs";

const { conflictOf, handsOf, nextHand, scoreOf, signedSides, signingSide, statusOf, theirsOf, waitOf } = await importPad("state/selectors.js");
const { GUARD } = await importPad("state/steps.js");
const { addScreens } = await importPad("screens/app.js");
const { QUESTION_SCREENS } = await importPad("screens/questions.js");
const { RESCUE_SCREENS } = await importPad("screens/rescue.js");
addScreens({ ...QUESTION_SCREENS, ...RESCUE_SCREENS });

const { card, book } = JSON.parse(readFileSync(new URL("../fixtures/marafon.json", import.meta.url), "utf8"));
const hall = (options = {}) => new Server({ card, book, ...options });
const hands = (server, match) => server.sheets.get(match).lines.filter((line) => line.kind === "hand").map((line) => line.data.points);
const kindsOf = (server) => server.sheets.get(300).lines.map((line) => line.kind);

/** A hand of eleven points decides this game. */
const SHORT = { target: 11 };
/** No hand of a test decides this game. */
const LONG = { target: 101 };
const OPPONENT = { kind: "player", player: 301, side: 1, seat: 1, name: "Bartolini" };

/** A phone at table 3, where match 300 is played; it belongs to the first player. */
function onePhone(options) {
  const server = hall(options);
  const phone = new Phone(server, "K4D9");
  phone.arrive(3, 0);
  return { server, phone };
}

/** Two phones at table 3, one for each side. */
function twoPhones(options) {
  const server = hall(options);
  const [one, two] = [new Phone(server, "AAAA"), new Phone(server, "BBBB")];
  one.arrive(3, 0);
  two.arrive(3, 1);
  return { server, one, two };
}

/** The phone hears that something has changed, and reads it. */
function readNews(phone) {
  phone.notice();
  phone.settle();
}

function leaveTable(phone) {
  phone.tap("askLeave");
  phone.tap("leave");
}

/** The first side signs. */
function signFirst(phone) {
  phone.tap("openSign");
  phone.tap("sign", { side: 0 });
}

test("a hand that waited at table 3 goes to table 3 after the phone went to table 4", () => {
  const { server, phone } = onePhone();
  phone.goOffline();
  phone.writeHand(9);
  leaveTable(phone);
  phone.enter(4);
  // It is sent when the sheet of table 4 is on the screen.
  while (phone.state.sheet?.id !== 400 || phone.state.network.sending) phone.deliver(phone.requests[0].do === "send" ? "lost" : "through");
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2]]);
  assert.deepEqual(hands(server, 400), []);
  assert.deepEqual(phone.state.items, []);
});

test("a double tap on the deciding hand writes it and signs nothing", () => {
  const { server, phone } = onePhone(SHORT);
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
  const { server, phone } = onePhone();
  phone.writeHand(7);
  phone.tapAgain("openHand");
  phone.tapAgain("submit");
  assert.equal(phone.state.screen, "match");
  phone.settle();
  assert.deepEqual(hands(server, 300), [[7, 4]]);
});

test("after one signature the last hand can be corrected, and the signature is withdrawn first", () => {
  const { server, phone } = onePhone(SHORT);
  phone.writeHand(11);
  phone.settle();
  signFirst(phone);
  phone.settle();
  assert.deepEqual(signedSides(phone.state), [0]);
  phone.tap("back");
  phone.tap("openAmendLast");
  phone.choosePoints(10);
  phone.submit();
  phone.settle();
  assert.deepEqual(signedSides(phone.state), []);
  assert.deepEqual(kindsOf(server), ["hand", "sign", "strike", "amend"]);
});

test("a phone signs for its owner's side only, until it is handed over", () => {
  const { phone } = onePhone(SHORT);
  phone.writeHand(11);
  phone.settle();
  phone.tap("openSign");
  phone.tap("sign", { side: 1 });
  assert.deepEqual(signedSides(phone.state), []);
  phone.tap("sign", { side: 0 });
  phone.tap("sign", { side: 1 });
  assert.deepEqual(signedSides(phone.state), [0]);
  phone.tap("handOver", { owner: OPPONENT });
  phone.tap("sign", { side: 1 });
  phone.settle();
  assert.deepEqual(signedSides(phone.state), [0, 1]);
});

test("a signature names the player who held the phone, even if it is sent when the phone has another owner", () => {
  const { server, phone } = onePhone(SHORT);
  phone.writeHand(11);
  phone.settle();
  phone.goOffline();
  signFirst(phone);
  phone.tap("handOver", { owner: OPPONENT });
  phone.tap("sign", { side: 1 });
  phone.tap("setOwner", { owner: OPPONENT });
  phone.settle();
  assert.deepEqual(phone.state.items, []);
  assert.deepEqual(server.fold(300).signed, [0, 1]);
});

test("the owner of a phone reaches the server after the network was away", () => {
  const { server, phone } = onePhone();
  const ownerOnServer = () => server.placeOf(phone.state.phone.token).player;
  assert.equal(ownerOnServer(), 300);
  phone.tap("askWhose");
  phone.tap("setOwner", { owner: OPPONENT });
  phone.deliver("lost");
  assert.equal(ownerOnServer(), 300);
  phone.settle();
  assert.equal(ownerOnServer(), 301);
  phone.tap("setOwner", { owner: { kind: "table" } });
  phone.tap("askWhose");
  phone.tap("setOwner", { owner: { kind: "table" } });
  phone.deliver("lost");
  phone.settle();
  assert.equal(ownerOnServer(), null);
});

test("a phone withdraws its owner's signature only, and the other side's to correct the hand", () => {
  const { server, one, two } = twoPhones(SHORT);
  one.writeHand(11);
  one.settle();
  signFirst(one);
  one.settle();
  readNews(two);
  two.tap("openSign");
  two.tap("withdraw", { n: 2 });
  two.settle();
  assert.deepEqual(signedSides(two.state), [0]);
  two.tap("back");
  two.tap("openAmendLast");
  two.choosePoints(0);
  two.submit();
  two.settle();
  assert.deepEqual(two.state.items, []);
  assert.deepEqual(kindsOf(server), ["hand", "sign", "strike", "amend"]);
});

test("a hand of the other phone that it has signed is corrected after its signature", () => {
  const { server, one, two } = twoPhones(SHORT);
  two.goOffline();
  two.writeHand(0);
  one.writeHand(11);
  one.settle();
  signFirst(one);
  one.settle();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  two.tap("correctTheirs", { n: 1, reason: "" });
  two.settle();
  assert.deepEqual(two.state.items, []);
  assert.deepEqual(kindsOf(server), ["hand", "sign", "strike", "amend"]);
  assert.deepEqual(server.fold(300).signed, []);
});

test("a phone that was handed over is its owner's again when the signatures are opened again", () => {
  const { phone } = onePhone(SHORT);
  phone.writeHand(11);
  phone.settle();
  phone.tap("openSign");
  phone.tap("handOver", { owner: OPPONENT });
  assert.equal(signingSide(phone.state), 1);
  phone.tap("back");
  phone.tap("openSign");
  assert.equal(signingSide(phone.state), 0);
});

test("a phone that was handed over is its owner's again in the next match", () => {
  const { server, phone } = onePhone(SHORT);
  phone.writeHand(11);
  phone.settle();
  phone.tap("openSign");
  phone.tap("handOver", { owner: OPPONENT });
  server.swapTables(3, 4);
  readNews(phone);
  assert.equal(phone.state.sheet.id, 400);
  assert.equal(phone.state.holder, null);
});

test("a hand whose match was moved is visible, and goes on with a code of its new table", () => {
  const { server, phone } = onePhone();
  phone.goOffline();
  phone.writeHand(9);
  server.swapTables(3, 4);
  phone.settle();
  assert.equal(phone.state.items[0].problem.code, "another_table");
  assert.equal(statusOf(phone.state).kind, "look");
  leaveTable(phone);
  phone.enter(3);
  phone.settle();
  assert.equal(phone.state.items.length, 1);
  leaveTable(phone);
  phone.enter(4);
  phone.settle();
  assert.deepEqual(phone.state.items, []);
  assert.deepEqual(hands(server, 300), [[9, 2]]);
  assert.deepEqual(hands(server, 400), []);
});

test("what was noticed while a line was under way is read when its answer is there", () => {
  const { one, two } = twoPhones();
  one.writeHand(7);
  one.deliver("late");
  readNews(two);
  two.writeHand(8);
  two.settle();
  readNews(one);
  assert.equal(one.state.sheet.version, 2);
});

/** What a phone asks for, once it has heard the news. */
function askedAfterNotice(phone) {
  phone.notice();
  return phone.requests.map((request) => request.do);
}

test("the notice of a line of this phone asks for nothing", () => {
  const { one, two } = twoPhones();
  one.writeHand(7);
  one.settle();
  assert.deepEqual(askedAfterNotice(one), []);
  assert.deepEqual(askedAfterNotice(two), ["loadMatch"]);
});

test("the notice of a line that arrives before its answer asks for nothing after it", () => {
  const { one } = twoPhones();
  one.writeHand(7);
  one.deliver("late");
  assert.deepEqual(askedAfterNotice(one), ["answer"]);
  one.deliver();
  assert.deepEqual(one.requests, []);
  assert.equal(one.state.sheet.version, 1);
});

test("a notice of an earlier line does not hide that of a later one", () => {
  const { one, two } = twoPhones();
  one.writeHand(7);
  one.deliver("late");
  readNews(two);
  two.writeHand(8);
  two.settle();
  for (const version of [2, 1]) one.dispatch({ type: "noticed", versions: { "match:300": version } });
  one.settle();
  assert.equal(one.state.sheet.version, 2);
});

test("a notice of the table, and one that does not say of what, ask for the table", () => {
  const { server, one, two } = twoPhones();
  server.replaceCode(4);
  assert.deepEqual(askedAfterNotice(one), ["load"]);
  server.swapTables(3, 4);
  assert.deepEqual(askedAfterNotice(two), ["load"]);
});

test("a hand that the other phone wrote meanwhile is asked about, never counted twice", () => {
  const { server, one, two } = twoPhones();
  two.tap("openHand");
  two.choosePoints(8);
  one.writeHand(2);
  one.settle();
  readNews(two);
  assert.equal(two.state.screen, "overtaken");
  assert.equal(two.submit().length, 0);
  two.tap("sameHandTheirs");
  two.settle();
  assert.deepEqual(hands(server, 300), [[2, 9]]);
});

test("a tap on the button for a hand opens no other one that has just taken its place", () => {
  const { one, two } = twoPhones(LONG);
  one.writeHand(9);
  one.settle();
  two.notice();
  two.settle();
  one.writeHand(4);
  one.settle();
  two.passTime(1000);
  readNews(two);
  two.tapAgain("openHand");
  assert.equal(two.state.screen, "match");
  two.tap("openHand");
  assert.equal(two.state.draft.hand, 3);
});

test("an overtaken hand can be the next one, or correct the one that is there", () => {
  for (const [answer, expected] of [["nextHandMine", ["hand", "hand"]], ["sameHandMine", ["hand", "amend"]]]) {
    const { server, one, two } = twoPhones();
    two.tap("openHand");
    two.choosePoints(8);
    one.writeHand(2);
    one.settle();
    readNews(two);
    two.tap(answer);
    two.submit();
    two.settle();
    assert.deepEqual(kindsOf(server), expected);
  }
});

test("hands entered offline are there after the page was reloaded", () => {
  const { server, phone } = onePhone();
  phone.goOffline();
  phone.writeHand(9);
  phone.writeHand(4);
  phone.reload();
  assert.equal(phone.state.items.length, 2);
  assert.equal(nextHand(phone.state), 3);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2], [4, 7]]);
});

test("hands whose code was replaced are visible, and go on with the new code", () => {
  const { server, phone } = onePhone();
  phone.goOffline();
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

test("a phone whose code was replaced still says so when its page is opened again", () => {
  const { server, phone } = onePhone();
  server.replaceCode(3);
  readNews(phone);
  const reason = phone.state.code.error;
  assert.notEqual(reason, "");
  phone.reload();
  assert.equal(phone.state.screen, "code");
  assert.equal(phone.state.code.error, reason);
  phone.enter(3);
  phone.settle();
  leaveTable(phone);
  phone.reload();
  assert.equal(phone.state.code.error, "");
});

test("going back from correcting an unsent hand keeps it, and taking it back works", () => {
  const { phone } = onePhone();
  phone.goOffline();
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

test("the list of unsent lines says what each of them waits for", () => {
  const { one, two } = twoPhones(LONG);
  const waits = () => two.state.items.filter(({ state }) => state === "waiting").map((item) => waitOf(two.state, item));
  two.goOffline();
  for (const points of [8, 6]) two.writeHand(points);
  assert.deepEqual(waits(), ["unsent_waits", "unsent_waits"]);
  one.writeHand(9);
  one.settle();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  assert.deepEqual(waits(), ["unsent_behind"]);
  two.tap("writeAnother");
  // The other hand is asked about now.
  assert.deepEqual(waits(), ["unsent_sending"]);
});

test("a call for the referee made offline is sent when the network is back", () => {
  const { server, phone } = onePhone();
  phone.goOffline();
  phone.tap("callReferee");
  phone.deliver("lost");
  assert.equal(phone.state.call, true);
  phone.reload();
  phone.goOnline();
  phone.settle();
  assert.equal(phone.state.call, null);
  assert.deepEqual(server.calls, [[3, true]]);
});

/** A call for the referee that could not be sent. */
function callOffline() {
  const found = onePhone();
  found.phone.goOffline();
  found.phone.tap("callReferee");
  found.phone.deliver("lost");
  return found;
}

test("a call for the referee that waits is sent when the card of its table is scanned again", () => {
  const { server, phone } = callOffline();
  phone.dispatch({ type: "secretFound", secret: "s" });
  for (const request of phone.requests) if (request.do === "admit") request.body.table = 3;
  phone.settle();
  assert.deepEqual(server.calls, [[3, true]]);
});

test("a call for the referee that waits is sent with the new code of its table, also after a restart", () => {
  for (const restart of [() => {}, (phone) => phone.reload()]) {
    const { server, phone } = callOffline();
    server.replaceCode(3);
    phone.settle();
    assert.equal(phone.state.screen, "code");
    restart(phone);
    phone.enter(3);
    phone.settle();
    assert.deepEqual(server.calls, [[3, true]]);
  }
});

test("a call for the referee that waits is not sent for another table, nor after its table was left", () => {
  for (const [table, leave] of [[4, (server) => server.replaceCode(3)], [3, (_, phone) => leaveTable(phone)]]) {
    const { server, phone } = callOffline();
    leave(server, phone);
    phone.settle();
    phone.enter(table);
    phone.settle();
    assert.deepEqual(server.calls, []);
  }
});

test("a tab whose table was joined again in another tab leaves that one its code", () => {
  const { server, phone } = onePhone();
  const other = new Phone(server, phone.key);
  other.kept = phone.kept;
  other.reload();
  other.dispatch({ type: "secretFound", secret: "s" });
  for (const request of other.requests) if (request.do === "admit") request.body.table = 3;
  other.settle();
  readNews(phone);
  assert.equal(phone.state.screen, "code");
  other.reload();
  other.settle();
  assert.equal(other.state.screen, "match");
});

test("a line that was written elsewhere says where: at its table, or where there is none in its round", () => {
  for (const [table, name] of [[3, "told_elsewhere"], [null, "told_elsewhere_place"]]) {
    const { phone } = onePhone();
    phone.goOffline();
    phone.writeHand(9);
    phone.state = { ...phone.state, items: phone.state.items.map((item) => ({ ...item, table })) };
    leaveTable(phone);
    phone.settle();
    assert.deepEqual([phone.state.notice.name, phone.state.notice.params], [name, { table, place: "Ottavi" }]);
    assert.ok(listElements(renderPage(phone.state)).some(({ type, text }) => type === "strong" && text === name));
  }
});

test("language and theme can be changed before a code is entered", () => {
  const { phone } = onePhone();
  leaveTable(phone);
  const buttons = listElements(renderPage(phone.state)).filter(({ type }) => type === "button").map(({ text }) => text);
  assert.ok(buttons.includes("other_language") && buttons.some((text) => text.startsWith("theme_to_")));
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
  const { server, phone } = onePhone();
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
  const { server, phone } = onePhone();
  phone.setClock(3_600_000);
  phone.writeHand(6);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[6, 5]]);
});

test("a question to the server that hangs is visible within two seconds", () => {
  const { phone } = onePhone();
  phone.dispatch({ type: "asking" });
  assert.equal(statusOf(phone.state).kind, "live");
  phone.now += 2000;
  phone.dispatch({ type: "ticked" });
  assert.deepEqual(statusOf(phone.state), { kind: "sending", word: "status_asking", seconds: 2 });
});

test("a hanging request is visible within two seconds", () => {
  const { phone } = onePhone();
  phone.writeHand(6);
  assert.equal(statusOf(phone.state).word, "status_sending");
  phone.now += 2000;
  phone.dispatch({ type: "ticked" });
  assert.deepEqual(statusOf(phone.state), { kind: "sending", word: "status_slow", seconds: 2 });
});

test("a hand that could not be sent is counted in the status", () => {
  const { phone } = onePhone();
  phone.writeHand(6);
  phone.deliver("lost");
  assert.deepEqual(statusOf(phone.state), { kind: "waiting", word: "status_waiting", count: 1 });
});

test("a hand behind one that met another writer waits for the answer", () => {
  const { server, one, two } = twoPhones();
  two.goOffline();
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

test("a hand behind a correction that met another writer's hand is asked about too", () => {
  const { server, one, two } = twoPhones(LONG);
  one.writeHand(9);
  one.settle();
  readNews(two);
  two.goOffline();
  two.openAmend(0);
  two.choosePoints(8);
  two.submit();
  two.writeHand(4);
  one.writeHand(4);
  one.settle();
  two.settle();
  assert.equal(conflictOf(two.state).kind, "amend");
  two.tap("keepTheirs");
  assert.equal(conflictOf(two.state).kind, "hand");
  two.tap("keepTheirs");
  two.settle();
  assert.deepEqual(hands(server, 300), [[9, 2], [4, 7]]);
});

test("a hand that was taken back meanwhile is not offered as the same hand", () => {
  const { server, one, two } = twoPhones(LONG);
  two.tap("openHand");
  two.choosePoints(6);
  one.writeHand(9);
  one.settle();
  readNews(two);
  assert.deepEqual(two.look().answers, ["sameHandTheirs", "nextHandMine", "sameHandMine"]);
  one.tap("openStrike");
  one.submit();
  one.settle();
  readNews(two);
  assert.deepEqual(two.look().answers, ["sameHandTheirs", "nextHandMine"]);
  two.tap("sameHandMine");
  two.tap("nextHandMine");
  assert.equal(two.look().number, 1);
  two.submit();
  two.settle();
  assert.deepEqual(scoreOf(two.state).totals ?? scoreOf(two.state).games[0].totals, [6, 5]);
  assert.deepEqual(hands(server, 300), [[9, 2], [6, 5]]);
});

test("a question waits behind the form that others overtook", () => {
  const { one, two } = twoPhones(LONG);
  two.goOffline();
  two.writeHand(8);
  two.tap("openHand");
  two.choosePoints(2);
  one.writeHand(9);
  one.settle();
  two.goOnline();
  two.settle();
  assert.equal(two.look().screen, "conflict");
  one.writeHand(5);
  one.settle();
  readNews(two);
  if (two.look().screen === "overtaken") two.tap("sameHandTheirs");
  assert.equal(two.look().screen, "conflict");
});

test("a refused hand stays refused while the same hand is being entered again", () => {
  const { server, phone } = onePhone();
  server.swapTables(3, 4);
  phone.writeHand(8);
  phone.settle();
  assert.deepEqual(phone.state.items.map((item) => item.state), ["refused"]);
  phone.tap("back");
  phone.tap("openHand");
  phone.choosePoints(7);
  server.swapTables(3, 4);
  readNews(phone);
  phone.settle();
  assert.equal(phone.look().number, 1);
  assert.deepEqual(phone.state.items.map((item) => item.state), ["refused"]);
  phone.submit();
  phone.settle();
  assert.deepEqual(phone.state.items.map((item) => item.state), ["refused", "waiting"]);
  phone.discard(phone.state.items[0]);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[7, 4]]);
});

test("a written hand is confirmed on top of the screen", () => {
  const { phone } = onePhone();
  phone.writeHand(6);
  phone.settle();
  assert.equal(phone.state.notice.name, "told_hand");
  assert.equal(phone.state.screen, "match");
  assert.ok(phone.now - phone.state.appearedAt < GUARD + 1000);
});

test("two phones that were both offline are told apart, and nothing is lost", () => {
  const { server, one, two } = twoPhones();
  two.goOffline();
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
    const { server, phone } = onePhone();
    phone.writeHand(9);
    phone.deliver(fate);
    phone.tap("openAmend", { n: 1 });
    phone.choosePoints(8);
    phone.submit();
    phone.settle();
    assert.deepEqual(kindsOf(server), ["hand", "amend"]);
    assert.deepEqual(server.fold(300).totals, [8, 3]);
  }
});

test("a hand that may have reached the server stays the same line when one behind it is discarded", () => {
  const { server, phone } = onePhone();
  phone.writeHand(9);
  phone.deliver("unheard");
  phone.writeHand(4);
  server.replaceCode(3);
  phone.settle();
  assert.equal(phone.state.screen, "code");
  const [first, second] = phone.state.items;
  phone.discard(second);
  assert.deepEqual(phone.state.items, [first]);
  phone.tap("back");
  phone.enter(3);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2]]);
});

test("an unsent hand keeps its place when one behind it is discarded at the code screen", () => {
  const { server, phone } = onePhone();
  phone.goOffline();
  phone.writeHand(9);
  phone.writeHand(4);
  leaveTable(phone);
  phone.discard(phone.state.items[1]);
  phone.tap("back");
  phone.enter(3);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2]]);
  assert.deepEqual(phone.state.items, []);
});

test("an answer that comes after the sheet has told it takes no other line away", () => {
  const { server, phone } = onePhone();
  phone.notice();
  phone.writeHand(9);
  phone.reorder(1);
  phone.deliver("late");
  phone.deliver();
  phone.reorder(1);
  phone.deliver();
  assert.deepEqual(phone.state.items, []);
  phone.writeHand(4);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2], [4, 7]]);
});

test("an answer that was lost is not a second line, even after somebody wrote behind it", () => {
  const { server, one, two } = twoPhones();
  one.writeHand(9);
  one.deliver("unheard");
  readNews(two);
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

test("a card that was scanned while the network hung is tried again by itself, also with lines that wait for it", () => {
  const { server, phone } = onePhone();
  phone.goOffline();
  phone.writeHand(9);
  phone.goOnline();
  server.replaceCode(3);
  phone.settle();
  assert.deepEqual([phone.state.screen, phone.state.items.map((item) => item.state)], ["code", ["signed_out"]]);
  phone.dispatch({ type: "secretFound", secret: "of table 3" });
  phone.deliver("lost");
  assert.deepEqual(phone.requests, []);
  phone.retry();
  assert.deepEqual(phone.requests.map((request) => request.do), ["admit"]);
  phone.requests[0].body.table = 3;
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2]]);
});

test("a code that is typed or filled in at once is sent, a tap that hits the new button is not", () => {
  const { phone } = onePhone();
  leaveTable(phone);
  phone.requests = [];
  assert.equal(phone.state.screen, "code");
  phone.tapAgain("enterCode", { typed: "" });
  phone.now += 100;
  phone.dispatch({ type: "enterCode", typed: "MAZZO-7" });
  assert.deepEqual(phone.requests.map((request) => request.body), [{ code: "MAZZO-7" }]);
});

/** One hand of a phone that another phone was faster with, and what that phone wrote behind it. */
function meetAnother(...more) {
  const { server, one, two } = twoPhones();
  two.goOffline();
  two.writeHand(8);
  for (const write of more) write(two);
  one.writeHand(2);
  one.settle();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  return { server, two };
}

const correctFirst = (phone) => {
  // A line that was kept before the page closed is corrected by another one.
  phone.reload();
  phone.goOffline();
  phone.tap("openAmend", { n: 1 });
  phone.choosePoints(7);
  phone.submit();
};

test("what corrects a hand that another phone was faster with never corrects the other hand", () => {
  for (const [answer, kinds, totals] of [
    ["keepTheirs", ["hand"], [2, 9]], ["writeAnother", ["hand", "hand", "amend"], [9, 13]], ["correctTheirs", ["hand", "amend", "amend"], [7, 4]],
  ]) {
    const { server, two } = meetAnother(correctFirst);
    two.tap(answer);
    two.settle();
    assert.deepEqual(kindsOf(server), kinds);
    assert.deepEqual(server.fold(300).totals, totals);
  }
});

test("the same hand twice behind one that waits for a decision is two hands", () => {
  const { server, two } = meetAnother((phone) => phone.writeHand(6));
  two.tap("back");
  assert.equal(nextHand(two.state), 3);
  assert.equal(two.writeHand(6).length, 1);
  assert.equal(nextHand(two.state), 4);
  two.discard(two.state.items[0]);
  two.settle();
  assert.deepEqual(hands(server, 300), [[2, 9], [6, 5], [6, 5]]);
});

test("a line that the desk typed wrongly under the key of a phone is not the line of that phone", () => {
  const { server, phone } = onePhone();
  phone.goOffline();
  const [item] = phone.writeHand(9);
  server.typeLine(item, true);
  phone.settle();
  assert.equal(phone.state.screen, "conflict");
  phone.tap("correctTheirs", { n: 1, reason: "" });
  phone.settle();
  assert.deepEqual(hands(server, 300), [[2, 9]]);
  assert.deepEqual(handsOf(phone.state)[0].data.points, [9, 2]);
});

test("a read that hangs is visible although another one was answered", () => {
  const { phone } = onePhone();
  phone.dispatch({ type: "asking", ask: 1 });
  phone.dispatch({ type: "asking", ask: 2 });
  phone.dispatch({ type: "answered", ask: 1 });
  phone.now += 2000;
  phone.dispatch({ type: "ticked" });
  assert.deepEqual(statusOf(phone.state), { kind: "sending", word: "status_asking", seconds: 2 });
});

test("a call that was kept is sent when the page is opened again", () => {
  const { server, phone } = onePhone();
  phone.tap("callReferee");
  phone.reload();
  phone.settle();
  assert.deepEqual(server.calls, [[3, true]]);
});

/** A phone whose owner does not play the match that is now at its table. */
function strangeMatch() {
  const { server, phone } = onePhone(SHORT);
  server.swapTables(3, 4);
  phone.notice();
  phone.settle();
  assert.equal(phone.state.screen, "whose");
  return { server, phone };
}

test("whose the phone is in a new match is asked again after a reload", () => {
  const { phone } = strangeMatch();
  phone.reload();
  assert.equal(phone.state.screen, "whose");
  assert.equal(phone.state.owner.side, -1);
});

test("a phone whose owner does not play this match asks who signs", () => {
  const { server, phone } = strangeMatch();
  phone.tap("back");
  phone.writeHand(11);
  phone.settle();
  phone.tap("openSign");
  assert.equal(signingSide(phone.state), undefined);
  phone.reload();
  phone.tap("back");
  phone.tap("openSign");
  phone.tap("sign", { side: 1 });
  phone.settle();
  assert.deepEqual(server.fold(400).signed, []);
});

test("a hand whose code was replaced goes on with a code that this phone has already", () => {
  const { server, phone } = onePhone();
  server.replaceCode(3);
  phone.goOffline();
  phone.writeHand(9);
  leaveTable(phone);
  phone.enter(3);
  while (phone.state.sheet === null) phone.deliver(phone.requests[0].do === "send" ? "lost" : "through");
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2]]);
  assert.deepEqual(phone.state.items, []);
});

test("a hand whose place another one has taken is asked about before the server says so", () => {
  const { server, one, two } = twoPhones();
  one.writeHand(2);
  one.settle();
  two.notice();
  two.writeHand(8);
  const isOfSheet = (request) => request.do === "loadMatch";
  two.deliver();
  two.reorder(two.requests.findIndex(isOfSheet));
  two.deliver();
  assert.equal(two.state.screen, "conflict");
  assert.deepEqual(conflictOf(two.state).data.points, [8, 3]);
  two.tap("writeAnother");
  two.settle();
  assert.deepEqual(hands(server, 300), [[2, 9], [8, 3]]);
});

test("two sides that sign at the same time are not asked about each other's signature", () => {
  const { server, one, two } = twoPhones(SHORT);
  one.writeHand(11);
  one.settle();
  readNews(two);
  for (const [side, phone] of [one, two].entries()) {
    phone.tap("openSign");
    phone.tap("sign", { side });
  }
  one.settle();
  two.settle();
  assert.deepEqual(server.fold(300).signed, [0, 1]);
  assert.deepEqual(two.state.items, []);
  assert.equal(two.state.screen, "next");
});

test("a signature is asked about if the result has changed", () => {
  const { server, one, two } = twoPhones({ target: 21 });
  for (const points of [11, 10]) one.writeHand(points);
  one.settle();
  readNews(two);
  two.goOffline();
  two.tap("openSign");
  two.tap("sign", { side: 1 });
  one.tap("openAmendLast");
  one.choosePoints(11);
  one.submit();
  one.settle();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  assert.deepEqual(kindsOf(server), ["hand", "hand", "amend"]);
});

/** Two phones that have typed the same hand; the second has taken it back and typed another one. */
function takenBack() {
  const { server, one, two } = twoPhones(LONG);
  two.writeHand(8);
  two.deliver("lost");
  two.goOffline();
  two.tap("openStrike");
  two.submit();
  two.writeHand(6);
  one.writeHand(8);
  one.settle();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  return { server, two };
}

test("a hand that was taken back here can be taken back on the sheet too", () => {
  const { server, two } = takenBack();
  assert.deepEqual(two.look().answers, ["keepTheirs", "strikeTheirs"]);
  two.tap("strikeTheirs");
  two.settle();
  assert.deepEqual(kindsOf(server), ["hand", "strike", "hand"]);
  assert.deepEqual(handsOf(two.state).filter((row) => !row.isStruck).map((row) => row.data.points), [[6, 5]]);
});

test("a hand that was entered after another one was taken back is not counted on silently", () => {
  const { server, two } = takenBack();
  two.tap("keepTheirs");
  assert.equal(two.state.screen, "conflict");
  assert.deepEqual(conflictOf(two.state).data.points, [6, 5]);
  two.tap("writeAnother");
  two.settle();
  assert.deepEqual(hands(server, 300), [[8, 3], [6, 5]]);
});

test("a form behind a hand that met two others is asked about the second", () => {
  const { server, one, two } = twoPhones(LONG);
  two.goOffline();
  two.writeHand(8);
  two.tap("openHand");
  two.choosePoints(6);
  one.writeHand(8);
  one.writeHand(6);
  one.settle();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  two.tap("keepTheirs");
  assert.equal(two.state.screen, "overtaken");
  two.tap("sameHandTheirs");
  two.settle();
  assert.deepEqual(hands(server, 300), [[8, 3], [6, 5]]);
});

test("two hands that both phones have written are asked about one after the other", () => {
  const { server, one, two } = twoPhones(LONG);
  for (const phone of [one, two]) {
    phone.goOffline();
    phone.writeHand(9);
    phone.writeHand(4);
  }
  one.settle();
  two.settle();
  assert.deepEqual(theirsOf(two.state, conflictOf(two.state)).data.points, [9, 2]);
  two.tap("keepTheirs");
  two.settle();
  assert.equal(two.state.screen, "conflict");
  assert.deepEqual(theirsOf(two.state, conflictOf(two.state)).data.points, [4, 7]);
  two.tap("keepTheirs");
  two.settle();
  assert.equal(two.state.screen, "match");
  assert.deepEqual(hands(server, 300), [[9, 2], [4, 7]]);
  assert.deepEqual(two.state.items, []);
});

test("a hand behind a correction that met a hand of others is asked about too", () => {
  const { server, one, two } = twoPhones(LONG);
  one.writeHand(9);
  one.settle();
  readNews(two);
  two.goOffline();
  two.tap("openAmend", { n: 1 });
  two.choosePoints(8);
  two.submit();
  two.writeHand(4);
  one.writeHand(4);
  one.settle();
  two.settle();
  two.tap("writeAnother");
  two.settle();
  assert.equal(two.state.screen, "conflict");
  two.tap("keepTheirs");
  two.settle();
  assert.deepEqual(kindsOf(server), ["hand", "hand", "amend"]);
});

test("a correction behind a hand that became a correction has its place after the page was reloaded", () => {
  const { server, one, two } = twoPhones(LONG);
  two.writeHand(9);
  two.goOffline();
  two.tap("openAmend", { n: 1 });
  two.choosePoints(8);
  two.tap("submit");
  assert.deepEqual(two.state.items.map(({ kind }) => kind), ["hand", "amend"]);
  one.writeHand(5);
  one.settle();
  two.reload();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  two.tap("correctTheirs");
  two.settle();
  assert.deepEqual(two.state.items, []);
  assert.deepEqual(kindsOf(server), ["hand", "amend", "amend"]);
});

test("a hand that the desk has typed is not written again when the line before it meets another one", () => {
  const { server, one, two } = twoPhones(LONG);
  one.writeHand(9);
  one.settle();
  readNews(two);
  two.goOffline();
  two.tap("openStrike");
  two.tap("submit");
  const items = two.writeHand(4);
  one.writeHand(5);
  one.settle();
  server.typeLine(items.at(-1), false);
  two.settle();
  assert.equal(two.state.screen, "conflict");
  assert.deepEqual(two.state.items.map(({ kind }) => kind), ["strike"]);
  assert.deepEqual(hands(server, 300), [[9, 2], [5, 6], [4, 7]]);
});

test("a hand that the desk has typed behind one that had stopped is not written again under its next key", () => {
  for (const isReloaded of [false, true]) {
    const { server, one, two } = twoPhones(LONG);
    two.goOffline();
    two.writeHand(9);
    two.writeHand(4);
    one.writeHand(5);
    one.settle();
    two.settle();
    assert.equal(two.state.screen, "conflict");
    two.goOffline();
    server.typeLine(two.state.items[1], false);
    two.tap("writeAnother");
    if (isReloaded) two.reload();
    two.settle();
    assert.deepEqual(two.state.items.map(({ data }) => data.points), [[9, 2]], "the hand that was typed no longer waits");
    two.tap("writeAnother");
    two.settle();
    assert.deepEqual(hands(server, 300), [[5, 6], [4, 7], [9, 2]]);
  }
});

test("two equal hands behind one that goes on are two hands, though the second had the first one's next key", () => {
  for (const isTyped of [false, true]) {
    const { server, one, two } = twoPhones(LONG);
    two.goOffline();
    for (const points of [9, 4, 4]) two.writeHand(points);
    one.writeHand(5);
    one.settle();
    two.settle();
    two.goOffline();
    if (isTyped) for (const item of two.state.items.slice(1)) server.typeLine(item, false);
    two.tap("writeAnother");
    two.settle();
    while (two.state.screen === "conflict") {
      two.tap("writeAnother");
      two.settle();
    }
    const expected = isTyped ? [[5, 6], [4, 7], [4, 7], [9, 2]] : [[5, 6], [9, 2], [4, 7], [4, 7]];
    assert.deepEqual(hands(server, 300), expected);
    assert.deepEqual(two.state.items, []);
  }
});

test("a hand is not lost when an equal one is written under a key that it had", () => {
  const { server, one, two } = twoPhones(LONG);
  two.goOffline();
  two.writeHand(4);
  const [{ key: former }] = two.writeHand(4);
  one.writeHand(5);
  one.settle();
  two.settle();
  two.tap("writeAnother");
  two.settle();
  assert.equal(server.sheets.get(300).lines.at(-1).key, former);
  // After a cut of its stream the phone reads the sheet with that line.
  two.dispatch({ type: "noticed" });
  two.settle();
  two.tap("writeAnother");
  two.settle();
  assert.deepEqual(hands(server, 300), [[5, 6], [4, 7], [4, 7]]);
});

test("a hand that says something else has none of its former keys", () => {
  const { server, one, two } = twoPhones(LONG);
  two.goOffline();
  two.writeHand(9);
  two.writeHand(4);
  one.writeHand(5);
  one.settle();
  two.settle();
  two.goOffline();
  server.typeLine(two.state.items[1], false);
  two.tap("back");
  two.tap("openAmendLast");
  two.choosePoints(3);
  two.submit();
  two.settle();
  assert.deepEqual(two.state.items.map(({ data }) => data.points), [[9, 2], [3, 8]], "what was entered last is not taken for what was typed");
});

test("a conflict is asked about again after the page was reloaded", () => {
  const { server, one, two } = twoPhones(LONG);
  two.goOffline();
  two.writeHand(9);
  one.writeHand(5);
  one.settle();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  two.reload();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  two.tap("writeAnother");
  two.settle();
  assert.deepEqual(hands(server, 300), [[5, 6], [9, 2]]);
});

test("a conflict of another table says where it is answered, and is sent in vain no more", () => {
  const { one, two } = twoPhones(LONG);
  two.goOffline();
  two.writeHand(9);
  one.writeHand(5);
  one.settle();
  two.settle();
  two.tap("askLeave");
  two.tap("leave");
  two.arrive(4);
  two.tap("showUnsent");
  const [item] = two.state.items;
  assert.equal(item.state, "conflict");
  const page = listElements(renderPage(two.state));
  assert.ok(page.some(({ text }) => text === "conflict_elsewhere"));
  two.tap("retryItem", { key: item.key });
  assert.deepEqual(two.state.items, [item]);
  // Back at its table the question is there again.
  two.tap("back");
  two.tap("askLeave");
  two.tap("leave");
  two.arrive(3);
  two.settle();
  assert.equal(two.state.screen, "conflict");
  two.tap("keepTheirs");
  assert.deepEqual(two.state.items, []);
});

test("a hand behind one that was another one is asked about, and can be the next one", () => {
  const { server, one, two } = twoPhones(LONG);
  two.goOffline();
  two.writeHand(9);
  two.writeHand(4);
  one.writeHand(5);
  one.settle();
  two.settle();
  two.tap("writeAnother");
  two.settle();
  assert.equal(two.state.screen, "conflict");
  two.tap("writeAnother");
  two.settle();
  assert.deepEqual(hands(server, 300), [[5, 6], [9, 2], [4, 7]]);
});

test("a correction that waits for its answer has its sheet after the page was reloaded", () => {
  const { server, one, two } = twoPhones(LONG);
  one.writeHand(5);
  one.settle();
  two.writeHand(9);
  two.settle();
  two.tap("correctTheirs", { n: 1, reason: "" });
  two.reload();
  assert.deepEqual(handsOf(two.state).map((row) => row.data.points), [[9, 2]]);
  assert.equal(nextHand(two.state), 2);
  two.settle();
  assert.deepEqual(kindsOf(server), ["hand", "amend"]);
});

test("a line that the kept sheet has is not asked about", () => {
  const { one } = twoPhones(LONG);
  one.writeHand(9);
  const kept = [...one.kept.items];
  one.settle();
  // The page was killed when it had kept the new sheet and not yet forgotten the line.
  one.kept.items = new Map(kept);
  one.reload();
  assert.equal(one.state.screen, "match");
  assert.deepEqual(one.state.items, []);
  assert.equal(one.kept.items.size, 0);
});

test("a hand that a killed page had sent is not typed again without being asked", () => {
  const { server, one } = twoPhones(LONG);
  const kept = structuredClone(one.kept.sheet);
  one.writeHand(9);
  one.settle();
  // The page was killed before it had kept the new sheet.
  one.kept.sheet = kept;
  one.reload();
  one.tap("openHand");
  one.choosePoints(9);
  one.settle();
  assert.equal(one.state.screen, "overtaken");
  one.tap("sameHandTheirs");
  one.settle();
  assert.deepEqual(hands(server, 300), [[9, 2]]);
});

test("a hand that waits is sent after its phone has left the table, though nothing tells that the network is back", () => {
  const { server, phone } = onePhone();
  phone.notice();
  phone.deliver("lost");
  phone.writeHand(9);
  phone.tap("askLeave");
  phone.tap("leave");
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2]]);
});

test("a sheet that could not be read is read again while a line waits for a decision", () => {
  const { server, phone } = onePhone();
  const other = new Phone(server, "M7P2");
  phone.goOffline();
  phone.writeHand(9);
  server.replaceCode(3);
  phone.settle();
  phone.arrive(4);
  other.arrive(4, 1);
  other.writeHand(8);
  other.settle();
  phone.notice();
  phone.tap("askWhose");
  phone.sit(0);
  phone.deliver("lost");
  phone.settle();
  assert.equal(phone.state.items.length, 1);
  assert.equal(phone.state.sheet.version, server.sheets.get(400).lines.length);
});

test("an older answer about the table does not lead back to the match before", () => {
  const { server, phone } = onePhone();
  phone.notice();
  phone.deliver("late");
  server.swapTables(3, 4);
  phone.notice();
  phone.reorder(1);
  phone.deliver();
  phone.settle();
  assert.equal(phone.state.sheet.id, 400);
});

test("hands that could not be kept for a while are kept and sent when the storage works again", () => {
  const { server, phone } = onePhone();
  phone.goOffline();
  phone.isStorageBroken = true;
  phone.writeHand(9);
  phone.isStorageBroken = false;
  phone.writeHand(4);
  assert.equal(phone.kept.items.size, 2);
  phone.settle();
  assert.deepEqual(hands(server, 300), [[9, 2], [4, 7]]);
});

test("a hand that met another one can follow it, though the hands behind it end the match", () => {
  const { server, one, two } = twoPhones({ target: 21 });
  two.goOffline();
  one.writeHand(7);
  one.settle();
  two.writeHand(6);
  two.writeHand(11);
  two.writeHand(10);
  two.settle();
  assert.equal(two.state.screen, "conflict");
  assert.ok(two.look().answers.includes("writeAnother"));
  two.tap("writeAnother");
  two.settle();
  for (let asked = 0; two.state.screen === "conflict" && asked < 3; asked += 1) {
    two.tap("writeAnother");
    two.settle();
  }
  assert.deepEqual(hands(server, 300), [[7, 4], [6, 5], [11, 0]]);
});

/** Two phones; the second corrects the first one's hand, and the first takes it back before the correction arrives. */
function correctStruckHand() {
  const found = twoPhones(LONG);
  const { one, two } = found;
  one.writeHand(7);
  one.settle();
  readNews(two);
  two.goOffline();
  two.openAmend(0);
  two.choosePoints(9);
  two.submit();
  one.tap("openStrike");
  one.submit();
  one.settle();
  return found;
}

test("a correction of a hand that was taken back meanwhile can be written as a hand, before those behind it", () => {
  const { server, two } = correctStruckHand();
  two.writeHand(4);
  two.settle();
  assert.equal(two.state.screen, "conflict");
  assert.deepEqual(two.look().answers, ["keepTheirs", "writeAnother"]);
  two.tap("writeAnother");
  two.settle();
  assert.deepEqual(kindsOf(server), ["hand", "strike", "hand", "hand"]);
  assert.deepEqual(hands(server, 300), [[7, 4], [9, 2], [4, 7]]);
  assert.deepEqual(two.state.items, []);
});

test("a correction of a hand that was taken back meanwhile says what was last corrected", () => {
  const { server, two } = correctStruckHand();
  two.openAmend(0);
  two.choosePoints(10);
  two.submit();
  assert.equal(two.state.items.length, 2);
  two.settle();
  two.tap("writeAnother");
  two.settle();
  assert.deepEqual(hands(server, 300), [[7, 4], [10, 1]]);
  assert.deepEqual(two.state.items, []);
});

test("a correction of a hand that both phones have taken back is not written as a hand", () => {
  const { server, two } = correctStruckHand();
  two.tap("openStrike");
  two.submit();
  two.settle();
  assert.deepEqual(two.look().answers, ["keepTheirs"]);
  two.tap("keepTheirs");
  two.settle();
  assert.deepEqual(kindsOf(server), ["hand", "strike"]);
  assert.deepEqual(two.state.items, []);
});

test("a correction of a hand that was taken back says what it would write", () => {
  const { two } = correctStruckHand();
  two.settle();
  const texts = listElements(renderPage(two.state)).map(({ text }) => text);
  for (const text of ["strike: 7 against 4", "amend: 9 against 2", "it_counts"]) assert.ok(texts.includes(text), text);
});

// Corrections that leave hands over -----------------------------------------------------------------

/** Four hands decide a game to 21. If the first was 11, the last two are left over. */
function decidedInFour() {
  const { server, phone } = onePhone({ target: 21 });
  for (const points of [5, 10, 3, 11]) phone.writeHand(points);
  phone.settle();
  return { server, phone, lines: server.sheets.get(300).lines };
}

function makeElevenOfFirst(phone) {
  phone.tap("openAmend", { n: 1 });
  phone.choosePoints(11);
  phone.submit();
}

const LEFT_OVER = [{ line: 3, game: 0 }, { line: 4, game: 0 }];

test("a correction that leaves hands over asks before it is written", () => {
  const { phone, lines } = decidedInFour();
  makeElevenOfFirst(phone);
  phone.settle();
  assert.equal(phone.state.screen, "moves");
  assert.equal(lines.length, 4);
  phone.tap("agreeMoves");
  phone.settle();
  assert.deepEqual(lines[4].data.aside, LEFT_OVER);
  assert.deepEqual(phone.state.items, []);
  assert.deepEqual(scoreOf(phone.state).games[0].totals, [21, 1]);
});

test("what nobody agrees to is not written", () => {
  const { phone, lines } = decidedInFour();
  makeElevenOfFirst(phone);
  phone.settle();
  phone.tap("leaveMoves");
  phone.settle();
  assert.equal(lines.length, 4);
  assert.deepEqual(phone.state.items, []);
  assert.equal(phone.state.screen, "match");
});

test("a tap that was meant for the screen before agrees to nothing", () => {
  const { phone, lines } = decidedInFour();
  makeElevenOfFirst(phone);
  phone.settle();
  phone.tapAgain("agreeMoves");
  phone.settle();
  assert.equal(lines.length, 4);
});

test("a correction made without network counts as it will, and asks when it is sent", () => {
  const { phone, lines } = decidedInFour();
  phone.goOffline();
  makeElevenOfFirst(phone);
  assert.deepEqual(scoreOf(phone.state).games.map((game) => game.totals), [[21, 1]]);
  phone.goOnline();
  phone.settle();
  assert.equal(phone.state.screen, "moves");
  assert.equal(lines.length, 4);
});

test("a correction that asks still asks after a restart of the phone", () => {
  const { phone, lines } = decidedInFour();
  makeElevenOfFirst(phone);
  phone.settle();
  phone.reload();
  phone.settle();
  assert.deepEqual(statusOf(phone.state), { kind: "look", word: "status_look", count: 1 });
  assert.equal(phone.state.screen, "moves");
  phone.tap("back");
  phone.tap("showUnsent");
  phone.tap("showMoves");
  assert.equal(phone.state.screen, "moves");
  phone.tap("agreeMoves");
  phone.settle();
  assert.equal(lines.length, 5);
});

test("an agreement whose answer was lost is written once", () => {
  const { phone, lines } = decidedInFour();
  makeElevenOfFirst(phone);
  phone.settle();
  phone.tap("agreeMoves");
  phone.deliver("unheard");
  phone.settle();
  assert.equal(lines.length, 5);
  assert.deepEqual(phone.state.items, []);
});

test("an agreement holds for the sheet that was seen", () => {
  const { server, phone, lines } = decidedInFour();
  makeElevenOfFirst(phone);
  phone.settle();
  lines.push({ n: 5, kind: "strike", data: { line: 4, reason: "" }, key: "desk-4" });
  phone.tap("agreeMoves");
  phone.settle();
  assert.equal(phone.state.screen, "conflict");
  assert.equal(server.sheets.get(300).lines.length, 5);
});

test("a correction that asks can be changed", () => {
  const { phone, lines } = decidedInFour();
  makeElevenOfFirst(phone);
  phone.settle();
  phone.tap("editRefused", { key: phone.state.items[0].key });
  phone.choosePoints(6);
  phone.submit();
  phone.settle();
  assert.deepEqual(lines[4].data.data.points, [6, 5]);
  assert.equal(lines[4].data.aside, undefined);
});

/** Writes a line; its answer arrives, but what the phone reads after it does not. */
function sendWithoutReading(phone) {
  phone.deliver();
  assert.deepEqual(phone.state.items, []);
}

test("a hand that was taken back stays taken back while the sheet is read again", () => {
  const { phone } = onePhone(LONG);
  phone.writeHand(9);
  phone.writeHand(4);
  phone.settle();
  phone.tap("openStrike");
  phone.submit();
  assert.equal(nextHand(phone.state), 2);
  sendWithoutReading(phone);
  assert.equal(nextHand(phone.state), 2);
  phone.tap("openStrike");
  assert.equal(phone.state.draft.line, 1);
});

test("a hand that was corrected stays corrected while the sheet is read again", () => {
  const { server, phone } = onePhone(LONG);
  phone.writeHand(9);
  phone.writeHand(4);
  phone.settle();
  phone.openAmend(1);
  phone.choosePoints(6);
  phone.submit();
  const shown = () => handsOf(phone.state).map(({ data, after }) => [data.points, after]);
  const corrected = shown();
  assert.deepEqual(corrected, [[[4, 7], [10, 12]], [[6, 5], [6, 5]]]);
  sendWithoutReading(phone);
  assert.deepEqual(shown(), corrected);
  phone.settle();
  assert.deepEqual(shown(), corrected);
  assert.equal(server.sheets.get(300).lines.length, 3);
});

test("a correction that was taken back is gone while the sheet is read again", () => {
  const { phone } = onePhone(LONG);
  phone.writeHand(9);
  phone.settle();
  phone.openAmend(0);
  phone.choosePoints(6);
  phone.submit();
  phone.settle();
  phone.tap("openStrike");
  phone.submit();
  sendWithoutReading(phone);
  assert.equal(nextHand(phone.state), 1);
});

/** The first hand is being corrected on the second phone while its second hand turns out to be another one. */
function correctingInConflict() {
  const phones = twoPhones(LONG);
  const { one, two } = phones;
  two.writeHand(9);
  two.settle();
  two.goOffline();
  two.writeHand(4);
  readNews(one);
  one.writeHand(5);
  one.settle();
  two.openAmend(1);
  two.choosePoints(8);
  two.goOnline();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  return phones;
}

for (const answer of ["keepTheirs", "correctTheirs", "writeAnother"]) {
  test(`a correction that was being entered is there again after ${answer}`, () => {
    const { server, two } = correctingInConflict();
    two.tap(answer, { n: 2, reason: "" });
    assert.equal(two.state.screen, "amend");
    two.submit();
    two.settle();
    assert.deepEqual(server.sheets.get(300).lines.filter(({ kind }) => kind === "amend").map(({ data }) => data.line).at(-1), 1);
    assert.deepEqual(two.state.items, []);
  });
}

test("a correction of what others have corrected meanwhile is given up with a conflict", () => {
  const { one, two } = correctingInConflict();
  one.openAmend(1);
  one.choosePoints(7);
  one.submit();
  one.settle();
  readNews(two);
  two.tap("keepTheirs");
  assert.equal(two.state.screen, "match");
});

/** The server loses the last line of match 300: a backup is restored. */
function restoreBackup(server) {
  server.sheets.get(300).lines.pop();
  for (const known of [...server.readings.keys()]) if (known.startsWith("300 ")) server.readings.delete(known);
}

test("hands that a restored server has lost are gone from the screen with a notice, also after a reload", () => {
  for (const restart of [() => {}, (phone) => phone.reload()]) {
    const { server, phone } = onePhone();
    for (const points of [9, 4]) {
      phone.writeHand(points);
      phone.settle();
    }
    restoreBackup(server);
    restart(phone);
    // The stream was cut: the server does not say what has changed.
    phone.dispatch({ type: "noticed" });
    phone.settle();
    assert.deepEqual(handsOf(phone.state).map((row) => row.data.points), [[9, 2]]);
    assert.equal(phone.state.notice.name, "sheet_cut_short");
    phone.writeHand(5);
    phone.settle();
    assert.deepEqual(hands(server, 300), [[9, 2], [5, 6]]);
  }
});

test("a hand that waits is not lost when the server has lost the one before it", () => {
  const { server, phone } = onePhone();
  phone.writeHand(9);
  phone.settle();
  phone.goOffline();
  phone.writeHand(4);
  restoreBackup(server);
  phone.goOnline();
  phone.settle();
  assert.equal(phone.state.screen, "conflict");
  phone.tap("writeAnother");
  phone.settle();
  assert.deepEqual(hands(server, 300), [[4, 7]]);
});
