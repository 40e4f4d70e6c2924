// What is being entered outlives questions, other screens and the back button.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { listElements, renderPage } from "./render.mjs";
import { importPad } from "./source.mjs";

const { loadPlay } = await importPad("game/card-by-card.js");
const { lineData, readPlay } = await importPad("game/play.js");
const { addScreens } = await importPad("screens/app.js");
const { QUESTION_SCREENS } = await importPad("screens/questions.js");
const { isEntering, scoreOf } = await importPad("state/selectors.js");
addScreens(QUESTION_SCREENS);
await loadPlay();

const fixture = (name) => JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8"));
const { card: marafon, book } = fixture("marafon");
const [{ deals, card: { play } }] = fixture("plays");
const card = { ...marafon, play };
const whole = readPlay(card, deals[0].play);
/** The same hand without its last cards. */
const part = { ...whole, acts: whole.acts.slice(0, 9) };

/** Two phones at table 3, one for each side. */
function twoPhones() {
  const server = new Server({ card, book, target: 101 });
  const [one, two] = [new Phone(server, "AAAA"), new Phone(server, "BBBB")];
  one.arrive(3, 0);
  two.arrive(3, 1);
  return { server, one, two, lines: server.sheets.get(300).lines };
}

function enterCards(phone, cards = part) {
  phone.tap("openHand");
  phone.tap("openCards");
  phone.tap("placeCards", { cards });
}

function readNews(phone) {
  phone.notice();
  phone.settle();
}

/** The second phone enters cards while the first one writes a hand. */
function overtakeCards(cards) {
  const found = twoPhones();
  enterCards(found.two, cards);
  found.one.writeHand(2);
  found.one.settle();
  readNews(found.two);
  assert.equal(found.two.state.screen, "overtaken");
  return found;
}

const shown = (phone) => ({ screen: phone.state.screen, cards: phone.state.draft?.cards ?? null });
const textsOf = (phone, type) => listElements(renderPage(phone.state)).filter((each) => each.type === type).map(({ text }) => text);

test("cards that were overtaken correct the hand that is there", () => {
  const { two, lines } = overtakeCards(part);
  two.tap("sameHandMine");
  assert.deepEqual(shown(two), { screen: "cards", cards: part });
  assert.equal(two.state.draft.line, 1);
  two.tap("placeCards", { cards: whole });
  two.tap("submit");
  two.settle();
  assert.deepEqual(lines.map(({ kind }) => kind), ["hand", "amend"]);
  assert.deepEqual(lines[1].data.data, lineData(whole));
});

test("a referee gives the reason before the cards that were overtaken correct a hand", () => {
  const { two } = overtakeCards(part);
  two.state = { ...two.state, config: { ...two.state.config, match: 300 } };
  two.tap("sameHandMine");
  assert.deepEqual(shown(two), { screen: "amend", cards: part });
  two.tap("giveReason", { text: "seen" });
  two.tap("openCards");
  assert.deepEqual(shown(two), { screen: "cards", cards: part });
});

test("cards that were overtaken are named, by their points once all are in", () => {
  for (const [cards, expected] of [[part, "cards_entered"], [whole, /\d+ against \d+/]]) {
    const { two } = overtakeCards(cards);
    assert.match(textsOf(two, "span").join("; "), new RegExp(expected));
    assert.ok(!textsOf(two, "span").includes("–"));
  }
});

test("cards of the next hand wait while the hand before is asked about", () => {
  for (const [answer, params, hand] of [["keepTheirs", {}, 2], ["writeAnother", {}, 3], ["correctTheirs", { n: 1, reason: "" }, 2]]) {
    const { one, two } = twoPhones();
    two.goOffline();
    two.writeHand(8);
    enterCards(two);
    one.writeHand(2);
    one.settle();
    two.settle();
    assert.equal(two.state.screen, "conflict");
    two.tap(answer, params);
    if (two.state.screen === "overtaken") two.tap("nextHandMine");
    assert.deepEqual([shown(two), two.state.draft.hand], [{ screen: "cards", cards: part }, hand], answer);
  }
});

