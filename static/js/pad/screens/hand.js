// Writes a hand, or corrects one. The form is made of the rulebook: fields and values out of the
// card, what they stand for out of the record's schema, their words out of the game's.

import { CannotBe, addsOf, besideItems, fieldsOf, mainForm, needsFirst, nextItems, stepsToAsk, valuesOf } from "../game/card.js";
import { completeRecord, missingReason } from "../game/record.js";
import { h as vnode } from "../../../vendor/preact.mjs";
import { html, sideClass, suit, Banner } from "../view.js";
import { against, say, score } from "../words.js";
const h = (name, props = {}, ...children) => {
  const [tag, ...classes] = name.split(".");
  const { class: more, onclick, onchange, oninput, ontoggle, ...rest } = props;
  return vnode(tag || "div", { ...rest, class: [...classes, more].filter(Boolean).join(" "), ...(onclick && { onClick: onclick }), ...(onchange && { onChange: onchange }), ...(oninput && { onInput: oninput }), ...(ontoggle && { onToggle: ontoggle }) }, ...children);
};
const complete = (card, draft, turn, before) => completeRecord(card, draft, turn, before);
const asPad = ({ game, draft, totals, before, turn, names, preview, act }) => ({ table: { game, sides: names.sides, match: { seats: names.seats.map((n) => ({ last_name: n })) }, state: { totals, turn } }, before, preview });
export const mainClass = () => "";
export const HandFields = (p) => html`${handScreen(asPad(p), { ...p.draft, row: p.draft.line ? { line: { reading: { before: p.before } } } : null }, p.act, p.before)}${p.tail}`;
export const HandSummary = (p) => html`${handThumb(asPad(p), { ...p.draft, row: p.draft.line ? {} : null }, p.act, p.before, p.preview)}`;

function handScreen(pad, draft, act, before) {
  const { table } = pad;
  const game = table.game;
  return [
    ...(draft.errors ?? []).map((sentence) => html`<${Banner} kind="wrong" symbol="alert" title=${sentence} />`),
    ...otherForms(game, draft, act),
    ...stepsAsked(game.card, draft, table.state.turn, before).flatMap(({ step, fields }) =>
      [...fields.flatMap((field) => widget(pad, game, step, field, draft, act)), step.items ? list(pad, game, step, draft, act) : []]),
    refinement(game, draft, before, act),
    first(pad, game, draft, before, act),
    draft.needsReason ? reason(draft, act) : null,
  ];
}

// The steps of the form that is written, each with the fields of it that are asked for.
function stepsAsked(card, draft, turn, before) {
  const known = draft.row || draft.knowsTurn || turn !== null;
  const record = known && turn !== null ? { [card.turn.field]: turn, ...written(draft.record) } : draft.record;
  const form = formShown(card, draft);
  if (form !== mainForm(card)) return [];
  return stepsToAsk(card, form, record, before).map((step) => ({
    step,
    fields: (step.items ? besideItems(step) : step.fields).filter((field) => (field !== card.turn.field || !known) && isOpen(step, field, draft.record)),
  }));
}

// Whether a word or a yes is still to be chosen: what follows from the others is not asked.
function isOpen(step, field, record) {
  const values = valuesOf(step, field);
  if ((record[field] ?? null) !== null || values.every((value) => typeof value !== "boolean")) return true;
  return values.some((value) => value === true && possible(step, field, value, record));
}

const written = (record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== undefined));

// Ways to write a hand that have nothing in common with the club's: chosen with one tap.
function apart(card) {
  const mine = fieldsOf(mainForm(card));
  return card.forms.filter((form) => form !== mainForm(card) && !fieldsOf(form).some((field) => mine.includes(field)) && form.steps[0].rows.length === 1);
}

function formShown(card, draft) {
  return apart(card).find((form) => fieldsOf(form).some((field) => (draft.record[field] ?? null) !== null)) ?? mainForm(card);
}

function otherForms(game, draft, act) {
  return apart(game.card).map((form) => {
    const [field] = fieldsOf(form);
    const [value] = form.steps[0].rows[0].key;
    const isOn = formShown(game.card, draft) === form;
    return h("button.quiet", { type: "button", id: `form-${form.name}`, "aria-pressed": isOn ? "true" : "false", onclick: () => act.only(isOn ? {} : { [field]: value }) }, game.book.words.record[field].label);
  });
}

function handThumb(pad, draft, act, before, preview) {
  const { table } = pad;
  const { card } = table.game;
  const unit = card.end.unit;
  const record = complete(card, draft, table.state.turn, before);
  if (!record) return [h("output", {}, h("span", {}, say("choose_points"))), h("button", { type: "submit", disabled: true }, say("write"))];
  const hand = against(addsOf(card, record, before), unit);
  const end = preview?.ending;
  return [
    h("output", {}, h("span", {}, ...described(pad, card, record, before)), preview ? h("span.to", {}, against(preview.totals, unit)) : null,
      end ? h("strong.ends", {}, say(preview.over ? "wins_match" : "wins_game", { side: table.sides[end.winner] })) : null),
    h("button", { type: "submit", disabled: missingReason(card, draft, record, table.state.totals) }, say(draft.line ? "write_amend" : "write_this", { hand })),
  ];
}

