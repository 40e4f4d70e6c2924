// The whole page as a function of the state: the bar, the screen, the bar at the thumb.

import { Banner, html, mark, sideClass } from "../view.js";
import { against, between, ordinal, say, write } from "../words.js";
import { completeRecord } from "../game/record.js";
import { addsOf } from "../game/card.js";
import * as read from "../state/selectors.js";
import { isSettling } from "../state/reducer.js";
import { ClaimFields, ClaimSummary } from "./claim.js";
import { CardsScreen, CardsSummary, trickTitle } from "./cards.js";
import { HandFields, HandSummary, mainClass } from "./hand.js";
import { CodeScreen, NothingScreen, PhoneScreen, WhoseScreen, WhoseThumb } from "./people.js";
import { ConflictScreen, DiscardScreen, LeaveScreen, OvertakenScreen, RedealScreen, StrikeScreen, UnsentScreen, WithdrawsNote, YesNo } from "./questions.js";
import { NextScreen, NextThumb, SignScreen, SignThumb } from "./signing.js";
import { TableScreen, TableThumb } from "./table.js";
import { RescueScreen, RescueThumb } from "./rescue.js";
import { CallBanner, lineText, RefereeLink } from "./parts.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("./parts.js").Send} Send */
/** @typedef {{state: State, send: Send, submit: (event: Event) => void, settings: any}} Page */

/** Screens that fill one phone exactly; the others scroll. */
const ONE = ["hand", "amend", "claim", "cards", "sign", "next", "whose", "overtaken", "phone", "rescue"];
const WITHOUT_BACK = ["match", "loading", "trouble", "code", "nothing", "next", "overtaken", "conflict"];

/** @param {Page} page */
export const App = (page) => {
  const { state } = page;
  const { body, thumb = null, className = "" } = (SCREENS[state.screen] ?? SCREENS.loading)(page);
  const settling = isSettling(state) ? "settling-screen" : "";
  return html`
    <${Bar} state=${state} send=${page.send} />
    <form class=${`fill ${settling}`} onSubmit=${page.submit} novalidate key=${state.screen}>
      <main id="main" tabindex="-1" class=${className}>${body}</main>
      ${thumb ? html`<section class="thumb" aria-label=${say("now")}><div class="in">${thumb}</div></section>` : null}
    </form>`;
};

/** The class of <body> for a screen. @param {State} state */
export const bodyClass = (state) => (ONE.includes(state.screen) ? "pad one" : "pad");

/** @type {Record<string, (page: Page) => {body: any, thumb?: any, className?: string}>} */
const SCREENS = {
  loading({ state }) {
    const status = read.statusOf(state);
    return { body: html`<p class="soft" role="status">${status.kind === "sending" ? say(status.word, { seconds: status.seconds }) : say("loading")}</p>` };
  },
  trouble: ({ state, send }) => ({
    body: html`<${Banner} kind="wrong" symbol="offline" title=${state.notice ? state.notice.params.sentence ?? say("away") : say("away")}><p>${say("nothing_lost")}</p></${Banner}>
      <button type="button" name="try_now" onClick=${() => send("reload")}>${say("try_now")}</button>
      ${state.items.length ? html`<button type="button" class="quiet" name="show_unsent" onClick=${() => send("showUnsent")}>${say("look_at_them")}</button>` : null}`,
  }),
  code: (page) => ({ body: html`<${CodeScreen} ...${page} />` }),
  whose: (page) => ({ body: html`<${WhoseScreen} ...${page} />`, thumb: html`<${WhoseThumb} ...${page} />` }),
  nothing: (page) => ({ body: html`<${NothingScreen} ...${page} />` }),
  match: (page) => ({ body: html`<${TableScreen} ...${page} />`, thumb: html`<${TableThumb} ...${page} />` }),
  hand: handScreen,
  amend: handScreen,
  claim({ state, send }) {
    const { props } = formProps(state, send);
    return { body: html`<${CallBanner} state=${state} /><${ClaimFields} ...${props} />`, thumb: html`<${ClaimSummary} ...${props} />` };
  },
  cards({ state, send }) {
    const { props } = formProps(state, send);
    return { body: html`<${CardsScreen} ...${props} />`, thumb: html`<${CardsSummary} ...${props} callReferee=${html`<${RefereeLink} state=${state} send=${send} />`} />`, className: "cards-in" };
  },
  redeal: ({ state, send }) => ({ body: html`<${RedealScreen} state=${state} />`, thumb: html`<${YesNo} yes=${say("redeal_write")} onNo=${() => send("back")} />` }),
  strike: ({ state, send }) => ({
    body: html`<${StrikeScreen} state=${state} />`,
    thumb: html`<${YesNo} yes=${state.draft?.hand ? write("strike_write", state.draft.hand) : say("strike_it")} onNo=${() => send("back")} />`,
  }),
  leave: ({ state, send }) => ({ body: html`<${LeaveScreen} state=${state} />`, thumb: html`<${YesNo} yes=${say("leave_write")} onNo=${() => send("back")} danger />` }),
  discard: ({ state, send }) => ({ body: html`<${DiscardScreen} state=${state} />`, thumb: html`<${YesNo} yes=${say("discard_write")} onNo=${() => send("showUnsent")} danger />` }),
  phone: (page) => ({ body: html`<${PhoneScreen} ...${page} />` }),
  sign: (page) => ({ body: html`<${SignScreen} ...${page} />`, thumb: html`<${SignThumb} ...${page} />` }),
  next: (page) => ({ body: html`<${NextScreen} ...${page} />`, thumb: html`<${NextThumb} ...${page} />` }),
  conflict: (page) => ({ body: html`<${ConflictScreen} ...${page} />` }),
  overtaken: ({ state, send }) => ({ body: html`<${OvertakenScreen} state=${state} send=${send} draftText=${draftText(state)} />` }),
  unsent: (page) => ({ body: html`<${UnsentScreen} ...${page} />` }),
  rescue: ({ state, send }) => ({
    body: html`<${RescueScreen} items=${state.items} table=${state.items[0]?.table ?? null} phone=${state.phone.key} names=${rescueNames(state)}
      describe=${(/** @type {any} */ item) => lineText(state, item)} handNumber=${(/** @type {any} */ item) => item.hand} svg=${state.squares} />`,
    thumb: html`<${RescueThumb} onDone=${() => send("back")} />`,
  }),
};

