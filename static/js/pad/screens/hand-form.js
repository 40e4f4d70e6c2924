// The forms of a hand. They are loaded right after the first screen.

import { html } from "../view.js";
import { say } from "../words.js";
import { completeRecord } from "../game/record.js";
import * as read from "../state/selectors.js";
import { HandFields, HandSummary, mainClass } from "./hand.js";
import { CallBanner, Errors, RefereeLink, WithdrawsNote } from "./parts.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("./parts.js").Send} Send */
/** @typedef {import("./app.js").Page} Page */

/** @type {import("./app.js").Screens} */
export const HAND_SCREENS = { hand: handScreen, amend: handScreen };

/** @param {Page} page */
function handScreen({ state, send }) {
  const { props, game, draft } = formProps(state, send);
  const tail = html`<p class="tail">
    ${game.card.play && (!draft.needsReason || draft.reason.trim()) ? html`<button type="button" class="bare link" name="open_cards" onClick=${() => send("openCards")}>${say("card_by_card")}</button>` : null}
    <${RefereeLink} state=${state} send=${send} />
  </p>`;
  return {
    body: html`<${CallBanner} state=${state} isBrief />${draft.kind === "amend" ? html`<${WithdrawsNote} state=${state} />` : null}<${Errors} state=${state} errors=${draft.errors} /><${HandFields} ...${props} tail=${tail} />`,
    thumb: html`<${HandSummary} ...${props} />`,
    className: mainClass(game, draft),
  };
}

/** What the forms of a hand need. @param {State} state @param {Send} send @returns {{props: any, game: any, draft: any}} */
export function formProps(state, send) {
  const game = read.gameOfDraft(state);
  const draft = /** @type {import("../state/types.js").Draft} */ (state.draft);
  const score = read.scoreOf(state);
  const isAmend = draft.kind === "amend";
  const isOfLine = draft.line !== null;
  const before = isOfLine ? read.totalsBefore(state, /** @type {number} */ (draft.line)) : score.totals;
  const record = draft.kind === "hand" || isAmend ? completeRecord(game.card, draft, isAmend ? null : score.turn, before) : null;
  const after = record && read.previewOf(state, isAmend ? { kind: "amend", data: { line: draft.line, data: record, reason: "" } } : { kind: "hand", data: record });
  const last = after?.games[game.number];
  const preview = after && last ? {
    totals: last.totals, over: after.over, winner: after.winner,
    ending: last.why === null || last.winner === null ? null : { winner: last.winner, why: last.why },
  } : null;
  const act = {
    choose: (/** @type {string} */ field, /** @type {any} */ value) => send("choose", { field, value }),
    only: (/** @type {any} */ given, /** @type {string} */ control) => send("chooseOnly", { record: given, control }),
    list: (/** @type {string} */ field, /** @type {any} */ items, /** @type {string} */ control) => send("choose", { field, value: items, control: `${field}-${control}` }),
    half: (/** @type {string} */ field, /** @type {string} */ card) => send("chooseHalf", { field, card }),
    type: (/** @type {string} */ field, /** @type {string} */ digits, /** @type {any} */ value) => send("typeDigits", { field, digits, value }),
    count: (/** @type {number} */ side) => send("count", { side }),
    exact: (/** @type {boolean} */ open) => send("openExact", { open }),
    because: (/** @type {string} */ text) => send("giveReason", { text }),
    cards: (/** @type {any} */ cards) => send("placeCards", { cards }),
  };
  const names = read.namesOf(/** @type {any} */ (state.sheet).match);
  return { game, draft, props: { game, draft, totals: score.totals, before, turn: isOfLine && draft.kind === "cards" ? turnOfLine(state, draft.line, game) : score.turn, names, preview, act } };
}

/** Whose turn it was in a hand that is corrected; null while nobody knows. @param {State} state @param {number | null} n @param {any} game @returns {number | null} */
function turnOfLine(state, n, game) {
  const data = read.rowOf(state, n)?.data ?? {};
  const { field } = game.card.turn;
  return (data.play ?? data)[field] ?? null;
}
