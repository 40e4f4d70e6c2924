import { CannotBe, addsOf, claim, fieldsOf, formOf, mainForm, needsFirst } from "./card.js";
const written = (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));
const needsTurn = (card) => card.forms.some((form) => fieldsOf(form).includes(card.turn.field));
export function completeRecord(card, draft, turn, before) {
  const record = written(draft.record);
  const seat = record[card.turn.field] ?? (draft.line ? null : turn);
  if (needsTurn(card) && seat !== null) record[card.turn.field] = seat;
  try { addsOf(card, record, before); } catch (error) { if (error instanceof CannotBe) return null; throw error; }
  return record;
}
export function missingReason(card, draft, record, totals) {
  if (draft.line && draft.needsReason && !draft.reason.trim()) return true;
  return !draft.line && needsFirst(card, record, totals) && (record.first ?? null) === null;
}
export function claimOf(card, record, totals) {
  const whole = Object.fromEntries(card.claim.fields.map((f) => [f, record[f] ?? null]));
  if (whole.side === null) return null;
  try { return claim(card, whole, totals); } catch (error) { if (error instanceof CannotBe) return null; throw error; }
}
export function forgetRefinements(card, record, field) {
  const mine = fieldsOf(mainForm(card));
  if (!mine.includes(field)) return record;
  const gone = new Set([...card.forms.flatMap(fieldsOf).filter((n) => !mine.includes(n)), "first"]);
  return Object.fromEntries(Object.entries(record).filter(([n]) => !gone.has(n)));
}
export function formRecord(card, data) { const r = {}; for (const f of fieldsOf(formOf(card, data))) r[f] = data[f] ?? null; return r; }
