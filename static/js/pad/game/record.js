// The record of a hand while it is entered: which fields are asked for, whether it is complete, how a
// written record fills the form again. Pure; driven by the card of the rulebook, knows no game.

import { CannotBe, addsOf, besideItems, claim, fieldsOf, formOf, mainForm, needsFirst, stepsToAsk, valuesOf } from "./card.js";

/** @typedef {Record<string, any>} Record_ a record of the rulebook: field to value */
/** @typedef {{record: Record_, line?: number | null, needsReason?: boolean, knowsTurn?: boolean, reason?: string}} Draft */

/** Only what was chosen. @param {Record_} record @returns {Record_} */
export const written = (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));

/** @param {any} card */
const needsTurn = (card) => card.forms.some((/** @type {any} */ form) => fieldsOf(form).includes(card.turn.field));

/**
 * The record that is written: what was chosen, and whose turn it was. Null as long as it cannot be.
 * @param {any} card @param {Draft} draft @param {number | null} turn @param {number[]} before totals
 * @returns {Record_ | null}
 */
export function completeRecord(card, draft, turn, before) {
  const record = written(draft.record);
  const seat = record[card.turn.field] ?? (draft.line ? null : turn);
  if (needsTurn(card) && seat !== null) record[card.turn.field] = seat;
  return valueOrNull(() => (addsOf(card, record, before) ? record : null));
}

/** Whether a complete record still lacks something: a reason, or who was first at the target. @param {any} card @param {Draft} draft @param {Record_} record @param {number[]} totals */
export function missingReason(card, draft, record, totals) {
  if (draft.needsReason && !(draft.reason ?? "").trim()) return true;
  return !draft.line && needsFirst(card, record, totals) && (record.first ?? null) === null;
}

/** What a claim comes to; null as long as it is not complete. @param {any} card @param {Record_} record @param {number[]} totals @returns {any} */
export function claimOf(card, record, totals) {
  const whole = Object.fromEntries(card.claim.fields.map((/** @type {string} */ field) => [field, record[field] ?? null]));
  return whole.side === null ? null : valueOrNull(() => claim(card, whole, totals));
}

/** @template T @param {() => T} compute @returns {T | null} */
function valueOrNull(compute) {
  try {
    return compute();
  } catch (error) {
    if (error instanceof CannotBe) return null;
    throw error;
  }
}

/**
 * A figure that was chosen beside the points no longer says anything once these are others.
 * @param {any} card @param {Record_} record @param {string} field that is about to change @returns {Record_}
 */
export function forgetRefinements(card, record, field) {
  const main = fieldsOf(mainForm(card));
  if (!main.includes(field)) return record;
  const others = card.forms.flatMap(fieldsOf).filter((/** @type {string} */ name) => !main.includes(name));
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== "first" && !others.includes(name)));
}

/** Ways to write a hand that have nothing in common with the club's: chosen with one tap. @param {any} card @returns {any[]} */
export function separateForms(card) {
  const main = fieldsOf(mainForm(card));
  return card.forms.filter((/** @type {any} */ form) => form !== mainForm(card) && !fieldsOf(form).some((field) => main.includes(field)) && form.steps[0].rows.length === 1);
}

/** @param {any} card @param {Record_} record @returns {any} */
export const formShown = (card, record) =>
  separateForms(card).find((form) => fieldsOf(form).some((field) => (record[field] ?? null) !== null)) ?? mainForm(card);

/**
 * The steps of the form that are asked for, each with its fields.
 * @param {any} card @param {Draft} draft @param {number | null} turn @param {number[]} before
 * @returns {{step: any, fields: string[]}[]}
 */
export function stepsAsked(card, draft, turn, before) {
  const isKnown = Boolean(draft.line) || draft.knowsTurn || turn !== null;
  const record = isKnown && turn !== null ? { [card.turn.field]: turn, ...written(draft.record) } : draft.record;
  const form = formShown(card, draft.record);
  if (form !== mainForm(card)) return [];
  return stepsToAsk(card, form, record, before).map((/** @type {any} */ step) => ({
    step,
    fields: (step.items ? besideItems(step) : step.fields).filter((/** @type {string} */ field) => (field !== card.turn.field || !isKnown) && isAsked(step, field, draft.record)),
  }));
}

/** What follows from the rest is not asked for. @param {any} step @param {string} field @param {Record_} record */
function isAsked(step, field, record) {
  const values = valuesOf(step, field);
  if ((record[field] ?? null) !== null || values.every((/** @type {any} */ value) => typeof value !== "boolean")) return true;
  return values.some((/** @type {any} */ value) => value === true && isPossible(step, field, value, record));
}

/** Whether a value can stand beside what was chosen. @param {any} step @param {string} field @param {any} value @param {Record_} record @returns {boolean} */
export function isPossible(step, field, value, record) {
  const wanted = /** @type {Record_} */ ({ ...record, [field]: value });
  return step.rows.some((/** @type {any} */ row) => row.key.every((/** @type {any} */ part, /** @type {number} */ at) => {
    const name = step.fields[at];
    const chosen = wanted[name];
    return chosen === undefined || isSame(part, chosen) || (name !== field && chosen === null);
  }));
}

/** @param {any} one @param {any} other */
export const isSame = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** A record without the fields of forms other than this one. @param {any} card @param {any} form @param {Record_} record @returns {Record_} */
export function withoutOthers(card, form, record) {
  const own = new Set(fieldsOf(form));
  const all = new Set(card.forms.flatMap(fieldsOf));
  return Object.fromEntries(Object.entries(record).filter(([field]) => own.has(field) || !all.has(field)));
}

/**
 * A record as the forms have it: both numbers of a pair, whose turn it was. What was written in a form
 * of its own is shown in the club's form too, by what it adds.
 * @param {any} card @param {Record_} data @returns {Record_}
 */
export function formRecord(card, data) {
  const form = formOf(card, data);
  /** @type {Record_} */
  const record = { [card.turn.field]: data[card.turn.field] ?? null };
  for (const field of fieldsOf(form)) record[field] = data[field] ?? null;
  for (const step of form.steps.filter((/** @type {any} */ each) => !each.items)) {
    const row = step.rows.find((/** @type {any} */ each) => agrees(step, each, data));
    if (!row) continue;
    step.fields.forEach((/** @type {string} */ field, /** @type {number} */ at) => { record[field] = row.key[at]; });
    if (form !== mainForm(card)) Object.assign(record, twinOf(card, row, record));
  }
  return record;
}

/** The same hand in the club's form. @param {any} card @param {any} row @param {Record_} record @returns {Record_} */
function twinOf(card, row, record) {
  const [step] = mainForm(card).steps;
  const found = step.rows.find((/** @type {any} */ each) => isSame(each.adds, row.adds) && agrees(step, each, record));
  const fields = step.fields.map((/** @type {string} */ field, /** @type {number} */ at) => [field, record[field] ?? found?.key[at] ?? null]);
  return Object.fromEntries(fields);
}

/** A row says what was written, and leaves open what was not. @param {any} step @param {any} row @param {Record_} data @returns {boolean} */
function agrees(step, row, data) {
  return row.key.every((/** @type {any} */ value, /** @type {number} */ at) => {
    const found = data[step.fields[at]];
    if (!Array.isArray(value)) return value === (found ?? null);
    return !Array.isArray(found) || value.every((part, side) => found[side] === null || found[side] === part);
  });
}
