// Signing: its own screens, one side at a time, for the person who holds the phone. And what comes next.

import { Banner, InLine, Name, Pair, html, mark, sideClass } from "../view.js";
import { say, time } from "../words.js";
import * as read from "../state/selectors.js";
import { CallBanner, Games, RefereeButton, RefereeLink, resultText } from "./parts.js";
import { NextMatches } from "./next.js";
import { ownerOf } from "./people.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("./parts.js").Send} Send */

/** The side that may sign now on this phone, if it has not signed yet. @param {State} state */
function openSide(state) {
  const side = read.signingSide(state);
  return side === undefined || read.signedSides(state).includes(side) ? undefined : side;
}

/** @param {{state: State, send: Send}} props */
const SignScreen = ({ state, send }) => {
  const side = openSide(state);
  return side === undefined
    ? html`<${HandOver} state=${state} send=${send} />`
    : html`<${OwnSignature} state=${state} send=${send} side=${side} />`;
};

/** @param {{state: State, send: Send, side: number | null}} props */
const OwnSignature = ({ state, send, side }) => {
  const { winner } = read.scoreOf(state);
  const names = read.namesOf(/** @type {any} */ (state.sheet).match);
  const holder = state.holder ?? state.owner;
  const isReferee = side === null;
  const isMany = names.sides.length > 2;
  const result = isMany ? "" : resultText(state, side ?? 0);
  const outcome = winner === null ? "sign_drawn" : winner === side ? "sign_won" : "sign_lost";
  return html`
    <${CallBanner} state=${state} />
    <section class=${`signing ${["a", "b"][side ?? 0] ?? ""}`} aria-labelledby="sig">
      <h2 id="sig" class=${sideClass(side)}>${isReferee ? say("sign_referee") : html`<${InLine} names=${names.surnames[side]} />`}</h2>
      ${isReferee || isMany ? null : html`<p class="say">${say(outcome, { result, others: names.sides[1 - side] })}</p>`}
      <${Games} state=${state} from=${isMany ? 0 : side ?? 0} />
      <button type="button" name="sign" onClick=${() => send("sign", { side })}>${signText(state, side, isMany, result)}</button>
      ${holder?.kind === "player" ? html`<p class="line">${holder.name}, ${time(state.now)}</p>` : null}
    </section>
    ${isReferee ? null : html`<p class="small soft">${say(read.signedSides(state).length ? "sign_last_help" : "sign_own_help")}</p>`}
    <div class="spring"></div>`;
};

/** @param {State} state @param {number | null} side @param {boolean} isMany @param {string} result */
function signText(state, side, isMany, result) {
  if (side === null) return say("sign_referee");
  if (isMany) return say("sign_it");
  const isOther = state.holder !== null && read.sideOf(state.owner) !== null && read.sideOf(state.owner) !== side;
  return say(isOther ? "sign_result_theirs" : "sign_result", { result });
}

/** The signatures that are there, and whose are missing: the phone is handed over by name. @param {{state: State, send: Send}} props */
const HandOver = ({ state, send }) => {
  const signed = read.signatures(state);
  const names = read.namesOf(/** @type {any} */ (state.sheet).match);
  const missing = names.sides.map((_, side) => side).filter((side) => !read.signedSides(state).includes(side));
  const mine = read.sideOf(state.owner);
  const isAfterOwn = mine !== null && !missing.includes(mine);
  const own = signed.find(({ side }) => side === mine) ?? (mine === null ? signed.at(-1) : undefined);
  return html`
    <${CallBanner} state=${state} />
    <ul class="signs" aria-label=${say("signatures")}>
      ${names.sides.map((_, side) => {
        const line = signed.find((each) => each.side === side);
        return html`<li class=${line ? "" : "open"}>
          <span class=${sideClass(side)}><${InLine} names=${names.surnames[side]} /></span>
          <span class=${`chip ${line ? "done" : "stale"}`}>${say(line ? "signed_chip" : "missing_chip")}</span>
          ${line ? html`<span class="soft">${line.name ? say("signed_by", { time: time(line.at), name: line.name }) : time(line.at)}</span>` : null}
        </li>`;
      })}
    </ul>
    <section class=${`hand-over ${missing.length === 1 ? ["a", "b"][missing[0]] ?? "" : ""}`} aria-labelledby="give">
      <${PhonePicture} />
      <h2 id="give">${say(isAfterOwn ? "give_phone_to" : "who_holds_it")}</h2>
      ${isAfterOwn && missing.length === 1 ? html`<p class="to-whom"><${Pair} names=${names.surnames[missing[0]]} /></p>` : null}
      <p class="soft">${say("sign_elsewhere")}</p>
    </section>
    <div class="spring"></div>
    <p class="tail">
      ${own ? html`<button type="button" class="bare link" name="withdraw" onClick=${() => send("withdraw", { n: own.n })}>${say("withdraw")}</button>` : null}
      <${RefereeLink} state=${state} send=${send} />
    </p>`;
};

