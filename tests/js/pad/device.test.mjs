// The screen stays on while the pad is looked at, where the browser lets it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { importPad } from "./source.mjs";

const { keepAwake } = await importPad("runtime/device.js");

let asked = [];

/** @param {{request: (type: string) => Promise<void>} | undefined} wakeLock what this browser has */
function openPage(wakeLock) {
  globalThis.document = Object.assign(new EventTarget(), { hidden: false });
  Object.defineProperty(globalThis, "navigator", { value: { wakeLock }, configurable: true });
  keepAwake();
}

const lockThat = (answer) => ({ request: (type) => { asked.push(type); return answer(); } });

beforeEach(() => { asked = []; });

test("the first tap keeps the screen on, and no other asks again", () => {
  openPage(lockThat(async () => {}));
  assert.deepEqual(asked, []);
  document.dispatchEvent(new Event("click"));
  document.dispatchEvent(new Event("click"));
  assert.deepEqual(asked, ["screen"]);
});

test("a page that is looked at again asks again, a hidden one does not", () => {
  openPage(lockThat(async () => {}));
  document.hidden = true;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(asked, []);
  document.hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  assert.deepEqual(asked, ["screen"]);
});

test("a refusal and a browser without locks leave the pad as it is", async () => {
  openPage(lockThat(async () => { throw new Error("low battery"); }));
  document.dispatchEvent(new Event("click"));
  await new Promise((done) => setImmediate(done));
  openPage(undefined);
  document.dispatchEvent(new Event("click"));
  assert.deepEqual(asked, ["screen"]);
});
