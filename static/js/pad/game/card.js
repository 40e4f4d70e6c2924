// Walks the card of a rulebook: tables, read off the rulebook itself, that say what a hand adds,
// when a game ends, what a claim comes to, how the turn moves. Knows no game.

export class CannotBe extends Error {}

// What a hand adds to each side on top of these totals. Throws CannotBe where the card has no row
// for what was written.
export function addsOf(card, record, totals) {
  const after = hand(card, record, totals).totals;
  return after.map((total, side) => total - totals[side]);
}

// A hand on top of these totals: the new totals, and how the game ended, if it did. What comes after
// the step that ends the game need not be written.
// toTarget is false in a game over a fixed number of hands, whose totals end nothing.
export function hand(card, record, totals, toTarget = true) {
  let now = totals;
  let won = null;
  for (const { rows, step } of stepsOf(card, record)) {
    if (!rows && !won) throw new CannotBe();
    for (const row of rows ?? []) {
      now = plus(now, row.adds);
      if (row.wins !== null) won ??= { winner: row.wins, why: row.why };
    }
    if (step.is_looked_at && !won && toTarget) won = over(card, now, record.first ?? null, step.at_target);
    if (step.is_looked_at && won) break;
  }
  return { totals: now, ending: won };
}

// The steps of a form that are to be written on top of these totals: up to the one that ends the
// game by what is written already.
export function stepsToAsk(card, form, record, totals) {
  const asked = [];
  let now = totals;
  for (const step of form.steps) {
    asked.push(step);
    const rows = rowsIfAny(step, record);
    if (!rows) continue;
    now = rows.reduce((sum, row) => plus(sum, row.adds), now);
    if (rows.some((row) => row.wins !== null)) break;
    if (step.is_looked_at && over(card, now, null)) break;
  }
  return asked;
}

// The steps in which a record is booked, and the row or rows of each: null where nothing of a step
// was written. A record of which only the outcome is known (``adds``) is booked as it is.
function stepsOf(card, record) {
  if (record.adds) return [{ rows: [{ adds: record.adds, wins: null }], step: { is_looked_at: true } }];
  return formOf(card, record).steps.map((step) => {
    const isEmpty = !step.items && step.fields.every((field) => isNothing(record[field]));
    return { step, rows: isEmpty ? rowsIfAny(step, record) : rowsOf(step, record) };
  });
}

const isNothing = (value) => (Array.isArray(value) ? value.every((part) => part === null) : (value ?? null) === null);
const plus = (totals, adds) => totals.map((total, side) => total + adds[side]);

function rowsOf(step, record) {
  if (!step.items) return [rowOf(step, record)];
  return items(step, record).map((item) => rowOf(step, { ...record, ...item }));
}

function rowsIfAny(step, record) {
  try {
    return rowsOf(step, record);
  } catch (error) {
    if (error instanceof CannotBe) return null;
    throw error;
  }
}

// Who has won at these totals, if anyone.
export function over(card, totals, first, why = "target") {
  const { need, both } = card.end;
  if (need === null) return null;
  const there = totals.map((_, side) => side).filter((side) => totals[side] >= need);
  if (there.length < 2) return there.length ? { winner: there[0], why: why ?? "target" } : null;
  if (both === "first" && first !== null) return { winner: first, why: "first" };
  const highest = Math.max(...totals);
  const ahead = there.filter((side) => totals[side] === highest);
  return ahead.length === 1 ? { winner: ahead[0], why: "higher" } : null;
}

// Whether this hand takes several sides to the target, so that it must say who was first.
export function needsFirst(card, record, totals) {
  if (card.end.both !== "first") return false;
  const sum = stepsOf(card, record).flatMap(({ rows }) => rows ?? []).reduce((now, row) => plus(now, row.adds), totals);
  return sum.filter((total) => total >= card.end.need).length > 1;
}

// How a claim ends the game: what the claimer has of what is needed, and who has won.
export function claim(card, claimed, totals) {
  const table = card.claim;
  if (!table) throw new CannotBe();
  const row = rowOf(table, claimed);
  const has = table.factor * totals[claimed.side] + row.adds[claimed.side];
  const right = has >= table.need;
  return { has, need: table.need, right, winner: right ? claimed.side : 1 - claimed.side };
}

export function turnAfter(card, seat) {
  return seat === null ? null : card.turn.after_hand[seat];
}

// What else may stand in a list after these items: rows of its step that fit the next place.
export function nextItems(step, record) {
  const { field, fields } = step.items;
  const list = record[field] ?? [];
  const itemOf = (row) => Object.fromEntries(fields.map((each) => [each, row.key[step.fields.indexOf(each)]]));
  return step.rows
    .map((row) => ({ row, item: itemOf(row) }))
    .filter(({ row, item }) => rowsIfAny(step, { ...record, [field]: [...list, item] })?.at(-1) === row);
}

// The values that a field has anywhere in a form or a table, in the order of the rows.
export function valuesOf(table, field) {
  const at = table.fields.indexOf(field);
  const seen = new Map(table.rows.map((row) => [JSON.stringify(row.key[at]), row.key[at]]));
  return [...seen.values()];
}

export function formOf(card, record) {
  const written = (form) => fieldsOf(form).filter((field) => (record[field] ?? null) !== null);
  let best = null;
  for (const form of card.forms) {
    if (!best || written(form).length >= written(best).length) best = form;
  }
  if (!best) throw new CannotBe();
  return best;
}

// The form in which a club writes the smallest record.
export function mainForm(card) {
  const has = (form) => card.smallest.filter((field) => fieldsOf(form).includes(field)).length;
  return card.forms.reduce((best, form) => (has(form) > has(best) ? form : best));
}

export function fieldsOf(form) {
  return [...new Set(form.steps.flatMap((step) => (step.items ? [step.items.field, ...besideItems(step)] : step.fields)))];
}

// The record's own fields that the items of a step hang on.
export const besideItems = (step) => step.fields.filter((field) => field !== "place" && !step.items.fields.includes(field));

function rowOf(table, written) {
  const row = table.rows.find((each) =>
    each.key.every((value, at) => fits(value, written[table.fields[at]] ?? null)),
  );
  if (!row) throw new CannotBe();
  return row;
}

// A pair of which one number is written is that pair: the other follows.
function fits(value, written) {
  if (!Array.isArray(value) || !Array.isArray(written)) return value === written;
  const said = written.some((part) => part !== null);
  return said && value.every((part, at) => written[at] === null || part === written[at]);
}

// The items of a list, each with its place: how many of the same series stand before it.
function items(step, record) {
  const list = record[step.items.field] ?? [];
  for (const field of step.items.distinct) {
    const values = list.map((item) => item[field] ?? null).filter((value) => value !== null);
    if (new Set(values).size < values.length) throw new CannotBe();
  }
  const inSeries = (item) =>
    Object.entries(step.items.series).every(([field, values]) => values.includes(item[field]));
  return list.map((item, at) => ({
    ...item,
    place: list.slice(0, at).filter((before) => inSeries(item) && inSeries(before)).length,
  }));
}
