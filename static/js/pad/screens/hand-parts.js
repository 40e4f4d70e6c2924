// What the fields of a hand share: their shapes and words, keys and groups, and why a value cannot
// be chosen.

import { needsFirst, valuesOf } from "../game/card.js";
import { blockingField, completeRecord, formatOf, formShown, isPossible, oneTapForms, oneTapRecord } from "../game/record.js";
import { Name, Pair, html, sideClass } from "../view.js";
import { suitFace } from "./parts.js";
import { say, score } from "../words.js";

/**
 * @typedef {import("../game/card.js").CardStep} CardStep
 * @typedef {import("../game/card.js").HandRecord} HandRecord
 * @typedef {import("../game/record.js").HandDraft} HandDraft
 * @typedef {import("../game/record.js").AskedStep} AskedStep
 *
 * @typedef {import("../game/record.js").Game} Game
 * @typedef {HandDraft & {counting: number, digits: Record<string, string> | null,
 *   halves: Record<string, string> | null, exact: boolean, errors: string[] | null}} Draft
 * Labels of the sides, the surnames of each side, and a name for each seat that is nobody else's.
 * @typedef {{sides: string[], surnames: string[][], seats: string[]}} Names
 * The score after this hand.
 * @typedef {{totals: number[], ending: {winner: number, why: string | null} | null, over: boolean,
 *   winner: number | null}} Preview
 * @typedef {{
 *   choose: (field: string, value: any) => void, only: (record: HandRecord, control: string) => void,
 *   list: (field: string, items: Record<string, any>[], control: string) => void,
 *   half: (field: string, card: string) => void, type: (field: string, digits: string, value: any) => void,
 *   count: (side: number) => void, exact: (open: boolean) => void, because: (text: string) => void,
 * }} Act
 * @typedef {{game: Game, draft: Draft, totals: number[], before: number[], turn: number | null,
 *   names: Names, preview: Preview | null, act: Act, tail?: any}} HandProps
 * @typedef {HandProps & {step: CardStep, fields: string[], pair: PairField | null}} StepProps
 *
 * The pair of numbers that is counted for one side: its field, and all values it can have.
 * @typedef {{field: string, pairs: [number, number][], step: CardStep}} PairField
 */

/** @param {Game} game @param {string} field */
export const wordsOf = (game, field) => game.book.words.record[field] ?? { label: field, help: "", choices: {}, nothing: "", ask: "" };

/** @param {Game} game @param {string} field */
export const unitOf = (game, field) => (field === "thirds" ? "thirds" : game.card.end.unit);

/** @param {CardStep} step @param {string} field @returns {[number, number][]} */
const pairsOf = (step, field) => /** @type {[number, number][]} */ (valuesOf(step, field).filter(Array.isArray));

/** @param {AskedStep[]} asked @returns {PairField | null} */
export function pairField(asked) {
  for (const { step, fields } of asked.filter((each) => !each.step.items)) {
    const field = fields.find((each) => pairsOf(step, each).length);
    if (field) return { field, pairs: pairsOf(step, field), step };
  }
  return null;
}

/** A count in thirds takes two taps: whole points, then the thirds beyond them. @param {Game} game @param {PairField} pair */
export const isInThirds = (game, pair) => game.card.end.unit === "thirds" && pair.pairs.length > 12;

/**
 * @param {{legend: any, aside?: any, isHidden?: boolean, className?: string, label?: string, children?: any}} props
 */
export const Group = ({ legend, aside = null, isHidden = false, className = "", label, children }) => html`
  <fieldset class=${className} aria-label=${label}>
    <legend class=${isHidden ? "hidden-text" : ""}>${legend}${aside ? html` <span class="aside">${aside}</span>` : null}</legend>
    ${children}
  </fieldset>`;

/**
 * A radio key. One that cannot be chosen stays visible; the legend says why.
 * @param {{name: string, value: any, id?: string, faceClass?: string, className?: string, isChecked: boolean, can?: boolean, onChoose: () => void, children?: any}} props
 */
export const Choice = ({ name, value, id, faceClass = "plain-choice", className = "", isChecked, can = true, onChoose, children }) => html`
  <label class=${`choice ${className}`}>
    <input type="radio" name=${name} id=${id ?? `${name}-${value}`} value=${String(value ?? "")} checked=${isChecked}
      disabled=${!can && !isChecked} onChange=${onChoose} />
    <span class=${`face ${faceClass}`}>${children}</span>
  </label>`;

/** The letter of a side, which gives a key its colour: a, b. @param {number} side */
export const sideLetter = (side) => sideClass(side).split(" ").at(-1) || "plain-choice";

/**
 * A key for each side, and one for neither if that is possible. Pairs that do not fit next to each
 * other are stacked.
 * @param {{name: string, surnames: string[][], hasNone?: boolean, isChecked: (side: number | null) => boolean,
 *   can?: (side: number | null) => boolean, onChoose: (side: number | null) => void}} props
 */
