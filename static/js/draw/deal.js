// Lots dealt to groups in which others stand already, clubmates spread as far as that lets them:
// competition/grouping/deal.py. Clubs are numbered; 0: no clubmate.

import { Counter } from "./counter.js";
import { CycleSearch } from "./cycles.js";
import { getExisting } from "./lookup.js";

/** @typedef {import("./types.js").ClubNumber} ClubNumber */
/** @typedef {import("./types.js").Coin} Coin */
/** @typedef {import("./types.js").GroupNumber} GroupNumber */

/**
 * The group of each lot, in the order of their clubs.
 * @param {ClubNumber[]} clubs of the lots @param {number[]} rooms by group
 * @param {Counter<ClubNumber>[]} there by group, how many of each club stand there already
 * @param {Coin} coin @param {number} rounds
 * @returns {GroupNumber[]}
 */
export function dealt(clubs, rooms, there, coin, rounds) {
  if (clubs.every((club) => club === 0)) return coin.shuffle(seatsOf(rooms));
  const deal = new Deal(clubs, rooms, there, coin);
  deal.spread();
  deal.mix(rounds);
  /** @type {Map<ClubNumber, GroupNumber[]>} */
  const seats = new Map();
  deal.lots.forEach((lots, group) => {
    for (const [club, number] of lots) seats.set(club, [...(seats.get(club) ?? []), ...Array(number).fill(group)]);
  });
  const shuffled = new Map(ascending(seats.keys()).map((club) => [club, coin.shuffle(getExisting(seats, club))]));
  return clubs.map((club) => takeSeat(getExisting(shuffled, club)));
}

/** @param {GroupNumber[]} seats */
function takeSeat(seats) {
  const seat = seats.pop();
  if (seat === undefined) throw new RangeError("more lots of a club than seats");
  return seat;
}

/** @param {number[]} rooms @returns {GroupNumber[]} */
export function seatsOf(rooms) {
  return rooms.flatMap((room, group) => Array(room).fill(group));
}

/** @param {Iterable<number>} numbers */
export function ascending(numbers) {
  return [...numbers].sort((one, other) => one - other);
}

/** Two and two of a list; the last of an odd number is left over. @template T @param {T[]} items @returns {[T, T][]} */
export function twos(items) {
  return Array.from({ length: items.length >> 1 }, (_, at) => [items[2 * at], items[2 * at + 1]]);
}

class Deal {
  #there;
  #coin;
  #open;

  /** @param {ClubNumber[]} clubs @param {number[]} rooms @param {Counter<ClubNumber>[]} there @param {Coin} coin */
  constructor(clubs, rooms, there, coin) {
    /** By group, how many of each club. @type {Counter<ClubNumber>[]} */
    this.lots = rooms.map(() => new Counter());
    this.#there = there;
    this.#coin = coin;
    this.#open = coin.shuffle([...rooms.keys()].filter((group) => rooms[group]));
    this.#begin(new Counter(clubs), [...rooms]);
  }

