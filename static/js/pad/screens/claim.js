// Calls oneself out: what the claimer has in this hand so far, and whether it is enough.

import { valuesOf } from "../game/card.js";
import { claimOf } from "../game/record.js";
import { Banner, html, sideClass } from "../view.js";
import { say, score } from "../words.js";
import { Choice, Group, Keypad, MOST_KEYS, PairName } from "./hand.js";

/**
 * @typedef {{
 *   game: import("./hand.js").Game,
 *   draft: {record: Record<string, any>, digits: Record<string, string> | null, errors: string[] | null, [more: string]: any},
 *   totals: number[], names: import("./hand.js").Names,
 *   act: Pick<import("./hand.js").Act, "choose" | "type">, [more: string]: any,
 * }} ClaimProps
 * @typedef {ClaimProps & {field: string, values: any[]}} FieldProps
 */

/** @param {ClaimProps} props */
export const ClaimFields = (props) => {
  const { game, draft } = props;
  const table = /** @type {import("../game/card.js").ClaimTable} */ (game.card.claim);
  return html`
    ${(draft.errors ?? []).map((sentence) => html`<${Banner} kind="wrong" symbol="alert" title=${sentence} />`)}
    ${table.fields.map((field) => {
      const values = valuesOf(table, field).sort((one, other) => (one ?? -1) - (other ?? -1));
      if (isOfSides(game, field)) return html`<${Sides} ...${props} field=${field} values=${values} />`;
      return values.length > MOST_KEYS ? html`<${Typed} ...${props} field=${field} values=${values} />` : html`<${Keys} ...${props} field=${field} values=${values} />`;
    })}`;
};

/** @param {import("./hand.js").Game} game @param {string} field */
function isOfSides(game, field) {
  const schema = game.book.claim.properties[field];
  return (schema.anyOf ?? [schema]).some((/** @type {any} */ each) => each.format === "side");
}

/** @param {FieldProps} props */
const isChosen = ({ draft, field }, /** @type {any} */ value) => (field in draft.record ? draft.record[field] === value : value === null);

/** @param {FieldProps} props */
function Sides(props) {
  const { game, names, act, field, values } = props;
  const { label } = game.book.words.claim[field];
  const mayBeNobody = values.includes(null);
  const faceClass = (/** @type {number} */ side) => (mayBeNobody ? sideClass(side).split(" ").at(-1) : sideClass(side));
  return html`<${Group} legend=${label}><div class=${mayBeNobody ? "marafona" : "whose"}>
    ${values.map((value) => html`<${Choice} name=${`claim-${field}`} value=${value} faceClass=${value === null ? "plain-choice" : faceClass(value)}
      isChecked=${isChosen(props, value)} onChoose=${() => act.choose(field, value)}>
      ${value === null ? say("no") : html`<${PairName} names=${names.surnames[value]} />`}</${Choice}>`)}
  </div></${Group}>`;
}

/** A key for each number: in thirds, two whole points a row. @param {FieldProps} props */
function Keys(props) {
  const { game, draft, act, field, values } = props;
  const { unit } = /** @type {import("../game/card.js").ClaimTable} */ (game.card.claim);
  const side = draft.record.side ?? null;
  const faceClass = side === null ? "plain-choice" : sideClass(side).split(" ").at(-1);
  return html`<${Group} legend=${game.book.words.claim[field].label} className="grow"><div class="keys many">
    ${values.map((value) => html`<${Choice} name=${`claim-${field}`} value=${value} faceClass=${faceClass} isChecked=${isChosen(props, value)}
      onChoose=${() => act.choose(field, value)}><span class="own">${score(value, unit)}</span></${Choice}>`)}
  </div></${Group}>`;
}

/** @param {FieldProps} props */
function Typed({ game, draft, act, field, values }) {
  const words = game.book.words.claim[field];
  const number = String(draft.digits?.[field] ?? draft.record[field] ?? "");
  const valueOf = (/** @type {string} */ digits) => values.find((value) => String(value) === digits) ?? null;
  return html`<p class="typed-number"><span>${words.label}</span><output class="own">${number || "–"}</output></p>
    <${Keypad} field=${`claim-${field}`} legend=${words.label} number=${number} numbers=${values} most=${Math.max(...values)}
      type=${(/** @type {string} */ digits) => act.type(field, digits, valueOf(digits))} />`;
}

/** @param {ClaimProps} props */
export const ClaimSummary = ({ game, draft, totals, names }) => {
  const told = claimOf(game.card, draft.record, totals);
  if (!told) return html`<output><span>${say("claim_choose")}</span></output><button type="submit" disabled>${say("write")}</button>`;
  const { unit } = /** @type {import("../game/card.js").ClaimTable} */ (game.card.claim);
  const params = { side: names.sides[draft.record.side], has: score(told.has, unit), need: score(told.need, unit) };
  return html`
    <output><span>${say(told.right ? "claim_right" : "claim_wrong", params)}</span><strong class="ends">${say("wins_game", { side: names.sides[told.winner] })}</strong></output>
    <button type="submit">${say("write_claim", params)}</button>`;
};
