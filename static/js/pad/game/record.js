// What has been chosen in the form of a hand or a claim, as a record: what is still missing, what
// cannot be together, what the hand comes to. Pure: nothing here changes what it is given.

import {
  CannotBe, addsOf, besideItems, claim, fieldsOf, formOf, hand, mainForm, needsFirst, nextItems, stepsToAsk, valuesOf,
} from "./card.js";

/**
 * @typedef {import("./card.js").RuleCard} RuleCard
 * @typedef {import("./card.js").CardForm} CardForm
 * @typedef {import("./card.js").CardStep} CardStep
 * @typedef {import("./card.js").TableRow} TableRow
 * @typedef {import("./card.js").HandRecord} HandRecord
 *
 * @typedef {{card: RuleCard, book: Record<string, any>, format: Record<string, any>, title: string, number: number}} Game
 *
 * What the form of a hand remembers while it is filled in. ``line`` is the line that is corrected,
 * null for a new hand; ``knowsTurn``: the turn's seat was asked before the form.
 * @typedef {{record: HandRecord, line: number | null, reason: string, needsReason: boolean,
 *   knowsTurn: boolean, [more: string]: any}} HandDraft
 *
 * A step of the form, with those of its fields that are shown.
 * @typedef {{step: CardStep, fields: string[]}} AskedStep
 *
 * A table in which one player stands against others: who declares, who holds the called card, and
 * the field that says the declarer holds it himself.
 * @typedef {{declarer: string, holder: string, own: string | null}} PlayersShape
 *
 * Declarations of one kind whose worth depends on the trump suit.
 * @typedef {{trump: string, kind: string, suits: string[], sides: number[]}} MatrixShape
 */

/** @param {any} schema */
const typeOf = (schema) => (schema?.anyOf ?? [schema]).find((/** @type {any} */ each) => each?.type !== "null") ?? {};

/** What the values of a record's field are: "side", "seat", "suit", "card" or "". @param {Pick<Game, "book">} game @returns {(field: string) => string} */
export const formatOf = (game) => (field) => typeOf(game.book.record.properties[field]).format ?? "";

/** @param {any} one @param {any} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
/** @param {any} value */
const isPair = (value) => Array.isArray(value);

/** A record without the fields in which nothing was written. @param {HandRecord} record @returns {HandRecord} */
export const withoutEmpty = (record) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));

// The whole record ------------------------------------------------------------------------------

/**
 * The record that would be written: what was chosen, and whose turn it was. Null while the card has
 * no row for it.
 * @param {RuleCard} card @param {HandDraft} draft @param {number | null} turn
 * @param {number[]} before the totals before this hand @returns {HandRecord | null}
 */
export function completeRecord(card, draft, turn, before) {
  const record = withoutEmpty(draft.record);
  const seat = record[card.turn.field] ?? (isAmendment(draft) ? null : turn);
  const hasTurn = card.forms.some((form) => fieldsOf(form).includes(card.turn.field));
  if (hasTurn && seat !== null) record[card.turn.field] = seat;
  return gainOf(card, record, before) ? record : null;
}

/** @param {HandDraft} draft */
const isAmendment = (draft) => (draft.line ?? null) !== null;

/** What a record adds; null where it cannot be. @param {RuleCard} card @param {HandRecord} record @param {number[]} before */
function gainOf(card, record, before) {
  try {
    return addsOf(card, record, before);
  } catch (error) {
    if (error instanceof CannotBe) return null;
    throw error;
  }
}

/**
 * Why a complete record cannot be written yet: "reason" (of a correction) or "first" (who reached
 * the target first). Null when nothing is missing.
 * @param {RuleCard} card @param {HandDraft} draft @param {HandRecord} record @param {number[]} before
 * @returns {"reason" | "first" | null}
 */
export function missingReason(card, draft, record, before) {
  if (isAmendment(draft) && draft.needsReason && !draft.reason.trim()) return "reason";
  return needsFirst(card, record, before) && (record.first ?? null) === null ? "first" : null;
}

