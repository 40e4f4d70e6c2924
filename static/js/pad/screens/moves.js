// A correction after which other hands count in another game, or no longer count: what would change is read before
// it is written.

import { Banner, html } from "../view.js";
import { say } from "../words.js";
import * as read from "../state/selectors.js";
import { lineText, RefereeLink } from "./parts.js";

/** @typedef {import("./app.js").Page} Page */

/** @param {Page} page */
const MovesScreen = ({ state, send }) => {
  const item = read.movesOf(state);
  if (!item) return null;
  return html`
    <${Banner} kind="next" symbol="alert" title=${say("moves_ask")}><p>${lineText(state, item)}</p></${Banner}>
    <ul class="stack">${item.problem?.sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
    <p class="small soft">${say("correction_leaves_mark")}</p>
    ${item.kind === "amend" ? html`<button type="button" class="quiet" name="edit_refused" onClick=${() => send("editRefused", { key: item.key })}>${say("correct")}</button>` : null}
    <p class="tail"><${RefereeLink} state=${state} send=${send} /></p>`;
};

/** @type {import("./app.js").Screens} */
export const MOVES_SCREENS = {
  moves: (page) => ({
    body: html`<${MovesScreen} ...${page} />`,
    thumb: html`<button type="button" name="agree_moves" onClick=${() => page.send("agreeMoves")}>${say("moves_write")}</button>
      <button type="button" class="quiet" name="leave_it" onClick=${() => page.send("leaveMoves")}>${say("leave_it")}</button>`,
  }),
};