for (const back of ["back", "popped"]) {
  const goBack = (phone) => (back === "back" ? phone.tap("back") : phone.dispatch({ type: "popped" }));

  test(`${back} asks before it throws cards away`, () => {
    const { one } = twoPhones();
    enterCards(one);
    goBack(one);
    assert.deepEqual(shown(one), { screen: "abandon", cards: part });
    goBack(one);
    assert.deepEqual(shown(one), { screen: "cards", cards: part });
    goBack(one);
    one.tap("abandon");
    assert.deepEqual(shown(one), { screen: "match", cards: null });
  });

  test(`${back} leaves cards at once when there are none`, () => {
    const { one } = twoPhones();
    one.tap("openHand");
    one.tap("openCards");
    goBack(one);
    assert.equal(one.state.screen, "match");
  });

  test(`${back} leads from every other screen to the form that was open`, () => {
    const screens = { showPhone: [], showUnsent: [], showRescue: [], askWhose: ["showPhone"], askLeave: ["showPhone"] };
    for (const [tap, before] of Object.entries(screens)) {
      for (const enter of [(phone) => enterCards(phone), (phone) => { phone.tap("openHand"); phone.choosePoints(7); }]) {
        const { one } = twoPhones();
        enter(one);
        const { screen, cards } = shown(one);
        const { record } = one.state.draft;
        for (const each of [...before, tap]) one.tap(each);
        one.tap("callReferee");
        one.settle();
        goBack(one);
        assert.deepEqual([shown(one), one.state.draft.record], [{ screen, cards }, record], tap);
      }
    }
  });

  test(`${back} leads from the phone to the question that was asked`, () => {
    const { two } = overtakeCards(part);
    two.tap("showPhone");
    goBack(two);
    assert.deepEqual(shown(two), { screen: "overtaken", cards: part });
    two.tap("nextHandMine");
    assert.deepEqual(shown(two), { screen: "cards", cards: part });
  });
}

test("a form is there after the phone was handed on", () => {
  const { one } = twoPhones();
  enterCards(one);
  one.tap("showPhone");
  one.tap("askWhose");
  one.tap("setOwner", { owner: { kind: "table" } });
  one.settle();
  assert.deepEqual(shown(one), { screen: "cards", cards: part });
});

test("the list of unsent lines leads to the question about one of them", () => {
  const { one, two } = twoPhones();
  two.goOffline();
  two.writeHand(8);
  one.writeHand(2);
  one.settle();
  two.settle();
  for (const tap of ["showPhone", "showUnsent", "showConflict"]) two.tap(tap);
  assert.equal(two.state.screen, "conflict");
});

test("a form that is open stays when a strike is refused", () => {
  const { server, one } = twoPhones();
  one.writeHand(4);
  one.settle();
  one.goOffline();
  one.tap("openStrike");
  one.tap("submit");
  enterCards(one);
  server.refusal = () => "cannot be";
  one.settle();
  assert.equal(one.state.items[0].state, "refused");
  assert.deepEqual(shown(one), { screen: "cards", cards: part });
  for (const tap of ["showUnsent"]) one.tap(tap);
  one.tap("askDiscard", { key: one.state.items[0].key });
  one.tap("discard");
  one.tap("back");
  assert.deepEqual([shown(one), one.state.draft.hand], [{ screen: "cards", cards: part }, 2]);
});

/** A refused hand of 4, behind it one of 6, whose correction to 3 was begun. */
function correctBehindRefused() {
  const { one, server, lines } = twoPhones();
  server.refusal = () => "cannot be";
  one.writeHand(4);
  one.settle();
  one.tap("back");
  one.writeHand(6);
  one.tap("openAmendLast");
  one.choosePoints(3);
  one.tap("showUnsent");
  return { one, server, lines };
}

test("a correction of an unsent line goes on when another unsent line is discarded", () => {
  const { one, server } = correctBehindRefused();
  one.tap("askDiscard", { key: one.state.items[0].key });
  one.tap("discard");
  one.tap("back");
  assert.equal(one.state.screen, "amend");
  assert.deepEqual([one.state.draft.line, one.state.draft.record.points], [1, [3, 8]]);
  server.refusal = () => null;
  one.tap("submit");
  one.settle();
  assert.deepEqual(one.state.items, []);
  assert.deepEqual(scoreOf(one.state).totals, [3, 8]);
});

