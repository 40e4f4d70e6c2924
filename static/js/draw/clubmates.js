// Clubmates apart in a bracket, as competition/draw/clubmates has it: the lots of every club dealt to
// the halves, to the halves of each, and so on; then lots change places as long as that helps.

import { Counter } from "./counter.js";
import { exchange } from "./exchanges.js";
import { byPrice, Tree } from "./tree.js";

// The lots, already shuffled, in the order of the places after those of the seeded; so many more get
// the places behind them later.
export function keptApart(seeded, lots, coin, behind = 0) {
  const numbers = new Counter([...seeded, ...lots].map((entrant) => entrant.club));
  const clubOf = (entrant) => (numbers.of(entrant.club) > 1 ? entrant.club : null);
  const clubs = lots.map(clubOf);
  if (clubs.every((club) => club === null)) return [...lots];
  const tree = new Tree(seeded.map(clubOf), clubs, behind);
  const holders = exchange(tree, split(tree, coin));
  const waiting = Map.groupBy ? Map.groupBy(lots, clubOf) : grouped(lots, clubOf);
  return tree.drawn.map((leaf) => waiting.get(holders.get(leaf)).shift());
}

function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

// A club for every leaf that is left to the lots, ties decided by the coin.
function split(tree, coin) {
  return new Map(settled(tree, coin, 1, tree.lots));
}

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

// A step for each lot: what it costs to have one more of its club in the first half.
function stepsOf(tree, node, inside) {
  return [...inside].flatMap(([club, lots]) => {
    if (club === null) return Array.from({ length: lots }, () => [0n, null]);
    const [first, second] = [tree.prices(club, 2 * node), tree.prices(club, 2 * node + 1)];
    const price = (prices, number) => prices[number] ?? tree.forbidden;
    return Array.from({ length: lots }, (_, step) => [price(first, step) - price(second, lots - 1 - step), club]);
  });
}
