// The form of a hand, new or corrected. It is made of the rulebook: fields and values out of the card,
// what they stand for out of the record's schema, their words out of the game's.

import { addsOf, fieldsOf, mainForm, needsFirst, nextItems, valuesOf } from "../game/card.js";
import { completeRecord, formShown, isPossible, isSame, missingReason, separateForms, stepsAsked, withoutOthers, written } from "../game/record.js";
import { Banner, html, sideClass, suit } from "../view.js";
import { against, say, score } from "../words.js";
import { Pair } from "./parts.js";

/**
 * @typedef {{game: any, draft: any, totals: number[], before: number[], turn: number | null,
 *   names: {sides: string[], surnames: string[][], seats: string[]},
 *   preview: {totals: number[], ending: {winner: number} | null, over: boolean} | null,
 *   act: Record<string, (...values: any[]) => void>, tail?: any}} HandProps
 * @typedef {{step: any, field: string, words: any}} Asked
 */

/** More values than this are typed digit by digit. */
export const MOST_KEYS = 40;

const SUITS = /** @type {Record<string, string>} */ ({ D: "denari", C: "coppe", S: "spade", B: "bastoni" });
/** The places of a telephone: the same in every game. */
const PAD_ORDER = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "10", "11"];

/** @param {any} game @param {any} draft */
export function mainClass(game, draft) {
  const { steps } = formShown(game.card, draft.record);
  return steps.length > 1 || steps.some((/** @type {any} */ step) => step.items || step.fields.length > 3) ? "dense" : "aside-keys";
}

/** The children of <main>. @param {HandProps} props */
export const HandFields = (props) => {
  const { game, draft, turn, before, act, tail } = props;
  const asked = stepsAsked(game.card, draft, turn, before);
  const matrix = matrixOf(game, asked);
  const isForPlayers = matrix === null && hasPlayers(props);
  return html`
    ${(draft.errors ?? []).map((/** @type {string} */ sentence) => html`<${Banner} kind="wrong" symbol="alert" title=${sentence} />`)}
    ${isForPlayers ? html`<${Players} ...${props} asked=${asked} />` : separateForms(game.card).map((form) => html`<${SeparateForm} ...${props} form=${form} />`)}
    ${matrix ? html`<${Matrix} ...${props} matrix=${matrix} />` : null}
    ${(matrix || isForPlayers ? [] : asked).map(({ step, fields }) => html`
      ${fields.map((field) => html`<${Field} ...${props} step=${step} field=${field} />`)}
      ${step.items ? html`<${Declarations} ...${props} step=${step} />` : null}`)}
    <${Refinement} ...${props} />
    <${WhoWasFirst} ...${props} />
    ${draft.needsReason ? html`<div class="field">
      <label for="reason">${say("reason")}</label>
      <input id="reason" maxlength="500" value=${draft.reason} onInput=${(/** @type {any} */ event) => act.because(event.target.value)} />
      <span class="hint">${say("reason_hint")}</span>
    </div>` : null}
    ${tail}`;
};

/** The bar at the thumb: what it comes to, and one button. @param {HandProps} props */
export const HandSummary = (props) => {
  const { game, draft, turn, before, totals, names, preview } = props;
  const { card } = game;
  const { unit } = card.end;
  const record = completeRecord(card, draft, draft.line ? null : turn, before);
  if (!record) {
    return html`<output><span>${say("choose_points")}</span></output><button type="submit" disabled>${say("write")}</button>`;
  }
  const adds = addsOf(card, record, before);
  const isMany = adds.length > 2;
  const ending = preview?.ending;
  const key = draft.line ? "write_amend" : "write_this";
  const button = isMany ? playerText(card, record, adds, names) : say(key, { hand: against(adds, unit) });
  return html`
    <output>
      <span>${isMany ? othersText(record, adds, names) : described(props, record, adds)}</span>
      ${preview && !isMany ? html`<span class="to">${against(preview.totals, unit)}</span>` : null}
      ${ending ? html`<strong class="ends">${say(preview.over ? "wins_match" : "wins_game", { side: names.sides[ending.winner] })}</strong>` : null}
    </output>
    <button type="submit" disabled=${missingReason(card, draft, record, totals)}>${button}</button>`;
};

