// Writes a hand, or corrects one. The form is made of the rulebook: fields and values out of the
// card, what they stand for out of the record's schema, their words out of the game's.

import { CannotBe, booked, mainForm, needsFirst, valuesOf } from "./card.js";
import { banner, h } from "./dom.js";
import { sideClass } from "./match.js";
import { against, say, score } from "./words.js";

// draft: {record, counting, row, reason}: what was chosen, which side is counted, the line that is corrected.
export function handScreen(pad, draft, act) {
  const { table } = pad;
  const game = draft.row ? table.gameAt(table.game.number) : table.game;
  const form = mainForm(game.card);
  const asked = fieldsAsked(game.card, form, draft, table.state.turn);
  return [
    ...(draft.errors ?? []).map((sentence) => banner("wrong", "alert", sentence)),
    ...asked.flatMap((field) => widget(pad, game, form, field, draft, act)),
    refinement(game, draft, act),
    first(pad, game, draft, act),
    draft.row && !pad.device ? reason(draft, act) : null,
  ];
}

export function handThumb(pad, draft, act) {
  const { table } = pad;
  const { card } = table.game;
  const unit = card.end.unit;
  const record = complete(card, draft, table.state.turn);
  const adds = record && addsOf(card, record);
  if (!adds) {
    return [h("output", {}, h("span", {}, say("choose_points"))), h("button", { type: "button", disabled: true }, say("write"))];
  }
  const after = draft.row ? amended(table, draft, record) : table.preview("hand", record);
  const hand = against(adds, unit);
  const key = draft.row ? "write_amend" : "write_this";
  return [
    h("output", {}, h("span", {}, ...described(pad, card, record)), after ? h("span.to", {}, against(totalsAfter(table, after), unit)) : null, ending(table, after)),
    h("button", { type: "submit", disabled: missing(card, draft, record, table) }, say(key, { hand })),
  ];
}

// The record that is written: what was chosen, and whose turn it was.
export function complete(card, draft, turn) {
  const record = Object.fromEntries(Object.entries(draft.record).filter(([, value]) => value !== null && value !== undefined));
  const seat = record[card.turn.field] ?? (draft.row ? null : turn);
  if (needsTurn(card) && seat !== null) record[card.turn.field] = seat;
  try {
    booked(card, { ...record });
  } catch (error) {
    if (error instanceof CannotBe) return null;
    throw error;
  }
  return record;
}

const needsTurn = (card) => card.forms.some((form) => form.steps.some((step) => step.fields.includes(card.turn.field)));

function missing(card, draft, record, table) {
  if (draft.row && draft.needsReason && !draft.reason.trim()) return true;
  return !draft.row && needsFirst(card, record, table.state.totals) && (record.first ?? null) === null;
}

function addsOf(card, record) {
  return booked(card, record).map((row) => row.adds).reduce((sum, adds) => sum.map((total, side) => total + adds[side]));
}

function totalsAfter(table, after) {
  const last = after.games.at(-1);
  return last?.totals ?? after.totals;
}

function amended(table, draft, record) {
  return table.preview("amend", { line: draft.row.line.n, data: record, reason: "" });
}

function ending(table, after) {
  const last = after?.games.at(-1);
  if (!last || last.why === null || last.winner === null) return null;
  const key = after.over ? "wins_match" : "wins_game";
  return h("strong.ends", {}, say(key, { side: table.sides[after.over ? after.winner : last.winner] }));
}

function fieldsAsked(card, form, draft, turn) {
  const fields = [...new Set(form.steps.flatMap((step) => step.fields))];
  const known = draft.row ? true : turn !== null;
  return fields.filter((field) => field !== card.turn.field || !known);
}

const isPair = (value) => Array.isArray(value);
const typeOf = (schema) => (schema?.anyOf ?? [schema]).find((each) => each?.type !== "null") ?? {};

function widget(pad, game, form, field, draft, act) {
  const step = form.steps.find((each) => each.fields.includes(field));
  const values = valuesOf(step, field);
  const words = game.book.words.record[field] ?? { label: field, nothing: "", ask: "" };
  const schema = typeOf(game.book.record.properties[field]);
  if (values.every(isPair)) return split(pad, game, step, field, values, words, draft, act);
  const ordered = [...values].sort((one, other) => (one ?? -1) - (other ?? -1));
  const choices = ordered.map((value) => ({ value, ...faceOf(pad, game, field, value, words, schema) }));
  return [
    group(words.label, h("div", { class: choices.length === 3 && schema.format === "side" ? "marafona" : "choices" },
      ...choices.map(({ value, face, plain }) => choice({
        name: field, value, face, plain,
        checked: (draft.record[field] ?? null) === value,
        possible: possible(step, field, value, draft.record),
        onchange: () => act.choose(field, value),
      })))),
  ];
}

function faceOf(pad, game, field, value, words, schema) {
  if (value === null) return { face: [schema.format === "side" ? say("no") : words.nothing], plain: "plain-choice" };
  if (schema.format === "side") return { face: [pad.table.sides[value], bonus(game, field, value)], plain: sideClass(value).split(" ").at(-1) };
  if (schema.format === "seat") return { face: [pad.table.match.seats[value]?.last_name ?? say("seat_n", { n: value + 1 })], plain: "plain-choice" };
  return { face: [words.choices[value] ?? String(value)], plain: "plain-choice" };
}

// What choosing this side adds by itself: "+3".
function bonus(game, field, side) {
  const form = mainForm(game.card);
  const step = form.steps.find((each) => each.fields.includes(field));
  const at = step.fields.indexOf(field);
  const same = (row, other) => row.key.every((value, index) => index === at || JSON.stringify(value) === JSON.stringify(other.key[index]));
  const chosen = step.rows.find((row) => row.key[at] === side);
  const without = chosen && step.rows.find((row) => row.key[at] === null && same(row, chosen));
  const more = without ? chosen.adds[side] - without.adds[side] : 0;
  return more ? h("b", {}, ` +${score(more, game.card.end.unit)}`) : "";
}

