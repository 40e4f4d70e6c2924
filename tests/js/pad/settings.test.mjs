// The settings of a phone, where they cannot be changed.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { importPad } from "./source.mjs";

const { makeSettings } = await importPad("runtime/settings.js");
const { speak } = await importPad("words.js");
speak("en", { language_away: "later", language_unsent: "unsent" });

const { fetch } = globalThis;
let reloads = 0;

beforeEach(() => {
  reloads = 0;
  Object.defineProperty(globalThis, "location", { value: { pathname: "/pad/", reload: () => (reloads += 1) }, configurable: true });
});
afterEach(() => {
  globalThis.fetch = fetch;
});

/** What is said when the language is switched and the server answers like this. */
async function switchLanguage(answer, canReload = true) {
  const said = [];
  globalThis.fetch = answer;
  const page = { language: "it", csrf: "c", setLanguage: "/i18n/setlang/" };
  await makeSettings({ page, redraw: () => {}, canReload: () => canReload, onFailed: (sentence) => said.push(sentence) }).switchLanguage();
  return said;
}

test("the language is switched by the server, and the page comes back in it", async () => {
  assert.deepEqual(await switchLanguage(async () => ({ ok: true })), []);
  assert.equal(reloads, 1);
});

test("without network, or where the server refuses it, the language stays, and the phone says so", async () => {
  assert.deepEqual(await switchLanguage(() => Promise.reject(new TypeError("Failed to fetch"))), ["later"]);
  assert.deepEqual(await switchLanguage(async () => ({ ok: false })), ["later"]);
  assert.equal(reloads, 0);
});

test("a phone that cannot keep its unsent hands does not load its page again", async () => {
  assert.deepEqual(await switchLanguage(async () => ({ ok: true }), false), ["unsent"]);
  assert.equal(reloads, 0);
});