/** "Amadori P. −2": who played, and what it brings. @param {any} card @param {any} record @param {number[]} adds @param {HandProps["names"]} names */
function playerText(card, record, adds, names) {
  const player = record.declarer ?? null;
  if (player === null) return say("write_all_pass");
  return say("write_player", { player: names.seats[player] ?? names.sides[player], points: signed(adds[player]) });
}

/** @param {any} record @param {number[]} adds @param {HandProps["names"]} names */
function othersText(record, adds, names) {
  const { declarer = null, partner = null } = record;
  if (declarer === null) return say("all_pass_adds_nothing");
  const others = adds.filter((_, seat) => seat !== declarer && seat !== partner);
  const parts = [];
  if (partner !== null && partner !== declarer) parts.push(`${names.seats[partner] ?? names.sides[partner]} ${signed(adds[partner])}`);
  parts.push(say("summary_others", { count: others.length, points: signed(others[0] ?? 0) }));
  return parts.join(", ");
}

/** @param {number} number */
const signed = (number) => (number > 0 ? `+${number}` : score(number, "points"));

/** One pair of numbers, and who had what beside it; else what it comes to. @param {HandProps} props @param {any} record @param {number[]} adds */
function described({ game, names }, record, adds) {
  const { card, book } = game;
  const form = mainForm(card);
  const pair = form.steps[0].fields.find((/** @type {string} */ field) => Array.isArray(record[field]));
  if (form.steps.length > 1 || !pair) return against(adds, card.end.unit);
  const unit = pair === "thirds" ? "thirds" : card.end.unit;
  const beside = Object.entries(book.words.parts)
    .filter(([field]) => typeof record[field] === "number")
    .map(([field, words]) => words.replace("%(side)s", names.sides[record[field]]));
  return [against(record[pair], unit), ...beside].join(", ");
}

/** A way of its own to write the hand ("all pass"), as a button that stays pressed. @param {HandProps & {form: any}} props */
const SeparateForm = ({ game, draft, act, form }) => {
  const [field] = fieldsOf(form);
  const [value] = form.steps[0].rows[0].key;
  const isOn = formShown(game.card, draft.record) === form;
  return html`<button type="button" class="quiet" id=${`form-${form.name}`} aria-pressed=${isOn ? "true" : "false"} onClick=${() => act.only(isOn ? {} : { [field]: value })}>
    ${game.book.words.record[field].label}</button>`;
};

// Five players, each for himself ---------------------------------------------------------------

/** Whether the form says who played and who was called, among more than two. @param {HandProps} props */
const hasPlayers = ({ game, names }) => names.sides.length > 2 && seatFields(game).length === 2;

/** @param {any} game @returns {string[]} */
const seatFields = (game) => mainForm(game.card).steps[0].fields.filter((/** @type {string} */ field) => typeOf(game.book.record.properties[field]).format === "seat" && field !== game.card.turn.field);

