// Walks the card of a rulebook: tables, read off the rulebook itself, that say what a hand adds,
// when a game ends, what a claim comes to, how the turn moves. Knows no game.

/**
 * What was written of a hand or a claim: a value for each field, null or missing where nothing was.
 * @typedef {Record<string, any>} HandRecord
 *
 * A row of a table: the values of its fields, what they add, and who wins by them.
 * @typedef {{key: any[], adds: number[], wins: number | null, why: string | null}} TableRow
 *
 * How a game ended.
 * @typedef {{winner: number | null, why: string | null}} Ending
 *
 * A step that is booked once for each item of a list has ``items``: the record's field of the list,
 * the fields of an item, those that differ in each, and which items are counted in one series.
 * @typedef {{field: string, fields: string[], distinct: string[], series: Record<string, any[]>}} StepItems
 * @typedef {{fields: string[], rows: TableRow[], items: StepItems | null, is_looked_at: boolean,
 *   at_target: string | null}} CardStep
 * @typedef {{name: string, steps: CardStep[]}} CardForm
 * @typedef {{need: number, factor: number, fields: string[], rows: TableRow[], unit: string}} ClaimTable
 *
 * What a record proves of who was first, as FirstProof in rules/card.py has it.
 * @typedef {{need: number, factor: number, opening: {field: string, points: number}, closing: {field: string, points: number},
 *   taken: {field: string, total: number, factor: number, dropped: number}[], most: number}} FirstProof
 *
 * The card of a rulebook, as rules/card.py writes it. ``turn.after_hand`` has the next seat for each
 * seat; ``after_redeal`` is null where a redeal is not possible.
 * @typedef {{game: string, sides: number, smallest: string[], forms: CardForm[],
 *   end: {unit: string, need: number | null, both: string}, claim: ClaimTable | null,
 *   turn: {field: string, after_hand: number[], after_redeal: number[] | null},
 *   first_proof?: FirstProof | null, play: Record<string, any> | null}} RuleCard
 *
 * A step with the rows in which a record is booked: null where nothing of the step was written.
 * @typedef {{step: Pick<CardStep, "is_looked_at"> & Partial<CardStep>,
 *   rows: Pick<TableRow, "adds" | "wins" | "why">[] | null}} BookedStep
 */

export class CannotBe extends Error {}

/**
 * What a hand adds to each side on top of these totals. Throws CannotBe where the card has no row
 * for what was written.
 * @param {RuleCard} card @param {HandRecord} record @param {number[]} totals @returns {number[]}
 */
export function addsOf(card, record, totals) {
  const after = hand(card, record, totals).totals;
  return after.map((total, side) => total - totals[side]);
}

/**
 * A hand on top of these totals: the new totals, and how the game ended, if it did. What comes after
 * the step that ends the game need not be written.
 * ``toTarget`` is false in a game over a fixed number of hands, whose totals end nothing.
 * @param {RuleCard} card @param {HandRecord} record @param {number[]} totals
 * @returns {{totals: number[], ending: Ending | null}}
 */
export function hand(card, record, totals, toTarget = true) {
  let now = totals;
  /** @type {Ending | null} */
  let won = null;
  const first = firstSide(card, record, totals);
  for (const { rows, step } of stepsOf(card, record)) {
    if (!rows && !won) throw new CannotBe();
    for (const row of rows ?? []) {
      now = plus(now, row.adds);
      if (row.wins !== null) won ??= { winner: row.wins, why: row.why };
    }
    if (step.is_looked_at && !won && toTarget) won = over(card, now, first, step.at_target);
    if (step.is_looked_at && won) break;
  }
  return { totals: now, ending: won };
}

/**
 * The steps of a form that are to be written on top of these totals: up to the one that ends the
 * game by what is written already.
 * @param {RuleCard} card @param {CardForm} form @param {HandRecord} record @param {number[]} totals
 */
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

