// The bracket as a tree of halves, and what clubmates cost in it: competition/draw/clubmates/tree.py.
// Node 1 is the whole bracket, 2v and 2v+1 are the halves of v, the leaves are the places. A club is
// a text, or null where it does not matter. Costs are larger than 2^53.

import { Counter } from "./counter.js";
import { getExisting } from "./lookup.js";

/** @typedef {import("./types.js").Club} Club */
/** @typedef {import("./types.js").Post} Post */
/** @typedef {import("./types.js").TreeNode} TreeNode */

export class Tree {
  /** @type {Map<Post, bigint[]>} */
  #prices = new Map();
  #longest;

  /**
   * @param {Club[]} seeded the clubs of places 1 … k in order
   * @param {Club[]} lots those for the places after them
   * @param {number} behind how many more entrants come behind
   */
  constructor(seeded, lots, behind = 0) {
    const entrants = seeded.length + lots.length;
    this.leaves = slotsFor(entrants + behind);
    const taken = leavesByPlace(this.leaves).slice(0, entrants);
    this.drawn = taken.slice(seeded.length);
    this.lots = new Counter(lots);
    this.seeds = members(new Map(seeded.map((club, place) => [taken[place], club])));
    this.free = new Counter(this.drawn.flatMap(path));
    this.halves = new Map(
      [...this.free.keys()].map((node) => [node, [2 * node, 2 * node + 1].filter((half) => this.free.of(half))]),
    );
    this.weight = weights(this.leaves, 2 * bitLength(entrants) + 1);
    this.#longest = Math.max(...[...this.lots].filter(([club]) => club !== null).map(([, number]) => number));
  }

  // More than all that clubmates can cost.
  get forbidden() {
    return this.weight[0];
  }

  /** What the first lot of the club in this node costs, the second, the third … (they rise). @param {Club} club @param {TreeNode} node @returns {bigint[]} */
  prices(club, node) {
    const alike = this.seeds.of(post(club, node)) ? club : null;
    const key = post(alike, node);
    if (!this.#prices.has(key)) this.#prices.set(key, this.#priced(alike, node));
    return getExisting(this.#prices, key);
  }

  /** @param {Club} club @param {TreeNode} node @returns {bigint[]} */
  #priced(club, node) {
    if (node >= this.leaves) return Array(this.free.of(node)).fill(0n);
    const halves = merged(this.prices(club, 2 * node), this.prices(club, 2 * node + 1));
    const lots = club === null ? this.#longest : this.lots.of(club);
    const seeds = this.seeds.of(post(club, node));
    return halves.slice(0, lots).map((price, lot) => this.weight[node] * BigInt(seeds + lot) + price);
  }
}

/** @type {Map<TreeNode, Map<Club, Post>>} */
const posts = new Map();

/** A club at a node, the same object each time: these are keys of maps. @param {Club} club @param {TreeNode} node */
export function post(club, node) {
  if (!posts.has(node)) posts.set(node, new Map());
  const here = getExisting(posts, node);
  if (!here.has(club)) here.set(club, { club, node });
  return getExisting(here, club);
}

/** How many of a club are in a node. @param {import("./types.js").Holders} holders */
export function members(holders) {
  const theirs = [...holders].filter(([, club]) => club !== null);
  return new Counter(theirs.flatMap(([leaf, club]) => path(leaf).map((node) => post(club, node))));
}

/** The nodes that a leaf is in, from itself up to the whole bracket. @param {TreeNode} leaf */
export function path(leaf) {
  const nodes = [];
  for (let node = leaf; node; node >>= 1) nodes.push(node);
  return nodes;
}

/** @param {number} number */
export function bitLength(number) {
  return 32 - Math.clz32(number);
}

/** @param {number} entrants */
function slotsFor(entrants) {
  return 1 << bitLength(entrants - 1);
}

/** @param {number} slots */
function placesInOrder(slots) {
  let places = [1];
  while (places.length < slots) {
    const both = 2 * places.length + 1;
    places = places.flatMap((best) => [best, both - best]);
  }
  return places;
}

/** @param {number} leaves */
function leavesByPlace(leaves) {
  /** @type {TreeNode[]} */
  const found = [];
  placesInOrder(leaves).forEach((place, at) => {
    found[place - 1] = leaves + at;
  });
  return found;
}

/** @param {number} leaves @param {number} digit */
function weights(leaves, digit) {
  const levels = bitLength(leaves);
  return Array.from({ length: 2 * leaves }, (_, node) => 1n << BigInt(digit * (levels - bitLength(node))));
}

/** @param {bigint[]} first @param {bigint[]} second */
function merged(first, second) {
  return [...first, ...second].sort(byPrice);
}

/** @param {bigint} one @param {bigint} other */
export function byPrice(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