/**
 * The field to choose next in a form that is not complete; null where none can be named.
 * @param {RuleCard} card @param {HandDraft} draft @param {number | null} turn @param {number[]} before
 * @returns {string | null}
 */
export function nextField(card, draft, turn, before) {
  const asked = stepsAsked(card, draft, turn, before).filter(({ step }) => !step.items);
  const isEmpty = (/** @type {string} */ field) => (draft.record[field] ?? null) === null;
  for (const { step, fields } of asked) {
    const field = fields.find((each) => isEmpty(each) && !isPossible(step, each, null, draft.record));
    if (field) return field;
  }
  // A field may be left empty in some rows, but in none of those that fit everything else.
  for (const { step, fields } of asked) {
    const matches = step.rows.filter((row) => row.key.every((part, at) => isEmpty(step.fields[at]) || isSame(part, draft.record[step.fields[at]])));
    const field = fields.find((each) => isEmpty(each) && matches.some((row) => row.key[step.fields.indexOf(each)] !== null));
    if (field) return field;
  }
  return null;
}

/**
 * How a claim would end the game; null while it is not complete.
 * @param {RuleCard} card @param {HandRecord} record @param {number[]} totals
 */
export function claimOf(card, record, totals) {
  if (!card.claim) return null;
  const whole = Object.fromEntries(card.claim.fields.map((field) => [field, record[field] ?? null]));
  if (whole.side === null) return null;
  try {
    return claim(card, whole, totals);
  } catch (error) {
    if (error instanceof CannotBe) return null;
    throw error;
  }
}

// Forms and steps -------------------------------------------------------------------------------

/**
 * Forms that share no field with the club's own and have a single row: one tap writes them.
 * @param {RuleCard} card @returns {CardForm[]}
 */
export function oneTapForms(card) {
  const main = mainForm(card);
  const mainFields = fieldsOf(main);
  return card.forms.filter((form) =>
    form !== main && !fieldsOf(form).some((field) => mainFields.includes(field)) && form.steps[0].rows.length === 1);
}

/** The form that is being filled in. @param {RuleCard} card @param {HandRecord} record @returns {CardForm} */
export function formShown(card, record) {
  const isChosen = (/** @type {CardForm} */ form) => fieldsOf(form).some((field) => (record[field] ?? null) !== null);
  return oneTapForms(card).find(isChosen) ?? mainForm(card);
}

/** The record of a form that one tap writes. @param {CardForm} form @returns {HandRecord} */
export const oneTapRecord = (form) =>
  Object.fromEntries(form.steps[0].fields.map((field, at) => [field, form.steps[0].rows[0].key[at]]));

/**
 * The steps of the club's form that are to be filled in on top of these totals: a step that is not
 * reached, because the game has ended before it, is left out.
 * @param {RuleCard} card @param {HandDraft} draft @param {number | null} turn @param {number[]} before
 * @returns {AskedStep[]}
 */
export function stepsAsked(card, draft, turn, before) {
  const isTurnKnown = isAmendment(draft) || draft.knowsTurn || turn !== null;
  const seat = isTurnKnown && turn !== null ? { [card.turn.field]: turn } : {};
  const record = { ...seat, ...withoutEmpty(draft.record) };
  return stepsToAsk(card, mainForm(card), record, before).map((step) => ({
    step,
    fields: (step.items ? besideItems(step) : step.fields).filter((field) => field !== card.turn.field || !isTurnKnown),
  }));
}

/**
 * The main form's fields alone, with those that belong to no form.
 * @param {RuleCard} card @param {CardForm} form @param {HandRecord} record @returns {HandRecord}
 */
export function withoutOthers(card, form, record) {
  const kept = new Set(fieldsOf(form));
  const all = new Set(card.forms.flatMap(fieldsOf));
  return Object.fromEntries(Object.entries(record).filter(([field]) => kept.has(field) || !all.has(field)));
}

