// The form of a hand. It is made of the rulebook: fields and values from the card, what they stand
// for from the record's schema, their words from the game's. No game is known by its name; a step
// is drawn by its shape (a matrix, a players' table, a list, a pair of numbers, a card, a choice).

import { CannotBe, addsOf, mainForm, needsFirst, valuesOf } from "../game/card.js";
import {
  blockingField, cardHolder, chooseInPlayers, completeRecord, formShown, isPossible, itemChoices, itemRows, matrixShape,
  missingReason, nextField, oneTapForms, oneTapRecord, pairOf, partsOfHand, playersShape, refinedField, refinementsOf,
  stepsAsked, toggleItem, withoutEmpty,
} from "../game/record.js";
import { Banner, html, sideClass, suit } from "../view.js";
import { against, say, score } from "../words.js";

/**
 * @typedef {import("../game/card.js").CardStep} CardStep
 * @typedef {import("../game/card.js").HandRecord} HandRecord
 * @typedef {import("../game/record.js").HandDraft} HandDraft
 * @typedef {import("../game/record.js").AskedStep} AskedStep
 *
 * @typedef {{card: import("../game/card.js").RuleCard, book: Record<string, any>,
 *   format: Record<string, any>, title: string, number: number}} Game
 * @typedef {HandDraft & {counting: number, digits: Record<string, string> | null,
 *   halves: Record<string, string> | null, exact: boolean, errors: string[] | null}} Draft
 * Labels of the sides, the surnames of each side, and a name for each seat that is nobody else's.
 * @typedef {{sides: string[], surnames: string[][], seats: string[]}} Names
 * The score after this hand.
 * @typedef {{totals: number[], ending: {winner: number, why: string | null} | null, over: boolean,
 *   winner: number | null}} Preview
 * @typedef {{
 *   choose: (field: string, value: any) => void, only: (record: HandRecord) => void,
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

/** Up to so many numbers have a key each; more are typed. */
export const MOST_KEYS = 40;

// Shapes -------------------------------------------------------------------------------------------

/** @param {any} schema */
const typeOf = (schema) => (schema?.anyOf ?? [schema]).find((/** @type {any} */ each) => each?.type !== "null") ?? {};

/** @param {Game} game @returns {(field: string) => string} */
const formatOf = (game) => (field) => typeOf(game.book.record.properties[field]).format ?? "";

/** @param {Game} game @param {string} field */
const wordsOf = (game, field) => game.book.words.record[field] ?? { label: field, help: "", choices: {}, nothing: "", ask: "" };

/** @param {CardStep} step @param {string} field @returns {[number, number][]} */
const pairsOf = (step, field) => /** @type {[number, number][]} */ (valuesOf(step, field).filter(Array.isArray));

/** @param {AskedStep[]} asked @returns {PairField | null} */
function pairField(asked) {
  for (const { step, fields } of asked.filter((each) => !each.step.items)) {
    const field = fields.find((each) => pairsOf(step, each).length);
    if (field) return { field, pairs: pairsOf(step, field), step };
  }
  return null;
}

/** A count in thirds is asked for in two taps: whole points, then the thirds beyond them. @param {Game} game @param {PairField} pair */
const isInThirds = (game, pair) => game.card.end.unit === "thirds" && pair.pairs.length > 12;

/**
 * The class of <main>: where more than one pair is asked for, the form is "dense".
 * @param {Game} game @param {HandDraft} draft
 */
export function mainClass(game, draft) {
  const { steps } = mainForm(game.card);
  const asksMore = steps.length > 1 || playersShape(game.card, steps[0], formatOf(game)) !== null;
  return asksMore || draft.needsReason ? "dense" : "aside-keys";
}

// The form ------------------------------------------------------------------------------------------

/** @param {HandProps} props */
export const HandFields = (props) => {
  const { game, draft, turn, before } = props;
  const asked = stepsAsked(game.card, draft, turn, before);
  const pair = pairField(asked);
  const hasPlayers = asked.some(({ step }) => playersShape(game.card, step, formatOf(game)));
  const isOneTap = formShown(game.card, draft.record) !== mainForm(game.card);
  return html`
    ${(draft.errors ?? []).map((sentence) => html`<${Banner} kind="wrong" symbol="alert" title=${sentence} />`)}
    ${hasPlayers ? null : html`<${OneTapForms} ...${props} />`}
    ${isOneTap && !hasPlayers ? null : asked.map(({ step, fields }) => html`<${Step} ...${props} step=${step} fields=${fields} pair=${pair} />`)}
    <${Refinement} ...${props} />
    <${First} ...${props} />
    ${draft.needsReason ? html`<${Reason} ...${props} />` : null}
    ${props.tail ?? null}`;
};