/**
 * The steps in which a record is booked. A record of which only the outcome is known (``adds``) is
 * booked as it is. @param {RuleCard} card @param {HandRecord} record @returns {BookedStep[]}
 */
function stepsOf(card, record) {
  if (record.adds) return [{ rows: [{ adds: record.adds, wins: null, why: null }], step: { is_looked_at: true } }];
  return formOf(card, record).steps.map((step) => {
    const isEmpty = !step.items && step.fields.every((field) => isNothing(record[field]));
    return { step, rows: isEmpty ? rowsIfAny(step, record) : rowsOf(step, record) };
  });
}

/** @param {any} value */
const isNothing = (value) => (Array.isArray(value) ? value.every((part) => part === null) : (value ?? null) === null);
/** @param {number[]} totals @param {number[]} adds */
const plus = (totals, adds) => totals.map((total, side) => total + adds[side]);

/** @param {CardStep} step @param {HandRecord} record @returns {TableRow[]} */
function rowsOf(step, record) {
  if (!step.items) return [rowOf(step, record)];
  return items(step, record).map((item) => rowOf(step, { ...record, ...item }));
}

/** @param {CardStep} step @param {HandRecord} record @returns {TableRow[] | null} */
function rowsIfAny(step, record) {
  try {
    return rowsOf(step, record);
  } catch (error) {
    if (error instanceof CannotBe) return null;
    throw error;
  }
}

/**
 * Who has won at these totals, if anyone.
 * @param {RuleCard} card @param {number[]} totals @param {number | null} first @param {string | null} [why]
 * @returns {Ending | null}
 */
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

/**
 * The side that was the first at the target, if both are there and the record names or proves it.
 * @param {RuleCard} card @param {HandRecord} record @param {number[]} totals before the hand @returns {number | null}
 */
function firstSide({ first_proof: proof }, record, totals) {
  const named = record.first ?? null;
  if (named !== null || !proof) return named;
  const { opening, closing, need, factor } = proof;
  const now = totals.map((total) => factor * total);
  const opener = record[opening.field] ?? null;
  if (opener !== null) {
    now[opener] += opening.points;
    if (now[opener] >= need) return opener;
  }
  const closer = record[closing.field] ?? null;
  if (closer === null) return null;
  const isThereBefore = now[closer] + mostTaken(proof, record, closer) - closing.points >= need;
  return isThereBefore ? null : 1 - closer;
}

/** The most that a side can have taken by its record. @param {FirstProof} proof @param {HandRecord} record @param {number} side */
function mostTaken({ taken, most }, record, side) {
  for (const { field, total, factor, dropped } of taken) {
    const pair = record[field] ?? [];
    const other = pair[1 - side] ?? null;
    const own = pair[side] ?? (other === null ? null : total - other);
    if (own !== null) return factor * own + dropped;
  }
  return most;
}

/**
 * Whether this hand takes several sides to the target, so that it must say who was first.
 * @param {RuleCard} card @param {HandRecord} record @param {number[]} totals
 */
export function needsFirst(card, record, totals) {
  const { need, both } = card.end;
  if (both !== "first" || need === null) return false;
  const sum = stepsOf(card, record).flatMap(({ rows }) => rows ?? []).reduce((now, row) => plus(now, row.adds), totals);
  return sum.filter((total) => total >= need).length > 1;
}

/**
 * How a claim ends the game: what the claimer has of what is needed, and who has won.
 * @param {RuleCard} card @param {HandRecord} claimed @param {number[]} totals
 */
export function claim(card, claimed, totals) {
  const table = card.claim;
  if (!table) throw new CannotBe();
  const row = rowOf(table, claimed);
  const has = table.factor * totals[claimed.side] + row.adds[claimed.side];
  const right = has >= table.need;
  return { has, need: table.need, right, winner: right ? claimed.side : 1 - claimed.side };
}

