// Draws again what was drawn, from the published record alone.

import { canonical } from "./canonical.js";
import { Coin, toss } from "./coin.js";
import { FORMATS } from "./formats.js";
import { parted } from "./grouping.js";
import { sha256 } from "./sha256.js";

/** @typedef {import("./types.js").DrawRecord} DrawRecord */
/** @typedef {import("./types.js").DrawTerms} DrawTerms */
/** @typedef {import("./types.js").Entrant} Entrant */

const VERSION = 1;
const LOTS = "lots";

/**
 * Of the commitment, the seed and the order whether they are as published.
 * @param {DrawRecord} record @param {string} seed as it stands on the page
 * @returns {import("./types.js").DrawAnswers}
 */
export function verify(record, seed) {
  const found = toss(record.secret, record.word);
  const order = ordered(record, found);
  return {
    commitment: commitment(record) === record.commitment.toLowerCase(),
    seed: found === seed,
    order: order && canonical(order) === canonical(record.order),
  };
}

/** @param {DrawTerms & {secret: string}} terms */
export function commitment({ secret, entries, constraints = {}, format, version }) {
  return sha256(canonical({ secret, entries, constraints, format, version }));
}

/**
 * The order as the notation has it; null: not by this version.
 * @param {DrawTerms} terms @param {string} seed @returns {import("./types.js").DrawnOrder | null}
 */
export function ordered({ format, options = {}, entries, constraints = {}, version = VERSION }, seed) {
  const coin = new Coin(seed);
  if (version !== VERSION) return null;
  if (format === LOTS) return idsOf(coin.shuffle(entries));
  const drawn = FORMATS[format];
  if (!drawn) return null;
  const count = drawn.groups ? drawn.groups(entries.length, options) : (options.groups ?? 1);
  // A changed record may ask for any number of groups: this browser must answer, not hang.
  if (!Number.isInteger(count) || count < 1 || count > Math.max(1, entries.length)) throw new RangeError(`${count} groups`);
  const { clubs_apart: clubsApart = true, groupmates_apart: groupmatesApart = true } = constraints;
  const byGroups = groupmatesApart && entries.some(({ mates }) => mates !== undefined);
  const apart = byGroups || clubsApart;
  const entrants = byGroups ? entries.map((entry) => ({ ...entry, club: entry.mates ?? null })) : entries;
  const groups = parted(entrants, count, options.grouping ?? "drawn", apart, coin);
  const order = groups.map((members) => idsOf(drawn.draw(members, options, apart, coin)));
  return order.length === 1 ? order[0] : order;
}

/** @param {Entrant[]} entrants */
function idsOf(entrants) {
  return entrants.map((entrant) => entrant.id);
}