test("a correction of an unsent line follows it behind the lines before it", () => {
  const { one, server, lines } = correctBehindRefused();
  server.refusal = () => null;
  const [first] = one.state.items;
  assert.equal(one.state.draft.line, 1);
  one.tap("retryItem", { key: first.key });
  one.tap("back");
  assert.deepEqual([one.state.screen, one.state.draft.line], ["amend", 2]);
  one.settle();
  one.tap("submit");
  one.settle();
  assert.deepEqual(lines.map(({ data }) => data), [{ points: [4, 7] }, { points: [6, 5] }, { line: 2, data: { points: [3, 8] }, reason: "" }]);
});

test("a correction of an unsent line is closed with that line", () => {
  const { one } = correctBehindRefused();
  one.tap("askDiscard", { key: one.state.items[1].key });
  one.tap("discard");
  one.tap("back");
  assert.deepEqual([one.state.screen, isEntering(one.state)], ["match", false]);
  assert.deepEqual(one.state.items.map((item) => item.data.points), [[4, 7]]);
});

test("the form of a refused line is closed when that line is sent again", () => {
  const { one, server, lines } = correctBehindRefused();
  const [first] = one.state.items;
  one.tap("editRefused", { key: first.key });
  one.tap("showUnsent");
  server.refusal = () => null;
  one.tap("retryItem", { key: first.key });
  one.tap("back");
  assert.deepEqual([one.state.screen, one.state.draft], ["match", null]);
  one.settle();
  assert.deepEqual(lines.map(({ data }) => data.points), [[4, 7], [6, 5]]);
});

test("what was being entered is there after the page was reloaded", () => {
  const { two, lines } = twoPhones();
  two.tap("openHand");
  two.choosePoints(8);
  two.reload();
  assert.equal(two.state.screen, "hand");
  assert.deepEqual(two.state.draft.record.points, [8, 3]);
  two.settle();
  two.tap("openCards");
  two.tap("placeCards", { cards: part });
  two.goOffline();
  two.reload();
  assert.deepEqual(shown(two), { screen: "cards", cards: part });
  two.tap("placeCards", { cards: whole });
  two.tap("submit");
  two.reload();
  assert.equal(two.state.screen, "match");
  two.settle();
  assert.deepEqual(lines.map(({ data }) => data), [lineData(whole)]);
});

test("a form that was left does not come back after a reload", () => {
  const { two } = twoPhones();
  two.tap("openHand");
  two.choosePoints(8);
  two.tap("back");
  two.reload();
  assert.equal(two.state.screen, "match");
  assert.equal(two.state.draft, null);
});

test("a hand that others wrote while the page was closed is asked about", () => {
  const { one, two } = twoPhones();
  enterCards(two);
  one.writeHand(2);
  one.settle();
  two.reload();
  assert.deepEqual(shown(two), { screen: "cards", cards: part });
  two.settle();
  assert.equal(two.state.screen, "overtaken");
  // The question was on the screen when the page was closed again.
  two.reload();
  assert.equal(two.state.screen, "overtaken");
  two.tap("nextHandMine");
  assert.deepEqual(shown(two), { screen: "cards", cards: part });
  assert.equal(two.state.draft.hand, 2);
});

test("a form is never opened again for another match", () => {
  const { server, two } = twoPhones();
  enterCards(two);
  const { draft } = two.kept;
  two.tap("askLeave");
  two.tap("leave");
  assert.equal(two.kept.draft, null);
  two.arrive(4, 1);
  // The page was killed before it had kept that the form is gone.
  two.kept.draft = draft;
  two.reload();
  assert.equal(two.kept.draft, null);
  assert.deepEqual(shown(two), { screen: "match", cards: null });
  assert.deepEqual(server.sheets.get(two.state.sheet.id).lines, []);
});