/** @param {RuleCard} card @param {number | null} seat */
export function turnAfter(card, seat) {
  return seat === null ? null : card.turn.after_hand[seat];
}

/**
 * What else may stand in a list after these items: rows of its step that fit the next place.
 * @param {CardStep} step one with items @param {HandRecord} record
 */
export function nextItems(step, record) {
  const { field, fields } = /** @type {StepItems} */ (step.items);
  const list = record[field] ?? [];
  const itemOf = (/** @type {TableRow} */ row) => Object.fromEntries(fields.map((each) => [each, row.key[step.fields.indexOf(each)]]));
  return step.rows
    .map((row) => ({ row, item: itemOf(row) }))
    .filter(({ row, item }) => rowsIfAny(step, { ...record, [field]: [...list, item] })?.at(-1) === row);
}

/**
 * The values that a field has anywhere in a form or a table, in the order of the rows.
 * @param {Pick<CardStep, "fields" | "rows">} table @param {string} field @returns {any[]}
 */
export function valuesOf(table, field) {
  const at = table.fields.indexOf(field);
  const seen = new Map(table.rows.map((row) => [JSON.stringify(row.key[at]), row.key[at]]));
  return [...seen.values()];
}

/** @param {RuleCard} card @param {HandRecord} record @returns {CardForm} */
export function formOf(card, record) {
  const written = (/** @type {CardForm} */ form) => fieldsOf(form).filter((field) => (record[field] ?? null) !== null);
  let best = null;
  for (const form of card.forms) {
    if (!best || written(form).length >= written(best).length) best = form;
  }
  if (!best) throw new CannotBe();
  return best;
}

/** The form in which a club writes the smallest record. @param {RuleCard} card @returns {CardForm} */
export function mainForm(card) {
  const has = (/** @type {CardForm} */ form) => card.smallest.filter((field) => fieldsOf(form).includes(field)).length;
  return card.forms.reduce((best, form) => (has(form) > has(best) ? form : best));
}

/** @param {CardForm} form @returns {string[]} */
export function fieldsOf(form) {
  return [...new Set(form.steps.flatMap((step) => (step.items ? [step.items.field, ...besideItems(step)] : step.fields)))];
}

/** The record's own fields that the items of a step hang on. @param {CardStep} step @returns {string[]} */
export const besideItems = (step) => step.fields.filter((field) => field !== "place" && !step.items?.fields.includes(field));

/** @param {Pick<CardStep, "fields" | "rows">} table @param {HandRecord} written @returns {TableRow} */
function rowOf(table, written) {
  const row = table.rows.find((each) =>
    each.key.every((value, at) => fits(value, written[table.fields[at]] ?? null)),
  );
  if (!row) throw new CannotBe();
  return row;
}

/** A pair of which one number is written is that pair: the other follows. @param {any} value @param {any} written */
function fits(value, written) {
  if (!Array.isArray(value) || !Array.isArray(written)) return value === written;
  const isWritten = written.some((part) => part !== null);
  return isWritten && value.every((part, at) => written[at] === null || part === written[at]);
}

/**
 * The items of a list, each with its place: how many of the same series stand before it.
 * @param {CardStep} step @param {HandRecord} record @returns {Record<string, any>[]}
 */
function items(step, record) {
  const { field: listField, distinct, series } = /** @type {StepItems} */ (step.items);
  /** @type {Record<string, any>[]} */
  const list = record[listField] ?? [];
  for (const field of distinct) {
    const values = list.map((item) => item[field] ?? null).filter((value) => value !== null);
    if (new Set(values).size < values.length) throw new CannotBe();
  }
  const inSeries = (/** @type {Record<string, any>} */ item) =>
    Object.entries(series).every(([field, values]) => values.includes(item[field]));
  return list.map((item, at) => ({
    ...item,
    place: list.slice(0, at).filter((before) => inSeries(item) && inSeries(before)).length,
  }));
}