/** @param {StepProps} props */
function Step(props) {
  const { game, step, fields, pair } = props;
  const matrix = matrixShape(step, formatOf(game));
  const players = playersShape(game.card, step, formatOf(game));
  if (matrix) return html`<${Matrix} ...${props} shape=${matrix} />`;
  if (players) return html`<${Players} ...${props} shape=${players} />`;
  if (step.items) return html`<${Declarations} ...${props} />${fields.map((field) => html`<${Field} ...${props} field=${field} />`)}`;
  const isOfPair = (/** @type {string} */ field) => pair?.step === step && pair.field === field;
  return fields.map((field) => isOfPair(field) ? html`<${Pair} ...${props} />` : html`<${Field} ...${props} field=${field} />`);
}

/** A button for each form that one tap writes. @param {HandProps} props */
const OneTapForms = (props) => oneTapForms(props.game.card).map((form) => html`<${OneTapButton} ...${props} form=${form} />`);

/** @param {HandProps & {form: import("../game/card.js").CardForm}} props */
function OneTapButton({ game, draft, act, form }) {
  const isOn = formShown(game.card, draft.record) === form;
  const { field } = game.card.turn;
  const turn = (draft.record[field] ?? null) === null ? {} : { [field]: draft.record[field] };
  return html`<button type="button" class="option" id=${`form-${form.name}`} aria-pressed=${isOn ? "true" : "false"}
    onClick=${() => act.only(isOn ? turn : { ...turn, ...oneTapRecord(form) })}>${wordsOf(game, fieldOf(form)).label}</button>`;
}

/** @param {import("../game/card.js").CardForm} form */
const fieldOf = (form) => form.steps[0].fields[0];

// Pieces ----------------------------------------------------------------------------------------------

/** A pair, stacked: no dash to the eye, one to the ear. @param {{names: string[]}} props */
export const PairName = ({ names }) => html`<span class="pair">${names.map((name, at) =>
  html`${at ? html`<span class="hidden-text"> – </span>` : null}<span class="nm">${name}</span>`)}</span>`;

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
const sideLetter = (side) => sideClass(side).split(" ").at(-1) || "plain-choice";

/** @type {Record<string, string>} */
const SUITS = { D: "denari", C: "coppe", S: "spade", B: "bastoni" };
/** @param {string} sign */
const suitFace = (sign) => html`${suit(SUITS[sign])} ${say(`suit_${sign}`)}`;
/** @param {string} rank */
const rankFace = (rank) => (/\d/.test(rank) ? rank : say(`rank_${rank}`));

/** +2, −1. @param {number} points @param {string} unit */
const signed = (points, unit) => `${points > 0 ? "+" : ""}${score(points, unit)}`;

/** What a chosen value is called in a sentence. @param {HandProps} props @param {string} field @param {any} value @param {number} side */
function valueName({ game, names }, field, value, side) {
  const words = wordsOf(game, field);
  if (Array.isArray(value)) return score(value[side], unitOf(game, field));
  if (formatOf(game)(field) === "side") return words.label.toLocaleLowerCase();
  if (formatOf(game)(field) === "seat") return names.seats[value] ?? say("seat_n", { n: value + 1 });
  return words.choices[value] ?? words.label.toLocaleLowerCase();
}

/** @param {Game} game @param {string} field */
const unitOf = (game, field) => (field === "thirds" ? "thirds" : game.card.end.unit);

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
const firstWhyNot = (props, field, values) => values.map((value) => whyNot(props, field, value)).find(Boolean) ?? "";

// A single choice ----------------------------------------------------------------------------------------

/** @param {StepProps & {field: string}} props */
function Field(props) {
  const { game, step, field } = props;
  const values = valuesOf(step, field);
  if (formatOf(game)(field) === "card") return html`<${CardField} ...${props} />`;
  if (values.includes(true)) return html`<${YesOrNo} ...${props} />`;
  return html`<${Choices} ...${props} values=${values} />`;
}

/** @param {StepProps & {field: string, values: any[]}} props */
function Choices(props) {
  const { game, step, field, draft, act, values } = props;
  const words = wordsOf(game, field);
  const areNumbers = values.every((value) => value === null || typeof value === "number");
  const ordered = areNumbers ? [...values].sort((one, other) => (one ?? -1) - (other ?? -1)) : values;
  const isOfSides = formatOf(game)(field) === "side";
  const className = isOfSides && values.includes(null) ? "marafona" : ordered.length > 3 ? "four" : "two-up";
  const worth = isOfSides ? bonusOf(props, field) : 0;
  const aside = firstWhyNot(props, field, ordered.filter((value) => value !== null))
    || (worth ? say("worth", { points: score(worth, game.card.end.unit) }) : "");
  return html`<${Group} legend=${words.label} aside=${aside}><div class=${className}>
    ${ordered.map((value) => html`<${Choice} name=${field} value=${value} faceClass=${isOfSides && value !== null ? sideLetter(value) : "plain-choice"}
      isChecked=${(draft.record[field] ?? null) === value} can=${isPossible(step, field, value, draft.record)}
      onChoose=${() => act.choose(field, value)}><${ValueFace} ...${props} value=${value} /></${Choice}>`)}
  </div></${Group}>`;
}

