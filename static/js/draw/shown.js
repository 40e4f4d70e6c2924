// Compares what a page shows of a draw with its record: the commitment, the seed, and the names in order.

import { groupsOf, isAsChanged } from "./bracket.js";
import { verify } from "./drawing.js";

/** @typedef {import("./types.js").DrawRecord} DrawRecord */
/** @typedef {import("./types.js").ShownRow} ShownRow */
/** @typedef {Record<string, string>} Names by the id of each entry its name */

/**
 * The answers by what was checked (null: cannot be checked), or null where the record or the names
 * cannot be read.
 * @param {string} recordText @param {string} namesText @param {import("./types.js").ShownDraw} shown
 * @returns {Record<string, boolean | null> | null}
 */
export function checkShown(recordText, namesText, shown) {
  try {
    /** @type {DrawRecord} */
    const record = JSON.parse(recordText);
    const answers = verify(record, shown.seed);
    return {
      ...answers,
      commitment: answers.commitment && shown.commitment === record.commitment,
      shown: isShownAsDrawn(record, namesText, shown.lots),
      ...(record.changes ? { bracket: isAsChanged(record) } : {}),
    };
  } catch {
    // A malformed record proves nothing; the page must report that and not wait for ever.
    return null;
  }
}

/** A record without an order is that of a draw that was not held: nothing may be shown as drawn. @param {DrawRecord} record @param {string} namesText @param {ShownRow[][]} lots */
function isShownAsDrawn({ order }, namesText, lots) {
  if (order === null) return lots.length ? false : null;
  return isShownInOrder(order, JSON.parse(namesText), lots);
}

/**
 * Each group has as many rows as were drawn, their places count from 1, and each row has the name of
 * the entry that the record has there: a record that was exchanged for another does not fit the names.
 * @param {import("./types.js").DrawnOrder} drawn @param {Names} names @param {ShownRow[][]} lots
 */
function isShownInOrder(drawn, names, lots) {
  const groups = groupsOf(drawn);
  if (groups.length !== lots.length) return false;
  return groups.every((order, group) => {
    const rows = lots[group];
    if (rows.length !== order.length) return false;
    return rows.every((row, at) => row.place === String(at + 1) && row.name === names[order[at]]);
  });
}
