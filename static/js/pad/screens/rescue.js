// The lines that this phone cannot send, for the desk: as QR codes, and to be read aloud.

import { InLine, html, mark, sideClass } from "../view.js";
import { ordinal, say } from "../words.js";
import * as read from "../state/selectors.js";
import { spokenLines } from "../game/rescue.js";
import { lineText } from "./parts.js";

/**
 * @param {{
 *   items: import("../game/rescue.js").RescueItem[],
 *   table: number | null,
 *   phone: string,
 *   names: {sides: string[], surnames: string[][], seats: string[]},
 *   describe: (item: any) => string,
 *   handNumber: (item: any) => number | null,
 *   svg: {size: number, path: string}[] | null,
 * }} props svg: what drawSquares() made of rescueTexts(items); null while it is not there
 */
export const RescueScreen = ({ items, table, phone, names, describe, handNumber, svg }) => html`
  <p>${say(svg?.length ? "rescue_lead" : "rescue_lead_aloud")}</p>
  ${(svg ?? []).map((square, at) => html`<${Square} ...${square} number=${at + 1} of=${(svg ?? []).length} count=${items.length} />`)}
  <section class="card a" aria-labelledby="aloud">
    <div class="title">
      <h2 id="aloud">${table === null ? phone : say("rescue_table_key", { table, phone })}</h2>
      <span class="small soft">${say("rescue_key")}</span>
    </div>
    ${names.sides.length > 1 && html`<p class="small">${say("rescue_first")}${" "}<span class=${sideClass(0)}><${InLine} names=${names.surnames[0]} /></span></p>`}
    <ol class="aloud">${spokenLines(items, { describe, handNumber }).map((line) => html`<${SpokenLine} ...${line} />`)}</ol>
  </section>
  <p class="small soft">${say("rescue_stays")}</p>
  <div class="spring"></div>`;

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
    body: html`<${RescueScreen} items=${state.items} table=${state.items[0]?.table ?? null} phone=${state.phone.key} names=${rescueNames(state)}
      describe=${(/** @type {any} */ item) => lineText(state, item)} handNumber=${(/** @type {any} */ item) => item.hand} svg=${state.squares} />`,
    thumb: html`<${RescueThumb} onDone=${() => send("back")} />`,
  }),
};

/** @param {import("../state/types.js").State} state */
const rescueNames = (state) => (state.sheet ? read.namesOf(state.sheet.match) : { sides: [], surnames: [], seats: [] });
