// The settings of a phone, where they cannot be changed.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { importPad } from "./source.mjs";

const { makeSettings } = await importPad("runtime/settings.js");
const { speak } = await importPad("words.js");
speak("en", { language_away: "later", language_refused: "refused", language_unsent: "unsent" });

const { fetch } = globalThis;
let reloads = 0;

beforeEach(() => {
  reloads = 0;
  Object.defineProperty(globalThis, "location", { value: { pathname: "/pad/", reload: () => (reloads += 1) }, configurable: true });
  globalThis.document = { cookie: "" };
});
afterEach(() => {
  globalThis.fetch = fetch;
  delete globalThis.document;
});

/** What is said when the language is switched and the server answers like this. */
async function switchLanguage(answer, canReload = true) {
  const said = [];
  globalThis.fetch = answer;
  const page = { language: "it", setLanguage: "/i18n/setlang/" };
  await makeSettings({ page, redraw: () => {}, canReload: () => canReload, onFailed: (sentence) => said.push(sentence) }).switchLanguage();
  return said;
}

test("the language is switched by the server, and the page comes back in it", async () => {
  assert.deepEqual(await switchLanguage(async () => ({ ok: true })), []);
  assert.equal(reloads, 1);
});

test("a page that was opened before a sign-in in another tab switches the language with the token of now", async () => {
  /** As the server does: the token has to be that of the cookie. */
  const answer = async (_, { headers }) => ({ ok: headers["X-CSRFToken"] === "new", status: 403 });
  for (const cookie of ["csrftoken=new", "theme=dark; csrftoken=new; django_language=it"]) {
    document.cookie = cookie;
    assert.deepEqual(await switchLanguage(answer), []);
  }
  assert.equal(reloads, 2);
});

test("without network, or while the server is down or busy, the language stays, and the phone says when it can be changed", async () => {
  assert.deepEqual(await switchLanguage(() => Promise.reject(new TypeError("Failed to fetch"))), ["later"]);
  for (const status of [429, 502, 503]) assert.deepEqual(await switchLanguage(async () => ({ ok: false, status })), ["later"]);
  assert.equal(reloads, 0);
});

test("a refusal is not called a missing network", async () => {
  for (const status of [400, 403]) assert.deepEqual(await switchLanguage(async () => ({ ok: false, status })), ["refused"]);
  assert.equal(reloads, 0);
});

test("a phone that cannot keep its unsent hands does not load its page again", async () => {
  assert.deepEqual(await switchLanguage(async () => ({ ok: true }), false), ["unsent"]);
  assert.equal(reloads, 0);
});
