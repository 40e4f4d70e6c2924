// Two groups that deal themselves out again, seeds and all, pots apart, clubmates apart:
// competition/grouping/trades.py. Members are numbers; clubs by member (0: none), pots a map.

import { Counter } from "./counter.js";
import { ascending, twos } from "./deal.js";

export class Trades {
  #clubs;
  #pots;
  #coin;

  constructor(groups, clubs, pots, coin) {
    this.groups = groups.map((members) => [...members]);
    this.#clubs = clubs;
    this.#pots = pots;
    this.#coin = coin;
  }

  // Until the numbers of every club differ by one at most.
  spread() {
    const pairs = this.groups.flatMap((_, one) => this.groups.slice(one + 1).map((__, at) => [one, one + 1 + at]));
    const uneven = () => pairs.filter((pair) => !this.#areEven(...pair));
    for (let found = uneven(); found.length; found = uneven()) {
      for (const pair of found) if (!this.#areEven(...pair)) this.#trade(...pair);
    }
  }

  // Two and two groups trade in each of the rounds, so that no outcome is preferred.
  mix(rounds) {
    for (let round = 0; round < rounds; round += 1) {
      for (const pair of twos(this.#coin.shuffle(this.groups.keys()))) this.#trade(...pair);
    }
  }

  #areEven(one, other) {
    const surplus = new Counter();
    for (const member of this.groups[one]) surplus.add(this.#clubs[member], 1);
    for (const member of this.groups[other]) surplus.add(this.#clubs[member], -1);
    return [...surplus].every(([club, number]) => !club || Math.abs(number) <= 1);
  }

  #trade(one, other) {
    const chains = this.#chains(this.groups[one], this.groups[other]);
    const even = chains.filter(([first, second]) => first.length === second.length);
    const odd = chains.filter(([first, second]) => first.length > second.length);
    const room = this.groups[one].length - chains.reduce((sum, [, second]) => sum + second.length, 0);
    const turned = even.map(([first, second]) => (this.#coin.below(2) ? [second, first] : [first, second]));
    const lots = this.#coin.shuffle(odd);
    const back = lots.slice(room).map(([first, second]) => [second, first]);
    const settled = [...turned, ...lots.slice(0, room), ...back];
    this.groups[one] = ascending(settled.flatMap(([first]) => first));
    this.groups[other] = ascending(settled.flatMap(([, second]) => second));
  }

  // Those who hang together by pot or club, in the two parts that must be apart, the longer first.
  #chains(one, other) {
    const bonds = [this.#potMates(one, other), this.#clubMates(one, other)];
    const seen = new Set();
    const chains = [];
    for (const start of [...one, ...other]) {
      if (seen.has(start)) continue;
      seen.add(start);
      const parts = [[], []];
      const waiting = [[start, 0]];
      while (waiting.length) {
        const [member, part] = waiting.pop();
        parts[part].push(member);
        const near = new Set(bonds.filter((bond) => bond.has(member)).map((bond) => bond.get(member)));
        for (const found of ascending(near)) if (!seen.has(found)) waiting.push([found, 1 - part]);
        for (const found of near) seen.add(found);
      }
      chains.push(parts[0].length >= parts[1].length ? parts : parts.reverse());
    }
    return chains;
  }

  #potMates(one, other) {
    const seeded = (members) => members.filter((member) => this.#pots.has(member));
    const ofPot = new Map(seeded(one).map((member) => [this.#pots.get(member), member]));
    const met = seeded(other).filter((member) => ofPot.has(this.#pots.get(member)));
    return bothWays(met.map((member) => [ofPot.get(this.#pots.get(member)), member]));
  }

  // Clubmates in pairs by lot, as far as it goes one of each group.
  #clubMates(one, other) {
    const [here, there] = [this.#byClub(one), this.#byClub(other)];
    const pairs = ascending(new Set([...here.keys(), ...there.keys()])).flatMap((club) => {
      const [mine, theirs] = [here, there].map((members) => this.#coin.shuffle(members.get(club) ?? []));
      const across = Math.min(mine.length, theirs.length);
      const left = [...mine.slice(across), ...theirs.slice(across)];
      return [...mine.slice(0, across).map((member, at) => [member, theirs[at]]), ...twos(left)];
    });
    return bothWays(pairs);
  }

  #byClub(members) {
    const found = new Map();
    for (const member of members) {
      const club = this.#clubs[member];
      if (club) found.set(club, [...(found.get(club) ?? []), member]);
    }
    return found;
  }
}

function bothWays(pairs) {
  return new Map([...pairs, ...pairs.map(([first, second]) => [second, first])]);
}
