// The form of a claim: what the claimer has in this hand so far, and whether it is enough.

import { valuesOf } from "../game/card.js";
import { claimOf } from "../game/record.js";
import { html, longClass } from "../view.js";
import { say, score } from "../words.js";
import { Choice, Group, SideKeys, sideLetter } from "./hand-parts.js";
import { inPhoneOrder, Keypad, MOST_KEYS } from "./hand-fields.js";
import { formProps } from "./hand-form.js";
import { CallBanner, Errors } from "./parts.js";

/**
 * @typedef {{
 *   game: import("./hand-parts.js").Game,
 *   draft: {record: Record<string, any>, digits: Record<string, string> | null, errors: string[] | null, [more: string]: any},
 *   totals: number[], names: import("./hand-parts.js").Names,
 *   act: Pick<import("./hand-parts.js").Act, "choose" | "type">, [more: string]: any,
 * }} ClaimProps
 * @typedef {ClaimProps & {field: string, values: any[]}} FieldProps
 */

/** @param {ClaimProps} props */
const ClaimFields = (props) => {
  const { game } = props;
  const table = /** @type {import("../game/card.js").ClaimTable} */ (game.card.claim);
  return html`
    ${table.fields.map((field) => {
      const values = valuesOf(table, field).sort((one, other) => (one ?? -1) - (other ?? -1));
      if (isOfSides(game, field)) return html`<${Sides} ...${props} field=${field} values=${values} />`;
      return values.length > MOST_KEYS ? html`<${Typed} ...${props} field=${field} values=${values} />` : html`<${Keys} ...${props} field=${field} values=${values} />`;
    })}`;
};

/** @param {import("./hand-parts.js").Game} game @param {string} field */
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
  return html`<${Group} legend=${label}><${SideKeys} name=${`claim-${field}`} surnames=${names.surnames} hasNone=${values.includes(null)}
    isChecked=${(/** @type {any} */ side) => isChosen(props, side)} onChoose=${(/** @type {any} */ side) => act.choose(field, side)} /></${Group}>`;
}

/** A key for each number; in thirds one for each whole point, and below them the thirds beyond it. @param {FieldProps} props */
function Keys(props) {
  const { game, draft, act, field, values } = props;
  const { unit } = /** @type {import("../game/card.js").ClaimTable} */ (game.card.claim);
  const isInThirds = unit === "thirds";
  const side = draft.record.side ?? null;
  const faceClass = side === null ? "plain-choice" : sideLetter(side);
  const chosen = draft.record[field] ?? null;
  const third = isInThirds && chosen !== null ? chosen % 3 : 0;
  const first = chosen === null ? 0 : chosen - third;
  const { label } = game.book.words.claim[field];
  return html`<${Group} legend=${label} className="grow"><div class="pad3">
      ${inPhoneOrder(isInThirds ? values.filter((value) => value % 3 === 0) : values, (value) => value).map((value) => html`
        <${Choice} name=${`claim-${field}`} value=${value} faceClass=${faceClass} isChecked=${chosen !== null && value === chosen - third}
          onChoose=${() => act.choose(field, value + third)}><span class="own">${score(value, unit)}</span></${Choice}>`)}
    </div></${Group}>
    ${isInThirds ? html`<${Group} legend=${say("thirds_beyond")} isHidden><div class="thirds">
      ${[0, 1, 2].map((beyond) => html`
        <${Choice} name=${`claim-${field}-beyond`} value=${beyond} faceClass=${faceClass} isChecked=${chosen !== null && third === beyond}
          can=${chosen !== null} onChoose=${() => act.choose(field, first + beyond)}>
          <span class="own">${chosen === null ? say("and_third", { points: score(beyond, unit) }) : score(first + beyond, unit)}</span></${Choice}>`)}
    </div></${Group}>` : null}`;
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
const ClaimSummary = ({ game, draft, totals, names }) => {
  const claim = claimOf(game.card, draft.record, totals);
  if (!claim) return html`<output><span>${say("claim_choose")}</span></output><button type="submit" disabled>${say("write")}</button>`;
  const { unit } = /** @type {import("../game/card.js").ClaimTable} */ (game.card.claim);
  const params = { side: names.sides[draft.record.side], has: score(claim.has, unit), need: score(claim.need, unit) };
  return html`
    <output><span>${say(claim.right ? "claim_right" : "claim_wrong", params)}</span><strong class=${`ends ${longClass(names.sides[claim.winner])}`}>${say("wins_game", { side: names.sides[claim.winner] })}</strong></output>
    <button type="submit" class=${longClass(params.side)}>${say("write_claim", params)}</button>`;
};

/** @type {import("./app.js").Screens} */
export const CLAIM_SCREENS = {
  claim({ state, send }) {
    const { props } = formProps(state, send);
    return { body: html`<${CallBanner} state=${state} isBrief /><${Errors} state=${state} errors=${props.draft.errors} /><${ClaimFields} ...${props} />`, thumb: html`<${ClaimSummary} ...${props} />`, className: "aside-keys" };
  },
};