/** The network is back, and what was written without it met another hand; a reload asks about it again. */
function meetConflict(phone) {
  phone.goOnline();
  phone.settle();
  assert.equal(phone.state.screen, "conflict");
  phone.reload();
  phone.settle();
  assert.equal(phone.state.screen, "conflict");
}

test("a conflict is decided before what was being entered is shown again", () => {
  const { one, two } = twoPhones();
  two.goOffline();
  two.writeHand(8);
  one.writeHand(5);
  one.settle();
  enterCards(two);
  meetConflict(two);
  two.tap("keepTheirs");
  assert.deepEqual(shown(two).cards, part);
});

/** The second phone has opened the correction of the first hand, and chosen other points. */
function correctFirst(phone, points = 8) {
  phone.tap("openAmend", { n: 1 });
  phone.choosePoints(points);
}

/** Two phones whose sheet has a hand of 4–7. */
function twoPhonesWithHand() {
  const found = twoPhones();
  found.one.writeHand(4);
  found.one.settle();
  readNews(found.two);
  return found;
}

test("a correction that was being entered is there after the page was reloaded", () => {
  const { two, lines } = twoPhonesWithHand();
  correctFirst(two);
  two.reload();
  two.settle();
  assert.equal(two.state.screen, "amend");
  assert.deepEqual(two.state.draft.record.points, [8, 3]);
  two.tap("submit");
  two.settle();
  assert.deepEqual(lines.at(-1).data, { line: 1, data: { points: [8, 3] }, reason: "" });
});

test("the hand that ended the match can still be corrected after a reload", () => {
  const server = new Server({ card, book, target: 4 });
  const one = new Phone(server, "AAAA");
  one.arrive(3, 0);
  one.writeHand(8);
  one.settle();
  assert.ok(scoreOf(one.state).over);
  correctFirst(one, 7);
  one.reload();
  one.settle();
  assert.equal(one.state.screen, "amend");
  assert.deepEqual(one.state.draft.record.points, [7, 4]);
});

test("a correction card by card is there after the page was reloaded", () => {
  const { two, lines } = twoPhonesWithHand();
  correctFirst(two);
  two.tap("openCards");
  two.tap("placeCards", { cards: part });
  two.goOffline();
  two.reload();
  assert.deepEqual([shown(two), two.state.draft.line], [{ screen: "cards", cards: part }, 1]);
  two.tap("placeCards", { cards: whole });
  two.tap("submit");
  two.goOnline();
  two.settle();
  assert.deepEqual(lines.at(-1).data, { line: 1, data: lineData(whole), reason: "" });
});

test("the correction of a hand that others corrected while the page was closed is closed with a word", () => {
  const { one, two } = twoPhonesWithHand();
  correctFirst(two);
  correctFirst(one, 2);
  one.tap("submit");
  one.settle();
  two.reload();
  assert.equal(two.state.screen, "amend");
  two.settle();
  assert.deepEqual([two.state.screen, two.state.draft, two.kept.draft], ["match", null, null]);
  assert.equal(two.state.notice.name, "others_wrote");
});

test("the correction of a hand that others corrected during a conflict is closed with a word", () => {
  const { one, two } = twoPhonesWithHand();
  two.goOffline();
  two.writeHand(8);
  correctFirst(two, 6);
  one.writeHand(5);
  one.settle();
  correctFirst(one, 2);
  one.tap("submit");
  one.settle();
  two.goOnline();
  two.settle();
  assert.equal(two.state.screen, "conflict");
  two.tap("keepTheirs");
  assert.deepEqual([two.state.screen, two.state.draft], ["match", null]);
  assert.equal(two.state.notice?.name, "others_wrote");
});

/** The second phone has begun to correct its first hand, which waits, and was closed; the first phone may have written one. */
function reloadCorrection(points = null) {
  const found = twoPhones();
  const { one, two } = found;
  two.goOffline();
  two.writeHand(4);
  two.tap("openAmendLast");
  two.choosePoints(8);
  if (points !== null) one.writeHand(points);
  one.settle();
  two.reload();
  return found;
}

const amended = { line: 1, data: { points: [8, 3] }, reason: "" };