/** As on a paper sheet: a row a player. @param {HandProps & {asked: {step: any, fields: string[]}[]}} props */
const Players = (props) => {
  const { game, draft, names, before, turn, act, asked } = props;
  const [plays, called] = seatFields(game);
  const separate = separateForms(game.card);
  const step = mainForm(game.card).steps[0];
  const fields = asked.flatMap((each) => each.fields).filter((field) => field !== plays && field !== called);
  const words = (/** @type {string} */ field) => game.book.words.record[field] ?? { label: field, nothing: "", ask: "", choices: {} };
  const isFlag = (/** @type {string} */ field) => valuesOf(step, field).includes(true);
  const record = completeRecord(game.card, draft, draft.line ? null : turn, before);
  const adds = record ? addsOf(game.card, record, before) : null;
  const player = draft.record[plays] ?? null;
  const isOpen = (/** @type {string} */ field, /** @type {any} */ value) => isPossible(step, field, value, draft.record);
  return html`
    ${fields.filter((field) => !isFlag(field)).map((field) => html`<fieldset><legend>${words(field).label}</legend><div class="four">
      ${valuesOf(step, field).filter((value) => value !== null).map((value) => html`<${Choice} name=${field} value=${value} isChecked=${isSame(draft.record[field], value)} onChange=${() => act.choose(field, value)}>${words(field).choices[value] ?? String(value)}</${Choice}>`)}
    </div></fieldset>`)}
    <fieldset class="beside"><legend>${say("who_plays_who_has_card")}</legend><div class="players">
      ${names.seats.map((name, seat) => html`<div class="player">
        <strong class="nm">${name}</strong>
        <${Choice} name=${plays} value=${seat} isChecked=${player === seat} onChange=${() => act.choose(plays, seat)}><span class="hidden-text">${name} </span>${say("plays_the_hand")}</${Choice}>
        <${Choice} name=${called} value=${seat === player ? null : seat} isChecked=${player !== null && isSame(draft.record[called], seat === player ? null : seat)}
          isOpen=${player === null || isOpen(called, seat === player ? null : seat)} onChange=${() => act.choose(called, seat === player ? null : seat)}>
          <span class="hidden-text">${name} </span>${say(seat === player ? "has_own_card" : "has_the_card")}</${Choice}>
        <span class="res">${adds ? signed(adds[seat]) : ""}</span>
      </div>`)}
    </div></fieldset>
    ${fields.filter(isFlag).map((field, at, flags) => html`<fieldset><legend>${words(field).label}</legend><div class="three">
      ${[true, false].map((value) => html`<${Choice} name=${field} value=${value} isChecked=${isSame(draft.record[field] ?? (valuesOf(step, field).includes(null) ? false : null), value)} isOpen=${isOpen(field, value)} onChange=${() => act.choose(field, value)}>
        ${words(field).choices[String(value)] ?? say(value ? "yes" : "not_so")}</${Choice}>`)}
      ${at === flags.length - 1 ? separate.map((form) => html`<${SeparateForm} ...${props} form=${form} />`) : null}
    </div></fieldset>`)}
    ${fields.some(isFlag) ? null : separate.map((form) => html`<${SeparateForm} ...${props} form=${form} />`)}`;
};

// Trump and declarations -----------------------------------------------------------------------

/** The step of declarations that hang on a trump, and the points that are counted after them. @param {any} game @param {{step: any, fields: string[]}[]} asked */
function matrixOf(game, asked) {
  const isSuit = (/** @type {string} */ field) => typeOf(game.book.record.properties[field]).format === "suit";
  const [first, second] = asked;
  const trump = first?.step.items ? first.fields.find(isSuit) : undefined;
  if (!trump || first.fields.length > 1 || asked.length > 2) return null;
  const points = second?.step.fields.find((/** @type {string} */ field) => valuesOf(second.step, field).some(Array.isArray)) ?? null;
  return { step: first.step, trump, points, pointsStep: second?.step ?? null };
}

