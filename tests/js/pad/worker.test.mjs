// The service worker of the pad: pages and files of one edition, with and without network.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createContext, Script } from "node:vm";

const TEMPLATE = readFileSync(new URL("../../../templates/pad/worker.js", import.meta.url), "utf8");
const ORIGIN = "https://pad.test";
const ASSETS = (edition) => [`/static/main.${edition}.js`, `/static/pad.${edition}.css`];

/** The script as the server sends it. */
const makeScript = (edition) => TEMPLATE
  .replace(/{% for asset in assets %}.*{% endfor %}/, ASSETS(edition).map((asset) => `"${asset}",`).join(""))
  .replaceAll("{{ edition }}", edition).replaceAll("{{ home }}", "/pad/").replaceAll(/{%.*?%}\n?/g, "");

const addressOf = (request) => new URL(typeof request === "string" ? request : request.url, ORIGIN).href;

/** What a browser has as ``caches``. */
class Caches {
  found = new Map();

  keys = async () => [...this.found.keys()];

  delete = async (name) => this.found.delete(name);

  open = async (name) => {
    if (!this.found.has(name)) this.found.set(name, new Map());
    const kept = this.found.get(name);
    const put = async (request, answer) => {
      kept.delete(addressOf(request));
      kept.set(addressOf(request), answer);
    };
    return {
      put,
      addAll: (addresses) => Promise.all(addresses.map(async (address) => put(address, await this.fetch(address)))),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
      delete: async (request) => kept.delete(addressOf(request)),
      match: async (request) => kept.get(addressOf(request))?.clone(),
    };
  };
}

/** A browser that has visited the pad; ``server.edition`` is what the server serves, ``isAway`` that nobody reaches it. */
class Browser {
  caches = new Caches();
  server = { edition: "one", isAway: false };
  listeners = {};

  constructor() {
    this.caches.fetch = this.fetch;
  }

  fetch = async (request) => {
    if (this.server.isAway) throw new TypeError("Failed to fetch");
    const { pathname } = new URL(addressOf(request));
    const { edition } = this.server;
    if (pathname.startsWith("/pad/")) return new Response(`${pathname} of ${edition}: ${ASSETS(edition)}`, { headers: { "X-Pad-Edition": edition } });
    return ASSETS(edition).includes(pathname) ? new Response(pathname) : new Response("", { status: 404 });
  };

  /** Installs the worker that the server has, and activates it: all pages of the one before are closed. */
  async install({ isActivated = true } = {}) {
    const listeners = {};
    const self = { location: { origin: ORIGIN }, addEventListener: (name, listener) => { listeners[name] = listener; } };
    const context = createContext({ self, caches: this.caches, fetch: this.fetch, URL, Response, AbortController, setTimeout, clearTimeout });
    new Script(makeScript(this.server.edition)).runInContext(context);
    await send(listeners, "install");
    if (!isActivated) return;
    await send(listeners, "activate");
    this.listeners = listeners;
  }

  /** The text of a page, or of a file. */
  async open(pathname, mode = "navigate") {
    let answer = null;
    const request = { url: ORIGIN + pathname, method: "GET", mode };
    this.listeners.fetch({ request, respondWith: (given) => { answer = given; } });
    return (await (answer ?? this.fetch(request))).text();
  }

  keep(pathname) {
    return send(this.listeners, "message", { data: { keep: pathname } });
  }
}

async function send(listeners, name, given = {}) {
  let work = null;
  listeners[name]({ ...given, waitUntil: (promise) => { work = promise; } });
  await work;
}

async function visit() {
  const browser = new Browser();
  await browser.install();
  return browser;
}

test("the pad and its files open without network", async () => {
  const browser = await visit();
  browser.server.isAway = true;
  assert.match(await browser.open("/pad/"), /of one/);
  assert.equal(await browser.open("/static/main.one.js", "cors"), "/static/main.one.js");
});

test("the page of a referee's match opens without network after its first visit", async () => {
  const browser = await visit();
  await browser.keep("/pad/matches/7/");
  await browser.open("/pad/matches/8/");
  browser.server.isAway = true;
  for (const match of [7, 8]) assert.match(await browser.open(`/pad/matches/${match}/`), new RegExp(`matches/${match}/ of one`));
  assert.equal(await browser.open("/pad/matches/9/"), "");
});

test("other addresses are left alone", async () => {
  const browser = await visit();
  await browser.keep("/pad/sw.js");
  await browser.keep("/desk/");
  assert.deepEqual([...browser.caches.found.get("pad-one").keys()].filter((url) => !url.includes("static")), [`${ORIGIN}/pad/`]);
});

test("the pages of the last ten matches are kept", async () => {
  const browser = await visit();
  for (let match = 1; match <= 13; match += 1) await browser.open(`/pad/matches/${match}/`);
  browser.server.isAway = true;
  assert.match(await browser.open("/pad/"), /of one/);
  assert.equal([...browser.caches.found.get("pad-one").keys()].filter((url) => url.includes("matches")).length, 10);
  assert.match(await browser.open("/pad/matches/13/"), /of one/);
});

test("a page of a newer edition is shown, but never kept beside the files of the old one", async () => {
  const browser = await visit();
  browser.server.edition = "two";
  assert.match(await browser.open("/pad/"), /of two/);
  browser.server.isAway = true;
  assert.match(await browser.open("/pad/"), /of one/);
  assert.equal(await browser.open("/static/main.one.js", "cors"), "/static/main.one.js");
});

test("an update waits beside the old edition, and takes its matches along", async () => {
  const browser = await visit();
  await browser.open("/pad/matches/7/");
  browser.server.edition = "two";
  await browser.install({ isActivated: false });
  browser.server.isAway = true;
  assert.match(await browser.open("/pad/"), /of one/);
  browser.server.isAway = false;
  await browser.install();
  browser.server.isAway = true;
  assert.match(await browser.open("/pad/"), /of two/);
  assert.match(await browser.open("/pad/matches/7/"), /of two/);
  assert.deepEqual(await browser.caches.keys(), ["pad-two"]);
});

test("a worker is not installed with pages of another edition", async () => {
  const browser = new Browser();
  const served = browser.fetch;
  browser.server.edition = "two";
  const script = makeScript("one");
  const listeners = {};
  const self = { location: { origin: ORIGIN }, addEventListener: (name, listener) => { listeners[name] = listener; } };
  browser.caches.fetch = async (address) => new Response(address);
  new Script(script).runInContext(createContext({ self, caches: browser.caches, fetch: served, URL, Response, AbortController, setTimeout, clearTimeout }));
  await assert.rejects(send(listeners, "install"), /another edition/);
});
