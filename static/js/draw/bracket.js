// The first matches of a bracket, from the drawn order and what was changed by hand since:
// competition/brackets/places.py, competition/stages/hand_changes.py.

import { canonical } from "./canonical.js";

/** @typedef {import("./types.js").EntryId} EntryId */
/** @typedef {import("./types.js").DrawnOrder} DrawnOrder */
/** @typedef {import("./types.js").BracketChange} BracketChange */
/** @typedef {import("./types.js").BracketSlot} BracketSlot */
/**
 * The places down a bracket: each a list of no entry (a bye), of one, or of two who play for it;
 * ``preliminaries`` are the latter.
 * @typedef {{places: EntryId[][], preliminaries: number[]}} Seating
 * @typedef {{group: Seating, place: number, slot: number}} Seat
 */

const BRACKETS = new Set(["single_elimination", "double_elimination", "consolation"]);

/**
 * Whether the first matches of the published bracket are those of its order and its changes. null: the
 * record has no changes, or this version cannot tell.
 * @param {Pick<import("./types.js").DrawRecord, "format" | "order" | "changes" | "pairings">} record
 */
export function isAsChanged({ format, order, changes, pairings }) {
  if (!changes || !pairings || !order || !BRACKETS.has(format)) return null;
  const groups = groupsOf(order).map(placesOf);
  for (const change of changes) if (!apply(groups, change)) return false;
  const expected = new Map(groups.flatMap((group, at) => firstMatches(group, groups.length > 1 ? `g${at + 1}-` : "")));
  const played = new Map(pairings.filter(isFirst).map(({ id, slots }) => [id, slots]));
  const seated = [...expected].filter(([, slots]) => isFirst({ slots }));
  return played.size === seated.length && seated.every(([id, slots]) => canonical(played.get(id) ?? null) === canonical(slots));
}

/** @param {DrawnOrder} order @returns {order is EntryId[][]} */
const isGrouped = (order) => Array.isArray(order[0]);

/** The ids of each group. @param {DrawnOrder} order */
export function groupsOf(order) {
  return isGrouped(order) ? order : [order];
}

/** @param {{slots: BracketSlot[]}} match */
function isFirst({ slots }) {
  return slots.some((slot) => "entry" in slot);
}

/** @param {EntryId[]} order @returns {Seating} */
function placesOf(order) {
  let places = [1];
  while (places.length < order.length) {
    const sum = 2 * places.length + 1;
    places = places.flatMap((place) => [place, sum - place]);
  }
  return { places: places.map((place) => order.slice(place - 1, place)), preliminaries: [] };
}

/** @param {Seating[]} groups @param {EntryId} entry @returns {Seat | null} */
function seatOf(groups, entry) {
  for (const group of groups) {
    const place = group.places.findIndex((entries) => entries.includes(entry));
    if (place >= 0) return { group, place, slot: group.places[place].indexOf(entry) };
  }
  return null;
}

/** @type {Record<string, (groups: Seating[], first: EntryId, second: EntryId) => boolean>} */
const APPLIED = {
  swap(groups, one, other) {
    const [first, second] = [seatOf(groups, one), seatOf(groups, other)];
    if (!first || !second || first.group !== second.group) return false;
    first.group.places[first.place][first.slot] = other;
    second.group.places[second.place][second.slot] = one;
    return true;
  },
  replace(groups, comes, goes) {
    const seat = seatOf(groups, goes);
    if (!seat || seatOf(groups, comes)) return false;
    seat.group.places[seat.place][seat.slot] = comes;
    return true;
  },
  bye(groups, late, opponent) {
    const seat = seatOf(groups, opponent);
    if (!seat || seatOf(groups, late) || seat.group.places[seat.place ^ 1].length) return false;
    seat.group.places[seat.place ^ 1] = [late];
    return true;
  },
  preliminary(groups, late, opponent) {
    const seat = seatOf(groups, opponent);
    if (!seat || seatOf(groups, late) || seat.group.places[seat.place].length > 1) return false;
    seat.group.places[seat.place] = [opponent, late];
    seat.group.preliminaries.push(seat.place);
    return true;
  },
};

/** @param {Seating[]} groups @param {BracketChange} change */
function apply(groups, { kind, entries }) {
  return Object.hasOwn(APPLIED, kind) && APPLIED[kind](groups, entries[0], entries[1]);
}

/** By id, the slots of the preliminary matches and of the first round. @param {Seating} seating @param {string} prefix of the ids */
function firstMatches({ places, preliminaries }, prefix) {
  /** @param {EntryId[]} entries @param {number} place @returns {BracketSlot} */
  const slotOf = (entries, place) => {
    if (!entries.length) return { bye: true };
    if (entries.length === 1) return { entry: entries[0] };
    return { winner_of: `${prefix}preliminary-1-${preliminaries.indexOf(place) + 1}` };
  };
  const slots = places.map(slotOf);
  /** @type {[id: string, slots: BracketSlot[]][]} */
  const matches = preliminaries.map((place, at) => [
    `${prefix}preliminary-1-${at + 1}`,
    places[place].map((entry) => ({ entry })),
  ]);
  for (let at = 0; at < slots.length; at += 2) {
    matches.push([`${prefix}main-1-${at / 2 + 1}`, [slots[at], slots[at + 1]]]);
  }
  return matches;
}