/** Trump first; then a band a side: its points, and what it declared in each suit. @param {HandProps & {matrix: any}} props */
const Matrix = (props) => {
  const { game, draft, names, act, matrix } = props;
  const { step, trump, points, pointsStep } = matrix;
  const { field } = step.items;
  const items = draft.record[field] ?? [];
  const named = draft.record[trump] ?? null;
  const suits = valuesOf(step, trump).filter(Boolean);
  const offered = nextItems(step, draft.record);
  const counting = draft.counting;
  const values = points ? valuesOf(pointsStep, points).filter(Array.isArray) : [];
  const ordered = [...values].sort((one, other) => one[counting] - other[counting]);
  const toggle = (/** @type {any} */ item, /** @type {boolean} */ isOn) =>
    act.choose(field, isOn ? items.filter((/** @type {any} */ each) => !(each.side === item.side && each.suit === item.suit)) : [...items, written(item)]);
  return html`
    <fieldset class="beside"><legend>${game.book.words.record[trump].label}<span class="aside">${say(named ? "and_declarations" : "trump_first")}</span></legend>
      <div class="matrix">
        ${suits.map((sign) => html`<span class="suit-key"><${Choice} name=${trump} value=${sign} isChecked=${named === sign} onChange=${() => act.choose(trump, sign)}><${SuitName} sign=${sign} /></${Choice}></span>`)}
        ${names.sides.map((name, side) => html`
          <span class="row"><${Choice} name="counting" value=${side} isChecked=${side === counting} className=${`${sideClass(side)} counts`} onChange=${() => act.count(side)}>
            <span class="nm">${name}</span><span class="soft cards">${say("of_cards")}</span>
            <span class="own">${draft.record[points]?.[side] ?? (side === counting ? draft.digits?.[points] || "–" : "–")}</span></${Choice}></span>
          ${suits.map((sign) => {
            const own = items.find((/** @type {any} */ each) => each.side === side && each.suit === sign);
            const other = items.find((/** @type {any} */ each) => each.side !== side && each.suit === sign);
            const offer = offered.find(({ item }) => item.side === side && item.suit === sign);
            const item = own ?? offer?.item;
            const worth = worthOf(step, draft.record, own) ?? offer?.row.adds[side] ?? null;
            return html`<label class="choice plus-key"><input type="checkbox" id=${`${field}-${side}-${item?.kind ?? "marriage"}-${sign}`} checked=${Boolean(own)} disabled=${!item} onChange=${() => item && toggle(item, Boolean(own))} />
              <span class=${`face ${sideClass(side).split(" ").at(-1)} ${other ? "small" : ""}`}><span class="hidden-text">${name}, ${say(`suit_${sign}`)} </span>${other ? say("declared_by_others") : worth === null ? "+" : `+${score(worth, game.card.end.unit)}`}</span></label>`;
          })}`)}
      </div>
    </fieldset>
    ${points ? html`<${Keypad} field=${points} named=${say("points_of", { label: game.book.words.record[points].label, side: names.sides[counting] })}
      number=${draft.digits?.[points] ?? draft.record[points]?.[counting] ?? ""} most=${ordered.at(-1)?.[counting] ?? null} isShown=${false}
      canBegin=${(/** @type {string} */ text) => ordered.some((value) => String(value[counting]).startsWith(text))} beside=${() => ""}
      onType=${(/** @type {string} */ text) => act.type(points, text, ordered.find((value) => String(value[counting]) === text) ?? null)} />` : null}`;
};

/** What a declaration that is in the list adds. @param {any} step @param {any} record @param {any} item @returns {number | null} */
function worthOf(step, record, item) {
  if (!item) return null;
  const others = (record[step.items.field] ?? []).filter((/** @type {any} */ each) => each !== item);
  const offer = nextItems(step, { ...record, [step.items.field]: others }).find((/** @type {any} */ each) => each.item.side === item.side && each.item.suit === item.suit);
  return offer?.row.adds[item.side] ?? null;
}

// Fields ---------------------------------------------------------------------------------------

/** @param {any} schema */
const typeOf = (schema) => (schema?.anyOf ?? [schema]).find((/** @type {any} */ each) => each?.type !== "null") ?? {};

