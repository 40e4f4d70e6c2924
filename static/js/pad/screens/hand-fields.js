// Fields of a hand that are more than a choice: a pair of numbers, declarations, a table of players.

import { addsOf, mainForm, valuesOf } from "../game/card.js";
import {
  blockingField, cardHolder, chooseInPlayers, completeRecord, isPossible, itemChoices, itemRows, oneTapForms, pairOf,
  toggleItem, withoutEmpty,
} from "../game/record.js";
import { html, InLine, Name, sideClass } from "../view.js";
import { between, say, score } from "../words.js";
import {
  Choice, Group, isInThirds, OneTapForms, SideKeys, sideLetter, signed, ThirdFace, unitOf, ValueFace, valueName, wordsOf,
} from "./hand-parts.js";
import { suitFace } from "./parts.js";

/** @typedef {import("./hand-parts.js").StepProps} StepProps */
/** @typedef {import("./hand-parts.js").PairField} PairField */
/** @typedef {import("../game/card.js").CardStep} CardStep */
/** @typedef {import("../game/card.js").HandRecord} HandRecord */
/** @typedef {import("./hand-parts.js").HandProps} HandProps */

// A pair of numbers: whose points are counted, and a key for each number, thirds, or digits -------

/** The most numbers that have a key each; more are typed. */
export const MOST_KEYS = 40;

