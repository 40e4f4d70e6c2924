// Stores the unsent lines: in IndexedDB, else in localStorage, else nowhere. Stored lines survive a
// reload, a closed page and a restarted phone.
//
// A browser may refuse IndexedDB on one visit and open it on the next, so all shelves are read at the
// start, and what the worse ones hold is moved to the best. A write that fails goes to the next shelf.
//
// A page may be killed at any moment, so what one tap changes is one write, all of it or nothing, which
// the browser completes without the page. No copy goes to localStorage first: a browser that is killed loses
// the last seconds of it, also of what was deleted there, and a hand that was taken back would be sent.

import { sortItems } from "../state/outbox.js";

/** @typedef {import("../state/types.js").Item} Item */
/** @typedef {"indexeddb" | "localstorage" | "none"} StorageKind */

/** Milliseconds that IndexedDB may take: some browsers never answer. */
const OPENING = 3000;
const WRITING = 8000;
const ITEM = "item:";
/** The value with the keys of lines that were forgotten on a worse shelf: a better one may still hold them. */
const FORGOTTEN = "forgotten";
const MOST_FORGOTTEN = 500;

/** A place for values: the same methods for each kind of storage. ``write`` is one transaction where there are any. @typedef {{kind: StorageKind,
 * read: () => Promise<Map<string, any>>, write: (values: [string, any][], forget: string[]) => Promise<void>}} Shelf */

/**
 * @param {string} scope lines of phones and of people who are signed in are kept apart
 * @param {((scope: string) => Promise<Shelf>)[]} openers the best first @returns {Promise<PadStorage>}
 */
export async function openStorage(scope, openers = [openIndexedDb, openLocalStorage]) {
  const shelves = await Promise.all(openers.map((open) => openShelf(open, scope)));
  return new PadStorage(shelves.filter((shelf) => shelf !== null));
}

/** @param {(scope: string) => Promise<Shelf>} open @param {string} scope @returns {Promise<Shelf | null>} */
async function openShelf(open, scope) {
  try {
    const shelf = await open(scope);
    await inTime(OPENING, shelf.write([["probe", 1]], []));
    return shelf;
  } catch {
    // Refused (private browsing, a full or broken disk): the next one is used.
    return null;
  }
}

/** @param {string} scope @returns {Promise<Shelf>} */
async function openIndexedDb(scope) {
  /** @type {IDBDatabase | null} */
  let database = null;
  const connect = async () => {
    const request = indexedDB.open(`la-bella-${scope}`);
    request.onupgradeneeded = () => request.result.createObjectStore("pad");
    /** @type {IDBDatabase} */
    const connection = await resultOf(request);
    // Safari closes that of a page which was in the background: the next transaction opens another one.
    connection.onclose = () => { database = null; };
    return connection;
  };
  /** Begins a transaction, at once where the database is open. @param {IDBTransactionMode} mode @param {(all: IDBObjectStore) => Promise<any>} work */
  const begin = async (mode, work) => {
    database ??= await connect();
    return work(database.transaction("pad", mode).objectStore("pad"));
  };
  return {
    kind: "indexeddb",
    read: async () => {
      const [names, values] = await inTime(OPENING, begin("readonly", (all) => Promise.all([resultOf(all.getAllKeys()), resultOf(all.getAll())])));
      return new Map(names.map((/** @type {string} */ name, /** @type {number} */ at) => [name, values[at]]));
    },
    write: (values, forget) => inTime(WRITING, begin("readwrite", (all) => {
      for (const [name, value] of values) all.put(value, name);
      for (const name of forget) all.delete(name);
      // Otherwise the browser waits until the page has heard of each value, and discards what a page wrote that is killed
      // before that. Safari has this since version 15.
      all.transaction.commit?.();
      return resultOf(all.transaction);
    })),
  };
}

/** What a request has found; of a transaction, that it is stored. @param {any} request @returns {Promise<any>} */
const resultOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = request.oncomplete = () => resolve(request.result);
  request.onerror = request.onabort = () => reject(request.error);
});

