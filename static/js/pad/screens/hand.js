// The form of a hand and the bar below it. They are made of the rulebook: fields and values from the
// card, what they stand for from the record's schema, their words from the game's. No game is known
// by its name; a step is drawn by its shape (a matrix, a players' table, a list, a pair of numbers, a
// card, a choice). Shapes that are more than a choice are in hand-fields.js.

import { addsOf, CannotBe, mainForm, valuesOf } from "../game/card.js";
import {
  completeRecord, formatOf, formShown, isPossible, matrixShape, missingReason, nextField, partsOfHand, playersShape,
  refinedField, refinementsOf, stepsAsked,
} from "../game/record.js";
import { html, longClass, longestReason } from "../view.js";
import { against, say, score } from "../words.js";
import { CountedPair, Declarations, Matrix, Players } from "./hand-fields.js";
import {
  bonusOf, Choice, fieldOf, firstWhyNot, Group, isFirstAsked, isInThirds, OneTapForms, pairField, rankFace, SideKeys,
  sideLetter, signed, ThirdFace, unitOf, ValueFace, wordsOf,
} from "./hand-parts.js";
import { suitFace } from "./parts.js";

/** @typedef {import("../game/record.js").HandDraft} HandDraft */
/** @typedef {import("./hand-parts.js").Game} Game */
/** @typedef {import("./hand-parts.js").HandProps} HandProps */
/** @typedef {import("./hand-parts.js").StepProps} StepProps */
/** @typedef {import("../game/card.js").HandRecord} HandRecord */

/**
 * The class of <main>: a form with more than one pair is "dense".
 * @param {Game} game @param {HandDraft} draft
 */
export function mainClass(game, draft) {
  const { steps } = mainForm(game.card);
  const asksMore = steps.length > 1 || playersShape(game.card, steps[0], formatOf(game)) !== null;
  return asksMore || draft.needsReason ? "dense" : "aside-keys";
}

/** @param {HandProps} props */
export const HandFields = (props) => {
  const { game, draft, turn, before } = props;
  const asked = stepsAsked(game.card, draft, turn, before);
  const pair = pairField(asked);
  const hasPlayers = asked.some(({ step }) => playersShape(game.card, step, formatOf(game)));
  const isOneTap = formShown(game.card, draft.record) !== mainForm(game.card);
  return html`
    ${hasPlayers ? null : html`<${OneTapForms} ...${props} />`}
    ${isOneTap && !hasPlayers ? null : asked.map(({ step, fields }) => html`<${Step} ...${props} step=${step} fields=${fields} pair=${pair} />`)}
    <${Refinement} ...${props} />
    <${First} ...${props} />
    ${draft.needsReason ? html`<${Reason} ...${props} />` : null}
    ${isFirstAsked(props) ? null : props.tail ?? null}`;
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
  return fields.map((field) => isOfPair(field) ? html`<${CountedPair} ...${props} />` : html`<${Field} ...${props} field=${field} />`);
}

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
  const { game, step, field, draft, act, values, names } = props;
  const words = wordsOf(game, field);
  const areNumbers = values.every((value) => value === null || typeof value === "number");
  const ordered = areNumbers ? [...values].sort((one, other) => (one ?? -1) - (other ?? -1)) : values;
  const isOfSides = formatOf(game)(field) === "side";
  const worth = isOfSides ? bonusOf(props, field) : 0;
  const aside = firstWhyNot(props, field, ordered.filter((value) => value !== null))
    || (worth ? say("worth", { points: score(worth, game.card.end.unit) }) : "");
  const isChecked = (/** @type {any} */ value) => (draft.record[field] ?? null) === value;
  const can = (/** @type {any} */ value) => isPossible(step, field, value, draft.record);
  const onChoose = (/** @type {any} */ value) => act.choose(field, value);
  return html`<${Group} legend=${words.label} aside=${aside}>${isOfSides
    ? html`<${SideKeys} name=${field} surnames=${names.surnames} hasNone=${values.includes(null)} isChecked=${isChecked} can=${can} onChoose=${onChoose} />`
    : html`<div class=${ordered.length > 3 ? "four" : "two-up"}>${ordered.map((value) => html`
      <${Choice} name=${field} value=${value} isChecked=${isChecked(value)} can=${can(value)} onChoose=${() => onChoose(value)}><${ValueFace} ...${props} value=${value} /></${Choice}>`)}</div>`}
  </${Group}>`;
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

/** More exact values for the same hand. @param {HandProps} props */
function Refinement({ game, draft, act, turn, before }) {
  const field = refinedField(game.card);
  if (!field) return null;
  const { label } = wordsOf(game, field);
  const side = draft.counting;
  const chosen = draft.record[field] ?? null;
  const pairs = refinementsOf(game.card, draft, turn, before).sort((one, other) => one[side] - other[side]);
  const isOpen = chosen !== null || draft.exact;
  // The question "who was first" takes its place unless it is open.
  if (!isOpen && isFirstAsked({ game, draft, turn, before })) return null;
  return html`<details class="optional" open=${isOpen} onToggle=${(/** @type {any} */ event) => { if (event.currentTarget.open !== isOpen) act.exact(event.currentTarget.open); }}>
    <summary>${say("also", { label })}</summary>
    <${Group} legend=${label} isHidden>${pairs.length ? html`<div class="thirds">${pairs.map((value) => html`
      <${Choice} name=${field} value=${value.join("-")} faceClass=${sideLetter(side)} isChecked=${JSON.stringify(chosen) === JSON.stringify(value)}
        onChoose=${() => act.choose(field, value)}><${ThirdFace} value=${value} side=${side} /></${Choice}>`)}</div>` : html`<p class="soft">${say("points_first")}</p>`}</${Group}>
  </details>`;
}

/** @param {HandProps} props */
function First(props) {
  const { game, draft, names, act } = props;
  if (!isFirstAsked(props)) return null;
  return html`<${Group} legend=${wordsOf(game, "first").label}><${SideKeys} name="first" surnames=${names.surnames}
    isChecked=${(/** @type {any} */ side) => draft.record.first === side} onChoose=${(/** @type {any} */ side) => act.choose("first", side)} /></${Group}>`;
}

/** @param {HandProps} props */
const Reason = ({ draft, act }) => html`<div class="field reason">
  <label for="reason">${say("reason")}</label>
  <input id="reason" maxlength=${longestReason()} aria-describedby="reason-hint" value=${draft.reason} onInput=${(/** @type {any} */ event) => act.because(event.currentTarget.value)} />
  <span class="hidden-text" id="reason-hint">${say("reason_hint")}</span>
</div>`;

// The bar at the thumb ----------------------------------------------------------------------------

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
      ${ending && winner !== null ? html`<strong class=${`ends ${longClass(names.sides[winner])}`}>${say(preview?.over ? "wins_match" : "wins_game", { side: names.sides[winner] })}</strong>` : null}</output>
    <button type="submit" class=${isMany ? longClass(names.seats.join(" ")) : ""} disabled=${missing !== null}>${submitText(props, record)}</button>`;
};

/** The next thing to do while the hand is incomplete. @param {HandProps} props */
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

/** The parts of the hand, shown next to the new score. @param {HandProps} props @param {HandRecord} record */
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

/** 82 + 40, 38 + 20: the counted points of each side and its bonuses. @param {HandProps} props @param {HandRecord} record */
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
