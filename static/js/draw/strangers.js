// Clubmates who would meet change places: in qualifying (formats/qualifying.py) and in the first round
// of Swiss and Danese (swiss/fold.py).

import { bergerRounds } from "./berger.js";

/** @typedef {import("./types.js").Entrant} Entrant */
/** @typedef {number[]} Table the places of one or two entrants */

/** Of a qualifying: formats/qualifying.py. */
const MOST_ROUNDS = 20;

/** Each with the first behind who lets both play more strangers than before. @param {Entrant[]} order @param {number} rounds */
export function strangers(order, rounds) {
  /** @type {number[][]} */
  const met = order.map(() => []);
  for (const [home, away] of meetings(order.length, rounds)) {
    if (Math.max(home, away) > order.length) continue;
    met[home - 1].push(away - 1);
    met[away - 1].push(home - 1);
  }
  const seats = [...order];
  const mates = (/** @type {number} */ at) => met[at].filter((other) => areMates(seats[at], seats[other])).length;
  for (let at = 0; at < seats.length; at += 1) {
    for (let step = 1; step < seats.length && mates(at); step += 1) {
      const other = (at + step) % seats.length;
      const before = mates(at) + mates(other);
      swap(seats, at, other);
      if (mates(at) + mates(other) < before) break;
      swap(seats, at, other);
    }
  }
  return seats;
}

/** Raises RangeError for rounds that no qualifying has: a changed record may ask for any number. @param {number} entries @param {number} rounds */
function meetings(entries, rounds) {
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MOST_ROUNDS) throw new RangeError(`${rounds} rounds`);
  const table = bergerRounds(entries);
  return Array.from({ length: rounds }, (_, number) => table[number % table.length]).flat();
}

/**
 * The upper half meets the lower half; the first `upper` entries are folded by themselves.
 * @param {number} entries @param {number} upper @returns {Table[]}
 */
export function folded(entries, upper) {
  const even = entries - (entries % 2);
  const parts = upper > 0 && upper < even ? [[0, upper], [upper, even]] : [[0, even]];
  return parts.flatMap(([start, end]) => {
    const half = Math.floor((end - start) / 2);
    return Array.from({ length: half }, (_, at) => [start + at, start + at + half]);
  });
}

/** Those from the place `lots` on may change places, each with the nearest who helps both. @param {Entrant[]} order @param {Table[]} met @param {number} lots */
export function unmated(order, met, lots) {
  const seats = [...order];
  const alone = [...order.keys()].filter((place) => !met.some((meeting) => meeting.includes(place)));
  const tables = [...met, ...alone.map((place) => [place])];
  tables.forEach((table, at) => {
    if (clash(seats, table)) exchange(seats, tables, at, lots);
  });
  return seats;
}

/** @param {Entrant[]} seats @param {Table[]} tables @param {number} at @param {number} lots */
function exchange(seats, tables, at, lots) {
  const free = (/** @type {Table} */ table) => [...table].reverse().filter((place) => place >= lots);
  for (const mine of free(tables[at])) {
    for (const there of around(at, tables.length)) {
      for (const theirs of free(tables[there])) {
        swap(seats, mine, theirs);
        if (!clash(seats, tables[at]) && !clash(seats, tables[there])) return;
        swap(seats, mine, theirs);
      }
    }
  }
}

/** The nearest first, on both sides. @param {number} at @param {number} count */
function around(at, count) {
  const found = [];
  for (let far = 1; far < count; far += 1) found.push(at + far, at - far);
  return found.filter((near) => near >= 0 && near < count);
}

/** @param {Entrant[]} seats @param {Table} table */
function clash(seats, table) {
  return table.length === 2 && areMates(seats[table[0]], seats[table[1]]);
}

/** @param {Entrant} one @param {Entrant} other */
function areMates(one, other) {
  return one.club !== null && one.club === other.club;
}

/** @param {Entrant[]} seats @param {number} one @param {number} other */
function swap(seats, one, other) {
  [seats[one], seats[other]] = [seats[other], seats[one]];
}
