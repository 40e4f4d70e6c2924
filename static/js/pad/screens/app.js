// The whole page as a function of the state: the bar, the screen, the bar at the thumb.

import { Banner, Name, html, mark, sideClass } from "../view.js";
import { between, ordinal, say, write } from "../words.js";
import * as read from "../state/selectors.js";
import { isSettling } from "../state/reducer.js";
import { isCodeAtTable } from "../state/steps.js";
import { CodeScreen, NothingScreen, PhoneScreen, WhoseScreen, WhoseThumb } from "./people.js";
import { TableScreen, TableThumb } from "./table.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("./parts.js").Send} Send */
/** @typedef {{state: State, send: Send, submit: (event: Event) => void, settings: any}} Page */

/** @typedef {Record<string, (page: Page) => {body: any, thumb?: any, className?: string, under?: string}>} Screens */

/** Screens that fill one phone exactly; the others scroll. */
const ONE = ["hand", "amend", "claim", "cards", "sign", "next", "whose", "overtaken", "phone", "rescue"];
const WITHOUT_BACK = ["match", "loading", "trouble", "code", "nothing", "next", "overtaken", "conflict"];

/** @param {Page} page */
export const App = (page) => {
  const { state } = page;
  const { body, thumb = null, className = "", under } = (screens[state.screen] ?? screens.loading)(page);
  const settling = isSettling(state) ? "settling-screen" : "";
  return html`
    <${Bar} state=${state} send=${page.send} detail=${under} />
    <form class=${`fill ${settling}`} data-screen=${state.screen} onSubmit=${page.submit} novalidate key=${state.screen}>
      <main id="main" tabindex="-1" class=${className}>${body}</main>
      ${thumb ? html`<section class="thumb" aria-label=${say("now")}><div class="in">${thumb}</div></section>` : null}
    </form>`;
};

/** Screens may be fetched twice, by a tap and in the background. @param {Screens} more @returns {string[]} the names of those that were not there */
export function addScreens(more) {
  const added = Object.keys(more).filter((name) => !(name in screens));
  Object.assign(screens, more);
  return added;
}

/** The class of <body> for a screen. @param {State} state */
export const bodyClass = (state) => (ONE.includes(state.screen) ? "pad one" : "pad");

/** Those that can come first; the others are added when they are loaded. @type {Screens} */
const screens = {
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
  phone: (page) => ({ body: html`<${PhoneScreen} ...${page} />` }),
  match: (page) => ({ body: html`<${TableScreen} ...${page} />`, thumb: read.isVoided(page.state) ? null : html`<${TableThumb} ...${page} />` }),
};

// The bar --------------------------------------------------------------------------------------

/** `detail` is added to what stands under the title. @param {{state: State, send: Send, detail?: string}} props */
const Bar = ({ state, send, detail = "" }) => {
  const { top, under } = titles(state);
  const beneath = [under, detail].filter(Boolean).join(", ");
  const hasBack = isCodeAtTable(state) || (!WITHOUT_BACK.includes(state.screen) && (state.sheet || state.screen !== "whose"));
  const isHand = read.isEntering(state) && state.screen !== state.draft?.kind;
  return html`<header class="bar"><div class="in">
    ${hasBack ? html`<button type="button" class="bare back" onClick=${() => send("back")}>${mark("back")}<span class="hidden-text">${say(isHand ? "back_to_hand" : "back_to_table")}</span></button>` : null}
    ${!hasBack && state.config.sheet ? html`<a class="back" href=${state.config.sheet}>${mark("back")}<span class="hidden-text">${say("back_to_sheet")}</span></a>` : null}
    <div class="stand">${state.screen === "code" ? html`<span>${top}</span>` : html`<h1>${top}</h1>`}${beneath ? html`<span class="soft">${beneath}</span>` : null}</div>
    ${state.device || state.config.match !== null || state.items.length ? html`<${Mine} state=${state} send=${send} />` : null}
  </div></header>`;
};

const NET_MARKS = { live: "ok", sending: "next", waiting: "waiting", off: "offline", look: "alert" };

/** Whose phone it is, and how it stands with the network. @param {{state: State, send: Send}} props */
const Mine = ({ state, send }) => {
  const status = read.statusOf(state);
  const { owner } = state;
  const side = read.sideOf(owner);
  const who = owner?.kind === "player" ? surname(state, owner) : say(owner?.kind === "referee" ? "referee_phone" : "of_the_table");
  const target = status.kind === "look" && state.screen !== "conflict" ? "showUnsent" : "showPhone";
  const isPlain = !state.device && state.config.match === null;
  return html`<button type="button" class="bare mine" name="whose" onClick=${() => send(isPlain ? "showUnsent" : target)}>
    <span class=${`who ${sideClass(side)}`}><span class="hidden-text">${say("phone_of")} </span><${Name} name=${who} /></span>
    <span class=${`net ${status.kind}`} role="status">${mark(NET_MARKS[status.kind])}${say(status.word, { count: status.count, seconds: status.seconds })}</span>
  </button>`;
};

/** @param {State} state @param {any} owner */
const surname = (state, owner) => (state.sheet && owner.seat >= 0 ? read.namesOf(state.sheet.match).seats[owner.seat] : owner.name);

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
  const game = read.gameOfDraft(state);
  const score = read.scoreOf(state);
  const { totals } = score.games[game.number] ?? score;
  const under = totals.length > 2 ? game.title : `${game.title}, ${between(totals, game.card.end.unit)}`;
  const n = state.draft?.hand ?? null;
  if (["cards", "abandon"].includes(screen)) return { top: say("title_cards"), under: n ? say("nth_hand", { n: ordinal(n) }) : "" };
  if (screen === "hand" || screen === "overtaken") return { top: n ? say("nth_hand", { n: ordinal(n) }) : say("hand"), under };
  if (screen === "amend") return { top: n ? write("correct_hand", n) : say("amend"), under: "" };
  return { top: say(`title_${screen}`), under };
}