const isPair = (value) => Array.isArray(value);
const typeOf = (schema) => (schema?.anyOf ?? [schema]).find((each) => each?.type !== "null") ?? {};

function widget(pad, game, step, field, draft, act) {
  const values = valuesOf(step, field);
  const words = game.book.words.record[field] ?? { label: field, nothing: "", ask: "" };
  const schema = typeOf(game.book.record.properties[field]);
  if (values.some(isPair)) return split(pad, game, step, field, values.filter(isPair), words, draft, act);
  if (schema.format === "card") return cards(game, field, values, words, draft, act);
  if (values.includes(true)) return yesOrNo(step, field, words, draft, act);
  const ordered = values.every((value) => value === null || typeof value === "number") ? [...values].sort((one, other) => (one ?? -1) - (other ?? -1)) : values;
  const choices = ordered.map((value) => ({ value, ...faceOf(pad, game, step, field, value, words, schema) }));
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

function yesOrNo(step, field, words, draft, act) {
  const chosen = draft.record[field] ?? (valuesOf(step, field).includes(null) ? false : null);
  const face = (value) => words.choices[String(value)] ?? say(value ? "yes" : "not_so");
  return [
    group(words.label, h("div.choices", {}, ...[true, false].map((value) => choice({
      name: field, value, face: [face(value)], plain: "plain-choice", checked: chosen === value,
      possible: possible(step, field, value, draft.record), onchange: () => act.choose(field, value) })))),
  ];
}

// A card in two taps: rank, then suit.
function cards(game, field, values, words, draft, act) {
  const chosen = draft.record[field] ?? draft.halves?.[field] ?? "";
  const known = values.filter(Boolean);
  const half = (at, value) => {
    const parts = [chosen[0] ?? " ", chosen[1] ?? " "];
    parts[at] = value;
    act.half(field, parts.join(""));
  };
  const parts = [0, 1].map((at) => [...new Set(known.map((card) => card[at]))]);
  return [
    group(words.label, h("div.choices.ranks", {}, ...parts[0].map((rank) => choice({
      name: `${field}-rank`, value: rank, face: [rankFace(rank)], plain: "plain-choice", checked: chosen[0] === rank, possible: true, onchange: () => half(0, rank) })))),
    group(say("suit_of", { label: words.label }), h("div.choices.suits", {}, ...parts[1].map((sign) => choice({
      name: `${field}-suit`, value: sign, face: suitFace(sign), plain: "plain-choice", checked: chosen[1] === sign, possible: true, onchange: () => half(1, sign) }))), true),
  ];
}

const SUITS = { D: "denari", C: "coppe", S: "spade", B: "bastoni" };
const suitFace = (sign) => [suit(SUITS[sign]), " ", say(`suit_${sign}`)];
const rankFace = (rank) => (/\d/.test(rank) ? rank : say(`rank_${rank}`));

// What was declared, in its order; each more with one tap. Where the value does not hang on the suit
// it is not asked for.
function list(pad, game, step, draft, act) {
  const { field } = step.items;
  const words = game.book.words.record;
  const items = draft.record[field] ?? [];
  const unit = game.card.end.unit;
  const may = nextItems(step, draft.record);
  const plain = may.filter(({ item }) => !may.some((other) => other.item.suit === null && item.suit !== null && other.item.kind === item.kind));
  const add = (item) => act.choose(field, [...items, written(item)]);
  const drop = (at) => act.choose(field, items.filter((_, index) => index !== at));
  const worth = ({ row, item }) => `+${score(row.adds[item.side], unit)}`;
  const named = (item) => [words.kind.choices[item.kind] ?? item.kind, " ", item.suit ? suitFace(item.suit) : null].flat();
  const isOneKind = new Set(step.rows.map((row) => row.key[step.fields.indexOf("kind")])).size === 1;
  const face = (item) => (isOneKind && item.suit ? suitFace(item.suit) : named(item));
  return [
    h("fieldset.declared", {},
      h("legend", {}, words[field].label),
      items.length ? h("ol", {}, ...items.map((item, at) => h("li", {}, h("span", { class: sideClass(item.side) }, ...named(item), " · ", pad.table.sides[item.side]),
        h("button.bare.link", { type: "button", id: `${field}-drop-${at}`, onclick: () => drop(at) }, say("take_out"))))) : h("p.soft", {}, words[field].nothing),
      ...pad.table.sides.map((names, side) => h("div.more", {},
        h("span", { class: sideClass(side) }, names),
        ...plain.filter(({ item }) => item.side === side).map((each) => h("button.quiet", {
          type: "button", id: `${field}-${side}-${each.item.kind}-${each.item.suit ?? ""}`, onclick: () => add(each.item),
        }, ...face(each.item), " ", h("b", {}, worth(each)), h("span.hidden-text", {}, `, ${names}`))))),
    ),
  ];
}

function faceOf(pad, game, step, field, value, words, schema) {
  if (value === null) return { face: [schema.format === "side" ? say("no") : words.nothing], plain: "plain-choice" };
  if (schema.format === "side") return { face: [pad.table.sides[value], bonus(game, step, field, value)], plain: sideClass(value).split(" ").at(-1) };
  if (schema.format === "seat") return { face: [pad.table.match.seats[value]?.last_name ?? say("seat_n", { n: value + 1 })], plain: "plain-choice" };
  if (schema.format === "suit") return { face: suitFace(value), plain: "plain-choice" };
  return { face: [words.choices[value] ?? String(value)], plain: "plain-choice" };
}

// What choosing this side adds by itself: "+3".
function bonus(game, step, field, side) {
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
  const named = say("points_of", { label: words.label, side: pad.table.sides[side] });
  const faces = pad.table.sides.map((names, at) =>
    choice({ name: "counting", value: at, face: [names], plain: sideClass(at), checked: at === side, possible: true, onchange: () => act.count(at) }));
  return [
    group(words.ask || words.label, h("div.whose", {}, ...faces)),
    values.length > MOST_KEYS ? typed(field, named, ordered, side, draft, act) : group(named, h("div.keys", { class: values.length > 20 ? "many" : "" },
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

export const MOST_KEYS = 40;

// More numbers than keys fit: they are typed, on keys as large as the others.
function typed(field, named, ordered, side, draft, act) {
  const number = draft.record[field]?.[side] ?? null;
  const pair = (text) => ordered.find((value) => String(value[side]) === text) ?? null;
  return keypad(field, named, draft.digits?.[field] ?? number ?? "", {
    may: (text) => ordered.some((value) => String(value[side]).startsWith(text)),
    beside: (text) => (pair(text) ? say("to", { points: String(pair(text)[1 - side]) }) : ""),
    type: (text) => act.type(field, text, pair(text)),
  });
}

// Ten digits and one back. may(text) says whether a number begins like this, beside(text) what stands
// beside it, type(text) takes it.
export function keypad(field, named, number, { may, beside, type }) {
  const digits = String(number);
  const key = (name, text, face, can) => h("button.quiet", { type: "button", id: `${field}-key-${name}`, disabled: !can, onclick: () => type(text) }, face);
  const longer = (digit) => (digits === "0" ? digit : digits + digit);
  return group(named, h("div.typed", {},
    h("output.number", {}, h("span.own", {}, digits || "–"), h("span.rest", {}, beside(digits))),
    h("div.pad", {}, ...Array.from("1234567890", (digit) => key(digit, longer(digit), digit, may(longer(digit)))),
      key("back", digits.slice(0, -1), h("span", {}, "⌫", h("span.hidden-text", {}, say("take_out"))), digits !== ""))), true);
}

// More exact ways to write the same hand: rows of other forms that add the same.
function refinement(game, draft, before, act) {
  const { card, book } = game;
  const form = mainForm(card);
  const record = complete(card, draft, null, before);
  if (!record || card.forms.length < 2) return null;
  const plain = complete(card, { ...draft, record: withoutOthers(card, form, record) }, null, before);
  if (!plain) return null;
  const adds = JSON.stringify(addsOf(card, plain, before));
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
  const mine = new Set(fieldsOf(form));
  const all = new Set(card.forms.flatMap(fieldsOf));
  return Object.fromEntries(Object.entries(record).filter(([field]) => mine.has(field) || !all.has(field)));
}

// Both past the target, and the club plays that who was there first has won: then it is asked.
function first(pad, game, draft, before, act) {
  const record = complete(game.card, draft, null, before);
  if (!record || draft.row || !needsFirst(game.card, record, before)) return null;
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

// One pair of numbers, and who had what beside it; else what it comes to for each side.
function described(pad, card, record, before) {
  const form = mainForm(card);
  const pair = form.steps[0].fields.find((field) => isPair(record[field]));
  if (form.steps.length > 1 || !pair) return [against(addsOf(card, record, before), card.end.unit)];
  const unit = pair === "thirds" ? "thirds" : card.end.unit;
  const named = Object.entries(pad.table.game.book.words.parts)
    .filter(([field]) => typeof record[field] === "number")
    .map(([field, words]) => words.replace("%(side)s", pad.table.sides[record[field]]));
  return [[against(record[pair], unit), ...named].join(", ")];
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
