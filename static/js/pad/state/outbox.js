// The outbox: pure functions on the list of lines that are not on a sheet yet.
//
// Invariants: a line belongs to a match and a version from the moment it is made; within a match
// lines are sent in order, and one that stopped holds back those that build on it; a line that may
// have reached the server (attempts > 0) is never changed, only followed by a correction.

/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").State} State */

/** @param {Item[]} items @param {number | null} match */
export const itemsOf = (items, match) => items.filter((item) => item.match === match);

/**
 * The lines of a match that count as written on this phone: in order, none stopped before them,
 * each building on the one before. @param {Item[]} items @param {number} match @param {number} version
 */
export function countedItems(items, match, version) {
  const counted = [];
  for (const item of itemsOf(items, match)) {
    if (item.state === "conflict" || item.state === "refused") break;
    if (item.version !== version + counted.length) break;
    counted.push(item);
  }
  return counted;
}

/** The next line to send: the first of its match, stored, and with a token that is worth trying. @param {State} state */
export function nextToSend({ items, storage }) {
  const blocked = new Set();
  for (const item of items) {
    if (blocked.has(item.match)) continue;
    if (item.state === "waiting" && (item.isStored || storage === "none")) return item;
    blocked.add(item.match);
  }
  return null;
}

/** @param {Item[]} items */
export const stoppedItems = (items) => items.filter((item) => item.state !== "waiting");

/**
 * The items with one of them replaced. @param {Item[]} items @param {string} key @param {Partial<Item>} changes
 */
export const changeItem = (items, key, changes) =>
  items.map((item) => (item.key === key ? { ...item, ...changes } : item));

/** @param {Item[]} items @param {string} key */
export const findItem = (items, key) => items.find((item) => item.key === key) ?? null;