export const SideKeys = ({ name, surnames, hasNone = false, isChecked, can = () => true, onChoose }) => {
  const key = (/** @type {number | null} */ side, /** @type {string} */ faceClass, /** @type {any} */ face) => html`
    <${Choice} name=${name} value=${side} faceClass=${faceClass} isChecked=${isChecked(side)} can=${can(side)} onChoose=${() => onChoose(side)}>${face}</${Choice}>`;
  const keys = html`<div class="sides">${surnames.map((names, side) => key(side, hasNone ? sideLetter(side) : sideClass(side), html`<${Pair} names=${names} />`))}</div>`;
  return hasNone ? html`<div class="or-none">${key(null, "plain-choice", say("no"))}${keys}</div>` : keys;
};

/** @param {string} rank */
export const rankFace = (rank) => (/\d/.test(rank) ? rank : say(`rank_${rank}`));

/** +2, −1. @param {number} points @param {string} unit */
export const signed = (points, unit) => `${points > 0 ? "+" : ""}${score(points, unit)}`;

/** @param {StepProps & {field: string, value: any}} props */
export function ValueFace({ game, names, field, value }) {
  const words = wordsOf(game, field);
  const format = formatOf(game)(field);
  if (value === null) return words.nothing;
  if (format === "seat") return html`<${Name} name=${names.seats[value] ?? say("seat_n", { n: value + 1 })} />`;
  if (format === "suit") return suitFace(value);
  return words.choices[value] ?? String(value);
}

/** @param {{value: [number, number], side: number}} props */
export const ThirdFace = ({ value, side }) => html`<span class="own">${score(value[side], "thirds")}</span><span class="soft">${say("to", { points: score(value[1 - side], "thirds") })}</span>`;

/** The name of a chosen value in a sentence. @param {HandProps} props @param {string} field @param {any} value @param {number} side */
export function valueName({ game, names }, field, value, side) {
  const words = wordsOf(game, field);
  if (Array.isArray(value)) return score(value[side], unitOf(game, field));
  if (formatOf(game)(field) === "side") return words.label.toLocaleLowerCase();
  if (formatOf(game)(field) === "seat") return names.seats[value] ?? say("seat_n", { n: value + 1 });
  return words.choices[value] ?? words.label.toLocaleLowerCase();
}

/** Why a value cannot be chosen, for the legend of its field; "" where it can. @param {StepProps} props @param {string} field @param {any} value */
function whyNot(props, field, value) {
  const { step, game, draft } = props;
  if (isPossible(step, field, value, draft.record)) return "";
  const other = blockingField(step, field, value, draft.record);
  if (!other) return say("cannot_be");
  const side = formatOf(game)(field) === "side" ? value : draft.counting;
  return say("cannot_with", { value: valueName(props, other, draft.record[other], side) });
}

/** The first reason among several values. @param {StepProps} props @param {string} field @param {any[]} values */
export const firstWhyNot = (props, field, values) => values.map((value) => whyNot(props, field, value)).find(Boolean) ?? "";

/** What a side gets for having it, where it is the same for every side; 0 otherwise. @param {StepProps} props @param {string} field */
export function bonusOf({ step }, field) {
  const at = step.fields.indexOf(field);
  /** @type {Set<number>} */
  const found = new Set();
  for (const row of step.rows.filter((each) => each.key[at] !== null)) {
    const without = step.rows.find((each) => each.key.every((part, index) =>
      index === at ? part === null : JSON.stringify(part) === JSON.stringify(row.key[index])));
    if (without) found.add(row.adds[row.key[at]] - without.adds[row.key[at]]);
  }
  return found.size === 1 ? [...found][0] : 0;
}

/** Both sides have passed the target and the first to reach it wins: then the form asks who was first. @param {Pick<HandProps, "game" | "draft" | "turn" | "before">} props */
export function isFirstAsked({ game, draft, turn, before }) {
  const record = completeRecord(game.card, draft, turn, before);
  return record !== null && needsFirst(game.card, record, before);
}

/** A button for each form that one tap writes. @param {HandProps} props */
export const OneTapForms = (props) => oneTapForms(props.game.card).map((form) => html`<${OneTapButton} ...${props} form=${form} />`);

/** @param {HandProps & {form: import("../game/card.js").CardForm}} props */
function OneTapButton({ game, draft, act, form }) {
  const isOn = formShown(game.card, draft.record) === form;
  const { field } = game.card.turn;
  const turn = (draft.record[field] ?? null) === null ? {} : { [field]: draft.record[field] };
  return html`<button type="button" class="option" id=${`form-${form.name}`} aria-pressed=${isOn ? "true" : "false"}
    onClick=${() => act.only(isOn ? turn : { ...turn, ...oneTapRecord(form) }, form.name)}>${wordsOf(game, fieldOf(form)).label}</button>`;
}

/** @param {import("../game/card.js").CardForm} form */
export const fieldOf = (form) => form.steps[0].fields[0];
