// Entrants parted into groups of even size: competition/grouping. Members are numbered as the
// entrants stand; first the fixed are seated, then the seeds, then the lots.

import { Counter } from "./counter.js";
import { dealt, seatsOf } from "./deal.js";
import { Trades } from "./trades.js";
import { bitLength } from "./tree.js";

/** @typedef {import("./types.js").ClubNumber} ClubNumber */
/** @typedef {import("./types.js").Coin} Coin */
/** @typedef {import("./types.js").Entrant} Entrant */
/** @typedef {import("./types.js").GroupNumber} GroupNumber */
/** @typedef {import("./types.js").Member} Member */

const TRADES = 12;

/**
 * The members of each group, as they stand among the entrants.
 * @param {Entrant[]} entrants @param {number} groups @param {string} grouping an option: "drawn" or "snake"
 * @param {boolean} apart @param {Coin} coin
 */
export function parted(entrants, groups, grouping, apart, coin) {
  if (groups === 1) return [[...entrants]];
  const parting = new Parting(entrants, groups, numbered(entrants, apart, coin), coin);
  parting.seatSeeds(grouping === "snake");
  parting.seatLots();
  if (grouping === "drawn") parting.trade();
  return parting.groups.map((members) => entrants.filter((_, member) => members.includes(member)));
}

/** The clubs numbered by lot, from 1; 0: no clubmate that matters. @param {Entrant[]} entrants @param {boolean} apart @param {Coin} coin @returns {ClubNumber[]} */
function numbered(entrants, apart, coin) {
  if (!apart) return entrants.map(() => 0);
  const members = new Counter(entrants.map((entrant) => entrant.club).filter((club) => club !== null));
  const several = [...members].filter(([, number]) => number > 1).map(([club]) => club);
  /** @type {Map<string | null, ClubNumber>} */
  const numbers = new Map(coin.shuffle(several).map((club, at) => [club, at + 1]));
  return entrants.map((entrant) => numbers.get(entrant.club) ?? 0);
}

class Parting {
  #entrants;
  #clubs;
  #coin;
  #rounds;
  #there;
  #rooms;
  #isFixed;
  #pots;

  /** @param {Entrant[]} entrants @param {number} groups @param {ClubNumber[]} clubs by member @param {Coin} coin */
  constructor(entrants, groups, clubs, coin) {
    /** @type {Member[][]} */
    this.groups = Array.from({ length: groups }, () => []);
    this.#entrants = entrants;
    this.#clubs = clubs;
    this.#coin = coin;
    this.#rounds = TRADES + 2 * bitLength(groups);
    /** By group, how many of each club. @type {Counter<ClubNumber>[]} */
    this.#there = this.groups.map(() => new Counter());
    const fixed = this.groups.map((_, group) => entrants.filter((entrant) => fixedIn(entrant) === group).length);
    this.#rooms = sizesAround(fixed, entrants.length).map((size, group) => size - fixed[group]);
    this.#isFixed = entrants.some((entrant) => fixedIn(entrant) !== null);
    this.#pots = pots(entrants, groups);
    entrants.forEach((entrant, member) => {
      const group = fixedIn(entrant);
      if (group !== null) this.#seat(member, group);
    });
  }

  /** Pot by pot into different groups: by lot, or in rows, forth and back. @param {boolean} inRows */
  seatSeeds(inRows) {
    for (const pot of new Set(this.#pots.values())) {
      const members = [...this.#pots.keys()].filter((member) => this.#pots.get(member) === pot);
      const at = members.map((member) => fixedIn(this.#entrants[member]));
      const free = members.filter((_, index) => at[index] === null);
      const rooms = this.#roomsOfPot(free.length, new Counter(at.filter((group) => group !== null)));
      if (!inRows) this.#deal(free, rooms);
      else this.#seatAll(free, pot % 2 ? seatsOf(rooms).reverse() : seatsOf(rooms));
    }
  }

  // The unseeded, to all places that are left.
  seatLots() {
    const isLot = (/** @type {Entrant} */ entrant) => entrant.seed === null && fixedIn(entrant) === null;
    this.#deal([...this.#entrants.keys()].filter((member) => isLot(this.#entrants[member])), this.#rooms);
  }

  // Seeds and lots together, where nobody is fixed and both matter.
  trade() {
    if (this.#isFixed || !this.#pots.size || !this.#clubs.some((club) => club)) return;
    const trades = new Trades(this.groups, this.#clubs, this.#pots, this.#coin);
    trades.spread();
    trades.mix(this.#rounds);
    this.groups = trades.groups;
  }

  /** One each in the groups that have none of this pot yet; then where the fewest are. @param {number} members @param {Counter<GroupNumber>} taken */
  #roomsOfPot(members, taken) {
    const rooms = this.#rooms.map((room, group) => Number(room > 0 && !taken.of(group)));
    const inside = () => rooms.reduce((sum, room) => sum + room, 0);
    const number = (/** @type {GroupNumber} */ group) => taken.of(group) + rooms[group];
    while (inside() < members) {
      const free = [...rooms.keys()].filter((group) => this.#rooms[group] > rooms[group]);
      rooms[free.reduce((best, group) => (number(group) < number(best) ? group : best))] += 1;
    }
    return rooms;
  }

  /** Surplus places stay empty, by lot. @param {Member[]} members @param {number[]} rooms */
  #deal(members, rooms) {
    const empty = rooms.reduce((sum, room) => sum + room, 0) - members.length;
    const clubs = [...members.map((member) => this.#clubs[member]), ...Array(empty).fill(0)];
    this.#seatAll(members, dealt(clubs, [...rooms], this.#there, this.#coin, this.#rounds));
  }

  /** @param {Member[]} members @param {GroupNumber[]} groups */
  #seatAll(members, groups) {
    members.forEach((member, at) => this.#seat(member, groups[at]));
  }

  /** @param {Member} member @param {GroupNumber} group */
  #seat(member, group) {
    this.groups[group].push(member);
    this.#there[group].add(this.#clubs[member], 1);
    if (fixedIn(this.#entrants[member]) === null) this.#rooms[group] -= 1;
  }
}

/** The group that the organizer has put an entrant into; null: none. @param {Entrant} entrant @returns {GroupNumber | null} */
function fixedIn(entrant) {
  return entrant.group ? entrant.group - 1 : null;
}

/** The seeds, the best first, in pots of as many as there are groups. @param {Entrant[]} entrants @param {number} groups @returns {Map<Member, number>} */
function pots(entrants, groups) {
  const seeds = entrants.flatMap(({ seed }, member) => (seed === null ? [] : [{ seed, member }]));
  seeds.sort((one, other) => one.seed - other.seed);
  return new Map(seeds.map(({ member }, place) => [member, Math.floor(place / groups)]));
}

/** As even as the fixed leave them; of equal groups the first are the larger. @param {number[]} fixed @param {number} entries */
function sizesAround(fixed, entries) {
  const sizes = [...fixed];
  for (let left = entries - fixed.reduce((sum, size) => sum + size, 0); left > 0; left -= 1) {
    sizes[sizes.indexOf(Math.min(...sizes))] += 1;
  }
  return sizes;
}
