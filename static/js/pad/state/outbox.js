// The outbox: pure functions on the list of unsent lines.
//
// Invariants: a line belongs to a match and a version from the moment it is made; within a match
// lines are sent in order, and one that stopped holds back those behind it; a line that may have
// reached the server (attempts > 0) is never changed, only followed by a correction. So those behind
// one that stopped have never been sent. A line that stopped has no number until somebody decides:
// those behind it are numbered as if it were not there. A key that a screen has shown stays a key of
// its line: the desk may have typed the line under it.

import { canonicalJson, lineKey } from "../game/keys.js";

/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").State} State */

/** @param {Item[]} items @param {number | null} match */
export const itemsOf = (items, match) => items.filter((item) => item.match === match);

/** Lines by match, in their order: those of a table stand together. @param {Item[]} items @returns {Item[][]} */
export function groupByMatch(items) {
  const groups = [...new Set(items.map((item) => item.match))].map((match) => itemsOf(items, match));
  return groups.sort(([one], [other]) => (one.table ?? 0) - (other.table ?? 0));
}

/** A version of no sheet: the line gets its place, and the key that follows from it, in rebaseItems(). */
export const UNPLACED = -1;

/** Whether the server did not accept a line: somebody has to decide. @param {Item} item */
export const hasStopped = (item) => item.state === "conflict" || item.state === "refused";

/** Whether the lines of a match wait for a decision about the first of them. @param {Item[]} own of one match */
export const isStuck = (own) => own.length > 0 && hasStopped(own[0]);

/** Whether a line has no number until somebody decides: it has stopped, or corrects one that has. @param {Item[]} own @param {Item} item */
export const isAside = (own, item) => hasStopped(item) || own.some((each) => hasStopped(each) && each.key === item.corrects);

/**
 * The first line of the match on the screen, if another line has its place on the sheet: the server
 * would refuse it, also if it is under way. An answer without keys does not say whose lines it has.
 * @param {State} state @returns {Item | null}
 */
export function displacedItem({ items, sheet }) {
  if (!sheet) return null;
  const first = items.find((item) => item.match === sheet.id);
  if (first?.state !== "waiting" || first.version === UNPLACED || first.version >= sheet.version) return null;
  return sheet.lines.every((line) => line.key !== undefined) ? first : null;
}

/**
 * The lines of a match that count as written on this phone: in order, each building on the one
 * before. @param {Item[]} items @param {number} match @param {number} version
 */
export function countedItems(items, match, version) {
  const counted = [];
  const own = itemsOf(items, match);
  for (const item of own) {
    if (isAside(own, item)) continue;
    if (item.version !== version + counted.length) break;
    counted.push(item);
  }
  return counted;
}

/** Whether a line may be on the sheet already. Behind one that has stopped nothing has been sent. @param {Item[]} own @param {Item} item */
const mayBeWritten = (own, item) => item.attempts > 0 && !own.slice(0, own.indexOf(item)).some(hasStopped);

/** The version that the lines of a match build on: those behind one that stopped were moved to it. @param {Item[]} items @param {number} match */
export function baseOfItems(items, match) {
  const [first, ...rest] = itemsOf(items, match);
  const next = hasStopped(first) ? rest.find((item) => item.corrects !== first.key) : null;
  return (next ?? first).version;
}

/** While a line waits for a decision, those behind it have to follow the sheet. @param {Item[]} items @param {number} match */
export const needsRebase = (items, match) => isStuck(itemsOf(items, match));

/** The unsent line that will have a number of the sheet. @param {Item[]} items @param {number} match @param {number} version of the sheet @param {number} n */
export const itemAt = (items, match, version, n) => countedItems(items, match, version).find((item) => item.version === n - 1) ?? null;

const CORRECTIONS = ["amend", "strike"];

/**
 * The unsent lines behind this one that say something else about the same line: about a hand, or, behind a
 * correction, about what it corrects. @param {Item[]} items @param {Item} item @returns {Item[]}
 */
export function correctionsBehind(items, item) {
  const own = itemsOf(items, item.match);
  const isCorrection = CORRECTIONS.includes(item.kind);
  return own.slice(own.findIndex(({ key }) => key === item.key) + 1).filter((each) =>
    CORRECTIONS.includes(each.kind) && (isCorrection ? each.data.line === item.data.line : each.corrects === item.key));
}

/** Former keys that are kept of a line: it gets one with each line that others write while it waits behind one that has stopped. */
const MOST_FORMER_KEYS = 50;

/** The former keys of a line that is about to get another key. A line without a place has none under its key. @param {Item} item @returns {import("./types.js").FormerKey[]} */
export function rememberKey({ key, version, data, formerKeys = [] }) {
  if (version === UNPLACED) return formerKeys;
  const others = formerKeys.filter((former) => former.key !== key);
  return [...others, { key, line: data.line ?? null }].slice(-MOST_FORMER_KEYS);
}

/** A line that says the same and waits for another place. @param {Item} item @returns {Item} */
export const unplace = (item) => ({ ...item, formerKeys: rememberKey(item), version: UNPLACED });

/** Every key under which a screen may have shown a line. @param {Item} item @returns {string[]} */
export const keysOf = ({ key, formerKeys = [] }) => [key, ...formerKeys.map((former) => former.key)];

/**
 * The unsent lines of a match that are on its sheet, each with its line there. Two lines that say the same may
 * have had the same key one after the other, so a line of the sheet is that of one item only, the first.
 * @param {Item[]} items @param {number} match @param {Line[]} lines @returns {Map<Item, Line>}
 */
export function findWritten(items, match, lines) {
  /** @type {Map<Item, Line>} */
  const found = new Map();
  for (const line of lines) {
    const item = itemsOf(items, match).find((each) => !found.has(each) && isSameLine(line, each));
    if (item) found.set(item, line);
  }
  return found;
}

