// The lines that this phone cannot send, for the desk: as QR codes, and to be read aloud.

import { InLine, html, mark, sideClass } from "../view.js";
import { ordinal, say } from "../words.js";
import * as read from "../state/selectors.js";
import { groupByMatch } from "../state/outbox.js";
import { spokenLines } from "../game/rescue.js";
import { lineText } from "./parts.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Item} Item */

/** @param {{state: State}} props */
const RescueScreen = ({ state }) => {
  const { items, squares } = state;
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
export const RescueThumb = ({ onDone }) => html`
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
  rescue: ({ state, send }) => ({
    body: html`<${RescueScreen} state=${state} />`,
    thumb: html`<${RescueThumb} onDone=${() => send("back")} />`,
  }),
};
