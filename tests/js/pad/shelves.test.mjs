// What the pad stores, where IndexedDB or localStorage works on one visit and not on the next.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { importPad } from "./source.mjs";

const { openLocalStorage, openStorage } = await importPad("runtime/storage.js");
const { Effects } = await importPad("runtime/effects.js");

const item = (key, order, more = {}) => ({ key, order, match: 300, version: order, state: "waiting", ...more });
const keysOf = ({ items }) => items.map(({ key }) => key);

/** A browser's storage that can be refused, and break. */
class Disk {
  constructor(kind) {
    this.kind = kind;
    this.values = new Map();
    this.isRefused = false;
    this.isBroken = false;
    /** How many more writes a page makes before it is killed. */
    this.writesLeft = Infinity;
  }

  open = async () => {
    if (this.isRefused) throw new Error("refused");
    return {
      kind: this.kind,
      read: async () => new Map([...this.values].sort(([one], [other]) => (one < other ? -1 : 1))),
      write: async (values, forget) => {
        if (this.isBroken) throw new Error("broken");
        if (this.writesLeft === 0) return new Promise(() => {});
        this.writesLeft -= 1;
        for (const [name, value] of values) this.values.set(name, structuredClone(value));
        for (const name of forget) this.values.delete(name);
      },
    };
  };

  get names() {
    return [...this.values.keys()].filter((name) => name !== "probe");
  }
}

/** The two storages of a phone; ``visit`` opens its page and reads them. */
function makePhone() {
  const [better, worse] = [new Disk("indexeddb"), new Disk("localstorage")];
  const visit = async () => {
    const storage = await openStorage("table", [better.open, worse.open]);
    return { storage, ...(await storage.read()) };
  };
  return { better, worse, visit };
}

/** Runs the effect that stores items, and returns what it reports. */
async function store(storage, items, forget = []) {
  const events = [];
  const effects = new Effects({ storage, dispatch: (event) => events.push(event), state: () => null });
  await effects.store({ items, forget });
  return events;
}

test("hands that were stored while IndexedDB was refused are there when it opens again", async () => {
  const { better, worse, visit } = makePhone();
  const first = await visit();
  await first.storage.writeItems([item("A-0", 0)]);
  better.isRefused = true;
  const second = await visit();
  assert.equal(second.storage.kind, "localstorage");
  assert.deepEqual(keysOf(second), []);
  await second.storage.writeItems([item("A-1", 1)]);
  better.isRefused = false;
  const third = await visit();
  assert.deepEqual(keysOf(third), ["A-0", "A-1"]);
  assert.equal(third.storage.kind, "indexeddb");
  assert.deepEqual(better.names.sort(), ["item:A-0", "item:A-1"]);
  assert.deepEqual(worse.names, []);
});

test("lines are read in their order, not in that of their keys", async () => {
  const { visit } = makePhone();
  await (await visit()).storage.writeItems([item("A-0-900", 0, { state: "refused", version: 0 }), item("A-0-100", 1, { version: 0 })]);
  assert.deepEqual(keysOf(await visit()), ["A-0-900", "A-0-100"]);
});

test("a write that IndexedDB refuses in the middle of a match goes to localStorage with all the others", async () => {
  const { better, worse, visit } = makePhone();
  const { storage } = await visit();
  await store(storage, [item("A-0", 0)]);
  better.isBroken = true;
  assert.deepEqual(await store(storage, [item("A-1", 1)]), [{ type: "stored", keys: ["A-1"], storage: "localstorage" }]);
  assert.deepEqual(worse.names, ["item:A-0", "item:A-1"]);
  better.isBroken = false;
  assert.deepEqual(keysOf(await visit()), ["A-0", "A-1"]);
});

test("a line that was sent while only localStorage worked does not come back with IndexedDB", async () => {
  const { better, visit } = makePhone();
  const { storage } = await visit();
  await store(storage, [item("A-0", 0), item("A-1", 1)]);
  better.isBroken = true;
  await store(storage, [], ["A-0"]);
  better.isBroken = false;
  assert.deepEqual(keysOf(await visit()), ["A-1"]);
  assert.deepEqual(keysOf(await visit()), ["A-1"]);
});

test("the newer state of a line that both hold is the one of localStorage", async () => {
  const { better, visit } = makePhone();
  const { storage } = await visit();
  await store(storage, [item("A-0", 0)]);
  better.isBroken = true;
  await store(storage, [item("A-0", 0, { state: "refused" })]);
  better.isBroken = false;
  assert.deepEqual((await visit()).items, [item("A-0", 0, { state: "refused" })]);
});

test("a phone stays at its table when the storage changes, and gives a second token back", async () => {
  const { better, visit } = makePhone();
  await (await visit()).storage.writeValue("phone", { key: "K4D9", token: "one", leaving: [] });
  better.isRefused = true;
  const { storage } = await visit();
  await storage.writeValue("phone", { key: "W2WW", token: null, leaving: [] });
  better.isRefused = false;
  assert.deepEqual((await visit()).values.get("phone"), { key: "K4D9", token: "one", leaving: [] });
  better.isRefused = true;
  await (await visit()).storage.writeValue("phone", { key: "W2WW", token: "two", leaving: [] });
  better.isRefused = false;
  assert.deepEqual((await visit()).values.get("phone"), { key: "K4D9", token: "two", leaving: ["one"] });
});

test("old copies are kept until the new ones are stored", async () => {
  const { better, worse, visit } = makePhone();
  better.isRefused = true;
  await (await visit()).storage.writeItems([item("A-0", 0)]);
  better.isRefused = false;
  const storage = await openStorage("table", [better.open, worse.open]);
  better.isBroken = true;
  assert.deepEqual(keysOf(await storage.read()), ["A-0"]);
  assert.equal(storage.kind, "localstorage");
  assert.deepEqual(worse.names, ["item:A-0"]);
});

