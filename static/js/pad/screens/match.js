// The screens of a match that come after its table: the forms of a hand, and questions. They are
// loaded right after the first screen.

import { html } from "../view.js";
import { against, say, write } from "../words.js";
import { completeRecord } from "../game/record.js";
import { addsOf } from "../game/card.js";
import * as read from "../state/selectors.js";
import { HandFields, HandSummary, mainClass } from "./hand.js";
import { ConflictScreen, DiscardScreen, LeaveScreen, OvertakenScreen, RedealScreen, StrikeScreen, UnsentScreen, WithdrawsNote, YesNo } from "./questions.js";
import { CallBanner, RefereeLink } from "./parts.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("./parts.js").Send} Send */
/** @typedef {import("./app.js").Page} Page */

/** @type {import("./app.js").Screens} */
export const MATCH_SCREENS = {
  hand: handScreen,
  amend: handScreen,
  redeal: ({ state, send }) => ({ body: html`<${RedealScreen} state=${state} />`, thumb: html`<${YesNo} yes=${say("redeal_write")} onNo=${() => send("back")} />` }),
  strike: ({ state, send }) => ({
    body: html`<${StrikeScreen} state=${state} />`,
    thumb: html`<${YesNo} yes=${state.draft?.hand ? write("strike_write", state.draft.hand) : say("strike_it")} onNo=${() => send("back")} />`,
  }),
  leave: ({ state, send }) => ({ body: html`<${LeaveScreen} state=${state} />`, thumb: html`<${YesNo} yes=${say("leave_write")} onNo=${() => send("back")} danger />` }),
  discard: ({ state, send }) => ({ body: html`<${DiscardScreen} state=${state} />`, thumb: html`<${YesNo} yes=${say("discard_write")} onNo=${() => send("showUnsent")} danger />` }),
  conflict: (page) => ({ body: html`<${ConflictScreen} ...${page} />` }),
  overtaken: ({ state, send }) => ({ body: html`<${OvertakenScreen} state=${state} send=${send} draftText=${draftText(state)} />` }),
  unsent: (page) => ({ body: html`<${UnsentScreen} ...${page} />` }),
};

/** @param {Page} page */
function handScreen({ state, send }) {
  const { props, game, draft } = formProps(state, send);
  const tail = html`<p class="tail">
    ${draft.kind === "hand" && game.card.play ? html`<button type="button" class="bare link" name="open_cards" onClick=${() => send("openCards")}>${say("card_by_card")}</button>` : null}
    <${RefereeLink} state=${state} send=${send} />
  </p>`;
  return {
    body: html`<${CallBanner} state=${state} />${draft.kind === "amend" ? html`<${WithdrawsNote} state=${state} />` : null}<${HandFields} ...${props} tail=${tail} />`,
    thumb: html`<${HandSummary} ...${props} />`,
    className: mainClass(game, draft),
  };
}

/** What the forms of a hand need. @param {State} state @param {Send} send @returns {{props: any, game: any, draft: any}} */
export function formProps(state, send) {
  const game = read.gameOf(state);
  const draft = /** @type {import("../state/types.js").Draft} */ (state.draft);
  const score = read.scoreOf(state);
  const isAmend = draft.kind === "amend";
  const before = isAmend ? read.totalsBefore(state, /** @type {number} */ (draft.line)) : score.totals;
  const record = draft.kind === "hand" || isAmend ? completeRecord(game.card, draft, isAmend ? null : score.turn, before) : null;
  const after = record && read.previewOf(state, isAmend ? { kind: "amend", data: { line: draft.line, data: record, reason: "" } } : { kind: "hand", data: record });
  const last = after?.games.at(-1);
  const preview = after && last ? {
    totals: last.totals, over: after.over, winner: after.winner,
    ending: last.why === null || last.winner === null ? null : { winner: last.winner, why: last.why },
  } : null;
  const act = {
    choose: (/** @type {string} */ field, /** @type {any} */ value) => send("choose", { field, value }),
    only: (/** @type {any} */ given) => send("chooseOnly", { record: given }),
    half: (/** @type {string} */ field, /** @type {string} */ card) => send("chooseHalf", { field, card }),
    type: (/** @type {string} */ field, /** @type {string} */ digits, /** @type {any} */ value) => send("typeDigits", { field, digits, value }),
    count: (/** @type {number} */ side) => send("count", { side }),
    exact: (/** @type {boolean} */ open) => send("openExact", { open }),
    because: (/** @type {string} */ text) => send("giveReason", { text }),
    cards: (/** @type {any} */ cards) => send("placeCards", { cards }),
  };
  const names = read.namesOf(/** @type {any} */ (state.sheet).match);
  return { game, draft, props: { game, draft, totals: score.totals, before, turn: score.turn, names, preview, act } };
}

/** What is being entered, in a word; nothing as long as it is not complete. @param {State} state */
function draftText(state) {
  const { draft } = state;
  if (!draft || draft.kind !== "hand") return "";
  const { card } = read.gameOf(state);
  const before = read.scoreOf(state).totals;
  const record = completeRecord(card, draft, read.scoreOf(state).turn, before);
  return record ? against(addsOf(card, record, before), card.end.unit) : "";
}