/** @param {HandProps & {step: any, field: string}} props */
const Field = (props) => {
  const { game, step, field } = props;
  const values = valuesOf(step, field);
  const words = game.book.words.record[field] ?? { label: field, nothing: "", ask: "", choices: {} };
  const schema = typeOf(game.book.record.properties[field]);
  if (values.some(Array.isArray)) return html`<${Points} ...${props} values=${values.filter(Array.isArray)} words=${words} />`;
  if (schema.format === "card") return html`<${Card} ...${props} values=${values} words=${words} />`;
  if (values.includes(true)) return html`<${YesOrNo} ...${props} values=${values} words=${words} />`;
  return html`<${Choices} ...${props} values=${values} words=${words} schema=${schema} />`;
};

/** @param {HandProps & Asked & {values: any[], schema: any}} props */
const Choices = (props) => {
  const { step, field, draft, values, words, schema, act } = props;
  const isOrdered = values.every((value) => value === null || typeof value === "number");
  const ordered = isOrdered ? [...values].sort((one, other) => (one ?? -1) - (other ?? -1)) : values;
  const isSides = ordered.length === 3 && schema.format === "side";
  const impossible = ordered.filter((value) => !isPossible(step, field, value, draft.record));
  return html`<fieldset>
    <legend>${words.label}${impossible.length ? html`<span class="aside">${say("cannot_be_with_this")}</span>` : null}</legend>
    <div class=${isSides ? "marafona" : schema.format === "suit" ? "four" : "choices"}>
      ${ordered.map((value) => html`<${Choice} name=${field} value=${value} isChecked=${isSame(draft.record[field], value)} isOpen=${isPossible(step, field, value, draft.record)}
        className=${schema.format === "side" && value !== null ? sideClass(value).split(" ").at(-1) : "plain-choice"} onChange=${() => act.choose(field, value)}>
        <${FaceOf} ...${props} value=${value} /></${Choice}>`)}
    </div>
  </fieldset>`;
};

/** @param {HandProps & Asked & {schema: any, value: any}} props */
const FaceOf = ({ game, step, field, words, schema, value, names }) => {
  if (value === null) return schema.format === "side" ? say("no") : words.nothing;
  if (schema.format === "side") return html`<${Pair} names=${names.surnames[value]} />${bonusText(game, step, field, value)}`;
  if (schema.format === "seat") return html`<span class="nm">${names.seats[value] ?? say("seat_n", { n: value + 1 })}</span>`;
  if (schema.format === "suit") return html`<${SuitName} sign=${value} />`;
  return words.choices[value] ?? String(value);
};

/** What choosing this side adds by itself. @param {any} game @param {any} step @param {string} field @param {number} side */
function bonusText(game, step, field, side) {
  const at = step.fields.indexOf(field);
  const isTwin = (/** @type {any} */ row, /** @type {any} */ other) => row.key.every((/** @type {any} */ value, /** @type {number} */ index) => index === at || isSame(value, other.key[index]));
  const chosen = step.rows.find((/** @type {any} */ row) => row.key[at] === side);
  const without = chosen && step.rows.find((/** @type {any} */ row) => row.key[at] === null && isTwin(row, chosen));
  const more = without ? chosen.adds[side] - without.adds[side] : 0;
  return more ? html`<b> +${score(more, game.card.end.unit)}</b>` : null;
}

/** @param {{sign: string}} props */
export const SuitName = ({ sign }) => html`${suit(SUITS[sign])} <span>${say(`suit_${sign}`)}</span>`;

/** @param {HandProps & Asked & {values: any[]}} props */
const YesOrNo = ({ step, field, draft, values, words, act }) => {
  const chosen = draft.record[field] ?? (values.includes(null) ? false : null);
  return html`<fieldset><legend>${words.label}</legend><div class="two-up">
    ${[true, false].map((value) => html`<${Choice} name=${field} value=${value} isChecked=${chosen === value} isOpen=${isPossible(step, field, value, draft.record)} className="plain-choice" onChange=${() => act.choose(field, value)}>
      ${words.choices[String(value)] ?? say(value ? "yes" : "not_so")}</${Choice}>`)}
  </div></fieldset>`;
};

