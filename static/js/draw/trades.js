// Two groups that deal themselves out again, seeds and all, pots apart, clubmates apart:
// competition/grouping/trades.py.

import { Counter } from "./counter.js";
import { ascending, twos } from "./deal.js";
import { getExisting } from "./lookup.js";

/** @typedef {import("./types.js").ClubNumber} ClubNumber */
/** @typedef {import("./types.js").Coin} Coin */
/** @typedef {import("./types.js").GroupNumber} GroupNumber */
/** @typedef {import("./types.js").Member} Member */
/** @typedef {Map<Member, number>} Pots the pots of the seeded */
/** @typedef {[first: Member[], second: Member[]]} Chain members who hang together, in the two parts that must be apart */

export class Trades {
  #clubs;
  #pots;
  #coin;

  /** @param {Member[][]} groups @param {ClubNumber[]} clubs by member @param {Pots} pots @param {Coin} coin */
  constructor(groups, clubs, pots, coin) {
    this.groups = groups.map((members) => [...members]);
    this.#clubs = clubs;
    this.#pots = pots;
    this.#coin = coin;
  }

  // Until the numbers of every club differ by one at most.
  spread() {
    const pairs = this.#pairs();
    const uneven = () => pairs.filter((pair) => !this.#areEven(...pair));
    for (let found = uneven(); found.length; found = uneven()) {
      for (const pair of found) if (!this.#areEven(...pair)) this.#trade(...pair);
    }
  }

  /** @returns {[GroupNumber, GroupNumber][]} */
  #pairs() {
    return this.groups.flatMap((_, one) => this.groups.slice(one + 1).map((__, at) => /** @type {const} */ ([one, one + 1 + at])));
  }

  /** Two and two groups trade in each of the rounds, so that no outcome is preferred. @param {number} rounds */
  mix(rounds) {
    for (let round = 0; round < rounds; round += 1) {
      for (const pair of twos(this.#coin.shuffle(this.groups.keys()))) this.#trade(...pair);
    }
  }

  /** @param {GroupNumber} one @param {GroupNumber} other */
  #areEven(one, other) {
    /** @type {Counter<ClubNumber>} */
    const surplus = new Counter();
    for (const member of this.groups[one]) surplus.add(this.#clubs[member], 1);
    for (const member of this.groups[other]) surplus.add(this.#clubs[member], -1);
    return [...surplus].every(([club, number]) => !club || Math.abs(number) <= 1);
  }

  /** @param {GroupNumber} one @param {GroupNumber} other */
  #trade(one, other) {
    const chains = this.#chains(this.groups[one], this.groups[other]);
    const even = chains.filter(([first, second]) => first.length === second.length);
    const odd = chains.filter(([first, second]) => first.length > second.length);
    const room = this.groups[one].length - chains.reduce((sum, [, second]) => sum + second.length, 0);
    const turned = even.map((chain) => (this.#coin.below(2) ? swapParts(chain) : chain));
    const lots = this.#coin.shuffle(odd);
    const back = lots.slice(room).map(swapParts);
    const settled = [...turned, ...lots.slice(0, room), ...back];
    this.groups[one] = ascending(settled.flatMap(([first]) => first));
    this.groups[other] = ascending(settled.flatMap(([, second]) => second));
  }

  /** Those who hang together by pot or club, the longer part first. @param {Member[]} one @param {Member[]} other */
  #chains(one, other) {
    const bonds = [this.#potMates(one, other), this.#clubMates(one, other)];
    const seen = new Set();
    /** @type {Chain[]} */
    const chains = [];
    for (const start of [...one, ...other]) {
      if (seen.has(start)) continue;
      seen.add(start);
      /** @type {Chain} */
      const parts = [[], []];
      /** @type {[member: Member, part: number][]} */
      const waiting = [[start, 0]];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const [member, part] = next;
        parts[part].push(member);
        const near = new Set(bonds.map((bond) => bond.get(member)).filter((found) => found !== undefined));
        for (const found of ascending(near)) if (!seen.has(found)) waiting.push([found, 1 - part]);
        for (const found of near) seen.add(found);
      }
      chains.push(parts[0].length >= parts[1].length ? parts : swapParts(parts));
    }
    return chains;
  }

  /** @param {Member[]} one @param {Member[]} other */
  #potMates(one, other) {
    const seeded = (/** @type {Member[]} */ members) => members.filter((member) => this.#pots.has(member));
    const potOf = (/** @type {Member} */ member) => getExisting(this.#pots, member);
    const ofPot = new Map(seeded(one).map((member) => [potOf(member), member]));
    const met = seeded(other).filter((member) => ofPot.has(potOf(member)));
    return bothWays(met.map((member) => [getExisting(ofPot, potOf(member)), member]));
  }

  /** Clubmates in pairs by lot, as far as it goes one of each group. @param {Member[]} one @param {Member[]} other */
  #clubMates(one, other) {
    const [here, there] = [this.#byClub(one), this.#byClub(other)];
    /** @type {[Member, Member][]} */
    const pairs = ascending(new Set([...here.keys(), ...there.keys()])).flatMap((club) => {
      const [mine, theirs] = [here, there].map((members) => this.#coin.shuffle(members.get(club) ?? []));
      const across = Math.min(mine.length, theirs.length);
      const left = [...mine.slice(across), ...theirs.slice(across)];
      return [...mine.slice(0, across).map((member, at) => /** @type {[Member, Member]} */ ([member, theirs[at]])), ...twos(left)];
    });
    return bothWays(pairs);
  }

  /** @param {Member[]} members */
  #byClub(members) {
    /** @type {Map<ClubNumber, Member[]>} */
    const found = new Map();
    for (const member of members) {
      const club = this.#clubs[member];
      if (club) found.set(club, [...(found.get(club) ?? []), member]);
    }
    return found;
  }
}

/** @param {Chain} chain @returns {Chain} */
function swapParts([first, second]) {
  return [second, first];
}

/** @param {[Member, Member][]} pairs @returns {Map<Member, Member>} */
function bothWays(pairs) {
  return new Map(pairs.concat(pairs.map(([first, second]) => [second, first])));
}
