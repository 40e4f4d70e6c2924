// How each format draws one group, and into how many groups it parts its entrants. What is not here
// cannot be drawn again in a browser: the page says so.

import { keptApart } from "./clubmates.js";
import { folded, strangers, unmated } from "./strangers.js";

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

const allPlayAll = {
  draw(entrants, options, apart, coin) {
    const [seeded, unseeded] = seededFirst(entrants);
    return [...seeded, ...coin.shuffle(unseeded)];
  },
};

const groups = {
  ...allPlayAll,
  groups(entries, { groups: asked = null, group_size: size = 4 }) {
    return asked ?? Math.max(1, Math.min(Math.ceil(entries / size), Math.floor(entries / 2)));
  },
};

const qualifying = {
  draw(entrants, { rounds = 3 }, apart, coin) {
    const order = coin.shuffle(entrants);
    return apart ? strangers(order, rounds) : order;
  },
};

const sittings = { draw: (entrants, options, apart, coin) => coin.shuffle(entrants) };

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

// The pots in their order; who is in none comes last.
function inPots(entrants) {
  const potOf = ({ pot = Infinity }) => pot;
  const numbers = [...new Set(entrants.map(potOf))].sort((one, other) => (one < other ? -1 : 1));
  return numbers.map((number) => entrants.filter((entrant) => potOf(entrant) === number));
}

// The seeded, best first, and the unseeded as they were entered.
export function seededFirst(entrants) {
  const seeded = entrants.filter((entrant) => entrant.seed !== null).sort((one, other) => one.seed - other.seed);
  return [seeded, entrants.filter((entrant) => entrant.seed === null)];
}

function upperHalf(entries) {
  return 2 * Math.ceil(entries / 4);
}