/** A card in two taps: rank, then suit. @param {HandProps & Asked & {values: any[]}} props */
const Card = ({ field, draft, values, words, act }) => {
  const chosen = draft.record[field] ?? draft.halves?.[field] ?? "";
  const half = (/** @type {number} */ at, /** @type {string} */ value) => {
    const parts = [chosen[0] ?? " ", chosen[1] ?? " "];
    parts[at] = value;
    act.half(field, parts.join(""));
  };
  const [ranks, signs] = [0, 1].map((at) => [...new Set(values.filter(Boolean).map((card) => card[at]))]);
  return html`<fieldset><legend>${words.label}</legend>
      <div class="choices ranks">${ranks.map((rank) => html`<${Choice} name=${`${field}-rank`} value=${rank} isChecked=${chosen[0] === rank} className="plain-choice" onChange=${() => half(0, rank)}>
        ${/\d/.test(rank) ? rank : say(`rank_${rank}`)}</${Choice}>`)}</div></fieldset>
    <fieldset><legend class="hidden-text">${say("suit_of", { label: words.label })}</legend>
      <div class="choices suits">${signs.map((sign) => html`<${Choice} name=${`${field}-suit`} value=${sign} isChecked=${chosen[1] === sign} className="plain-choice" onChange=${() => half(1, sign)}>
        <${SuitName} sign=${sign} /></${Choice}>`)}</div></fieldset>`;
};

// Points ---------------------------------------------------------------------------------------

/** Both numbers at one tap: own points large, "to 4" small. @param {HandProps & Asked & {values: number[][]}} props */
const Points = (props) => {
  const { game, step, field, draft, values, words, names, act } = props;
  const side = draft.counting;
  const unit = field === "thirds" ? "thirds" : game.card.end.unit;
  const ordered = [...values].sort((one, other) => one[side] - other[side]);
  const named = say("points_of", { label: words.label, side: names.sides[side] });
  return html`
    <fieldset><legend>${words.ask || words.label}</legend><div class="whose">
      ${names.surnames.map((surnames, at) => html`<${Choice} name="counting" value=${at} isChecked=${at === side} className=${sideClass(at)} onChange=${() => act.count(at)}><${Pair} names=${surnames} />${
        values.length > MOST_KEYS ? html`<span class="own">${draft.record[field]?.[at] ?? (at === side ? draft.digits?.[field] || "–" : "–")}</span>` : null}</${Choice}>`)}
    </div></fieldset>
    ${values.length > MOST_KEYS
      ? html`<${TypedPoints} ...${props} ordered=${ordered} named=${named} />`
      : html`<fieldset class="grow"><legend class="hidden-text">${named}</legend><div class=${values.length > 20 ? "keys many" : "pad3 keys"}>
        ${(values.length > 20 ? ordered : padOrder(ordered, side)).map((value) => html`<${Choice} name=${field} value=${value.join("-")} isChecked=${isSame(draft.record[field], value)} isOpen=${isPossible(step, field, value, draft.record)}
          className=${sideClass(side).split(" ").at(-1)} onChange=${() => act.choose(field, value)}>
          <span class="own">${score(value[side], unit)}</span><span class="rest">${say("to", { points: score(value[1 - side], unit) })}</span></${Choice}>`)}
      </div></fieldset>`}`;
};

/** @param {number[][]} values @param {number} side */
const padOrder = (values, side) => {
  const placeOf = (/** @type {number[]} */ value) => PAD_ORDER.indexOf(String(value[side]));
  return values.every((value) => placeOf(value) >= 0) ? [...values].sort((one, other) => placeOf(one) - placeOf(other)) : values;
};

