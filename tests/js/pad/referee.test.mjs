// The pad of a referee: one match, opened by a person who is signed in.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { listControls, listElements, renderPage } from "./render.mjs";
import { importPad } from "./source.mjs";

const { addScreens } = await importPad("screens/app.js");
const { QUESTION_SCREENS } = await importPad("screens/questions.js");
const { RESCUE_SCREENS } = await importPad("screens/rescue.js");
const { statusOf } = await importPad("state/selectors.js");
const { initialState, reduce } = await importPad("state/reducer.js");
const { listOutdated, placeOf, readShown } = await importPad("runtime/kept.js");
addScreens({ ...QUESTION_SCREENS, ...RESCUE_SCREENS });

const { card, book } = JSON.parse(readFileSync(new URL("../fixtures/marafon.json", import.meta.url), "utf8"));
const MATCH = 300;
const ANNA = { id: "11", name: "Anna Neri" };
const BRUNO = { id: "12", name: "Bruno Verdi" };
const SHEET_PAGE = "/desk/matches/300/";
const SIGN_IN = "/accounts/login/?next=/pad/matches/300/";

/** A browser with what it has kept; ``open`` opens the pad of a match in it, as somebody. */
class Browser {
  kept = new Map();
  now = 1_000_000;
  effects = [];

  constructor(server = new Server({ card, book, target: 41 })) {
    this.server = server;
  }

  open(person, match = MATCH, more = {}) {
    const config = { language: "it", event: null, match, sheet: SHEET_PAGE, isSecure: true, signIn: SIGN_IN, person, newMatch: null, ...more };
    this.state = initialState(config, this.now);
    const items = [...this.kept.values()].map((item) => structuredClone(item));
    this.dispatch({ type: "booted", storage: "indexeddb", items, phone: { key: "K4D9", token: null, leaving: [] }, sheet: null, device: null, owner: null, call: null, draft: null });
    this.load(match);
    return this;
  }

  load(match = MATCH) {
    this.dispatch({ type: "matchLoaded", token: null, sheet: structuredClone(this.server.sheet(match)) });
  }

  dispatch(event) {
    const queue = [event];
    this.effects = [];
    while (queue.length) {
      const { state, effects } = reduce(this.state, { at: this.now, ...queue.shift() });
      this.state = state;
      for (const effect of effects) {
        this.effects.push(effect);
        if (effect.do !== "store") continue;
        for (const key of effect.forget ?? []) this.kept.delete(key);
        for (const item of effect.items) this.kept.set(item.key, structuredClone(item));
        if (effect.items.length) queue.push({ type: "stored", keys: effect.items.map(({ key }) => key), storage: "indexeddb" });
      }
    }
    return this;
  }

  tap(type, params = {}) {
    this.now += 500;
    return this.dispatch({ type, ...params });
  }

  writeHand(points) {
    this.tap("openHand");
    this.tap("choose", { field: "points", value: [points, 11 - points] });
    return this.tap("submit");
  }

  refuse(code) {
    const { key } = this.state.network.sending;
    this.now += 100;
    return this.dispatch({ type: "refused", key, problem: { code, title: code, sentences: [code], status: 403 }, sheet: null });
  }

  get sent() {
    return this.effects.filter((effect) => effect.do === "send").map(({ item }) => item.data.points);
  }

  get texts() {
    return listElements(renderPage(this.state));
  }

  get links() {
    return linksOf(renderPage(this.state));
  }

  get controls() {
    return listControls(this.state, () => {}).map(({ name }) => name);
  }
}

/** Where the links of a page lead. @param {any} node @returns {string[]} */
function linksOf(node) {
  if (Array.isArray(node)) return node.flatMap(linksOf);
  if (node === null || typeof node !== "object") return [];
  if (typeof node.type === "function") return linksOf(node.type(node.props));
  return [...(node.type === "a" ? [node.props.href] : []), ...linksOf(node.props.children)];
}