function possible(step, field, value, record) {
  const wanted = { ...record, [field]: value };
  return step.rows.some((row) => row.key.every((part, at) => {
    const written = wanted[step.fields[at]];
    return written === undefined || JSON.stringify(part) === JSON.stringify(written ?? null) || (step.fields[at] !== field && written === null);
  }));
}

// Both numbers at one tap: own points large, "to 4" small.
function split(pad, game, step, field, values, words, draft, act) {
  const side = draft.counting;
  const unit = field === "thirds" ? "thirds" : game.card.end.unit;
  const ordered = [...values].sort((one, other) => one[side] - other[side]);
  const faces = pad.table.sides.map((names, at) =>
    choice({ name: "counting", value: at, face: [names], plain: sideClass(at), checked: at === side, possible: true, onchange: () => act.count(at) }));
  return [
    group(words.ask || words.label, h("div.whose", {}, ...faces)),
    group(say("points_of", { label: words.label, side: pad.table.sides[side] }), h("div.keys", { class: values.length > 20 ? "many" : "" },
      ...ordered.map((value) => choice({
        name: field, value: value.join("-"),
        face: [h("span.own", {}, score(value[side], unit)), h("span.rest", {}, say("to", { points: score(value[1 - side], unit) }))],
        plain: sideClass(side).split(" ").at(-1),
        checked: JSON.stringify(draft.record[field] ?? null) === JSON.stringify(value),
        possible: possible(step, field, value, draft.record),
        onchange: () => act.choose(field, value),
      }))), true),
  ];
}

// More exact ways to write the same hand: rows of other forms that add the same.
function refinement(game, draft, act) {
  const { card, book } = game;
  const form = mainForm(card);
  const record = complete(card, draft, null);
  if (!record || card.forms.length < 2) return null;
  const plain = complete(card, { ...draft, record: withoutOthers(card, form, record) }, null);
  if (!plain) return null;
  const adds = JSON.stringify(addsOf(card, plain));
  for (const other of card.forms.filter((each) => each !== form)) {
    const step = other.steps[0];
    const field = step.fields.find((each) => !form.steps[0].fields.includes(each));
    const at = step.fields.indexOf(field);
    const rows = step.rows.filter((row) => JSON.stringify(row.adds) === adds && isPair(row.key[at]) &&
      row.key.every((value, index) => index === at || value === (record[step.fields[index]] ?? null)));
    if (!rows.length) continue;
    const side = draft.counting;
    const chosen = draft.record[field] ?? null;
    return h("details.optional", { open: chosen !== null || draft.exact, ontoggle: (event) => act.exact(event.target.open) },
      h("summary", {}, say("also", { label: book.words.record[field].label })),
      group(book.words.record[field].label, h("div.thirds", {}, ...rows.map((row) => row.key[at]).sort((one, two) => one[side] - two[side]).map((value) => choice({
        name: field, value: value.join("-"),
        face: [score(value[side], field), h("span.small", {}, say("to", { points: score(value[1 - side], field) }))],
        plain: sideClass(side).split(" ").at(-1),
        checked: JSON.stringify(chosen) === JSON.stringify(value), possible: true,
        onchange: () => act.choose(field, value),
      }))), true),
    );
  }
  return null;
}

export function withoutOthers(card, form, record) {
  const mine = new Set(form.steps.flatMap((step) => step.fields));
  const all = new Set(card.forms.flatMap((each) => each.steps.flatMap((step) => step.fields)));
  return Object.fromEntries(Object.entries(record).filter(([field]) => mine.has(field) || !all.has(field)));
}

// Both past the target, and the club plays that who was there first has won: then it is asked.
function first(pad, game, draft, act) {
  const record = complete(game.card, draft, null);
  if (!record || draft.row || !needsFirst(game.card, record, pad.table.state.totals)) return null;
  const words = game.book.words.record.first;
  return group(words.label, h("div.whose", {}, ...pad.table.sides.map((names, side) =>
    choice({ name: "first", value: side, face: [names], plain: sideClass(side), checked: draft.record.first === side, possible: true, onchange: () => act.choose("first", side) }))));
}

function reason(draft, act) {
  return h("div.field", {},
    h("label", { for: "reason" }, say("reason")),
    h("input", { id: "reason", maxlength: 500, value: draft.reason, oninput: (event) => act.because(event.target.value) }),
    h("span.hint", {}, say("reason_hint")),
  );
}

function described(pad, card, record) {
  const form = mainForm(card);
  const pair = form.steps[0].fields.find((field) => isPair(record[field]));
  const unit = pair === "thirds" ? "thirds" : card.end.unit;
  const named = Object.entries(pad.table.game.book.words.parts)
    .filter(([field]) => typeof record[field] === "number")
    .map(([field, words]) => words.replace("%(side)s", pad.table.sides[record[field]]));
  return [[pair ? against(record[pair], unit) : "", ...named].filter(Boolean).join(", ")];
}

export function group(legend, content, hidden = false) {
  return h("fieldset", {}, h("legend", { class: hidden ? "hidden-text" : "" }, legend), content);
}

export function choice({ name, value, face, plain, checked, possible: can, onchange }) {
  const id = `${name}-${value}`;
  return h("label.choice", {},
    h("input", { type: "radio", name, id, value: String(value ?? ""), checked, disabled: !can && !checked, onchange }),
    h("span.face", { class: plain ?? "" }, ...face),
  );
}