/** @param {State} state */
const rescueNames = (state) => (state.sheet ? read.namesOf(state.sheet.match) : { sides: [], surnames: [], seats: [] });

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
function formProps(state, send) {
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

// The bar --------------------------------------------------------------------------------------

/** @param {{state: State, send: Send}} props */
const Bar = ({ state, send }) => {
  const { top, under } = titles(state);
  const hasBack = !WITHOUT_BACK.includes(state.screen) && (state.sheet || state.screen !== "whose");
  return html`<header class="bar"><div class="in">
    ${hasBack ? html`<button type="button" class="bare back" onClick=${() => send("back")}>${mark("back")}<span class="hidden-text">${say("back_to_table")}</span></button>` : null}
    ${!hasBack && state.config.sheet ? html`<a class="back" href=${state.config.sheet}>${mark("back")}<span class="hidden-text">${say("back_to_sheet")}</span></a>` : null}
    <div class="stand">${state.screen === "code" ? html`<span>${top}</span>` : html`<h1>${top}</h1>`}<span class="soft">${under}</span></div>
    ${state.device || state.config.match !== null || state.items.length ? html`<${Mine} state=${state} send=${send} />` : null}
  </div></header>`;
};

const NET_MARKS = { live: "ok", sending: "next", waiting: "waiting", off: "offline", look: "alert" };

/** Whose phone it is, and how it stands with the network. @param {{state: State, send: Send}} props */
const Mine = ({ state, send }) => {
  const status = read.statusOf(state);
  const { owner } = state;
  const side = owner?.kind === "player" && owner.side >= 0 ? owner.side : null;
  const who = owner?.kind === "player" ? surname(state, owner) : say(owner?.kind === "referee" ? "referee_phone" : "of_the_table");
  const target = status.kind === "look" && state.screen !== "conflict" ? "showUnsent" : "showPhone";
  const isPlain = !state.device && state.config.match === null;
  return html`<button type="button" class="bare mine" name="whose" onClick=${() => send(isPlain ? "showUnsent" : target)}>
    <span class=${`who ${sideClass(side)}`}><span class="hidden-text">${say("phone_of")} </span>${who}</span>
    <span class=${`net ${status.kind}`} role="status">${mark(NET_MARKS[status.kind])}${say(status.word, { count: status.count, seconds: status.seconds })}</span>
  </button>`;
};

/** @param {State} state @param {any} owner */
const surname = (state, owner) => (state.sheet && owner.seat >= 0 ? read.namesOf(state.sheet.match).seats[owner.seat] : owner.name);

/** The trick that is being entered card by card. @param {State} state */
function trickOf(state) {
  const n = trickTitle(state.draft?.cards ?? null);
  return n ? say("nth_trick", { n }) : "";
}

/** @param {State} state */
export function titles(state) {
  const { sheet, device, screen } = state;
  if (!sheet || ["code", "loading", "trouble", "nothing"].includes(screen)) {
    return { top: device && screen !== "code" ? say("table_n", { n: device.table }) : "La Bella", under: "" };
  }
  const { match } = sheet;
  const place = match.table === null ? match.round.title : say("table_n", { n: match.table });
  const where = match.table === null ? "" : match.round.title;
  if (screen === "match") return { top: place, under: match.round.title };
  if (["whose", "sign", "phone", "next", "unsent", "rescue", "discard"].includes(screen)) return { top: say(`title_${screen}`), under: [place, where].filter(Boolean).join(", ") };
  const game = read.gameOf(state);
  const { totals } = read.scoreOf(state);
  const under = totals.length > 2 ? game.title : `${game.title}, ${between(totals, game.card.end.unit)}`;
  const n = state.draft?.hand ?? null;
  if (screen === "cards") return { top: say("title_cards"), under: [n ? say("nth_hand", { n: ordinal(n) }) : "", trickOf(state)].filter(Boolean).join(", ") };
  if (screen === "hand" || screen === "overtaken") return { top: n ? say("nth_hand", { n: ordinal(n) }) : say("hand"), under };
  if (screen === "amend") return { top: n ? write("correct_hand", n) : say("amend"), under };
  return { top: say(`title_${screen}`), under };
}
