// How long a page waits before it asks for its stream again.

import assert from "node:assert/strict";
import test, { mock } from "node:test";

class Source {
  static CLOSED = 2;
  static CONNECTING = 0;
  /** @type {Source[]} */
  static all = [];

  readyState = Source.CONNECTING;

  constructor(/** @type {string} */ address) {
    this.address = address;
    Source.all.push(this);
  }
  addEventListener() {}
  close() {}
}

const target = { addEventListener() {} };
Object.assign(globalThis, {
  EventSource: Source,
  document: { ...target, hidden: false },
  addEventListener() {},
});
mock.timers.enable({ apis: ["setTimeout"] });
mock.method(Math, "random", () => 0);
const { follow } = await import("../../static/js/stream.js");

const last = () => Source.all[Source.all.length - 1];
const refuse = () => {
  last().readyState = Source.CLOSED;
  last().onerror();
};

// The milliseconds until the next source is opened.
function nextAfter() {
  const before = Source.all.length;
  for (let passed = 0; passed < 60_000; passed += 500) {
    if (Source.all.length > before) return passed;
    mock.timers.tick(500);
  }
  return Infinity;
}

test("each refusal doubles the wait up to half a minute, and an open stream begins anew", () => {
  let refusals = 0;
  follow("ticket", { onNotice() {}, onRefused: () => (refusals += 1) });
  const waits = [];
  for (let time = 0; time < 6; time += 1) {
    refuse();
    waits.push(nextAfter());
  }
  assert.deepEqual(waits, [3000, 6000, 12_000, 24_000, 30_000, 30_000]);
  assert.equal(refusals, 6);

  last().onopen();
  refuse();
  assert.equal(nextAfter(), 3000);
});

test("a stream that was cut is asked for again after three seconds", () => {
  follow("another", { onNotice() {} });
  for (let time = 0; time < 3; time += 1) {
    last().onerror();
    assert.equal(nextAfter(), 3000);
  }
});

test("the notices of a moment come together, with the last version of each topic", () => {
  /** @type {unknown[]} */
  const notices = [];
  follow("a third", { onNotice: (versions) => notices.push(versions) });
  const send = (/** @type {Record<string, unknown>} */ data) => last().onmessage({ data: JSON.stringify(data), lastEventId: "1" });
  send({ topic: "match:7", version: 3 });
  send({ topic: "table:2", version: 0 });
  send({ topic: "match:7", version: 4 });
  mock.timers.tick(1000);
  send({ topic: "match:7", version: 5 });
  mock.timers.tick(1000);
  assert.deepEqual(notices, [{ "match:7": 4, "table:2": 0 }, { "match:7": 5 }]);
});

test("a stream that cannot say what was missed says that anything may have changed", () => {
  /** @type {unknown[]} */
  const notices = [];
  follow("a fourth", { onNotice: (versions) => notices.push(versions) });
  last().onmessage({ data: JSON.stringify({ topic: "match:7", version: 3 }) });
  // The event "reload" has no topic.
  last().onmessage({ data: "{}" });
  last().onmessage({ data: JSON.stringify({ topic: "match:7", version: 4 }) });
  mock.timers.tick(1000);
  assert.deepEqual(notices, [null]);
});