const PhonePicture = () => html`<svg viewBox="0 0 88 112" aria-hidden="true">
  <g fill="none" stroke="currentColor" stroke-width="4"><rect x="20" y="6" width="48" height="84" rx="8" /><path d="M38 80h12" stroke-linecap="round" /></g>
  <circle class="b" cx="44" cy="42" r="10" fill="none" stroke="currentColor" stroke-width="6" />
</svg>`;

/** @param {{state: State, send: Send}} props */
const SignThumb = ({ state, send }) => {
  if (openSide(state) !== undefined) {
    return html`<div class="two">
      <button type="button" class="quiet" name="not_right" onClick=${() => send("back")}>${say("not_right")}</button>
      <${RefereeButton} state=${state} send=${send} />
    </div>`;
  }
  const { match } = /** @type {any} */ (state.sheet);
  const signed = read.signedSides(state);
  const names = read.namesOf(match);
  const people = match.seats.filter((/** @type {any} */ seat) => !signed.includes(seat.side));
  const choices = people.length ? people.map(ownerOf) : names.sides.map((name, side) => ({ kind: "player", side, seat: -1, player: -1, name })).filter(({ side }) => !signed.includes(side));
  return html`<p class="small">${say("now_holding")}</p>
    <div class="two">
      ${choices.map((/** @type {any} */ owner) => html`<button type="button" class="quiet" name="hand_over" onClick=${() => send("handOver", { owner })}>
        <span class=${sideClass(owner.side)}><${Name} name=${owner.name} /></span></button>`)}
    </div>`;
};

// What comes next ------------------------------------------------------------------------------

/** After the last signature: the result, and where each side plays next. @param {{state: State, send: Send}} props */
const NextScreen = ({ state, send }) => {
  const { winner } = read.scoreOf(state);
  const names = read.namesOf(/** @type {any} */ (state.sheet).match);
  const isMany = names.sides.length > 2;
  const isUnsent = read.waitingItems(state).length > 0;
  const title = isMany ? say("signed_all") : winner === null ? say("signed_drawn", { result: resultText(state, 0) }) : html`<${WonBy} side=${names.sides[winner]} result=${resultText(state, winner)} />`;
  return html`
    <${Banner} kind=${isUnsent ? "waiting" : "good"} symbol=${isUnsent ? "waiting" : "ok"} title=${title}>${isUnsent ? html`<p>${say("waiting_stay")}</p>` : null}</${Banner}>
    <${CallBanner} state=${state} />
    <${NextMatches} state=${state} />
    <div class="spring"></div>
    <p class="tail">
      ${state.device ? html`<a href=${`/events/${state.device.event.id}/`}>${say("see_board")}</a>` : null}
      ${state.config.sheet ? html`<a href=${state.config.sheet}>${say("open_sheet")}</a>` : null}
      <${RefereeLink} state=${state} send=${send} />
    </p>`;
};

/** The result of a match that is signed. A long name in the sentence is smaller, and not broken. @param {{side: string, result: string}} props */
const WonBy = ({ side, result }) => {
  const [before, after] = say("signed_result", { side: "\n", result }).split("\n");
  return html`${before}<${InLine} names=${side.split(" – ")} />${after}`;
};

/** @param {{state: State, send: Send}} props */
const NextThumb = ({ state, send }) =>
  state.config.match === null
    ? html`<button type="button" name="go_on" onClick=${() => send("goOn")}>${say("go_on")} ${mark("ok")}</button>`
    : html`<p class="done" role="status">${mark("ok")}${say("signed_all")}</p>`;

/** @type {import("./app.js").Screens} */
export const SIGN_SCREENS = {
  sign: (page) => ({ body: html`<${SignScreen} ...${page} />`, thumb: html`<${SignThumb} ...${page} />` }),
  next: (page) => ({ body: html`<${NextScreen} ...${page} />`, thumb: html`<${NextThumb} ...${page} />` }),
};