/**
 * The record once a field of the main form changes: what was written more exactly in another form,
 * and who reached the target first, no longer hold.
 * @param {RuleCard} card @param {HandRecord} record @param {string} field @returns {HandRecord}
 */
export function forgetRefinements(card, record, field) {
  const mainFields = fieldsOf(mainForm(card));
  if (!mainFields.includes(field)) return record;
  const gone = new Set(["first", ...card.forms.flatMap(fieldsOf).filter((name) => !mainFields.includes(name))]);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !gone.has(name)));
}

/** The field in which another form writes the same hand more exactly, if there is one. @param {RuleCard} card @returns {string | null} */
export function refinedField(card) {
  const main = mainForm(card);
  const others = card.forms.filter((form) => form !== main && !oneTapForms(card).includes(form));
  const fields = others.flatMap(({ steps: [step] }) =>
    step.fields.filter((field) => !main.steps[0].fields.includes(field) && valuesOf(step, field).some(isPair)));
  return fields[0] ?? null;
}

/**
 * More exact ways to write the same hand: pairs of the refined field that add the same.
 * @param {RuleCard} card @param {HandDraft} draft @param {number | null} turn @param {number[]} before @returns {[number, number][]}
 */
export function refinementsOf(card, draft, turn, before) {
  const field = refinedField(card);
  const main = mainForm(card);
  const record = completeRecord(card, { ...draft, record: withoutOthers(card, main, withoutEmpty(draft.record)) }, turn, before);
  if (!field || !record) return [];
  const adds = addsOf(card, record, before);
  return card.forms.filter((form) => form !== main && form.steps[0].fields.includes(field)).flatMap(({ steps: [step] }) => {
    const at = step.fields.indexOf(field);
    const fits = (/** @type {TableRow} */ row) =>
      isPair(row.key[at]) && isSame(row.adds, adds) && row.key.every((part, index) => index === at || part === (record[step.fields[index]] ?? null));
    return step.rows.filter(fits).map((row) => row.key[at]);
  });
}

// A line that was written, as the forms have it -----------------------------------------------------

/**
 * A record as the forms have it: both numbers of a pair, whose turn it was, nothing but the form's
 * fields. What was written in another form is shown in the club's own too, by what it adds.
 * @param {RuleCard} card @param {HandRecord} data @returns {HandRecord}
 */
export function formRecord(card, data) {
  const form = formOf(card, data);
  /** @type {HandRecord} */
  const record = { [card.turn.field]: data[card.turn.field] ?? null };
  for (const field of fieldsOf(form)) record[field] = data[field] ?? null;
  if ((data.first ?? null) !== null) record.first = data.first;
  for (const step of form.steps.filter((each) => !each.items)) {
    const row = step.rows.find((each) => agrees(step, each, data));
    if (!row) continue;
    step.fields.forEach((field, at) => { record[field] = row.key[at]; });
    if (form !== mainForm(card) && !oneTapForms(card).includes(form)) Object.assign(record, fieldsOfTwin(card, row, record));
  }
  return record;
}

/** The main form's fields of a row that adds the same. @param {RuleCard} card @param {TableRow} row @param {HandRecord} record @returns {HandRecord} */
function fieldsOfTwin(card, row, record) {
  const [step] = mainForm(card).steps;
  const twin = step.rows.find((each) => isSame(each.adds, row.adds) && agrees(step, each, record));
  return Object.fromEntries(step.fields.map((field, at) => [field, record[field] ?? twin?.key[at] ?? null]));
}

/** Whether a row says what was written; it leaves open what was not. @param {CardStep} step @param {TableRow} row @param {HandRecord} written */
function agrees(step, row, written) {
  return row.key.every((part, at) => {
    const found = written[step.fields[at]];
    if (isPair(part)) return !isPair(found) || part.every((/** @type {any} */ number, /** @type {number} */ side) => found[side] === null || found[side] === number);
    return part === (found ?? null);
  });
}

// What can be chosen, and why not -------------------------------------------------------------------

/**
 * Whether a row has this value together with everything that is chosen in the other fields.
 * @param {Pick<CardStep, "fields" | "rows">} step @param {string} field @param {any} value @param {HandRecord} record
 */
