// The lines that are not on a sheet: the list of them, and, for the desk, as QR codes and to be read aloud. It is loaded in
// the background.

import { InLine, html, mark, sideClass } from "../view.js";
import { ordinal, say, time } from "../words.js";
import * as read from "../state/selectors.js";
import { groupByMatch } from "../state/outbox.js";
import { spokenLines } from "../game/rescue.js";
import { lineText, RefereeLink, SignInLink } from "./parts.js";
import { YesNo } from "./questions.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Item} Item */
/** @typedef {import("./parts.js").Send} Send */

/** Every line that is not on a sheet: its table, its match, what it says, and why. @param {{state: State, send: Send}} props */
const UnsentScreen = ({ state, send }) => html`
  <p class="lead">${say(read.allUnsent(state).length ? "unsent_lead" : "unsent_none")}</p>
  ${groupByMatch(state.items).flat().map((item) => {
    const isHere = item.match === state.sheet?.id;
    const reason = item.state === "conflict" ? say(isHere ? "conflict" : "conflict_elsewhere") : item.problem?.sentences.join(" ") ?? say(read.waitOf(state, item));
    return html`<section class="card" key=${item.key} data-state=${item.state}>
      <${UnsentHead} item=${item} />
      <p><strong>${lineText(state, item)}</strong><br />${item.place}${item.shown && !isHere ? html`<br /><span class="small">${item.shown.sides.join(" / ")}</span>` : null}</p>
      <p>${reason}</p>
      <div class="others">
        ${item.state === "conflict" && isHere ? html`<button type="button" class="quiet" name="show_conflict" onClick=${() => send("showConflict")}>${say("choose_now")}</button>` : null}
        ${isHere && read.asksAboutMoves(item) ? html`<button type="button" class="quiet" name="show_moves" onClick=${() => send("showMoves")}>${say("choose_now")}</button>` : null}
        ${read.canEditRefused(state, item) ? html`<button type="button" class="quiet" name="edit_refused" onClick=${() => send("editRefused", { key: item.key })}>${say("correct")}</button>` : null}
        ${item.state === "refused" && !read.needsNewPage(item) ? html`<button type="button" class="quiet" name="retry_item" onClick=${() => send("retryItem", { key: item.key })}>${say("try_now")}</button>` : null}
        ${item.state !== "waiting" ? html`<button type="button" class="quiet" name="ask_discard" onClick=${() => send("askDiscard", { key: item.key })}>${say("discard_it")}</button>` : null}
      </div>
    </section>`;
  })}
  <${SignInLink} state=${state} />
  ${groupByMatch(state.others).flat().map((item) => html`<${UnsentOfOther} state=${state} item=${item} send=${send} />`)}
  ${read.allUnsent(state).length ? html`<div class="others">
    <button type="button" class="quiet" name="try_now" onClick=${() => send("retryNow")}>${say("try_now")}</button>
    <button type="button" class="quiet" name="show_rescue" onClick=${() => send("showRescue")}>${say("show_at_desk")}</button>
  </div>` : null}
  <p class="tail"><${RefereeLink} state=${state} send=${send} /></p>`;

/** A line of somebody else who was signed in on this phone: only that person sends it. @param {{state: State, item: Item, send: Send}} props */
const UnsentOfOther = ({ state, item, send }) => html`<section class="card" data-state="other">
  <${UnsentHead} item=${item} />
  <p><strong>${lineText(state, item)}</strong><br />${item.place}${item.shown ? html`<br /><span class="small">${item.shown.sides.join(" / ")}</span>` : null}</p>
  <p>${say("unsent_of_other", { name: item.author?.name })}</p>
  <div class="others"><button type="button" class="quiet" name="ask_discard" onClick=${() => send("askDiscard", { key: item.key })}>${say("discard_it")}</button></div>
</section>`;

/** Where a line belongs, and when it was entered. @param {{item: Item}} props */
const UnsentHead = ({ item }) => html`<div class="title"><h2>${item.table === null ? item.place : say("table_n", { n: item.table })}${item.hand ? `, ${say("nth_hand", { n: ordinal(item.hand) })}` : ""}</h2><span class="small soft">${time(item.madeAt)}</span></div>`;