/**
 * The items without those that are on the sheet of a match. ``changed``: items that said the same as one of
 * them under the same key at another time; ``forget``: keys of those that are written.
 * @param {Item[]} items @param {number} match @param {Line[]} lines @returns {{items: Item[], changed: Item[], forget: string[]}}
 */
export function takeOutWritten(items, match, lines) {
  const written = findWritten(items, match, lines);
  const rest = releaseKeys(items.filter((item) => !written.has(item)), match, [...written.values()].map((line) => line.key));
  return { items: rest, changed: rest.filter((item) => !items.includes(item)), forget: [...written.keys()].map((item) => item.key) };
}

/**
 * These keys are those of written lines: no other line of the match is looked for under them any more.
 * @param {Item[]} items @param {number} match @param {(string | undefined)[]} keys @returns {Item[]}
 */
export function releaseKeys(items, match, keys) {
  return items.map((item) => {
    if (item.match !== match || !item.formerKeys?.some(({ key }) => keys.includes(key))) return item;
    return { ...item, formerKeys: item.formerKeys.filter(({ key }) => !keys.includes(key)) };
  });
}

/**
 * Whether this line is on the sheet. The key alone does not prove it: the desk may have typed
 * something else under it, and two lines may have the same check digits. @param {Line} line @param {Item} item
 */
function isSameLine(line, item) {
  if (line.kind !== item.kind) return false;
  // The server has added the lines that a correction sets aside.
  const written = Object.fromEntries(Object.entries(line.data).filter(([name]) => name !== "aside"));
  if (line.key === item.key) return isSameData(written, item.data);
  const former = item.formerKeys?.find(({ key }) => key === line.key);
  // A correction had the number of its subject at that time.
  return former !== undefined && isSameData(written, former.line === null ? item.data : { ...item.data, line: former.line });
}

/** @param {Record<string, any>} one @param {Record<string, any>} other */
export const isSameData = (one, other) => canonicalJson(one) === canonicalJson(other);

/** What was agreed to was agreed to for one version of the sheet. @param {Item} item @param {number} version @returns {Item} */
export function rekey(item, version) {
  const { phone, match, kind, data } = item;
  const next = { ...item, version, key: lineKey({ phone, match, version, kind, data }) };
  delete next.agreed;
  return next;
}

/**
 * The lines of a match build on this version from now on, in their order; a correction of one of
 * them follows it. @param {Item[]} items @param {number} match @param {number} base
 * @returns {{items: Item[], changed: Item[], forget: string[]}} ``forget``: keys that no longer exist
 */
export function rebaseItems(items, match, base) {
  const own = itemsOf(items, match);
  /** @type {Map<string, Item>} by the key that it had */
  const rebased = new Map();
  let version = base;
  for (const item of own) {
    if (isAside(own, item)) continue;
    let next = mayBeWritten(own, item) ? item : followCorrected(item, rebased, version);
    // The key of one that stopped, on the same version: two lines never share a key.
    const isTaken = () => own.some((each) => each !== item && isAside(own, each) && each.key === next.key);
    while (isTaken()) next = followCorrected(item, rebased, (version += 1));
    rebased.set(item.key, next);
    version = next.version + 1;
  }
  const changed = own.map((item) => rebased.get(item.key) ?? item).filter((item, at) => item !== own[at]);
  const forget = own.filter((item) => rebased.has(item.key) && rebased.get(item.key)?.key !== item.key).map((item) => item.key);
  return { items: items.map((item) => (item.match === match ? rebased.get(item.key) ?? item : item)), changed, forget };
}

/** @param {Item} item @param {Map<string, Item>} rebased @param {number} version @returns {Item} */
function followCorrected(item, rebased, version) {
  const corrected = rebased.get(item.corrects ?? "");
  const isMoved = corrected !== undefined && (corrected.key !== item.corrects || corrected.version + 1 !== item.data.line);
  if (item.version === version && item.attempts === 0 && !isMoved) return item;
  const data = corrected ? { ...item.data, line: corrected.version + 1 } : item.data;
  const next = rekey({ ...item, data, corrects: corrected?.key ?? item.corrects, attempts: 0 }, version);
  return next.key === item.key ? next : { ...next, formerKeys: rememberKey(item), isStored: false };
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

/**
 * Lines as they were stored, in their order. Older editions stored none: there a line that has stopped
 * may have the same version as the one behind it. @param {Item[]} items @returns {Item[]}
 */
export const sortItems = (items) => [...items].sort((one, other) => {
  const hasOrder = [one, other].map((item) => Number(item.order !== undefined));
  if (hasOrder[0] !== hasOrder[1]) return hasOrder[0] - hasOrder[1];
  if (hasOrder[0]) return one.order - other.order;
  return one.match - other.match || one.version - other.version || Number(hasStopped(other)) - Number(hasStopped(one));
});

/** The order of a line that comes after all others. @param {Item[]} items */
export const lastOrder = (items) => Math.max(-1, ...items.map((item) => item.order)) + 1;

/** The order of a line that comes before all others. @param {Item[]} items */
export const firstOrder = (items) => Math.min(1, ...items.map((item) => item.order)) - 1;

/** @param {Item[]} items */
export const stoppedItems = (items) => items.filter((item) => item.state !== "waiting");

/**
 * The items with one of them replaced. @param {Item[]} items @param {string} key @param {Partial<Item>} changes
 */
export const changeItem = (items, key, changes) =>
  items.map((item) => (item.key === key ? { ...item, ...changes } : item));

/** @param {Item[]} items @param {string} key */
export const findItem = (items, key) => items.find((item) => item.key === key) ?? null;
