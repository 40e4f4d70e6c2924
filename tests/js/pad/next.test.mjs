// What a phone says of the next match of each side, after the last signature.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { listElements, renderPage } from "./render.mjs";
import { importPad } from "./source.mjs";

const { addScreens } = await importPad("screens/app.js");
const { SIGN_SCREENS } = await importPad("screens/signing.js");
addScreens(SIGN_SCREENS);

const { card, book } = JSON.parse(readFileSync(new URL("../fixtures/marafon.json", import.meta.url), "utf8"));
const MINUTE = 60_000;
/** The clocks of phones show local time. */
process.env.TZ = "UTC";

/** What comes next for the first side, in the document of a phone. */
const nextOf = (changes) => ({
  side: 0, entry: { short: "Zoffoli" }, match: 9, table: null, round: { id: 1, title: "Quarti" }, date: null, opponent: { short: "Casadei" },
  state: "READY", called_at: null, expected_at: null, place: null, ...changes,
});

/** A phone whose match is signed by both sides. */
function signedPhone() {
  const server = new Server({ card, book, target: 11 });
  const phone = new Phone(server, "AAAA");
  phone.arrive(3, 0);
  phone.writeHand(11);
  for (const side of [0, 1]) {
    phone.tap("openSign");
    phone.handOver(side);
    phone.tap("sign", { side });
    phone.settle();
  }
  assert.equal(phone.state.screen, "next");
  return phone;
}

/** What the card of the first side says below its opponent, if the phone has received this. */
function timeOn(phone, changes) {
  const state = { ...phone.state, device: { ...phone.state.device, next: [nextOf(changes)] } };
  return listElements(renderPage(state)).filter(({ type, text }) => type === "p" && text.startsWith("next_")).at(-1).text;
}

test("the result names the winners, each by a name that is not broken", () => {
  const elements = listElements(renderPage(signedPhone().state));
  const banner = elements.find(({ className }) => className.startsWith("banner good"));
  assert.equal(banner.text, "signed_result Zoffoli, 11 against 0.");
  assert.ok(elements.some(({ className, text }) => className.split(" ").includes("nm") && text === "Zoffoli"));
});

test("a match that is called says since when", () => {
  const phone = signedPhone();
  const called = { state: "CALLED", table: 7, called_at: "2026-12-13T21:40:00+00:00" };
  assert.equal(timeOn(phone, called), "next_called_at 21.40");
});

test("a match that waits says about when it begins, as long as that is to come", () => {
  const phone = signedPhone();
  const expected = new Date(Math.ceil(phone.now / MINUTE + 5) * MINUTE);
  const clock = expected.toISOString().slice(11, 16).replace(":", ".");
  const waits = { expected_at: expected.toISOString() };
  assert.equal(timeOn(phone, waits), `next_expected ${clock} next_wait`);
  assert.equal(timeOn(phone, { ...waits, table: 7 }), `next_expected ${clock} next_tells`);
  phone.passTime(10 * MINUTE);
  assert.equal(timeOn(phone, waits), "next_wait");
});

test("a match that cannot be forecast says so as before", () => {
  const phone = signedPhone();
  assert.equal(timeOn(phone, {}), "next_wait");
  assert.equal(timeOn(phone, { table: 7 }), "next_soon");
});

test("once another match has begun at the table, the result says nothing of where that one's sides play next", () => {
  const phone = signedPhone();
  const rows = [nextOf({ entry: { short: "Gallo" } }), nextOf({ side: 1, state: "OUT", round: null, entry: { short: "Fabbri" } })];
  const headingsIf = (device) => {
    const state = { ...phone.state, device: { ...phone.state.device, next: rows, ...device } };
    return listElements(renderPage(state)).filter(({ type }) => type === "h2").map(({ text }) => text);
  };
  assert.deepEqual(headingsIf({ match: 400, last_match: 300 }), ["Zoffoli\u00a0– Casadei", "Bartolini\u00a0– Faedi"]);
  assert.deepEqual(headingsIf({ match: 400, last_match: null }), []);
});

/** A phone at a table without a match, that has received this. */
function freePhone(changes) {
  const phone = signedPhone();
  phone.server.sheets.get(300).table = null;
  phone.tap("goOn");
  phone.settle();
  assert.equal(phone.state.screen, "nothing");
  return { ...phone.state, device: { ...phone.state.device, ...changes } };
}

test("after the signed result was left, the next match of each side is still there", () => {
  const called = nextOf({ state: "CALLED", table: 7, called_at: "2026-12-13T21:40:00+00:00", entry: { short: "Zoffoli – Faedi" } });
  const texts = listElements(renderPage(freePhone({ next: [nextOf({ side: 1, entry: { short: "Bartolini" } }), called] })));
  const headings = texts.filter(({ type }) => type === "h2").map(({ text }) => text);
  assert.deepEqual(headings, ["Zoffoli\u00a0– Faedi", "Bartolini"], "that of the owner comes first");
  assert.ok(texts.some(({ type, text }) => type === "p" && text === "next_called_at 21.40"));
  assert.ok(texts.some(({ className, text }) => className === "no" && text === "table_word7"));
});

test("a phone that joins a free table says who plays there next", () => {
  const table_next = { match: 9, round: { id: 1, title: "Quarti" }, sides: [{ short: "Zoffoli" }, { short: "Casadei" }], state: "READY" };
  const state = { ...freePhone({ table_next }), owner: null };
  assert.ok(listElements(renderPage(state)).some(({ type, text }) => type === "strong" && text === "Zoffoli · Casadei"));
});