/** @param {{state: State}} props */
const DiscardScreen = ({ state }) => {
  const item = read.allUnsent(state).find((each) => each.key === state.discarding);
  if (!item) return null;
  return html`<section class="banner wrong">${mark("alert")}<div class="body"><strong>${say("discard_ask", { what: lineText(state, item) })}</strong><p>${say("discard_help")}</p></div></section>`;
};

// For the desk -------------------------------------------------------------------------------------

/** @param {{state: State}} props */
const RescueScreen = ({ state }) => {
  const { squares } = state;
  const items = read.allUnsent(state);
  const groups = groupByMatch(items);
  return html`
    <p>${say(squares?.length ? "rescue_lead" : "rescue_lead_aloud")}</p>
    ${(squares ?? []).map((square, at) => html`<${Square} ...${square} number=${at + 1} of=${(squares ?? []).length} count=${items.length} />`)}
    ${groups.map((group) => html`<${SpokenMatch} state=${state} items=${group} />`)}
    <p class="small soft">${say("rescue_stays")}</p>
    <div class="spring"></div>`;
};

/** The lines of a match: its table, the key of the phone, whose points are read aloud first. @param {{state: State, items: Item[]}} props */
const SpokenMatch = ({ state, items }) => {
  const [{ match, phone, table, place }] = items;
  const shown = items.find((item) => item.shown)?.shown ?? (state.sheet?.id === match ? read.namesOf(state.sheet.match) : null);
  const lines = spokenLines(items, { describe: (item) => describe(state, item), handNumber: (item) => item.hand });
  return html`<section class="card a" aria-labelledby=${`aloud-${match}`}>
    <div class="title">
      <h2 id=${`aloud-${match}`}>${table === null ? phone : say("rescue_table_key", { table, phone })}</h2>
      <span class="small soft">${say("rescue_key")}</span>
    </div>
    <p class="small">${place}${shown && shown.sides.length > 1 ? html`. ${say("rescue_first")}${" "}<span class=${sideClass(0)}><${InLine} names=${shown.surnames[0]} /></span>` : null}</p>
    <ol class="aloud">${lines.map((line) => html`<${SpokenLine} ...${line} />`)}</ol>
  </section>`;
};

/** @param {State} state @param {Item} item */
const describe = (state, item) => [lineText(state, item), ...(item.shown?.beside ?? [])].join(", ");

/** One button: nothing is deleted by it, the phone goes on trying. @param {{onDone: () => void}} props */
const RescueThumb = ({ onDone }) => html`
  <button type="button" onClick=${onDone}>${say("rescue_done")} ${mark("ok")}</button>`;

/** @param {{size: number, path: string, number: number, of: number, count: number}} props */
const Square = ({ size, path, number, of, count }) => html`
  <div class="qr" data-theme="light">
    <svg viewBox=${`0 0 ${size} ${size}`} role="img" shape-rendering="crispEdges">
      <title>${of > 1 ? say("rescue_square_n", { number, of }) : say("rescue_square", { count })}</title>
      <path fill="currentColor" d=${path} />
    </svg>
  </div>
  ${of > 1 && html`<p class="small soft" aria-hidden="true">${say("rescue_square_n", { number, of })}</p>`}`;

/** @param {{number: number | null, line: number | null, words: string, kind: string, check: string, canBeTyped: boolean}} props */
const SpokenLine = ({ number, line, words, kind, check, canBeTyped }) => {
  const [points, ...beside] = words.split(", ");
  if (line !== null) beside.push(say("rescue_line", { line }));
  return html`<li>
    <span>${number !== null && ordinal(number)}</span>
    <span class=${["hand", "redeal"].includes(kind) ? "pts" : ""}>${points}</span>
    <span class="soft">${canBeTyped ? beside.join(", ") : say("rescue_only_square")}</span>
    <span class="key"><span class="hidden-text">${say("rescue_check")} </span>${check}</span>
  </li>`;
};

/** @type {import("./app.js").Screens} */
export const RESCUE_SCREENS = {
  unsent: (page) => ({ body: html`<${UnsentScreen} ...${page} />` }),
  discard: ({ state, send }) => ({ body: html`<${DiscardScreen} state=${state} />`, thumb: html`<${YesNo} yes=${say("discard_write")} onNo=${() => send("showUnsent")} danger />` }),
  rescue: ({ state, send }) => ({
    body: html`<${RescueScreen} state=${state} />`,
    thumb: html`<${RescueThumb} onDone=${() => send("back")} />`,
  }),
};