test("a line that waits is sent by the person who entered it, not by the next who signs in", () => {
  const browser = new Browser().open(ANNA).writeHand(9);
  browser.dispatch({ type: "sendFailed" });
  browser.open(BRUNO);
  assert.deepEqual([browser.sent, browser.state.items], [[], []]);
  browser.dispatch({ type: "retryDue" });
  assert.deepEqual(browser.sent, []);
  browser.open(ANNA, 400);
  assert.deepEqual(browser.state.items.map((item) => item.data.points), [[9, 2]]);
  assert.equal(browser.state.network.sending.key, browser.state.items[0].key);
});

test("the lines of another person are listed with that person's name, and can be shown at the desk or thrown away", () => {
  const browser = new Browser().open(ANNA).writeHand(9).open(BRUNO);
  assert.deepEqual(statusOf(browser.state), { kind: "look", word: "status_look", count: 1 });
  assert.ok(browser.controls.includes("show_unsent"));
  browser.tap("showUnsent");
  assert.ok(browser.texts.some(({ type, text }) => type === "p" && text.startsWith("unsent_of_other")));
  assert.deepEqual(browser.controls.filter((name) => ["retry_item", "edit_refused", "ask_discard", "show_rescue"].includes(name)), ["ask_discard", "show_rescue"]);
  browser.tap("showRescue");
  const drawn = browser.effects.find((effect) => effect.do === "drawSquares");
  assert.deepEqual(drawn.items.map((item) => item.data.points), [[9, 2]]);
  assert.ok(browser.texts.some(({ className }) => className === "aloud"));
  browser.tap("back");
  browser.tap("showUnsent");
  browser.tap("askDiscard", { key: browser.state.others[0].key });
  browser.tap("discard");
  assert.deepEqual([browser.state.others, browser.kept.size], [[], 0]);
});

test("a hand that another person has entered here does not count on the screen, and its place is free", () => {
  const browser = new Browser().open(ANNA).writeHand(9).open(BRUNO);
  browser.writeHand(4);
  assert.deepEqual(browser.state.items.map(({ version, data, author }) => [version, data.points, author]), [[0, [4, 7], BRUNO]]);
  assert.deepEqual(browser.sent, [[4, 7]]);
  assert.equal(browser.kept.size, 2);
});

test("a line of another person that its sheet has is kept no longer", () => {
  const browser = new Browser().open(ANNA).writeHand(9);
  const [item] = browser.state.items;
  browser.server.add(MATCH, { n: 1, kind: "hand", data: item.data, key: item.key });
  browser.open(BRUNO);
  assert.deepEqual([browser.state.others, browser.kept.size], [[], 0]);
});

test("lines that an older edition has kept belong to the person who opens the page first", () => {
  const browser = new Browser().open(ANNA).writeHand(9);
  for (const item of browser.kept.values()) delete item.author;
  browser.open(ANNA);
  assert.deepEqual(browser.state.items.map(({ author }) => author), [ANNA]);
  browser.open(BRUNO);
  assert.deepEqual([browser.state.items.length, browser.state.others.length], [0, 1]);
});

test("a phone at a table has lines of nobody else", () => {
  const phone = new Phone(new Server({ card, book, target: 41 }), "AAAA");
  phone.arrive(3, 0);
  phone.goOffline();
  phone.writeHand(9);
  phone.reload();
  assert.deepEqual([phone.state.items.length, phone.state.others.length], [1, 0]);
});

test("a line that is refused because somebody has signed in since leads to the new page, which sends it", () => {
  const browser = new Browser().open(ANNA).writeHand(9).refuse("csrf_failed").tap("showUnsent");
  assert.ok(browser.links.includes(""), "it leads to the page of the new session");
  assert.ok(!browser.links.includes(SIGN_IN));
  assert.ok(!browser.controls.includes("retry_item"), "sent again from this page it would be refused again");
  browser.open(ANNA);
  assert.deepEqual(browser.state.network.sending?.key, browser.state.items[0].key);
});

