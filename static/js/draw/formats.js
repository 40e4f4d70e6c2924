// How each format draws one group, and into how many groups it divides its entrants. What is not here
// cannot be drawn again in a browser: the page states that.

import { keptApart } from "./clubmates.js";
import { folded, strangers, unmated } from "./strangers.js";

/** @typedef {import("./types.js").DrawFormat} DrawFormat */
/** @typedef {import("./types.js").DrawOptions} DrawOptions */
/** @typedef {import("./types.js").Entrant} Entrant */

/** @type {DrawFormat} */
const knockout = {
  draw(entrants, options, apart, coin) {
    const [seeded, unseeded] = seededFirst(entrants);
    const placed = [...seeded];
    for (const pot of inPots(unseeded)) {
      const lots = coin.shuffle(pot);
      const behind = entrants.length - placed.length - lots.length;
      placed.push(...(apart ? keptApart(placed, lots, coin, behind) : lots));
    }
    return placed;
  },
};

/** @type {DrawFormat} */
const allPlayAll = {
  draw(entrants, options, apart, coin) {
    const [seeded, unseeded] = seededFirst(entrants);
    return [...seeded, ...coin.shuffle(unseeded)];
  },
};

/** @type {DrawFormat} */
const groups = {
  ...allPlayAll,
  groups(entries, { groups: asked = null, group_size: size = 4 }) {
    return asked ?? Math.max(1, Math.min(Math.ceil(entries / size), Math.floor(entries / 2)));
  },
};

/** @type {DrawFormat} */
const qualifying = {
  draw(entrants, { rounds = 3 }, apart, coin) {
    const order = coin.shuffle(entrants);
    return apart ? strangers(order, rounds) : order;
  },
};

/** @type {DrawFormat} */
const sittings = { draw: (entrants, options, apart, coin) => coin.shuffle(entrants) };

/** @param {number} clubLevel @param {(entries: number, options: DrawOptions) => number} halves @returns {DrawFormat} */
function roundByRound(clubLevel, halves) {
  return {
    draw(entrants, options, apart, coin) {
      const [seeded, unseeded] = options.first === "drawn" ? [[], entrants] : seededFirst(entrants);
      const order = [...seeded, ...coin.shuffle(unseeded)];
      if (options.first === "standings" || !apart || (options.club_level ?? clubLevel) === 0) return order;
      return unmated(order, folded(order.length, halves(order.length, options)), seeded.length);
    },
  };
}

/** @type {Record<string, DrawFormat>} */
export const FORMATS = {
  single_elimination: knockout,
  double_elimination: knockout,
  consolation: knockout,
  groups,
  round_robin: allPlayAll,
  swiss: roundByRound(5, (entries, { accelerated = 0 }) => (accelerated ? upperHalf(entries) : 0)),
  danese: roundByRound(0, () => 0),
  qualifying,
  sittings,
};

/** The pots in their order; who is in none comes last. @param {Entrant[]} entrants */
function inPots(entrants) {
  const potOf = (/** @type {Entrant} */ { pot = Infinity }) => pot;
  const numbers = [...new Set(entrants.map(potOf))].sort((one, other) => (one < other ? -1 : 1));
  return numbers.map((number) => entrants.filter((entrant) => potOf(entrant) === number));
}

/** @param {Entrant} entrant @returns {entrant is import("./types.js").SeededEntrant} */
const isSeeded = (entrant) => entrant.seed !== null;

/** The seeded, best first, and the unseeded as they were entered. @param {Entrant[]} entrants */
function seededFirst(entrants) {
  const seeded = entrants.filter(isSeeded).sort((one, other) => one.seed - other.seed);
  return [seeded, entrants.filter((entrant) => !isSeeded(entrant))];
}

/** @param {number} entries */
function upperHalf(entries) {
  return 2 * Math.ceil(entries / 4);
}
