// Walks the card of a rulebook: tables, read off the rulebook itself, that say what a hand adds,
// when a game ends, what a claim comes to, how the turn moves. Knows no game.

export class CannotBe extends Error {}

// The steps in which a record is booked: what each adds to each side, and who it lets win at once.
// Throws CannotBe where the card has no row for what was written. A record of which only the outcome
// is known (``adds``) is booked as it is.
export function booked(card, record) {
  if (record.adds) return [{ adds: record.adds, wins: null }];
  return formOf(card, record).steps.flatMap((step) =>
    (step.items ? items(step, record) : [record]).map((written) => rowOf(step, written)),
  );
}

// A hand on top of these totals: the new totals, and how the game ended, if it did.
// toTarget is false in a game over a fixed number of hands, whose totals end nothing.
export function hand(card, record, totals, toTarget = true) {
  let now = totals;
  for (const row of booked(card, record)) {
    now = now.map((total, side) => total + row.adds[side]);
    if (row.wins !== null) return { totals: now, ending: { winner: row.wins, why: "wins" } };
    const ending = toTarget ? over(card, now, record.first ?? null) : null;
    if (ending) return { totals: now, ending };
  }
  return { totals: now, ending: null };
}

// Who has won at these totals, if anyone.
export function over(card, totals, first) {
  const { need, both } = card.end;
  const there = totals.map((_, side) => side).filter((side) => totals[side] >= need);
  if (there.length < 2) return there.length ? { winner: there[0], why: "target" } : null;
  if (both === "first" && first !== null) return { winner: first, why: "first" };
  const highest = Math.max(...totals);
  const ahead = there.filter((side) => totals[side] === highest);
  return ahead.length === 1 ? { winner: ahead[0], why: "higher" } : null;
}

// Whether this hand takes several sides to the target, so that it must say who was first.
export function needsFirst(card, record, totals) {
  if (card.end.both !== "first") return false;
  const sum = booked(card, record).reduce(
    (now, row) => now.map((total, side) => total + row.adds[side]),
    totals,
  );
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
  const has = (form) => card.smallest.filter((field) => form.steps.some((step) => step.fields.includes(field))).length;
  return card.forms.reduce((best, form) => (has(form) > has(best) ? form : best));
}

export function fieldsOf(form) {
  return [...new Set(form.steps.flatMap((step) => (step.items ? [step.items.field] : step.fields)))];
}

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