test("a line that is refused because the session has ended leads to the sign-in", () => {
  const browser = new Browser().open(ANNA).writeHand(9).refuse("not_allowed").tap("showUnsent");
  assert.ok(browser.links.includes(SIGN_IN));
});

/** The match is played again: the organizer has set this one aside. */
function setAside(server) {
  const { match } = server;
  server.match = (id) => ({ ...match.call(server, id), set_aside: id === MATCH ? { reason: "le coppie sbagliate", at: "2026-12-13T17:12:00Z" } : null });
}

test("a match that was set aside has a banner, takes no lines and leads to the one that is played instead", () => {
  const server = new Server({ card, book, target: 11 });
  server.add(MATCH, { n: 1, kind: "hand", data: { points: [11, 0] }, key: "desk-0" });
  for (const side of [0, 1]) server.add(MATCH, { n: 2 + side, kind: "sign", data: { side }, key: `desk-${side + 1}` });
  setAside(server);
  const browser = new Browser(server).open(ANNA, MATCH, { newMatch: "/pad/matches/400/" });
  assert.equal(browser.state.screen, "match");
  assert.ok(browser.texts.some(({ className, role }) => className === "banner wrong" && role === "alert"));
  assert.ok(browser.links.includes("/pad/matches/400/"));
  assert.deepEqual(browser.controls.filter((name) => name !== "whose"), []);
});

test("a form that is open while its match is set aside is closed, and the screen says why", () => {
  const browser = new Browser().open(ANNA).writeHand(9);
  setAside(browser.server);
  browser.refuse("match_set_aside");
  assert.ok(browser.effects.some((effect) => effect.do === "load"), "the match is read again");
  browser.load();
  assert.deepEqual([browser.state.screen, browser.state.draft], ["match", null]);
  assert.ok(browser.links.includes(SHEET_PAGE));
  browser.tap("showUnsent");
  assert.deepEqual(browser.controls.filter((name) => ["retry_item", "edit_refused", "ask_discard"].includes(name)), ["retry_item", "ask_discard"]);
});

// What is kept of the match on the screen -------------------------------------------------------------

const pageOf = (match, person = ANNA) => ({ match, person });
const sheetOf = (id, at = 0) => ({ sheet: { id }, device: null, at });

test("two matches that are open side by side keep their own sheets and forms, and those of two people are apart", () => {
  const values = new Map();
  for (const page of [pageOf(7), pageOf(8), pageOf(7, BRUNO)]) {
    values.set(`sheet${placeOf(page)}`, sheetOf(page.match));
    values.set(`draft${placeOf(page)}`, { match: page.match, reason: page.person.name });
  }
  for (const page of [pageOf(7), pageOf(8), pageOf(7, BRUNO)]) {
    assert.deepEqual(readShown(values, page), { sheet: { id: page.match }, device: null, draft: { match: page.match, reason: page.person.name } });
  }
  assert.equal(placeOf({}), "", "a phone at a table keeps one of each");
});

test("what an older edition has kept is there for its match, until something newer is kept", () => {
  const values = new Map([["sheet", sheetOf(7)], ["draft", { match: 7 }]]);
  assert.deepEqual(readShown(values, pageOf(7)), { sheet: { id: 7 }, device: null, draft: { match: 7 } });
  assert.deepEqual(readShown(values, pageOf(8)), { sheet: null, device: null, draft: null });
  values.set(`draft${placeOf(pageOf(7))}`, null);
  assert.equal(readShown(values, pageOf(7)).draft, null);
});

test("the last ten matches other than that of the page are kept", () => {
  const matches = Array.from({ length: 13 }, (_, at) => at + 1);
  const values = new Map([...matches].reverse().flatMap((match) => [[`sheet${placeOf(pageOf(match))}`, sheetOf(match, match)], [`draft${placeOf(pageOf(match))}`, null]]));
  values.set("item:K4D9-1", {});
  const outdated = listOutdated(values, pageOf(1));
  assert.deepEqual(outdated.sort(), ["draft:2:11", "draft:3:11", "sheet:2:11", "sheet:3:11"]);
});
