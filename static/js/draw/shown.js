// Compares what a page shows of a draw with its record: the seal, the seed, and the names in order.

import { isAsChanged } from "./bracket.js";
import { verify } from "./drawing.js";

// The answers by what was checked (true, false, null: cannot be told), or null where the record or
// the names cannot be read. `shown` is what people see: `seal`, `seed`, and `lots`, a list a group of
// { place, name }. `names`: by the id of each entry its name, as the page brings them.
export function checkShown(recordText, namesText, shown) {
  try {
    const record = JSON.parse(recordText);
    const answers = verify(record, shown.seed);
    return {
      ...answers,
      commitment: answers.commitment && shown.seal === record.commitment,
      shown: isShownAsDrawn(record, namesText, shown.lots),
      ...(record.changes ? { bracket: isAsChanged(record) } : {}),
    };
  } catch {
    // Whatever is not as a record is made proves nothing; the page must say so and not wait for ever.
    return null;
  }
}

// A record without an order is that of a draw that was not held: nothing may be shown as drawn.
function isShownAsDrawn(record, namesText, lots) {
  if (record.order === null) return lots.length ? false : null;
  return isShownInOrder(record, JSON.parse(namesText), lots);
}

// Each group has as many rows as were drawn, their places count from 1, and each row has the name of
// the entry that the record has there: a record that was exchanged for another does not fit the names.
function isShownInOrder(record, names, lots) {
  const groups = Array.isArray(record.order[0]) ? record.order : [record.order];
  if (groups.length !== lots.length) return false;
  return groups.every((order, group) => {
    const rows = lots[group];
    if (rows.length !== order.length) return false;
    return rows.every((row, at) => row.place === String(at + 1) && row.name === names[order[at]]);
  });
}