/** Whose points are counted, and the number pad. @param {StepProps} props */
export function CountedPair(props) {
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

/** The two sides: next to each other, or a row each if there is a number after the names. @param {StepProps} props */
function CountedSides(props) {
  const { names, draft, act } = props;
  if (/** @type {PairField} */ (props.pair).pairs.length > MOST_KEYS) {
    return html`<div class="matrix">${names.sides.map((_, side) => html`<${SideRow} ...${props} side=${side} />`)}</div>`;
  }
  return html`<${SideKeys} name="counting" surnames=${names.surnames} isChecked=${(/** @type {any} */ side) => draft.counting === side} onChoose=${act.count} />`;
}

/** The row of a side above its declarations: it is counted when the row is touched. @param {StepProps & {side: number}} props */
function SideRow(props) {
  const { names, draft, act, side, pair } = props;
  const face = html`<${InLine} names=${names.surnames[side]} />`;
  if (!pair) return html`<p class=${`row head ${sideClass(side)}`}>${face}</p>`;
  return html`<${Choice} name="counting" value=${side} className="row" faceClass=${`${sideClass(side)} counts`} isChecked=${draft.counting === side} onChoose=${() => act.count(side)}>
    ${face}
    <span class="soft cards">${mainForm(props.game.card).steps.some((step) => step.items) ? say("of_cards") : null}</span><span class="own">${countedText(props, side)}</span>
  </${Choice}>`;
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
  return html`<${Group} legend=${legend} isHidden className="grow"><div class="pad3">
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
export function inPhoneOrder(values, numberOf) {
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
  return html`<${Group} legend=${legend} isHidden className="grow"><div class="pad3">
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

/** The most first digits of numbers of three that have a key. */
const MOST_STARTS = 2;

/**
 * "10" and "11", where numbers of three digits begin with few others: so every number takes two taps. One that
 * has a key of its own ("all points") needs none. @param {number[]} numbers @param {number} most @returns {string[]}
 */
function startsOf(numbers, most) {
  const long = numbers.filter((number) => number > 99 && number !== most).sort((one, other) => one - other);
  const starts = [...new Set(long.map((number) => String(number).slice(0, 2)))];
  return starts.length <= MOST_STARTS ? starts : [];
}

/**
 * Ten digits, "clear", and "all points"; below them the first digits of numbers of three. A digit that cannot
 * continue the number begins a new one, so that a wrong number is corrected by typing; a digit that begins no
 * number is disabled.
 * @param {{field: string, legend: string, number: string, numbers: number[], most: number, isLow?: boolean, type: (digits: string) => void}} props
 */
export function Keypad({ field, legend, number, numbers, most, isLow = false, type }) {
  const known = numbers.map(String);
  const starts = startsOf(numbers, most);
  const longer = (/** @type {string} */ digit) => (number === "0" ? digit : number + digit);
  const canBe = (/** @type {string} */ digits) => known.some((each) => each.startsWith(digits));
  const after = (/** @type {string} */ digit) => (canBe(longer(digit)) ? longer(digit) : digit);
  const digitKey = (/** @type {string} */ digit) => html`<button type="button" id=${`${field}-key-${digit}`} disabled=${!canBe(after(digit))}
    onClick=${() => type(after(digit))}>${digit}</button>`;
  const back = html`<button type="button" class="word" id=${`${field}-key-back`} disabled=${number === ""} onClick=${() => type("")}>${say("clear")}</button>`;
  const all = html`<button type="button" class="word" id=${`${field}-key-all`} onClick=${() => type(String(most))}>${say("all_points", { points: most })}</button>`;
  return html`<${Group} legend=${legend} isHidden className="grow"><div class=${`pad3 typed ${isLow ? "low" : ""}`}>
    ${Array.from("123456789", digitKey)}
    ${starts.length ? [all, digitKey("0"), back] : [back, digitKey("0"), all]}
    ${starts.length ? html`<div class="starts">${starts.map((start) => html`<button type="button" id=${`${field}-key-${start}`} onClick=${() => type(start)}>
      ${start}<span class="rest">${between([Number(`${start}0`), Number(`${start}9`)], "points")}</span></button>`)}</div>` : null}
  </div></${Group}>`;
}

// Declarations: suits by sides, or a list in its order --------------------------------------------

/** Trumps, then for each side a key a suit. @param {StepProps & {shape: import("../game/record.js").MatrixShape}} props */
export function Matrix(props) {
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
      disabled=${trump === null || (owner !== null && !isOn)} onClick=${() => act.list(field, toggleItem(step, draft.record, { side, kind: shape.kind, suit: sign }), `${side}-${sign}`)}>
      <span class="hidden-text">${names.sides[side]}, ${words.kind.choices[shape.kind] ?? shape.kind}, ${say(`suit_${sign}`)}: </span>${face}</button>`;
  };
  return html`<${Group} legend=${words[shape.trump].label} aside=${aside} className="beside" label=${`${words[shape.trump].label}, ${words[field].label}`}><div class="matrix">
    ${shape.suits.map((sign) => html`<${Choice} name=${shape.trump} value=${sign} className="suit-key" isChecked=${trump === sign}
      onChoose=${() => act.choose(shape.trump, sign)}>${suitFace(sign)}</${Choice}>`)}
    ${shape.sides.map((side) => html`<${SideRow} ...${props} side=${side} />${shape.suits.map((sign) => cell(side, sign))}`)}
  </div></${Group}>`;
}

/** The least worth of a declaration, before trumps are known. @param {CardStep} step @param {number} side @param {string} sign */
const leastWorth = (step, side, sign) => Math.min(...step.rows
  .filter((row) => row.key[step.fields.indexOf("side")] === side && row.key[step.fields.indexOf("suit")] === sign).map((row) => row.adds[side]));

/** The declarations so far, in order; below, for each side, what it can declare next. @param {StepProps} props */
export function Declarations(props) {
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
        onClick=${() => act.list(field, list.filter((_, index) => index !== at), `drop-${at}`)}>
        <span class="hidden-text">${say("take_out")}: ${kindName(item)}, ${names.sides[item.side]}, </span>
        <span class=${sideClass(item.side)}>${rows[at] ? `+${score(rows[at].adds[item.side], unit)}` : kindName(item)}</span><span aria-hidden="true">×</span></button></li>`)}</ol>`
      : html`<p class="soft none">${words[field].nothing}</p>`}
    <div class=${`matrix columns-${columns}`}>${names.sides.map((label, side) => html`<${SideRow} ...${props} side=${side} />
      ${choices.filter(({ item }) => item.side === side).map(({ item, row }) => html`<button type="button" class=${`option ${sideLetter(side)}`} id=${`${field}-${side}-${item.kind}-${item.suit ?? ""}`}
        disabled=${!row} onClick=${() => act.list(field, [...list, withoutEmpty(item)], `${side}-${item.kind}-${item.suit ?? ""}`)}>${named(item, row ? `+${score(row.adds[side], unit)}` : "")}<span class="hidden-text">, ${label}</span></button>`)}`)}
    </div>
  </${Group}>`;
}

// Players, each for himself -----------------------------------------------------------------------

/** A row for each player: whether he plays, has the card, and what he gets. @param {StepProps & {shape: import("../game/record.js").PlayersShape}} props */
export function Players(props) {
  const { game, step, fields, draft, act, names, before, turn, shape } = props;
  const { unit } = game.card.end;
  const complete = completeRecord(game.card, draft, turn, before);
  const gain = complete ? addsOf(game.card, complete, before) : null;
  const record = withoutOneTap(props);
  const choose = (/** @type {string} */ field, /** @type {any} */ value) => act.only(chooseInPlayers(step, shape, record, field, value), `${field}-${value}`);
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
      ${seats.map((seat) => html`<div class="player"><strong><${Name} name=${names.seats[seat] ?? say("seat_n", { n: seat + 1 })} /></strong>
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

/** The record without the fields of one-tap forms: any other choice clears them. @param {HandProps} props @returns {HandRecord} */
function withoutOneTap({ game, draft }) {
  const gone = oneTapForms(game.card).flatMap((form) => form.steps[0].fields);
  return Object.fromEntries(Object.entries(draft.record).filter(([field]) => !gone.includes(field)));
}
