// Where each side of the last match plays next, and who plays next at this table. It may be on the first screen of a phone.

import { InLine, Pair, html, sideClass } from "../view.js";
import { say, time } from "../words.js";
import * as read from "../state/selectors.js";

/** @typedef {import("../state/types.js").State} State */

/** The owner's side comes first. @param {{state: State}} props */
export const NextMatches = ({ state }) => {
  const next = read.nextOfShown(state);
  const mine = read.sideOf(state.owner);
  const ordered = [...next].sort((one, other) => Number(other.side === mine) - Number(one.side === mine));
  return html`${ordered.map((each) => html`<${NextOf} state=${state} next=${each} isOwn=${each.side === mine} />`)}<${TableNext} state=${state} />`;
};

/** @param {{state: State, next: any, isOwn: boolean}} props */
const NextOf = ({ state, next, isOwn }) => {
  // Once its match is gone from the screen, an entry is called by its own name.
  const names = state.sheet ? read.namesOf(state.sheet.match).surnames[next.side] : next.entry.short.split(" – ");
  const heading = html`<h2 class=${sideClass(next.side)}><${InLine} names=${names} /></h2>`;
  if (!next.round) return html`<section class="card">${heading}<p>${next.place ? say("next_place", { place: next.place }) : say(next.state === "OUT" ? "next_out" : "next_unknown")}</p></section>`;
  const opponent = next.opponent ? next.opponent.short.split(" – ") : null;
  return html`<section class=${`card ${isOwn || next.state === "CALLED" ? "now" : ""}`}>${heading}
    <div class="place">
      <span class="no"><small>${say("table_word")}</small>${next.table ?? "–"}</span>
      <div><p class="soft small">${opponent ? say("next_against", { round: next.round.title }) : next.round.title}</p>
        <p class="who">${opponent ? html`<${Pair} names=${opponent} />` : say("opponent_unknown")}</p></div>
    </div>
    <${NextTime} next=${next} now=${state.now} />
  </section>`;
};

/** When the next match was called, or about when it is expected to begin. An expected time that has passed says nothing. @param {{next: any, now: number}} props */
const NextTime = ({ next, now }) => {
  if (next.state === "CALLED") return html`<p>${next.called_at ? say("next_called_at", { time: time(next.called_at) }) : say("next_called")}</p>`;
  const isExpected = next.expected_at && Date.parse(next.expected_at) > now;
  if (!isExpected) return html`<p>${say(next.table === null ? "next_wait" : "next_soon")}</p>`;
  return html`<p><strong>${say("next_expected", { time: time(next.expected_at) })}</strong>${" "}${say(next.table === null ? "next_wait" : "next_tells")}</p>`;
};

/** The table's phone also says who plays here next. @param {{state: State}} props */
const TableNext = ({ state }) => {
  const next = state.device?.table_next;
  if (!next || state.owner?.kind === "player") return null;
  return html`<section class="card"><h2>${say("table_next", { n: state.device?.table })}</h2>
    <p class="soft small">${next.round.title}</p>
    <p><strong>${next.sides.map((/** @type {any} */ each) => each.short).join(" · ")}</strong></p></section>`;
};