export function isPossible(step, field, value, record) {
  return step.rows.some((row) => row.key.every((part, at) => {
    const name = step.fields[at];
    if (name === field) return isSame(part, value ?? null);
    return (record[name] ?? null) === null || isSame(part, record[name]);
  }));
}

/**
 * The chosen field that rules this value out; null where it is possible, or where several fields do
 * so together. @param {CardStep} step @param {string} field @param {any} value @param {HandRecord} record @returns {string | null}
 */
export function blockingField(step, field, value, record) {
  if (isPossible(step, field, value, record)) return null;
  const isFree = (/** @type {string} */ other) => isPossible(step, field, value, { ...record, [other]: null });
  return step.fields.find((other) => other !== field && (record[other] ?? null) !== null && isFree(other)) ?? null;
}

/**
 * The pair of which one side has this number, among these.
 * @param {any[]} pairs @param {number} side @param {string} digits
 */
export const pairOf = (pairs, side, digits) => pairs.find((pair) => String(pair[side]) === digits) ?? null;

// Shapes: what a step asks for, whatever the game is called ----------------------------------------------

/**
 * Declarations of one kind with a trump suit: they are shown as suits by sides. Null where
 * their order or their kind matters. @param {CardStep} step @param {(field: string) => string} formatOf @returns {MatrixShape | null}
 */
export function matrixShape(step, formatOf) {
  if (!step.items || !["side", "kind", "suit"].every((field) => step.items?.fields.includes(field))) return null;
  const [trump, ...more] = besideItems(step);
  const kinds = valuesOf(step, "kind");
  const suits = valuesOf(step, "suit");
  if (!trump || more.length || formatOf(trump) !== "suit" || kinds.length !== 1 || suits.includes(null)) return null;
  return { trump, kind: kinds[0], suits, sides: valuesOf(step, "side") };
}

/**
 * The trump suit that is known before a hand begins: the tap that opens the form says it. Null where a
 * hand has none, or names it itself. @param {Game} game @returns {{field: string, suits: string[]} | null}
 */
export function turnedTrump(game) {
  for (const step of mainForm(game.card).steps) {
    const shape = matrixShape(step, formatOf(game));
    if (shape) return { field: shape.trump, suits: shape.suits };
  }
  return null;
}

/**
 * A table with a declarer and a partner among more than two players. Null in any other.
 * @param {RuleCard} card @param {CardStep} step @param {(field: string) => string} formatOf @returns {PlayersShape | null}
 */
export function playersShape(card, step, formatOf) {
  if (card.sides < 3 || step.items) return null;
  const seats = step.fields.filter((field) => formatOf(field) === "seat" && field !== card.turn.field);
  const declarer = seats.find((field) => !valuesOf(step, field).includes(null));
  const holder = seats.find((field) => valuesOf(step, field).includes(null));
  if (!declarer || !holder) return null;
  const at = step.fields.indexOf(holder);
  const isOwn = (/** @type {string} */ field) => {
    const rows = step.rows.filter((row) => row.key[step.fields.indexOf(field)] === true);
    return valuesOf(step, field).includes(null) && rows.length > 0 && rows.every((row) => row.key[at] === null);
  };
  return { declarer, holder, own: step.fields.find(isOwn) ?? null };
}

/** The seat that holds the called card, be it the declarer's. @param {PlayersShape} shape @param {HandRecord} record @returns {number | null} */
export function cardHolder(shape, record) {
  if (shape.own && record[shape.own] === true) return record[shape.declarer] ?? null;
  return record[shape.holder] ?? null;
}

/**
 * A choice in the players' table. The card stays where it is when another plays: with its holder it
 * becomes his own. A bid that leaves the declarer alone takes it away.
 * @param {CardStep} step @param {PlayersShape} shape @param {HandRecord} record @param {string} field @param {any} value
 * @returns {HandRecord}
 */