/** Rejects where the work takes longer. @template T @param {number} time milliseconds @param {Promise<T>} work @returns {Promise<T>} */
function inTime(time, work) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("IndexedDB does not answer")), time);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {string} scope @returns {Promise<Shelf>} */
export async function openLocalStorage(scope) {
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
  #shelves;
  /** Of the shelf in use; their number if none works. */
  #at = 0;
  /** All that is kept: another shelf gets the whole of it. @type {Map<string, any>} */
  #values = new Map();
  /** Writes are done in order, so that a newer state of a line is never overwritten by an older one. */
  #last = Promise.resolve();
  /** What the next write takes along; a value that it forgets is undefined. @type {{values: Map<string, any>, done: Promise<void> | undefined} | null} */
  #waiting = null;

  /** @param {Shelf[]} shelves that can be written to, the best first */
  constructor(shelves) {
    this.#shelves = shelves;
  }

  /** @returns {StorageKind} */
  get kind() {
    return this.#shelves[this.#at]?.kind ?? "none";
  }

  /** Reads all shelves and moves what they hold to the best. @returns {Promise<{items: Item[], values: Map<string, any>}>} */
  async read() {
    const found = await Promise.all(this.#shelves.map((shelf) => shelf.read().catch(() => null)));
    // What cannot be read now is read on another visit: nothing is written over it.
    this.#shelves = this.#shelves.filter((_, at) => found[at] !== null);
    const read = /** @type {Map<string, any>[]} */ (found.filter((values) => values !== null));
    this.#values = read.reduce(mergeValues, new Map());
    await this.#moveToBest(read);
    const items = [...this.#values].filter(([name]) => name.startsWith(ITEM)).map(([, item]) => item);
    return { items: sortItems(items), values: this.#values };
  }

  /** The old copies are forgotten after the new ones are stored. @param {Map<string, any>[]} read */
  async #moveToBest(read) {
    const names = read.map((values) => [...values.keys()]);
    if (!names.slice(1).some((each) => each.some((name) => name !== "probe"))) return;
    try {
      await this.#write([...this.#values], names[0].filter((name) => !this.#values.has(name)));
    } catch {
      return;
    }
    for (const [at, shelf] of this.#shelves.entries()) {
      if (at > this.#at) await shelf.write([], names[at]).catch(() => {});
    }
  }

  /** @param {Item[]} items @param {string[]} [forget] keys */
  writeItems(items, forget = []) {
    const kept = new Set(items.map((item) => item.key));
    const gone = forget.filter((key) => !kept.has(key)).map((key) => ITEM + key);
    return this.#write(items.map((item) => [ITEM + item.key, item]), gone);
  }

  /** ``mayReplace``: whether the value that is stored now, perhaps by another page, may be written over. @param {string} name @param {unknown} value @param {(stored: any) => boolean} [mayReplace] */
  writeValue(name, value, mayReplace) {
    if (!mayReplace) return this.#write([[name, value]], []);
    // It depends on what is stored then, so what is written after it does not go before it.
    this.#waiting = null;
    return this.#enqueue(async () => {
      const stored = await this.#shelves[this.#at]?.read().then((values) => values.get(name), () => null);
      if (!stored || mayReplace(stored)) await this.#store([[name, value]], []);
    });
  }

  /** @param {string[]} names */
  forgetValues(names) {
    return names.length ? this.#write([], names) : Promise.resolve();
  }

  /**
   * What one event changes is written together, with all else that waits for the write before it; the phone is written by itself (writeValue). Otherwise a page that is
   * killed between two writes has kept a line, and opens with its form once more, as that of the next hand.
   * @param {[string, any][]} values @param {string[]} forget @returns {Promise<void>}
   */
  #write(values, forget) {
    const batch = (this.#waiting ??= { values: new Map(), done: undefined });
    for (const [name, value] of values) batch.values.set(name, value);
    for (const name of forget) batch.values.set(name, undefined);
    return (batch.done ??= this.#enqueue(() => {
      this.#waiting = null;
      const all = [...batch.values];
      return this.#store(all.filter(([, value]) => value !== undefined), all.filter(([, value]) => value === undefined).map(([name]) => name));
    }));
  }

  /** @param {() => Promise<void>} work @returns {Promise<void>} */
  #enqueue(work) {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Rejects if no shelf takes the values; the next write tries all of them again. @param {[string, any][]} values @param {string[]} forget */
  async #store(values, forget) {
    for (const [name, value] of values) this.#values.set(name, value);
    for (const name of forget) this.#values.delete(name);
    const first = this.#shelves[this.#at] ? this.#at : 0;
    for (let at = first; at < this.#shelves.length; at += 1) {
      const shelf = this.#shelves[at];
      // This may be the first write to this shelf.
      const isSame = at === this.#at;
      try {
        await shelf.write([...(isSame ? values : this.#values), ...this.#noteForgotten(shelf, forget)], forget);
        this.#at = at;
        return;
      } catch {
        // The next one is tried.
      }
    }
    this.#at = this.#shelves.length;
    throw new Error("no storage");
  }

  /** @param {Shelf} shelf @param {string[]} forget @returns {[string, any][]} */
  #noteForgotten(shelf, forget) {
    if (shelf.kind === "indexeddb" || !forget.length) return [];
    const all = [...(this.#values.get(FORGOTTEN) ?? []), ...forget];
    this.#values.set(FORGOTTEN, all.slice(-MOST_FORGOTTEN));
    return [[FORGOTTEN, this.#values.get(FORGOTTEN)]];
  }
}

/**
 * A worse shelf is used only when a better one fails, and is emptied after that: what it holds is newer.
 * @param {Map<string, any>} better @param {Map<string, any>} worse
 */
function mergeValues(better, worse) {
  const merged = new Map(better);
  for (const name of worse.get(FORGOTTEN) ?? []) merged.delete(name);
  for (const [name, value] of worse) {
    if (name === "phone") merged.set(name, mergePhones(better.get(name), value));
    else if (name.startsWith("sheet") ? value?.sheet || !better.has(name) : name !== FORGOTTEN) merged.set(name, value);
  }
  return merged;
}

/** A phone that is at a table stays there; a second token is given back. @param {Record<string, any> | undefined} better @param {Record<string, any>} worse */
function mergePhones(better, worse) {
  if (!better) return worse;
  const [phone, other] = worse.token || !better.token ? [worse, better] : [better, worse];
  const leaving = new Set([...(better.leaving ?? []), ...(worse.leaving ?? []), ...(other.token ? [other.token] : [])]);
  leaving.delete(phone.token);
  // Unsent lines say the name under which they were made.
  return { ...phone, key: better.key || worse.key, leaving: [...leaving] };
}
