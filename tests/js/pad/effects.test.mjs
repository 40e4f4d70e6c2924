// What a phone asks of a slow server.

import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";

import { Api } from "../../../static/js/pad/runtime/api.js";
import { Effects } from "../../../static/js/pad/runtime/effects.js";
import { openStorage } from "../../../static/js/pad/runtime/storage.js";

/** A server that answers only when the test lets it. */
async function openSlowServer() {
  /** @type {import("node:http").ServerResponse[]} */
  const waiting = [];
  /** @type {(string | undefined)[]} */
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    waiting.push(response);
    server.emit("asked");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const answer = () => waiting.shift()?.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  return { server, asked, answer, base: `http://127.0.0.1:${port}/` };
}

test("tapping again while the server is slow asks it once more, not once a tap", { timeout: 10_000 }, async () => {
  const { server, asked, answer, base } = await openSlowServer();
  /** @type {string[]} */
  const events = [];
  const ended = new EventEmitter();
  const effects = new Effects(/** @type {any} */ ({
    api: new Api(base, null),
    storage: await openStorage(),
    dispatch: (/** @type {any} */ event) => {
      events.push(event.type);
      if (events.filter((each) => each === "answered").length === 2) ended.emit("all");
    },
    state: () => null,
  }));
  for (let tap = 0; tap < 20; tap += 1) effects.run({ do: "load", token: "t", match: null });
  await once(server, "asked");
  const second = once(server, "asked");
  answer();
  await second;
  assert.deepEqual(asked, ["/device/", "/device/"]);
  const all = once(ended, "all");
  answer();
  await all;
  assert.deepEqual(events, ["asking", "deviceLoaded", "answered", "asking", "deviceLoaded", "answered"]);
  assert.equal(asked.length, 2);
  server.close();
  server.closeAllConnections();
});
