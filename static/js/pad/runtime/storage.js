// Where the phone keeps its unsent lines: IndexedDB, or localStorage where that is refused, or
// nowhere. What was kept is there after a reload, a closed page and a restarted phone.

import { createStore, delMany, entries, setMany } from "../../../vendor/idb-keyval.mjs";

/** @typedef {import("../state/types.js").Item} Item */
/** @typedef {"indexeddb" | "localstorage" | "none"} StorageKind */

const OPENING = 3000;
const ITEM = "item:";

/** One place to keep values in: a few methods over each of the three. @typedef {{kind: StorageKind,
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
  const soon = new Promise((_, reject) => setTimeout(() => reject(new Error("indexedDB does not open")), OPENING));
  await Promise.race([setMany([["probe", 0]], store), soon]);
  return {
    kind: "indexeddb",
    read: async () => new Map((await entries(store)).map((/** @type {any[]} */ [name, value]) => [String(name), value])),
    write: async (values, forget) => {
      // What is new is kept before what it replaces is forgotten.
      if (values.length) await setMany(values, store);
      if (forget.length) await delMany(forget, store);
    },
  };
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
  /** Writes follow one another: a later state of a line never loses to an earlier one. */
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