/** More numbers than keys fit: they are typed. @param {HandProps & Asked & {ordered: number[][], named: string}} props */
const TypedPoints = ({ field, draft, ordered, named, act }) => {
  const side = draft.counting;
  const pairOf = (/** @type {string} */ text) => ordered.find((value) => String(value[side]) === text) ?? null;
  return html`<${Keypad} field=${field} named=${named} isShown=${false} number=${draft.digits?.[field] ?? draft.record[field]?.[side] ?? ""} most=${ordered.at(-1)?.[side] ?? null}
    canBegin=${(/** @type {string} */ text) => ordered.some((value) => String(value[side]).startsWith(text))}
    beside=${(/** @type {string} */ text) => { const pair = pairOf(text); return pair ? say("to", { points: String(pair[1 - side]) }) : ""; }}
    onType=${(/** @type {string} */ text) => act.type(field, text, pairOf(text))} />`;
};

/**
 * Ten digits in a telephone's places, one back, and all of it.
 * @param {{field: string, named: string, number: string | number, most: number | null, canBegin: (text: string) => boolean,
 *   beside: (text: string) => string, onType: (text: string) => void, isShown?: boolean}} props isShown: the number stands above the keys
 */
export const Keypad = ({ field, named, number, most, canBegin, beside, onType, isShown = true }) => {
  const digits = String(number);
  const longer = (/** @type {string} */ digit) => (digits === "0" ? digit : digits + digit);
  const key = (/** @type {string} */ name, /** @type {string} */ text, /** @type {any} */ face, /** @type {boolean} */ isOpen, className = "") =>
    html`<button type="button" class=${className} id=${`${field}-key-${name}`} disabled=${!isOpen} onClick=${() => onType(text)}>${face}</button>`;
  const digit = (/** @type {string} */ each) => key(each, longer(each), each, canBegin(longer(each)));
  return html`<fieldset class="grow"><legend class="hidden-text">${named}</legend><div class="typed">
    ${isShown ? html`<output class="number"><span class="own">${digits || "–"}</span><span class="rest">${beside(digits)}</span></output>` : null}
    <div class="pad3 low">
      ${Array.from("123456789", digit)}
      ${key("back", digits.slice(0, -1), say("clear"), digits !== "", "word")}
      ${digit("0")}
      ${most === null ? null : key("all", String(most), say("all_of", { points: String(most) }), digits !== String(most), "word")}
    </div>
  </div></fieldset>`;
};

/** Figures in thirds beside whole points: rows of other forms that add the same. @param {HandProps} props */
const Refinement = ({ game, draft, before, act }) => {
  const { card, book } = game;
  const form = mainForm(card);
  const record = completeRecord(card, draft, null, before);
  const plain = record && card.forms.length > 1 ? completeRecord(card, { ...draft, record: withoutOthers(card, form, record) }, null, before) : null;
  if (!record || !plain) return null;
  const adds = addsOf(card, plain, before);
  for (const other of card.forms.filter((/** @type {any} */ each) => each !== form)) {
    const step = other.steps[0];
    const field = step.fields.find((/** @type {string} */ each) => !form.steps[0].fields.includes(each));
    const at = step.fields.indexOf(field);
    const rows = step.rows.filter((/** @type {any} */ row) => isSame(row.adds, adds) && Array.isArray(row.key[at]) &&
      row.key.every((/** @type {any} */ value, /** @type {number} */ index) => index === at || value === (record[step.fields[index]] ?? null)));
    if (!rows.length) continue;
    const side = draft.counting;
    const chosen = draft.record[field] ?? null;
    const values = rows.map((/** @type {any} */ row) => row.key[at]).sort((/** @type {any} */ one, /** @type {any} */ two) => one[side] - two[side]);
    return html`<details class="optional" open=${chosen !== null || draft.exact} onToggle=${(/** @type {any} */ event) => act.exact(event.target.open)}>
      <summary>${say("also", { label: book.words.record[field].label })}</summary>
      <fieldset><legend class="hidden-text">${book.words.record[field].label}</legend><div class="thirds">
        ${values.map((/** @type {number[]} */ value) => html`<${Choice} name=${field} value=${value.join("-")} isChecked=${isSame(chosen, value)} className=${sideClass(side).split(" ").at(-1)} onChange=${() => act.choose(field, value)}>
          <span class="own">${score(value[side], field)}</span><span class="small">${say("to", { points: score(value[1 - side], field) })}</span></${Choice}>`)}
      </div></fieldset>
    </details>`;
  }
  return null;
};

