// Lots that change places in a circle, as long as any circle brings clubmates further apart:
// competition/draw/clubmates/exchanges.py.

import { CycleSearch } from "./cycles.js";
import { members, path, post } from "./tree.js";

// holders: leaves with the club of their holders. Those after every change that helps.
export function exchange(tree, holders) {
  const residual = new Residual(tree, holders);
  const search = new CycleSearch(residual.arcs);
  for (let circles = search.cycles(); circles.length; circles = search.cycles()) {
    for (const circle of circles) search.changed(residual.turn(circle));
  }
  return residual.holders;
}

// What could be changed about the holders: arcs from post to post, with their cost.
class Residual {
  #tree;
  #lots;
  #everybody;

  constructor(tree, holders) {
    this.holders = new Map(holders);
    this.#tree = tree;
    this.#lots = members(holders);
    this.#everybody = tree.seeds.plus(this.#lots);
    const posts = [...[...tree.free.keys()].map((node) => post(null, node)), ...this.#everybody.keys()];
    this.arcs = new Map(posts.map((each) => [each, this.#ways(each)]));
  }

  // Moves every holder in the circle to its next leaf; the posts whose arcs that changes.
  turn(circle) {
    const leaves = circle.filter(({ club, node }) => club === null && node >= this.#tree.leaves).map(({ node }) => node);
    const leaving = leaves.map((leaf) => this.holders.get(leaf));
    const changed = new Set();
    leaves.forEach((leaf, at) => {
      const [old, fresh] = [leaving[at], leaving.at(at - 1)];
      this.holders.set(leaf, fresh);
      for (const each of [post(null, leaf), ...this.#count(old, leaf, -1), ...this.#count(fresh, leaf, 1)]) changed.add(each);
    });
    for (const each of changed) this.arcs.set(each, this.#ways(each));
    return changed;
  }

  #count(club, leaf, number) {
    const posts = club === null ? [] : path(leaf).map((node) => post(club, node));
    for (const each of posts) {
      this.#lots.add(each, number);
      this.#everybody.add(each, number);
    }
    return posts;
  }

  #ways({ club, node }) {
    if (club !== null) return [...this.#outOf(club, node), ...this.#intoHalvesOf(club, node)];
    if (!this.holders.has(node)) return this.#tree.halves.get(node).map((half) => [post(null, half), 0n]);
    const holder = this.holders.get(node);
    return [[holder === null ? post(null, 1) : post(holder, node >> 1), 0n]];
  }

  // A lot of the club that leaves the node makes so many pairs less in it.
  #outOf(club, node) {
    const here = post(club, node);
    if (!this.#lots.of(here) || node === 1) return [];
    return [[post(club, node >> 1), -this.#tree.weight[node] * BigInt(this.#everybody.of(here) - 1)]];
  }

  // A lot of the club that goes into a half makes so many pairs more in it.
  #intoHalvesOf(club, node) {
    return (this.#tree.halves.get(node) ?? []).map((half) => {
      const mates = this.#everybody.of(post(club, half));
      if (!mates || half >= this.#tree.leaves) return [post(null, half), 0n];
      return [post(club, half), this.#tree.weight[half] * BigInt(mates)];
    });
  }
}
