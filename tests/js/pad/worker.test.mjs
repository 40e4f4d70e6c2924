// The service worker of the pad: pages and files of one edition, with and without network.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ReadableStream } from "node:stream/web";
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
  isFull = false;

  keys = async () => [...this.found.keys()];

  delete = async (name) => this.found.delete(name);

  open = async (name) => {
    if (!this.found.has(name)) this.found.set(name, new Map());
    const kept = this.found.get(name);
    const put = async (request, answer) => {
      if (this.isFull) throw new DOMException("full", "QuotaExceededError");
      // A browser reads the whole text before it has kept anything.
      const text = await answer.text();
      kept.delete(addressOf(request));
      kept.set(addressOf(request), new Response(text, { headers: answer.headers }));
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

/** A redirect that a worker has not followed, as ``fetch`` answers it: it hides where it leads. */
const REDIRECT = { type: "opaqueredirect", ok: false, status: 0, redirected: false, headers: new Response().headers, text: async () => "left to the browser" };

/**
 * A browser that has visited the pad; ``server.edition`` is what the server serves, ``isAway`` that nobody reaches it,
 * ``isSignedOut`` that pages of matches lead to the sign-in, ``isFailing`` that it has a fault.
 */
class Browser {
  caches = new Caches();
  server = { edition: "one", isAway: false, isSignedOut: false, isFailing: false };
  listeners = {};

  constructor() {
    this.caches.fetch = this.fetch;
  }

  fetch = async (request, { redirect = "follow" } = {}) => {
    if (this.server.isAway) throw new TypeError("Failed to fetch");
    const { pathname } = new URL(addressOf(request));
    const { edition, isSignedOut, isFailing } = this.server;
    if (isFailing) return new Response("fault", { status: 503 });
    if (isSignedOut && pathname.startsWith("/pad/matches/")) return redirect === "manual" ? REDIRECT : Object.defineProperty(new Response("sign in"), "redirected", { value: true });
    if (pathname.startsWith("/pad/")) return new Response(`${pathname} of ${edition}: ${ASSETS(edition)}`, { headers: { "X-Pad-Edition": edition } });
    return ASSETS(edition).includes(pathname) ? new Response(pathname) : new Response("", { status: 404 });
  };

  /** Installs the worker that the server has, and activates it: all pages of the one before are closed. ``timers`` gets those that it sets. */
  async install({ isActivated = true, timers = null } = {}) {
    const listeners = {};
    const clocks = timers
      ? { setTimeout: (run) => timers.push({ run, isCleared: false }), clearTimeout: (at) => { timers[at - 1].isCleared = true; } }
      : { setTimeout, clearTimeout };
    const self = { location: { origin: ORIGIN }, addEventListener: (name, listener) => { listeners[name] = listener; } };
    const context = createContext({ self, caches: this.caches, fetch: this.fetch, URL, Response, AbortController, ...clocks });
    new Script(makeScript(this.server.edition)).runInContext(context);
    await send(listeners, "install");
    if (!isActivated) return;
    await send(listeners, "activate");
    this.listeners = listeners;
  }

  /** The text of a page, or of a file. A browser refuses a page that was fetched under another address. */
  async open(pathname, mode = "navigate") {
    let answer = null;
    const work = [];
    const request = { url: ORIGIN + pathname, method: "GET", mode };
    this.listeners.fetch({ request, respondWith: (given) => { answer = given; }, waitUntil: (promise) => work.push(promise) });
    const page = await (answer ?? this.fetch(request));
    if (mode === "navigate" && page.redirected) throw new TypeError("a redirected response was used for a navigation");
    const text = await page.text();
    await Promise.all(work);
    return text;
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

test("a referee who is signed out is led to the sign-in, and that is not kept as the pad", async () => {
  const browser = await visit();
  browser.server.isSignedOut = true;
  assert.equal(await browser.open("/pad/matches/7/"), "left to the browser");
  await browser.keep("/pad/matches/7/");
  browser.server.isAway = true;
  assert.equal(await browser.open("/pad/matches/7/"), "");
});

test("a page that cannot be kept is shown all the same", async () => {
  const browser = await visit();
  browser.caches.isFull = true;
  assert.match(await browser.open("/pad/"), /of one/);
  assert.match(await browser.open("/pad/matches/7/"), /matches\/7\/ of one/);
});

test("a page whose text comes slowly is not given up", async () => {
  const browser = await visit();
  const served = browser.fetch;
  const timers = [];
  let write;
  browser.fetch = async (request, options) => {
    if (!addressOf(request).includes("matches")) return served(request, options);
    const body = new ReadableStream({
      start(controller) {
        write = () => { controller.enqueue(new TextEncoder().encode("slow page")); controller.close(); };
      },
    });
    return new Response(body, { headers: (await served(request, options)).headers });
  };
  await browser.install({ timers });
  const opened = browser.open("/pad/matches/7/");
  await new Promise((done) => setImmediate(done));
  assert.ok(timers.length > 0 && timers.every(({ isCleared }) => isCleared), "the page would be given up");
  write();
  assert.equal(await opened, "slow page");
});

test("while the server has a fault the kept page opens, and its own answer where none is kept", async () => {
  const browser = await visit();
  browser.server.isFailing = true;
  assert.match(await browser.open("/pad/"), /of one/);
  assert.equal(await browser.open("/pad/matches/9/"), "fault");
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
