// Clubmates apart in a bracket, as competition/draw/clubmates has it: the lots of every club dealt to
// the halves, to the halves of each, and so on; then lots change places as long as that helps.

import { Counter } from "./counter.js";
import { exchange } from "./exchanges.js";
import { getExisting } from "./lookup.js";
import { byPrice, Tree } from "./tree.js";

/** @typedef {import("./types.js").Club} Club */
/** @typedef {import("./types.js").Coin} Coin */
/** @typedef {import("./types.js").Entrant} Entrant */
/** @typedef {import("./types.js").TreeNode} TreeNode */

/**
 * The lots in the order of the places after those of the seeded.
 * @param {Entrant[]} seeded @param {Entrant[]} lots already shuffled @param {Coin} coin
 * @param {number} behind how many more get the places behind them later
 */
export function keptApart(seeded, lots, coin, behind = 0) {
  const numbers = new Counter([...seeded, ...lots].map((entrant) => entrant.club));
  const clubOf = (/** @type {Entrant} */ entrant) => (numbers.of(entrant.club) > 1 ? entrant.club : null);
  const clubs = lots.map(clubOf);
  if (clubs.every((club) => club === null)) return [...lots];
  const tree = new Tree(seeded.map(clubOf), clubs, behind);
  const holders = exchange(tree, split(tree, coin));
  const waiting = grouped(lots, clubOf);
  return tree.drawn.map((leaf) => takeFirst(getExisting(waiting, getExisting(holders, leaf))));
}

/** @param {Entrant[]} entrants */
function takeFirst(entrants) {
  const first = entrants.shift();
  if (!first) throw new RangeError("more places of a club than entrants");
  return first;
}

/** @template T, K @param {T[]} items @param {(item: T) => K} keyOf */
function grouped(items, keyOf) {
  /** @type {Map<K, T[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** A club for every leaf that is left to the lots, ties decided by the coin. @param {Tree} tree @param {Coin} coin */
function split(tree, coin) {
  return new Map(settled(tree, coin, 1, tree.lots));
}

/** @param {Tree} tree @param {Coin} coin @param {TreeNode} node @param {Counter<Club>} inside @returns {[TreeNode, Club][]} */
function settled(tree, coin, node, inside) {
  if (node >= tree.leaves) return [...inside.keys()].map((club) => [node, club]);
  const steps = coin.shuffle(stepsOf(tree, node, inside)).sort((one, other) => byPrice(one[0], other[0]));
  const clubs = steps.map(([, club]) => club);
  const room = tree.free.of(2 * node);
  return [
    ...settled(tree, coin, 2 * node, new Counter(clubs.slice(0, room))),
    ...settled(tree, coin, 2 * node + 1, new Counter(clubs.slice(room))),
  ];
}

/**
 * A step for each lot: what it costs to have one more of its club in the first half.
 * @param {Tree} tree @param {TreeNode} node @param {Counter<Club>} inside @returns {[price: bigint, club: Club][]}
 */
function stepsOf(tree, node, inside) {
  return [...inside].flatMap(([club, lots]) => pricesOf(tree, node, club, lots).map((price) => /** @type {const} */ ([price, club])));
}

/** @param {Tree} tree @param {TreeNode} node @param {Club} club @param {number} lots */
function pricesOf(tree, node, club, lots) {
  if (club === null) return Array.from({ length: lots }, () => 0n);
  const [first, second] = [tree.prices(club, 2 * node), tree.prices(club, 2 * node + 1)];
  const price = (/** @type {bigint[]} */ prices, /** @type {number} */ number) => prices[number] ?? tree.forbidden;
  return Array.from({ length: lots }, (_, step) => price(first, step) - price(second, lots - 1 - step));
}