/** Both past the target, and the club plays that who was there first has won. @param {HandProps} props */
const WhoWasFirst = ({ game, draft, before, names, act }) => {
  const record = completeRecord(game.card, draft, null, before);
  if (!record || draft.line || !needsFirst(game.card, record, before)) return null;
  return html`<fieldset><legend>${game.book.words.record.first.label}</legend><div class="whose">
    ${names.surnames.map((surnames, side) => html`<${Choice} name="first" value=${side} isChecked=${draft.record.first === side} className=${sideClass(side)} onChange=${() => act.choose("first", side)}><${Pair} names=${surnames} /></${Choice}>`)}
  </div></fieldset>`;
};

// Declarations ---------------------------------------------------------------------------------

/** What was declared, in its order; each more with one tap. @param {HandProps & {step: any}} props */
const Declarations = ({ game, draft, step, names, act }) => {
  const { field } = step.items;
  const words = game.book.words.record;
  const items = draft.record[field] ?? [];
  const { unit } = game.card.end;
  const all = nextItems(step, draft.record);
  // Where the value does not hang on the suit, the suit is not asked for.
  const offered = all.filter(({ item }) => !all.some((other) => other.item.suit === null && item.suit !== null && other.item.kind === item.kind));
  const isOneKind = new Set(step.rows.map((/** @type {any} */ row) => row.key[step.fields.indexOf("kind")])).size === 1;
  const nameOf = (/** @type {any} */ item) => html`${words.kind.choices[item.kind] ?? item.kind} ${item.suit ? html`<${SuitName} sign=${item.suit} />` : null}`;
  const remove = (/** @type {number} */ at) => act.choose(field, items.filter((/** @type {any} */ _, /** @type {number} */ index) => index !== at));
  return html`<fieldset class="declared"><legend>${words[field].label}${items.length ? null : html`<span class="aside">${words[field].nothing}</span>`}</legend>
    ${items.length ? html`<ol>${items.map((/** @type {any} */ item, /** @type {number} */ at) => html`<li>
      <span class=${sideClass(item.side)}>${nameOf(item)} · ${names.sides[item.side]}</span>
      <button type="button" class="bare link" id=${`${field}-drop-${at}`} onClick=${() => remove(at)}>${say("take_out")}</button></li>`)}</ol>` : null}
    ${names.sides.map((name, side) => html`<div class="more">
      <span class=${sideClass(side)}>${name}</span>
      ${offered.filter(({ item }) => item.side === side).map(({ row, item }) => html`<button type="button" class="quiet" id=${`${field}-${side}-${item.kind}-${item.suit ?? ""}`} onClick=${() => act.choose(field, [...items, written(item)])}>
        ${isOneKind && item.suit ? html`<${SuitName} sign=${item.suit} />` : nameOf(item)} <b>+${score(row.adds[item.side], unit)}</b><span class="hidden-text">, ${name}</span></button>`)}
    </div>`)}
  </fieldset>`;
};

/**
 * One choice of several: a radio under a large face.
 * @param {{name: string, value: any, isChecked: boolean, isOpen?: boolean, className?: string, onChange: () => void, children?: any}} props
 */
export const Choice = ({ name, value, isChecked, isOpen = true, className = "plain-choice", onChange, children }) => html`<label class="choice">
  <input type="radio" name=${name} id=${`${name}-${value}`} value=${String(value ?? "")} checked=${isChecked} disabled=${!isOpen && !isChecked} onChange=${onChange} />
  <span class=${`face ${className}`}>${children}</span>
</label>`;
