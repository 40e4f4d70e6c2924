// The phone's back button: what the pad adds to the history of the browser.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { importPad } from "./source.mjs";

const { followHistory } = await importPad("runtime/history.js");

const INNER = { screen: "phone" };
const OUTER = { screen: "match" };

/** What a browser has as ``history``: the page before the pad, then the pad. It goes back later, as browsers do. */
class BrowserHistory {
  entries = [{}, {}];
  at = 1;
  moves = 0;
  listeners = [];

  replaceState = (state) => { this.entries[this.at] = state; };

  pushState = (state) => {
    this.entries.splice(this.at + 1);
    this.entries.push(state);
    this.at += 1;
  };

  back = () => { this.moves += 1; };

  /** Lets the browser carry out what was asked. */
  move() {
    for (; this.moves > 0; this.moves -= 1) {
      this.at -= 1;
      assert.ok(this.at > 0, "the pad was left");
      for (const listener of this.listeners) listener({ state: this.entries[this.at] });
    }
  }
}

let browser;
let backs;

beforeEach(() => {
  browser = new BrowserHistory();
  backs = 0;
  globalThis.history = browser;
  globalThis.addEventListener = (name, listener) => { if (name === "popstate") browser.listeners.push(listener); };
});

const follow = () => followHistory(() => { backs += 1; });

test("back leads from an inner screen to the table", () => {
  const { sync } = follow();
  sync(INNER);
  browser.back();
  browser.move();
  assert.equal(backs, 1);
  sync(OUTER);
  assert.deepEqual([browser.at, browser.moves], [1, 0]);
});

test("an inner screen that is left by a button takes its step out of the history", () => {
  const { sync } = follow();
  sync(INNER);
  sync(OUTER);
  browser.move();
  assert.deepEqual([browser.at, backs], [1, 0]);
});

test("an inner screen that opens again before the browser has gone back has its step again", () => {
  const { sync } = follow();
  sync(INNER);
  sync(OUTER);
  sync(INNER);
  browser.move();
  assert.deepEqual([browser.at, browser.entries[2]], [2, { inner: true }]);
  browser.back();
  browser.move();
  assert.equal(backs, 1);
  sync(OUTER);
  browser.move();
  assert.equal(browser.at, 1);
});

test("an inner screen that opens and is left again meanwhile has no step", () => {
  const { sync } = follow();
  for (const state of [INNER, OUTER, INNER, OUTER]) sync(state);
  browser.move();
  assert.deepEqual([browser.at, backs], [1, 0]);
});