test("a storage that cannot be read is not written over", async () => {
  const { better, worse, visit } = makePhone();
  await (await visit()).storage.writeItems([item("A-0", 0)]);
  const storage = await openStorage("table", [async () => ({ ...(await better.open()), read: () => Promise.reject(new Error("slow")) }), worse.open]);
  assert.deepEqual(keysOf(await storage.read()), []);
  await storage.writeItems([item("A-1", 1)]);
  assert.deepEqual(keysOf(await visit()), ["A-0", "A-1"]);
});

test("where nothing can be stored, nothing is called stored, until it can", async () => {
  const { better, worse, visit } = makePhone();
  better.isRefused = true;
  const { storage } = await visit();
  worse.isBroken = true;
  assert.deepEqual(await store(storage, [item("A-0", 0)]), [{ type: "storingFailed", storage: "none" }]);
  assert.equal(storage.kind, "none");
  worse.isBroken = false;
  assert.deepEqual(await store(storage, [item("A-1", 1)]), [{ type: "stored", keys: ["A-1"], storage: "localstorage" }]);
  assert.deepEqual(worse.names, ["item:A-0", "item:A-1"]);
});

/** Carries out effects of one event after another, each in one moment; returns when what the last one has begun is done. */
async function runAll(storage, ...events) {
  const effects = new Effects({ storage, dispatch: () => {}, state: () => null });
  for (const each of events) {
    for (const effect of each) effects.run(effect);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

test("a page that is killed after its first write has kept the line and closed its form", async () => {
  const { better, visit } = makePhone();
  const { storage } = await visit();
  await runAll(storage, [{ do: "keepDraft", draft: { hand: 1 } }]);
  better.writesLeft = 1;
  await runAll(storage, [{ do: "store", items: [item("A-0", 0)] }, { do: "keepDraft", draft: null }]);
  better.writesLeft = Infinity;
  const opened = await visit();
  assert.deepEqual([keysOf(opened), opened.values.get("draft")], [["A-0"], null]);
});

test("of what is written together the last word counts", async () => {
  const { visit } = makePhone();
  const { storage } = await visit();
  await runAll(storage, [
    { do: "store", items: [item("A-0", 0), item("A-1", 1)] },
    { do: "store", items: [item("A-1", 1, { state: "refused" })], forget: ["A-0"] },
    { do: "store", items: [item("A-2", 2)], forget: ["A-3"] },
    { do: "store", items: [item("A-3", 3)], forget: ["A-2"] },
  ]);
  assert.deepEqual((await visit()).items, [item("A-1", 1, { state: "refused" }), item("A-3", 3)]);
});

test("a value that another page may have replaced is written in its order among the others", async () => {
  const { visit } = makePhone();
  const { storage } = await visit();
  const done = [
    storage.writeValue("phone", { token: "T1" }),
    storage.writeValue("phone", { token: "T2" }, (stored) => stored.token === "T1"),
    storage.writeValue("phone", { token: "T3" }),
    storage.writeValue("phone", { token: "T4" }, (stored) => stored.token === "T1"),
  ];
  await Promise.all(done);
  assert.deepEqual((await visit()).values.get("phone"), { token: "T3" });
});

test("a phone that refuses both storages says so", async () => {
  const { better, worse, visit } = makePhone();
  better.isRefused = worse.isRefused = true;
  const { storage, items } = await visit();
  assert.deepEqual([storage.kind, items], ["none", []]);
  assert.deepEqual(await store(storage, [item("A-0", 0)]), [{ type: "storingFailed", storage: "none" }]);
});

/** What a browser has as localStorage. */
class BrowserStorage {
  static isFull = false;

  getItem(name) {
    return this[name] ?? null;
  }

  setItem(name, value) {
    if (BrowserStorage.isFull) throw new Error("QuotaExceededError");
    this[name] = String(value);
  }

  removeItem(name) {
    delete this[name];
  }
}

afterEach(() => {
  BrowserStorage.isFull = false;
});

test("localStorage keeps the lines of phones and of people who are signed in apart", async () => {
  Object.defineProperty(globalThis, "localStorage", { value: new BrowserStorage(), configurable: true });
  const visit = async (scope) => {
    const storage = await openStorage(scope, [openLocalStorage]);
    return { storage, ...(await storage.read()) };
  };
  await (await visit("table")).storage.writeItems([item("A-0", 0), item("A-1", 1)]);
  await (await visit("table")).storage.writeItems([], ["A-0"]);
  assert.deepEqual((await visit("table")).items, [item("A-1", 1)]);
  assert.deepEqual((await visit("person")).items, []);
  BrowserStorage.isFull = true;
  assert.equal((await visit("table")).storage.kind, "none");
});

test("what another page has kept meanwhile is replaced only by a page that knows it", async () => {
  for (const refused of [false, true]) {
    const { better, worse, visit } = makePhone();
    better.isRefused = refused;
    const [old, fresh] = [await visit(), await visit()];
    const keep = (page, token, replaces) => new Effects({ storage: page.storage }).keepPhone({ phone: { token }, replaces });
    await keep(old, "T1", undefined);
    await keep(fresh, "T2", undefined);
    await keep(old, null, "T1");
    assert.equal((refused ? worse : better).values.get("phone").token, "T2");
    await keep(fresh, null, "T2");
    assert.equal((refused ? worse : better).values.get("phone").token, null);
  }
});