/** @param {StepProps & {field: string, value: any}} props */
function ValueFace({ game, names, field, value }) {
  const words = wordsOf(game, field);
  const format = formatOf(game)(field);
  if (value === null) return format === "side" ? say("no") : words.nothing;
  if (format === "side") return html`<${PairName} names=${names.surnames[value]} />`;
  if (format === "seat") return html`<span class="nm">${names.seats[value] ?? say("seat_n", { n: value + 1 })}</span>`;
  if (format === "suit") return suitFace(value);
  return words.choices[value] ?? String(value);
}

/** What a side gets for having it, where it is the same for every side; 0 otherwise. @param {StepProps} props @param {string} field */
function bonusOf({ step }, field) {
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

/** @param {StepProps & {field: string}} props */
function YesOrNo(props) {
  const { game, step, field, draft, act } = props;
  const words = wordsOf(game, field);
  const chosen = draft.record[field] ?? (valuesOf(step, field).includes(null) ? false : null);
  return html`<${Group} legend=${words.label} aside=${firstWhyNot(props, field, [true, false])}><div class="two-up">
    ${[true, false].map((value) => html`<${Choice} name=${field} value=${value} isChecked=${chosen === value}
      can=${isPossible(step, field, value, draft.record)} onChoose=${() => act.choose(field, value)}>${words.choices[String(value)] ?? say(value ? "yes" : "not_so")}</${Choice}>`)}
  </div></${Group}>`;
}

/** A card in two taps: rank, then suit. @param {StepProps & {field: string}} props */
function CardField({ game, step, field, draft, act }) {
  const { label } = wordsOf(game, field);
  const chosen = draft.record[field] ?? draft.halves?.[field] ?? "";
  const known = valuesOf(step, field).filter(Boolean);
  const parts = [0, 1].map((at) => [...new Set(known.map((card) => card[at]))]);
  const choose = (/** @type {string} */ rank, /** @type {string} */ sign) => act.half(field, (rank || " ") + (sign || " "));
  return html`<${Group} legend=${label} className="beside">
    <div class="rank-keys">${parts[0].map((rank) => html`<${Choice} name=${`${field}-rank`} value=${rank} isChecked=${chosen[0] === rank}
      onChoose=${() => choose(rank, chosen[1])}>${rankFace(rank)}</${Choice}>`)}</div>
    <div class="suit-choices" role="group" aria-label=${say("suit_of", { label })}>${parts[1].map((sign) => html`<${Choice} name=${`${field}-suit`} value=${sign}
      className="suit-key" isChecked=${chosen[1] === sign} onChoose=${() => choose(chosen[0], sign)}>${suitFace(sign)}</${Choice}>`)}</div>
  </${Group}>`;
}

// A pair of numbers ---------------------------------------------------------------------------------------

/** Whose points are counted, and the number pad. @param {StepProps} props */
function Pair(props) {
  const { game, draft } = props;
  const pair = /** @type {PairField} */ (props.pair);
  const words = wordsOf(game, pair.field);
  const hasRows = mainForm(game.card).steps.some((step) => step.items);
  const isDense = mainForm(game.card).steps.length > 1;
  const aside = pair.pairs.length > MOST_KEYS || isInThirds(game, pair) ? "" : blockedKeys(props, pair);
  return html`
    ${hasRows ? null : html`<${Group} legend=${words.ask || words.label} aside=${aside} isHidden=${isDense}><${CountedSides} ...${props} /></${Group}>`}
    <${NumberPad} ...${props} legend=${say("points_of", { label: words.label, side: props.names.sides[draft.counting] })} />`;
}

/** Which keys cannot be chosen, and what rules them out. @param {StepProps} props @param {PairField} pair */
function blockedKeys(props, { field, pairs, step }) {
  const { draft, game } = props;
  const blocked = pairs.filter((value) => !isPossible(step, field, value, draft.record));
  const other = blocked.length ? blockingField(step, field, blocked[0], draft.record) : null;
  if (!blocked.length) return "";
  if (!other) return say("cannot_be");
  const numbers = blocked.map((value) => value[draft.counting]).sort((one, two) => one - two).map((number) => score(number, unitOf(game, field)));
  return say("blocked_by", { what: numbers.join(", "), value: valueName(props, other, draft.record[other], draft.counting) });
}

/** The two sides: side by side, or a row each where a number stands beside the names. @param {StepProps} props */
function CountedSides(props) {
  const { names, draft, act } = props;
  if (/** @type {PairField} */ (props.pair).pairs.length > MOST_KEYS) {
    return html`<div class="matrix">${names.sides.map((_, side) => html`<${SideRow} ...${props} side=${side} />`)}</div>`;
  }
  return html`<div class="whose">${names.surnames.map((surnames, side) => html`
    <${Choice} name="counting" value=${side} faceClass=${sideClass(side)} isChecked=${draft.counting === side} onChoose=${() => act.count(side)}>
      <${PairName} names=${surnames} /></${Choice}>`)}</div>`;
}

/** The number of a side as far as it is known. @param {StepProps} props @param {number} side */
function countedText({ draft, game, pair }, side) {
  if (!pair) return "";
  const typed = draft.digits?.[pair.field];
  if (side === draft.counting && typed) return typed;
  const value = draft.record[pair.field];
  return Array.isArray(value) ? score(value[side], unitOf(game, pair.field)) : "–";
}

/** @param {StepProps & {legend: string}} props */
function NumberPad(props) {
  const pair = /** @type {PairField} */ (props.pair);
  if (isInThirds(props.game, pair)) return html`<${ThirdsPad} ...${props} />`;
  if (pair.pairs.length > MOST_KEYS) return html`<${TypedPad} ...${props} />`;
  const { game, draft, act, legend } = props;
  const { field, pairs, step } = pair;
  const unit = unitOf(game, field);
  return html`<${Group} legend=${legend} isHidden className="grow"><div class="pad3 keys">
    ${inPhoneOrder(pairs, (value) => value[draft.counting]).map((value) => html`
      <${Choice} name=${field} value=${value.join("-")} faceClass=${sideLetter(draft.counting)}
        isChecked=${JSON.stringify(draft.record[field] ?? null) === JSON.stringify(value)}
        can=${isPossible(step, field, value, draft.record)} onChoose=${() => act.choose(field, value)}>
        <span class="own">${score(value[draft.counting], unit)}</span><span class="rest">${say("to", { points: score(value[1 - draft.counting], unit) })}</span>
      </${Choice}>`)}
  </div></${Group}>`;
}

/**
 * 1–9, then 0, then the rest: the places of a telephone.
 * @template T @param {T[]} values @param {(value: T) => number} numberOf @returns {T[]}
 */
function inPhoneOrder(values, numberOf) {
  const place = (/** @type {T} */ value) => (numberOf(value) === 0 ? 9.5 : numberOf(value));
  return [...values].sort((one, other) => place(one) - place(other));
}

/** Whole points on the pad, the thirds beyond them below it. No third is assumed. @param {StepProps & {legend: string}} props */
function ThirdsPad(props) {
  const { draft, act, legend } = props;
  const { field, pairs, step } = /** @type {PairField} */ (props.pair);
  const side = draft.counting;
  const chosen = draft.record[field] ?? null;
  const typed = draft.digits?.[field];
  const whole = Array.isArray(chosen) ? Math.floor(chosen[side] / 3) : typed ? Number(typed) : null;
  const wholes = [...new Set(pairs.map((value) => Math.floor(value[side] / 3)))];
  const within = (/** @type {number} */ points) => pairs.filter((value) => Math.floor(value[side] / 3) === points).sort((one, other) => one[side] - other[side]);
  const canBe = (/** @type {any} */ value) => isPossible(step, field, value, draft.record);
  // The third stays when the whole points are corrected.
  const moved = (/** @type {number} */ points) =>
    Array.isArray(chosen) ? within(points).find((value) => value[side] % 3 === chosen[side] % 3 && canBe(value)) ?? null : null;
  const shown = whole === null ? [0, 1, 2] : within(whole);
  return html`<${Group} legend=${legend} isHidden className="grow"><div class="pad3 keys">
      ${inPhoneOrder(wholes, (points) => points).map((points) => html`
        <${Choice} name=${`${field}-whole`} value=${points} faceClass=${sideLetter(side)} isChecked=${whole === points} can=${within(points).some(canBe)}
          onChoose=${() => act.type(field, String(points), moved(points))}>
          <span class="own">${points}</span><span class="rest">${say("to", { points: Math.floor(within(points)[0][1 - side] / 3) })}</span>
        </${Choice}>`)}
    </div></${Group}>
    <${Group} legend=${say("thirds_beyond")} isHidden><div class="thirds">
      ${shown.map((value) => Array.isArray(value) ? html`
        <${Choice} name=${field} value=${value.join("-")} faceClass=${sideLetter(side)} isChecked=${JSON.stringify(chosen) === JSON.stringify(value)} can=${canBe(value)}
          onChoose=${() => act.choose(field, value)}><${ThirdFace} value=${value} side=${side} /></${Choice}>` : html`
        <${Choice} name=${field} value=${`third-${value}`} faceClass=${sideLetter(side)} isChecked=${false} can=${false} onChoose=${() => {}}>
          <span class="own">${say("and_third", { points: score(value, "thirds") })}</span></${Choice}>`)}
    </div></${Group}>`;
}

/** @param {{value: [number, number], side: number}} props */
const ThirdFace = ({ value, side }) => html`<span class="own">${score(value[side], "thirds")}</span><span class="soft">${say("to", { points: score(value[1 - side], "thirds") })}</span>`;

/** @param {StepProps & {legend: string}} props */
function TypedPad({ draft, act, pair, legend, game }) {
  const { field, pairs } = /** @type {PairField} */ (pair);
  const side = draft.counting;
  const number = draft.digits?.[field] ?? draft.record[field]?.[side] ?? "";
  const most = Math.max(...pairs.map((value) => value[side]));
  return html`<${Keypad} field=${field} legend=${legend} number=${String(number)} numbers=${pairs.map((value) => value[side])}
    most=${most} isLow=${mainForm(game.card).steps.length > 1}
    type=${(/** @type {string} */ digits) => act.type(field, digits, pairOf(pairs, side, digits))} />`;
}

/**
 * Ten digits, "clear", and "all of it". A digit that cannot go on begins a new number, so that a
 * wrong one is corrected by typing; one that begins none is disabled.
 * @param {{field: string, legend: string, number: string, numbers: number[], most: number, isLow?: boolean, type: (digits: string) => void}} props
 */
export function Keypad({ field, legend, number, numbers, most, isLow = false, type }) {
  const known = numbers.map(String);
  const longer = (/** @type {string} */ digit) => (number === "0" ? digit : number + digit);
  const canBe = (/** @type {string} */ digits) => known.some((each) => each.startsWith(digits));
  const after = (/** @type {string} */ digit) => (canBe(longer(digit)) ? longer(digit) : digit);
  const digitKey = (/** @type {string} */ digit) => html`<button type="button" id=${`${field}-key-${digit}`} disabled=${!canBe(after(digit))}
    onClick=${() => type(after(digit))}>${digit}</button>`;
  return html`<${Group} legend=${legend} isHidden className="grow"><div class=${`pad3 typed ${isLow ? "low" : ""}`}>
    ${Array.from("123456789", digitKey)}
    <button type="button" class="word" id=${`${field}-key-back`} disabled=${number === ""} onClick=${() => type("")}>${say("clear")}</button>
    ${digitKey("0")}
    <button type="button" class="word" id=${`${field}-key-all`} onClick=${() => type(String(most))}>${say("all_points", { points: most })}</button>
  </div></${Group}>`;
}

// Declarations: suits by sides, or a list in its order ---------------------------------------------------------

/** The row of a side above its declarations: it is counted when the row is touched. @param {StepProps & {side: number}} props */
function SideRow(props) {
  const { names, draft, act, side, pair } = props;
  const face = html`<span class="nm">${props.names.surnames[side].join(" – ")}</span>`;
  if (!pair) return html`<p class=${`row head ${sideClass(side)}`}>${face}</p>`;
  return html`<${Choice} name="counting" value=${side} className="row" faceClass=${`${sideClass(side)} counts`} isChecked=${draft.counting === side} onChoose=${() => act.count(side)}>
    ${names.surnames[side].length > 1 ? html`<span class="in-line">${names.surnames[side].map((name, at, all) => html`<span class="nm">${name}${at < all.length - 1 ? " –" : ""}</span> `)}</span>` : face}
    <span class="soft cards">${mainForm(props.game.card).steps.some((step) => step.items) ? say("of_cards") : null}</span><span class="own">${countedText(props, side)}</span>
  </${Choice}>`;
}

/** Trumps, then for each side a key a suit. @param {StepProps & {shape: import("../game/record.js").MatrixShape}} props */
function Matrix(props) {
  const { game, step, draft, act, names, shape } = props;
  const { field } = /** @type {any} */ (step.items);
  const words = game.book.words.record;
  /** @type {Record<string, any>[]} */
  const list = draft.record[field] ?? [];
  const trump = draft.record[shape.trump] ?? null;
  const aside = trump === null ? say("choose_first", { label: words[shape.trump].label.toLocaleLowerCase() }) : words.side.label.toLocaleLowerCase();
  const cell = (/** @type {number} */ side, /** @type {string} */ sign) => {
    const owner = list.find((item) => item.suit === sign)?.side ?? null;
    const isOn = owner === side;
    const row = trump === null ? null : step.rows.find((each) =>
      ["side", "suit", shape.trump].every((name) => each.key[step.fields.indexOf(name)] === { side, suit: sign, [shape.trump]: trump }[name]));
    const face = owner !== null && !isOn ? say("declared") : `+${score(row ? row.adds[side] : leastWorth(step, side, sign), game.card.end.unit)}`;
    return html`<button type="button" id=${`${field}-${side}-${shape.kind}-${sign}`} class=${`option plus-key ${sideLetter(side)}`} aria-pressed=${isOn ? "true" : "false"}
      disabled=${trump === null || (owner !== null && !isOn)} onClick=${() => act.choose(field, toggleItem(step, draft.record, { side, kind: shape.kind, suit: sign }))}>
      <span class="hidden-text">${names.sides[side]}, ${words.kind.choices[shape.kind] ?? shape.kind}, ${say(`suit_${sign}`)}: </span>${face}</button>`;
  };
  return html`<${Group} legend=${words[shape.trump].label} aside=${aside} className="beside" label=${`${words[shape.trump].label}, ${words[field].label}`}><div class="matrix">
    ${shape.suits.map((sign) => html`<${Choice} name=${shape.trump} value=${sign} className="suit-key" isChecked=${trump === sign}
      onChoose=${() => act.choose(shape.trump, sign)}>${suitFace(sign)}</${Choice}>`)}
    ${shape.sides.map((side) => html`<${SideRow} ...${props} side=${side} />${shape.suits.map((sign) => cell(side, sign))}`)}
  </div></${Group}>`;
}

/** What a declaration gives at least, before trumps are named. @param {CardStep} step @param {number} side @param {string} sign */
const leastWorth = (step, side, sign) => Math.min(...step.rows
  .filter((row) => row.key[step.fields.indexOf("side")] === side && row.key[step.fields.indexOf("suit")] === sign).map((row) => row.adds[side]));

/** What was declared, in its order; below, for each side, what it can declare next. @param {StepProps} props */
function Declarations(props) {
  const { game, step, draft, act, names } = props;
  const { field } = /** @type {any} */ (step.items);
  const words = game.book.words.record;
  const { unit } = game.card.end;
  /** @type {Record<string, any>[]} */
  const list = draft.record[field] ?? [];
  const rows = itemRows(step, draft.record);
  const choices = itemChoices(step, draft.record);
  const kindName = (/** @type {Record<string, any>} */ item) => words.kind?.choices[item.kind] ?? item.kind;
  const aside = choices.some(({ row }) => !row) ? say("cannot_be") : "";
  const columns = choices.filter(({ item }) => item.side === choices[0].item.side).length;
  const named = (/** @type {Record<string, any>} */ item, /** @type {any} */ worth) => html`<span class="what">${kindName(item)}${item.suit ? html` ${suitFace(item.suit)}` : null}</span> <b>${worth}</b>`;
  return html`<${Group} legend=${words[field].label} aside=${aside} className="beside declared">
    ${list.length ? html`<ol>${list.map((item, at) => html`<li><button type="button" class=${`option ${sideLetter(item.side)}`} id=${`${field}-drop-${at}`}
        onClick=${() => act.choose(field, list.filter((_, index) => index !== at))}>
        <span class="hidden-text">${say("take_out")}: ${kindName(item)}, ${names.sides[item.side]}, </span>
        <span class=${sideClass(item.side)}>${rows[at] ? `+${score(rows[at].adds[item.side], unit)}` : kindName(item)}</span><span aria-hidden="true">×</span></button></li>`)}</ol>`
      : html`<p class="soft none">${words[field].nothing}</p>`}
    <div class=${`matrix columns-${columns}`}>${names.sides.map((label, side) => html`<${SideRow} ...${props} side=${side} />
      ${choices.filter(({ item }) => item.side === side).map(({ item, row }) => html`<button type="button" class=${`option ${sideLetter(side)}`} id=${`${field}-${side}-${item.kind}-${item.suit ?? ""}`}
        disabled=${!row} onClick=${() => act.choose(field, [...list, withoutEmpty(item)])}>${named(item, row ? `+${score(row.adds[side], unit)}` : "")}<span class="hidden-text">, ${label}</span></button>`)}`)}
    </div>
  </${Group}>`;
}

// Players, each for himself -----------------------------------------------------------------------------------

/** A row a player: who plays, who has the card, what each gets. @param {StepProps & {shape: import("../game/record.js").PlayersShape}} props */
function Players(props) {
  const { game, step, fields, draft, act, names, before, turn, shape } = props;
  const { unit } = game.card.end;
  const complete = completeRecord(game.card, draft, turn, before);
  const gain = complete ? addsOf(game.card, complete, before) : null;
  const record = withoutOneTap(props);
  const choose = (/** @type {string} */ field, /** @type {any} */ value) => act.only(chooseInPlayers(step, shape, record, field, value));
  const [others, outcomes] = [false, true].map((isOutcome) => fields.filter((field) =>
    ![shape.declarer, shape.holder, shape.own].includes(field) && valuesOf(step, field).includes(true) === isOutcome));
  const seats = valuesOf(step, shape.declarer);
  const holder = cardHolder(shape, record);
  const canHold = (/** @type {number} */ seat) => {
    const isOwn = seat === (record[shape.declarer] ?? null);
    if (isOwn && !shape.own) return false;
    const free = { ...record, [shape.holder]: null, ...(shape.own ? { [shape.own]: null } : {}) };
    return isPossible(step, isOwn && shape.own ? shape.own : shape.holder, isOwn ? true : seat, free);
  };
  const blocking = seats.some((seat) => !canHold(seat)) ? others.find((field) => (record[field] ?? null) !== null) : null;
  const aside = blocking ? say("plays_alone", { value: valueName(props, blocking, record[blocking], 0) }) : "";
  return html`
    ${others.map((field) => html`<${Group} legend=${wordsOf(game, field).label}><div class=${valuesOf(step, field).length > 3 ? "four" : "three"}>
      ${valuesOf(step, field).map((value) => html`<${Choice} name=${field} value=${value} isChecked=${(record[field] ?? null) === value}
        onChoose=${() => choose(field, value)}><${ValueFace} ...${props} field=${field} value=${value} /></${Choice}>`)}</div></${Group}>`)}
    <${Group} legend=${say("who_plays")} aside=${aside} className="beside" label=${say("who_plays")}><div class="players">
      ${seats.map((seat) => html`<div class="player"><strong class="nm">${names.seats[seat] ?? say("seat_n", { n: seat + 1 })}</strong>
        <${Choice} name=${shape.declarer} value=${seat} isChecked=${(record[shape.declarer] ?? null) === seat} onChoose=${() => choose(shape.declarer, seat)}>
          <span class="hidden-text">${names.seats[seat]}: </span>${say("plays")}</${Choice}>
        <${Choice} name=${shape.holder} value=${seat} isChecked=${holder === seat} can=${canHold(seat)} onChoose=${() => choose(shape.holder, seat)}>
          <span class="hidden-text">${names.seats[seat]}: </span>${say(seat === (record[shape.declarer] ?? null) ? "own_card" : "has_card")}</${Choice}>
        <span class="res">${gain ? signed(gain[seat], unit) : ""}</span></div>`)}
    </div></${Group}>
    ${outcomes.map((field) => html`<${Group} legend=${say("how_ended")}><div class=${oneTapForms(game.card).length ? "three" : "two-up"}>
      ${[true, false].map((value) => html`<${Choice} name=${field} value=${value} isChecked=${(record[field] ?? null) === value}
        onChoose=${() => choose(field, value)}>${wordsOf(game, field).choices[String(value)] ?? say(value ? "made" : "not_made")}</${Choice}>`)}
      <${OneTapForms} ...${props} /></div></${Group}>`)}`;
}

/** The record without what a form of one tap has written: another choice takes it back. @param {HandProps} props @returns {HandRecord} */
function withoutOneTap({ game, draft }) {
  const gone = oneTapForms(game.card).flatMap((form) => form.steps[0].fields);
  return Object.fromEntries(Object.entries(draft.record).filter(([field]) => !gone.includes(field)));
}

// Below the fields ----------------------------------------------------------------------------------------------

/** More exact ways to write the same hand. @param {HandProps} props */
function Refinement({ game, draft, act, turn, before }) {
  const field = refinedField(game.card);
  if (!field) return null;
  const { label } = wordsOf(game, field);
  const side = draft.counting;
  const chosen = draft.record[field] ?? null;
  const pairs = refinementsOf(game.card, draft, turn, before).sort((one, other) => one[side] - other[side]);
  const isOpen = chosen !== null || draft.exact;
  return html`<details class="optional" open=${isOpen} onToggle=${(/** @type {any} */ event) => { if (event.currentTarget.open !== isOpen) act.exact(event.currentTarget.open); }}>
    <summary>${say("also", { label })}</summary>
    <${Group} legend=${label} isHidden>${pairs.length ? html`<div class="thirds">${pairs.map((value) => html`
      <${Choice} name=${field} value=${value.join("-")} faceClass=${sideLetter(side)} isChecked=${JSON.stringify(chosen) === JSON.stringify(value)}
        onChoose=${() => act.choose(field, value)}><${ThirdFace} value=${value} side=${side} /></${Choice}>`)}</div>` : html`<p class="soft">${say("points_first")}</p>`}</${Group}>
  </details>`;
}

/** Both past the target, where the first to reach it has won: then it is asked. @param {HandProps} props */
function First({ game, draft, turn, before, names, act }) {
  const record = completeRecord(game.card, draft, turn, before);
  if (!record || !needsFirst(game.card, record, before)) return null;
  return html`<${Group} legend=${wordsOf(game, "first").label}><div class="whose">${names.surnames.map((surnames, side) => html`
    <${Choice} name="first" value=${side} faceClass=${sideClass(side)} isChecked=${draft.record.first === side} onChoose=${() => act.choose("first", side)}><${PairName} names=${surnames} /></${Choice}>`)}</div></${Group}>`;
}

/** @param {HandProps} props */
const Reason = ({ draft, act }) => html`<div class="field">
  <label for="reason">${say("reason")}</label>
  <input id="reason" maxlength="500" aria-describedby="reason-hint" value=${draft.reason} onInput=${(/** @type {any} */ event) => act.because(event.currentTarget.value)} />
  <span class="hint" id="reason-hint">${say("reason_hint")}</span>
</div>`;

// The bar at the thumb ----------------------------------------------------------------------------------------------

/** @param {HandProps} props */
export const HandSummary = (props) => {
  const { game, draft, turn, before, preview, names } = props;
  const { card } = game;
  const record = completeRecord(card, draft, turn, before);
  if (!record) return html`<output><span>${prompt(props)}</span></output><button type="submit" disabled>${say("write")}</button>`;
  const missing = missingReason(card, draft, record, before);
  const isMany = card.sides > 2;
  const text = missing ? say(`missing_${missing}`) : describe(props, record);
  const ending = preview?.ending ?? null;
  const winner = preview?.over ? preview.winner : ending?.winner ?? null;
  return html`
    <output><span>${text}</span>${preview && !isMany ? html`<span class="to">${against(preview.totals, card.end.unit)}</span>` : null}
      ${ending && winner !== null ? html`<strong class="ends">${say(preview?.over ? "wins_match" : "wins_game", { side: names.sides[winner] })}</strong>` : null}</output>
    <button type="submit" disabled=${missing !== null}>${submitText(props, record)}</button>`;
};

/** What to do next, while the hand is not complete. @param {HandProps} props */
function prompt({ game, draft, turn, before }) {
  const { card } = game;
  const pair = pairField(stepsAsked(card, draft, turn, before));
  const digits = pair ? draft.digits?.[pair.field] ?? "" : "";
  if (pair && isInThirds(game, pair) && digits) return say("choose_third", { points: digits });
  if (pair && digits && !draft.record[pair.field]) return say("not_a_result", { number: digits });
  const field = nextField(card, draft, turn, before);
  if (pair && field === pair.field) return say("choose_points");
  return field ? say("still_missing", { label: wordsOf(game, field).label }) : say("choose_points");
}

/** @param {HandProps} props @param {HandRecord} record */
function submitText({ game, draft, before, names }, record) {
  const { card } = game;
  const isAmendment = draft.line !== null;
  const gain = addsOf(card, record, before);
  if (card.sides < 3) return say(isAmendment ? "write_amend" : "write_this", { hand: against(gain, card.end.unit) });
  const shape = playersShape(card, mainForm(card).steps[0], formatOf(game));
  const form = formShown(card, record);
  const declarer = shape && form === mainForm(card) ? record[shape.declarer] ?? null : null;
  if (declarer === null) {
    const what = form === mainForm(card) ? against(gain, card.end.unit) : wordsOf(game, fieldOf(form)).label.toLocaleLowerCase();
    return say(isAmendment ? "write_outcome_amend" : "write_outcome", { what });
  }
  return say(isAmendment ? "write_player_amend" : "write_player", { player: names.seats[declarer], points: signed(gain[declarer], card.end.unit) });
}

/** What the hand is made of, beside the new score. @param {HandProps} props @param {HandRecord} record */
function describe(props, record) {
  const { game, before } = props;
  const { card } = game;
  if (card.sides > 2) return describePlayers(props, record);
  const form = formShown(card, record);
  if (form !== mainForm(card)) return wordsOf(game, fieldOf(form)).label;
  if (form.steps.length > 1) return describeParts(props, record);
  const field = form.steps[0].fields.find((each) => Array.isArray(record[each]));
  if (!field) return against(addsOf(card, record, before), card.end.unit);
  const refined = refinedField(card);
  const shown = refined && Array.isArray(record[refined]) ? refined : field;
  return form.steps[0].fields.filter((each) => formatOf(game)(each) === "side" && (record[each] ?? null) !== null).reduce((text, each) => {
    const points = bonusOf(/** @type {any} */ ({ step: form.steps[0] }), each);
    const part = wordsOf(game, each).label.toLocaleLowerCase();
    return points ? say("with_part", { hand: text, points: score(points, card.end.unit), part }) : text;
  }, against(record[shown], unitOf(game, shown)));
}

/** 82 + 40, 38 + 20: the counted points of each side, and what it gets beside them. @param {HandProps} props @param {HandRecord} record */
function describeParts({ game, before }, record) {
  const { unit } = game.card.end;
  const parts = safeParts(game, record, before);
  if (!parts) return against(addsOf(game.card, record, before), unit);
  return parts.map(([counted, ...more]) => [counted, ...more.filter((points) => points !== 0)].map((points) => score(points, unit)).join(" + ")).join(", ");
}

/** @param {Game} game @param {HandRecord} record @param {number[]} before */
function safeParts(game, record, before) {
  try {
    return partsOfHand(game.card, record, before);
  } catch (error) {
    if (error instanceof CannotBe) return null;
    throw error;
  }
}

/** "Domeniconi −1, the other three +1". @param {HandProps} props @param {HandRecord} record */
function describePlayers({ game, before, names }, record) {
  const { card } = game;
  const { unit } = card.end;
  const form = formShown(card, record);
  const gain = addsOf(card, record, before);
  const shape = playersShape(card, mainForm(card).steps[0], formatOf(game));
  if (form !== mainForm(card) || !shape) return wordsOf(game, fieldOf(form)).help || say("nobody_pays");
  const declarer = record[shape.declarer];
  const partner = record[shape.holder] ?? null;
  const others = gain.map((points, seat) => ({ points, seat })).filter(({ seat }) => seat !== declarer && seat !== partner);
  const areEqual = others.every(({ points }) => points === others[0].points);
  const byName = ({ points, seat } = others[0]) => say("summary_partner", { partner: names.seats[seat], points: signed(points, unit) });
  const rest = areEqual ? [say(othersKey(others.length), { points: signed(others[0].points, unit) })] : others.map(byName);
  return [...(partner === null ? [] : [byName({ points: gain[partner], seat: partner })]), ...rest].join(", ");
}

/** Three and four have words of their own. @param {number} count */
const othersKey = (count) => (count === 3 || count === 4 ? `summary_others_${count}` : "summary_others");