test("the correction of a line that waits is there after the page was reloaded", () => {
  const { two, lines } = reloadCorrection();
  assert.deepEqual([two.state.screen, two.state.draft.record.points], ["amend", [8, 3]]);
  two.tap("submit");
  two.goOnline();
  two.settle();
  // It may have been sent before the page was closed: it is followed by a correction.
  assert.deepEqual(lines.map(({ data }) => data), [{ points: [4, 7] }, amended]);
});

test("a correction goes on when its line is written meanwhile", () => {
  const { two, lines } = reloadCorrection();
  two.goOnline();
  two.settle();
  assert.equal(lines.length, 1);
  assert.deepEqual([two.state.screen, two.state.draft.unsent, two.state.draft.record.points], ["amend", null, [8, 3]]);
  two.reload();
  two.settle();
  two.tap("submit");
  two.settle();
  assert.deepEqual(lines.at(-1).data, amended);
});

test("the correction of a hand that gave way to that of others is closed", () => {
  const { two, lines } = reloadCorrection(2);
  meetConflict(two);
  two.tap("keepTheirs");
  assert.deepEqual([two.state.screen, two.state.draft, two.kept.draft, two.state.items], ["match", null, null, []]);
  assert.equal(lines.length, 1);
});

test("the correction of a hand that follows that of others goes on with it", () => {
  const { two, lines } = reloadCorrection(2);
  meetConflict(two);
  two.tap("writeAnother");
  assert.deepEqual([two.state.screen, two.state.draft.line], ["amend", 2]);
  two.tap("submit");
  two.settle();
  assert.deepEqual(scoreOf(two.state).totals, [10, 12]);
  assert.equal(lines[0].data.points[0], 2);
});

test("what is said of a refused line is there after a reload, for as long as it is refused", () => {
  const { one, server } = twoPhones();
  server.refusal = () => "cannot be";
  one.writeHand(4);
  one.settle();
  one.choosePoints(5);
  assert.equal(one.state.screen, "hand");
  one.reload();
  one.settle();
  assert.deepEqual([one.state.screen, one.state.draft.record.points], ["hand", [5, 6]]);
  server.refusal = () => null;
  one.tap("submit");
  one.settle();
  assert.deepEqual(server.sheets.get(300).lines.map(({ data }) => data.points), [[5, 6]]);
});

test("a referee gives a reason once the hand that is corrected may have been sent", () => {
  const { two } = twoPhones();
  two.state = { ...two.state, config: { ...two.state.config, match: 300 } };
  two.goOffline();
  two.writeHand(4);
  two.tap("openAmendLast");
  two.choosePoints(8);
  assert.deepEqual([two.state.draft.replaces, two.state.draft.needsReason], [true, false]);
  two.goOnline();
  assert.deepEqual([two.state.draft.replaces, two.state.draft.needsReason], [false, true]);
});

test("a claim that was being entered is there after a reload and after a conflict", () => {
  const { one, two, lines } = twoPhones();
  two.openClaim(1, 30);
  two.reload();
  two.settle();
  assert.deepEqual([two.state.screen, two.state.draft.record], ["claim", { side: 1, thirds: 30 }]);
  two.tap("back");
  two.goOffline();
  two.writeHand(8);
  two.openClaim(1, 30);
  one.writeHand(5);
  one.settle();
  meetConflict(two);
  two.tap("keepTheirs");
  assert.deepEqual([two.state.screen, two.state.draft.record], ["claim", { side: 1, thirds: 30 }]);
  two.tap("submit");
  two.settle();
  assert.deepEqual(lines.map(({ kind }) => kind), ["hand", "claim"]);
});

test("a claim is closed with a word when others wrote another hand than the one that was decided about", () => {
  const { one, two } = twoPhones();
  two.goOffline();
  two.writeHand(8);
  two.openClaim(1, 30);
  one.writeHand(5);
  one.writeHand(3);
  one.settle();
  two.goOnline();
  two.settle();
  two.tap("keepTheirs");
  assert.deepEqual([two.state.screen, two.state.draft, two.state.notice.name], ["match", null, "others_wrote"]);
});