  // No deal has fewer pairs of clubmates.
  spread() {
    const clubs = new Set(this.lots.flatMap((lots) => [...lots.keys()]));
    clubs.delete(0);
    if ([...clubs].every((club) => this.#isEven(club))) return;
    const arcs = this.#arcs();
    const search = new CycleSearch(arcs);
    for (let circles = search.cycles(); circles.length; circles = search.cycles()) {
      for (const circle of circles) this.#turn(circle);
      for (const [group, ways] of this.#arcs()) arcs.set(group, ways);
      search.changed(arcs.keys());
    }
  }

  /** Two groups and two trade lots that nobody minds, in each of the rounds. @param {number} rounds */
  mix(rounds) {
    for (let round = 0; round < rounds; round += 1) {
      for (const [one, other] of twos(this.#coin.shuffle(this.#open))) this.#trade(one, other);
    }
  }

  /** Club by club, the largest first, to where the fewest clubmates are; then to where the most room is. @param {Counter<ClubNumber>} clubs @param {number[]} rooms */
  #begin(clubs, rooms) {
    const alone = clubs.of(0);
    clubs.delete(0);
    const largestFirst = [...clubs].sort(([one, its], [other, theirs]) => theirs - its || one - other);
    for (const [club, number] of largestFirst) {
      const waiting = this.#coin.shuffle(this.#open).filter((group) => rooms[group]);
      for (let lot = 0; lot < number; lot += 1) {
        const group = this.#fewest(club, waiting, rooms);
        this.lots[group].add(club, 1);
        rooms[group] -= 1;
      }
    }
    rooms.forEach((room, group) => {
      if (alone && room) this.lots[group].set(0, room);
    });
  }

  /** @param {ClubNumber} club @param {GroupNumber[]} waiting @param {number[]} rooms */
  #fewest(club, waiting, rooms) {
    const free = waiting.filter((group) => rooms[group]);
    return free.reduce((best, group) => {
      const nearer = this.#mates(club, group) - this.#mates(club, best) || rooms[best] - rooms[group];
      return nearer < 0 ? group : best;
    });
  }

  /** @param {ClubNumber} club @param {GroupNumber} group */
  #mates(club, group) {
    return this.lots[group].of(club) + this.#there[group].of(club);
  }

  /** No lot of this club would have fewer clubmates in another group. @param {ClubNumber} club */
  #isEven(club) {
    const fewest = Math.min(...this.#open.map((group) => this.#mates(club, group)));
    return this.#open.every((group) => !this.lots[group].of(club) || this.#mates(club, group) <= fewest + 1);
  }

  /** @returns {import("./cycles.js").Arcs<GroupNumber>} */
  #arcs() {
    const others = (/** @type {GroupNumber} */ one) => this.#open.filter((other) => other !== one);
    return new Map(this.#open.map((one) => [one, others(one).map((other) => [other, this.#way(one, other)[0]])]));
  }

  /** The lot that goes best from one group to the other. @param {GroupNumber} one @param {GroupNumber} other @returns {[added: bigint, club: ClubNumber]} the pairs that it adds */
  #way(one, other) {
    const ways = [...this.lots[one]]
      .filter(([, lots]) => lots)
      .map(([club]) => [club ? this.#mates(club, other) - this.#mates(club, one) + 1 : 0, club]);
    const [pairs, club] = ways.reduce((best, way) => (way[0] - best[0] || way[1] - best[1]) < 0 ? way : best);
    return [BigInt(pairs), club];
  }

  /** @param {GroupNumber[]} circle */
  #turn(circle) {
    const ways = circle.map((one, at) => [one, circle[(at + 1) % circle.length]]);
    const clubs = ways.map(([one, other]) => this.#way(one, other)[1]);
    ways.forEach(([one, other], at) => this.#move(clubs[at], -1, one, other));
  }

  /** Two and two clubs of which one lot more or less makes no difference toss for it. @param {GroupNumber} one @param {GroupNumber} other */
  #trade(one, other) {
    for (const [mine, yours] of twos(this.#coin.shuffle(this.#onTheEdge(one, other)))) {
      if (mine.hasIt === yours.hasIt) continue;
      const forMine = mine.chances[0] * yours.chances[1];
      const getsIt = this.#coin.below(forMine + yours.chances[0] * mine.chances[1]) < forMine;
      if (getsIt === mine.hasIt) continue;
      const step = mine.hasIt ? -1 : 1;
      this.#move(mine.club, step, one, other);
      this.#move(yours.club, -step, one, other);
    }
  }

  /** @param {ClubNumber} club @param {number} lots @param {GroupNumber} one @param {GroupNumber} other */
  #move(club, lots, one, other) {
    this.lots[one].add(club, lots);
    this.lots[other].add(club, -lots);
  }

  /**
   * Every lot makes a step: what it costs to have one more of its club in the first group. The dearest
   * that has its room there, and those that cost the same.
   * @param {GroupNumber} one @param {GroupNumber} other
   */
  #onTheEdge(one, other) {
    const both = this.lots[one].plus(this.lots[other]);
    const steps = ascending(both.keys()).flatMap((club) =>
      Array.from({ length: both.of(club) }, (_, number) => {
        const here = this.#there[one].of(club) + number;
        const there = this.#there[other].of(club) + both.of(club) - 1 - number;
        return { club, number, cost: club ? here - there : 0 };
      }),
    );
    const inside = [...this.lots[one].values()].reduce((sum, number) => sum + number, 0);
    const edge = ascending(steps.map((step) => step.cost)).at(inside - 1);
    return steps
      .filter((step) => step.cost === edge)
      .map(({ club, number }) => ({
        club,
        hasIt: number < this.lots[one].of(club),
        chances: club ? [both.of(club) - number, number + 1] : [1, 1],
      }));
  }
}