export function chooseInPlayers(step, shape, record, field, value) {
  const seat = field === shape.holder ? value : cardHolder(shape, record);
  const chosen = field === shape.holder ? record : { ...record, [field]: value };
  const isOwn = seat !== null && seat === (chosen[shape.declarer] ?? null);
  const placed = {
    ...chosen,
    [shape.holder]: isOwn ? null : seat,
    ...(shape.own ? { [shape.own]: isOwn ? true : null } : {}),
  };
  const cardField = isOwn && shape.own ? shape.own : shape.holder;
  if (seat === null || isPossible(step, cardField, placed[cardField], placed)) return placed;
  return { ...placed, [shape.holder]: null, ...(shape.own ? { [shape.own]: null } : {}) };
}

/**
 * Adds a declaration to the list of a step, or takes out the one of that suit.
 * @param {CardStep} step one with items @param {HandRecord} record @param {Record<string, any>} item @returns {Record<string, any>[]}
 */
export function toggleItem(step, record, item) {
  /** @type {Record<string, any>[]} */
  const list = record[/** @type {any} */ (step.items).field] ?? [];
  const isThis = (/** @type {Record<string, any>} */ each) => each.side === item.side && (each.suit ?? null) === (item.suit ?? null);
  return list.some(isThis) ? list.filter((each) => !isThis(each)) : [...list, withoutEmpty(item)];
}

/**
 * Every declaration that a list knows, for each the row it would be booked in next, or null where it
 * cannot come next. If the worth does not depend on the suit, items have no suit.
 * @param {CardStep} step one with items @param {HandRecord} record
 * @returns {{item: Record<string, any>, row: TableRow | null}[]}
 */
export function itemChoices(step, record) {
  const { fields } = /** @type {import("./card.js").StepItems} */ (step.items);
  const itemOf = (/** @type {TableRow} */ row) => Object.fromEntries(fields.map((field) => [field, row.key[step.fields.indexOf(field)]]));
  const next = nextItems(step, record);
  const all = [...new Map(step.rows.map((row) => [JSON.stringify(itemOf(row)), itemOf(row)])).values()];
  const isAsked = (/** @type {Record<string, any>} */ item) =>
    (item.suit ?? null) === null || !all.some((other) => other.suit === null && other.kind === item.kind && other.side === item.side);
  return all.filter(isAsked).map((item) => ({ item, row: next.find((each) => isSame(each.item, item))?.row ?? null }));
}

/**
 * What each item of a list was booked with, in their order; null for one that fits no row.
 * @param {CardStep} step one with items @param {HandRecord} record @returns {(TableRow | null)[]}
 */
export function itemRows(step, record) {
  const { field, fields } = /** @type {import("./card.js").StepItems} */ (step.items);
  /** @type {Record<string, any>[]} */
  const list = record[field] ?? [];
  return list.map((item, at) => {
    const next = nextItems(step, { ...record, [field]: list.slice(0, at) });
    return next.find((each) => fields.every((name) => (each.item[name] ?? null) === (item[name] ?? null)))?.row ?? null;
  });
}

// What a hand comes to --------------------------------------------------------------------------------

/**
 * What each side gets in the parts of a hand: the counted pair first, then everything else. Null
 * where the parts do not make the sum, as when the game ends before the pair is counted.
 * @param {RuleCard} card @param {HandRecord} record @param {number[]} before @returns {number[][] | null}
 */
export function partsOfHand(card, record, before) {
  const form = formOf(card, record);
  const { totals, ending } = hand(card, record, before);
  const sum = totals.map((total, side) => total - before[side]);
  for (const step of form.steps.filter((each) => !each.items)) {
    const field = step.fields.find((each) => isPair(record[each]));
    const row = field && step.fields.length === 1 ? step.rows.find((each) => isSame(each.key[0], record[field])) : null;
    if (!row || (ending && !isSame(stepsToAsk(card, form, record, before).at(-1), step))) continue;
    return sum.map((total, side) => [row.adds[side], total - row.adds[side]]);
  }
  return null;
}