/** A scanned card that does not open. */
function scanOldCard(phone, sentence) {
  phone.dispatch({ type: "secretFound", secret: "of an old card" });
  assert.equal(phone.requests.at(-1).do, "admit");
  phone.requests.pop();
  phone.dispatch({ type: "admissionRefused", sentence, ask: phone.asked });
  assert.equal(phone.state.screen, "code");
  assert.equal(phone.state.code.error, sentence);
}

test("from a scanned card that does not open Back leads to the table, and to what was being entered", () => {
  for (const sentence of ["This code is not valid any more.", null]) {
    const { two } = twoPhones();
    scanOldCard(two, sentence);
    two.tap("back");
    assert.equal(two.state.screen, "match");
    enterCards(two);
    scanOldCard(two, sentence);
    two.tap("back");
    assert.deepEqual(shown(two), { screen: "cards", cards: part });
    two.dispatch({ type: "retryDue" });
    assert.ok(!two.requests.some((request) => request.do === "admit"));
  }
});

test("a card that opens after Back is given back, and the phone stays at its table", () => {
  const { server, two } = twoPhones();
  const { token } = two.state.phone;
  two.dispatch({ type: "secretFound", secret: "of table 4" });
  two.requests.at(-1).body.table = 4;
  // No answer comes in time, and the person goes back.
  two.dispatch({ type: "admissionRefused", sentence: null, ask: -1 });
  two.tap("back");
  two.settle();
  assert.equal(two.state.phone.token, token);
  assert.deepEqual(two.state.phone.leaving, []);
  assert.equal(two.state.sheet.id, 300);
  assert.equal(server.tokens.size, 2);
});

test("without a table the screen for the code has nowhere to go back to", () => {
  const { two } = twoPhones();
  two.tap("askLeave");
  two.tap("leave");
  two.tap("back");
  assert.equal(two.state.screen, "code");
});

test("a scanned card is read once, whatever else fails meanwhile", () => {
  const { two } = twoPhones();
  const admissions = () => two.requests.filter((request) => request.do === "admit").length;
  two.notice();
  two.dispatch({ type: "secretFound", secret: "of table 3" });
  two.dispatch({ type: "askingFailed", ask: two.asked - 1 });
  two.dispatch({ type: "retryDue" });
  two.dispatch({ type: "wentOnline" });
  assert.equal(admissions(), 1);
  // Without an answer it is read again, and again only once.
  two.requests = two.requests.filter((request) => request.do !== "admit");
  two.dispatch({ type: "admissionRefused", sentence: null, ask: two.asked });
  two.dispatch({ type: "retryDue" });
  two.dispatch({ type: "wentOnline" });
  assert.equal(admissions(), 1);
});

/** The camera reads the card of table 3 once more. */
function scanOwnCard(phone) {
  phone.dispatch({ type: "secretFound", secret: "of table 3" });
  for (const request of phone.requests) if (request.do === "admit") request.body.table = 3;
}

test("the card of the own table that is scanned again leaves what is being entered as it is", () => {
  const { server, two } = twoPhones();
  enterCards(two);
  scanOwnCard(two);
  two.settle();
  assert.deepEqual(shown(two), { screen: "cards", cards: part });
  assert.deepEqual([two.state.phone.leaving, server.tokens.size], [[], 2]);
  two.reload();
  two.settle();
  assert.deepEqual(shown(two), { screen: "cards", cards: part });
});

test("the card of the own table that opens at the second try leads back to what is being entered", () => {
  const { two } = twoPhones();
  enterCards(two);
  scanOwnCard(two);
  two.deliver("lost");
  assert.equal(two.state.screen, "code");
  two.retry();
  two.requests.find((request) => request.do === "admit").body.table = 3;
  two.settle();
  assert.deepEqual(shown(two), { screen: "cards", cards: part });
});

test("a hand that waits is sent with the new token of a card that is scanned again", () => {
  const { server, two } = twoPhones();
  two.goOffline();
  two.writeHand(8);
  two.goOnline();
  scanOwnCard(two);
  two.settle();
  assert.deepEqual(server.sheets.get(300).lines.map((line) => line.data.points), [[8, 3]]);
  assert.equal(two.state.screen, "match");
});
