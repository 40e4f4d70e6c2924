// Stores the unsent lines: in IndexedDB, else in localStorage, else nowhere. Stored lines survive a
// reload, a closed page and a restarted phone.

import { createStore, delMany, entries, setMany } from "../../../vendor/idb-keyval.mjs";

/** @typedef {import("../state/types.js").Item} Item */
/** @typedef {"indexeddb" | "localstorage" | "none"} StorageKind */

/** Milliseconds that IndexedDB may take: some browsers never answer. */
const OPENING = 3000;
const WRITING = 8000;
const ITEM = "item:";

/** A place for values: the same methods for each kind of storage. @typedef {{kind: StorageKind,
 * read: () => Promise<Map<string, any>>, write: (values: [string, any][], forget: string[]) => Promise<void>}} Shelf */

/** @param {string} scope lines of phones and of people who are signed in are kept apart @returns {Promise<PadStorage>} */
export async function openStorage(scope) {
  for (const open of [openIndexedDb, openLocalStorage]) {
    try {
      const shelf = await open(scope);
      await shelf.write([["probe", 1]], []);
      return new PadStorage(shelf);
    } catch {
      // Refused (private browsing, a full or broken disk): the next one is tried.
    }
  }
  return new PadStorage({ kind: "none", read: async () => new Map(), write: async () => {} });
}

/** @param {string} scope @returns {Promise<Shelf>} */
async function openIndexedDb(scope) {
  const store = createStore(`la-bella-${scope}`, "pad");
  await inTime(OPENING, setMany([["probe", 0]], store));
  return {
    kind: "indexeddb",
    read: async () => new Map((await entries(store)).map((/** @type {any[]} */ [name, value]) => [String(name), value])),
    write: async (values, forget) => {
      // New values are stored before the old ones are deleted.
      if (values.length) await inTime(WRITING, setMany(values, store));
      if (forget.length) await inTime(WRITING, delMany(forget, store));
    },
  };
}

/** Rejects where the work takes longer. @template T @param {number} time milliseconds @param {Promise<T>} work @returns {Promise<T>} */
function inTime(time, work) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("IndexedDB does not answer")), time);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {string} scope @returns {Promise<Shelf>} */
async function openLocalStorage(scope) {
  const prefix = `la-bella.${scope}.`;
  return {
    kind: "localstorage",
    read: async () =>
      new Map(
        Object.keys(localStorage)
          .filter((name) => name.startsWith(prefix))
          .map((name) => [name.slice(prefix.length), JSON.parse(localStorage.getItem(name) ?? "null")]),
      ),
    write: async (/** @type {[string, any][]} */ values, /** @type {string[]} */ forget) => {
      for (const [name, value] of values) localStorage.setItem(prefix + name, JSON.stringify(value));
      for (const name of forget) localStorage.removeItem(prefix + name);
    },
  };
}

class PadStorage {
  #shelf;
  /** Writes are done in order, so that a newer state of a line is never overwritten by an older one. */
  #last = Promise.resolve();

  /** @param {Shelf} shelf */
  constructor(shelf) {
    this.#shelf = shelf;
  }

  get kind() {
    return this.#shelf.kind;
  }

  /** @returns {Promise<{items: Item[], values: Map<string, any>}>} */
  async read() {
    const values = await this.#shelf.read();
    const items = [...values].filter(([name]) => name.startsWith(ITEM)).map(([, item]) => item);
    items.sort((one, other) => one.match - other.match || one.version - other.version);
    return { items, values };
  }

  /** @param {Item[]} items @param {string[]} [forget] keys */
  writeItems(items, forget = []) {
    const kept = new Set(items.map((item) => item.key));
    const gone = forget.filter((key) => !kept.has(key)).map((key) => ITEM + key);
    return this.#write(items.map((item) => [ITEM + item.key, item]), gone);
  }

  /** @param {string} name @param {unknown} value */
  writeValue(name, value) {
    return this.#write([[name, value]], []);
  }

  /** @param {[string, any][]} values @param {string[]} forget */
  #write(values, forget) {
    const done = this.#last.then(() => this.#shelf.write(values, forget));
    this.#last = done.catch(() => {});
    return done;
  }
}
