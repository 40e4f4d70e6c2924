// Lots that change places in a circle, as long as any circle brings clubmates further apart:
// competition/draw/clubmates/exchanges.py.

import { CycleSearch } from "./cycles.js";
import { getExisting } from "./lookup.js";
import { members, path, post } from "./tree.js";

/** @typedef {import("./types.js").Club} Club */
/** @typedef {import("./types.js").Holders} Holders */
/** @typedef {import("./types.js").Post} Post */
/** @typedef {import("./types.js").TreeNode} TreeNode */
/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {[neighbour: Post, length: bigint][]} Ways */

/** The holders after every change that helps. @param {Tree} tree @param {Holders} holders */
export function exchange(tree, holders) {
  const residual = new Residual(tree, holders);
  const search = new CycleSearch(residual.arcs);
  for (let circles = search.cycles(); circles.length; circles = search.cycles()) {
    for (const circle of circles) search.changed(residual.turn(circle));
  }
  return residual.holders;
}

/** What could be changed about the holders: arcs from post to post, with their cost. */
class Residual {
  #tree;
  #lots;
  #everybody;

  /** @param {Tree} tree @param {Holders} holders */
  constructor(tree, holders) {
    this.holders = new Map(holders);
    this.#tree = tree;
    this.#lots = members(holders);
    this.#everybody = tree.seeds.plus(this.#lots);
    const posts = [...[...tree.free.keys()].map((node) => post(null, node)), ...this.#everybody.keys()];
    this.arcs = new Map(posts.map((each) => [each, this.#ways(each)]));
  }

  /** Moves every holder in the circle to its next leaf; the posts whose arcs that changes. @param {Post[]} circle */
  turn(circle) {
    const leaves = circle.filter(({ club, node }) => club === null && node >= this.#tree.leaves).map(({ node }) => node);
    const leaving = leaves.map((leaf) => getExisting(this.holders, leaf));
    /** @type {Set<Post>} */
    const changed = new Set();
    leaves.forEach((leaf, at) => {
      const [old, fresh] = [leaving[at], leaving[at ? at - 1 : leaving.length - 1]];
      this.holders.set(leaf, fresh);
      for (const each of [post(null, leaf), ...this.#count(old, leaf, -1), ...this.#count(fresh, leaf, 1)]) changed.add(each);
    });
    for (const each of changed) this.arcs.set(each, this.#ways(each));
    return changed;
  }

  /** @param {Club} club @param {TreeNode} leaf @param {number} number */
  #count(club, leaf, number) {
    const posts = club === null ? [] : path(leaf).map((node) => post(club, node));
    for (const each of posts) {
      this.#lots.add(each, number);
      this.#everybody.add(each, number);
    }
    return posts;
  }

  /** @param {Post} post @returns {Ways} */
  #ways({ club, node }) {
    if (club !== null) return [...this.#outOf(club, node), ...this.#intoHalvesOf(club, node)];
    if (!this.holders.has(node)) return getExisting(this.#tree.halves, node).map((half) => [post(null, half), 0n]);
    const holder = getExisting(this.holders, node);
    return [[holder === null ? post(null, 1) : post(holder, node >> 1), 0n]];
  }

  /** A lot of the club that leaves the node takes this number of pairs from it. @param {Club} club @param {TreeNode} node @returns {Ways} */
  #outOf(club, node) {
    const here = post(club, node);
    if (!this.#lots.of(here) || node === 1) return [];
    return [[post(club, node >> 1), -this.#tree.weight[node] * BigInt(this.#everybody.of(here) - 1)]];
  }

  /** A lot of the club that goes into a half adds this number of pairs to it. @param {Club} club @param {TreeNode} node @returns {Ways} */
  #intoHalvesOf(club, node) {
    return (this.#tree.halves.get(node) ?? []).map((half) => {
      const mates = this.#everybody.of(post(club, half));
      if (!mates || half >= this.#tree.leaves) return [post(null, half), 0n];
      return [post(club, half), this.#tree.weight[half] * BigInt(mates)];
    });
  }
}
