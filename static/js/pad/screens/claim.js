// Calling oneself out: what the claimer has in this hand so far, and whether it is enough.

import { valuesOf } from "../game/card.js";
import { claimOf } from "../game/record.js";
import { Banner, html, sideClass } from "../view.js";
import { say, score } from "../words.js";
import { Choice, Keypad, MOST_KEYS } from "./hand.js";
import { Pair } from "./parts.js";

/** @typedef {import("./hand.js").HandProps} HandProps */

/** @param {HandProps} props */
export const ClaimFields = (props) => html`
  ${(props.draft.errors ?? []).map((/** @type {string} */ sentence) => html`<${Banner} kind="wrong" symbol="alert" title=${sentence} />`)}
  ${props.game.card.claim.fields.map((/** @type {string} */ field) => html`<${Field} ...${props} field=${field} />`)}`;

/** @param {HandProps} props */
export const ClaimSummary = ({ game, draft, totals, names }) => {
  const result = claimOf(game.card, draft.record, totals);
  if (!result) return html`<output><span>${say("claim_choose")}</span></output><button type="submit" disabled>${say("write")}</button>`;
  const { unit } = game.card.claim;
  const params = { side: names.sides[draft.record.side], has: score(result.has, unit), need: score(result.need, unit) };
  return html`<output><span>${say(result.right ? "claim_right" : "claim_wrong", params)}</span><strong class="ends">${say("wins_game", { side: names.sides[result.winner] })}</strong></output>
    <button type="submit">${say("write_claim", params)}</button>`;
};

/** @param {HandProps & {field: string}} props */
const Field = ({ game, draft, names, act, field }) => {
  const table = game.card.claim;
  const words = game.book.words.claim[field];
  const schema = typeOf(game.book.claim.properties[field]);
  const values = valuesOf(table, field).sort((/** @type {any} */ one, /** @type {any} */ other) => (one ?? -1) - (other ?? -1));
  if (values.length > MOST_KEYS) {
    const numberOf = (/** @type {string} */ text) => values.find((/** @type {any} */ value) => String(value) === text) ?? null;
    return html`<p>${words.label}</p><${Keypad} field=${`claim-${field}`} named=${words.label} number=${draft.digits?.[field] ?? draft.record[field] ?? ""} most=${null}
      canBegin=${(/** @type {string} */ text) => values.some((/** @type {any} */ value) => String(value).startsWith(text))} beside=${() => ""}
      onType=${(/** @type {string} */ text) => act.type(field, text, numberOf(text))} />`;
  }
  const layout = values.length > 12 ? "keys many" : values.includes(null) ? "marafona" : "whose";
  return html`<fieldset><legend>${words.label}</legend><div class=${layout}>
    ${values.map((/** @type {any} */ value) => html`<${Choice} name=${`claim-${field}`} value=${value} isChecked=${field in draft.record ? draft.record[field] === value : value === null}
      className=${schema.format === "side" && value !== null ? sideClass(value) : "plain-choice"} onChange=${() => act.choose(field, value)}>
      ${value === null ? (schema.format === "side" ? say("no") : words.nothing) : schema.format === "side" ? html`<${Pair} names=${names.surnames[value]} />` : score(value, table.unit)}</${Choice}>`)}
  </div></fieldset>`;
};

/** @param {any} schema */
const typeOf = (schema) => (schema.anyOf ?? [schema]).find((/** @type {any} */ each) => each.type !== "null") ?? {};
