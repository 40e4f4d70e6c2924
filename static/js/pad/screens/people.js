// Coming in, whose phone it is, and the phone itself.

import { Banner, InLine, Name, html, longClass, mark, sideClass } from "../view.js";
import { say } from "../words.js";
import * as read from "../state/selectors.js";
import { isCodeAtTable } from "../state/steps.js";
import { NextMatches } from "./next.js";
import { mustStayOpen, NoStorage, Notices, RefereeButton, waitingSince } from "./parts.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("./parts.js").Send} Send */

const PLACES = { 2: ["near", "far"], 4: ["near", "right", "far", "left"] };

/** @param {{state: State, send: Send, settings: any}} props */
export const CodeScreen = ({ state, send, settings }) => {
  const { typed, isBusy } = state.code;
  const error = state.code.error ?? say("away");
  const slow = isBusy ? read.slowQuestion(state) : null;
  return html`
    <${Notices} state=${state} />
    ${state.items.length ? html`<${Banner} kind="next" symbol="alert" title=${say("waiting_since", { count: state.items.length, time: waitingSince(state.items) })}>
      <p>${say("unsent_need_code")}${mustStayOpen(state) ? ` ${say("stay_open")}` : ""}</p>
      <div class="actions"><button type="button" class="quiet" name="show_unsent" onClick=${() => send("showUnsent")}>${say("look_at_them")}</button></div>
    </${Banner}>` : null}
    <${NoStorage} state=${state} send=${send} />
    <div><h1>${say("enter_title")}</h1><p class="lead soft">${say("enter_lead")}</p></div>
    <div class="card code-entry">
      <div class="field">
        <label for="code">${say("code_label")}</label>
        <input id="code" name="code" defaultValue=${typed} maxlength="12" autocomplete="off" autocapitalize="characters" spellcheck="false"
          aria-describedby=${error ? "err hint" : "hint"} aria-invalid=${error ? "true" : null} required />
        ${error ? html`<span class="error" id="err" role="alert">${error}</span>` : null}
        <span class="hint" id="hint">${say("code_hint")}</span>
      </div>
      <button type="submit" aria-busy=${isBusy ? "true" : null}>${say("enter")} ${mark("next")}</button>
      <span class="hint" role="status">${slow ? say(slow.word, { seconds: slow.seconds }) : ""}</span>
    </div>
    ${isCodeAtTable(state) ? html`<button type="button" class="quiet" name="go_back" onClick=${() => send("back")}>${say(read.isEntering(state) ? "back_to_hand" : "back_to_table")}</button>` : null}
    <p>${say("scan_hint")}</p>
    <div class="banner">${mark("waiting")}<div class="body"><strong>${say("code_trouble")}</strong><p>${say("code_trouble_help")}</p></div></div>
    <p class="tail"><${LanguageLink} settings=${settings} /><${ThemeLink} settings=${settings} /></p>`;
};

/** @param {State} state */
const chosenSeat = (state) => state.sheet?.match.seats.find((/** @type {any} */ seat) => String(seat.player) === state.chosenOwner) ?? null;

/** @param {{state: State, send: Send}} props */
export const WhoseScreen = ({ state, send }) => {
  const { match } = /** @type {any} */ (state.sheet);
  const places = PLACES[/** @type {2 | 4} */ (match.seats.length)] ?? [];
  const isChosen = (/** @type {string} */ owner) => state.chosenOwner === owner;
  return html`
    <p class="lead">${say("whose_lead")}</p>
    <fieldset><legend class="hidden-text">${say("whose_phone")}</legend>
      <div class="cloth">
        ${match.seats.map((/** @type {any} */ seat) => html`<label class=${`choice ${places[seat.seat] ?? ""}`}>
          <input type="radio" name="who" id=${`who-${seat.seat}`} checked=${isChosen(String(seat.player))} onChange=${() => send("chooseOwner", { owner: String(seat.player) })} />
          <span class=${`seat ${["a", "b"][seat.side] ?? ""}`}><span class=${`first ${sideClass(seat.side)}`}><${Name} name=${seat.first_name || " "} /></span><span class="last"><${Name} name=${seat.last_name} /></span></span>
        </label>`)}
      </div>
    </fieldset>
    <div class="one-up">
      <label class="choice"><input type="radio" name="who" id="who-table" checked=${isChosen("table")} onChange=${() => send("chooseOwner", { owner: "table" })} />
        <span class="face plain-choice">${say("table_phone")}</span></label>
    </div>
    <p class="small soft">${say("table_phone_help")}</p>
    <div class="spring"></div>`;
};

/** @param {{state: State}} props */
export const WhoseThumb = ({ state }) => {
  const seat = chosenSeat(state);
  if (seat) {
    const names = read.namesOf(/** @type {any} */ (state.sheet).match).surnames[seat.side];
    return html`<output><span>${say("signs_for")}</span><strong class=${sideClass(seat.side)}><${InLine} names=${names} /></strong></output>
      <button type="submit" class=${longClass(seat.last_name)}>${say("i_am", { name: `${seat.first_name} ${seat.last_name}`.trim() })}</button>`;
  }
  return html`<output><span>${say(state.chosenOwner === "table" ? "signs_for_nobody" : "choose_seat")}</span></output>
    <button type="submit" disabled=${state.chosenOwner !== "table"}>${say(state.chosenOwner === "table" ? "table_phone" : "is_it_you")}</button>`;
};

/** The owner that was chosen on the screen, as an event has it. @param {State} state */
export function chosenOwner(state) {
  const seat = chosenSeat(state);
  if (seat) return ownerOf(seat);
  return state.chosenOwner === "table" ? { kind: "table" } : null;
}

/** @param {{state: State, send: Send}} props */
export const NothingScreen = ({ state, send }) => {
  const { event, table } = /** @type {any} */ (state.device);
  return html`
    <${Notices} state=${state} />
    <${Banner} kind="waiting" symbol="waiting" title=${say("nothing_on", { table })}><p>${say("nothing_on_help")}</p></${Banner}>
    <${NextMatches} state=${state} />
    ${state.items.length ? html`<div class="stack"><button type="button" class="quiet" name="show_unsent" onClick=${() => send("showUnsent")}>${say("unsent_to_look_at", { count: state.items.length })}</button></div>` : null}
    <div class="stack">
      <a class="button quiet" href=${`/events/${event.id}/`}>${say("see_board")}</a>
      <${RefereeButton} state=${state} send=${send} />
      <button type="button" class="quiet" name="leave_button" onClick=${() => send("askLeave")}>${say("leave_button")}</button>
    </div>`;
};

/** @param {{settings: any}} props */
const LanguageLink = ({ settings }) => html`<button type="button" class="bare link" lang=${settings.otherLanguage} onClick=${() => settings.switchLanguage()}>${say("other_language")}</button>`;

/** @param {{settings: any}} props */
const ThemeLink = ({ settings }) => html`<button type="button" class="bare link" onClick=${settings.switchTheme}>${say(`theme_to_${settings.nextTheme}`)}</button>`;

/** The phone: whose, how it stands with the network, language, look, sound. @param {{state: State, send: Send, settings: any}} props */
export const PhoneScreen = ({ state, send, settings }) => {
  const { owner } = state;
  const names = state.sheet ? read.namesOf(state.sheet.match).sides : [];
  const title = owner?.kind === "player" ? owner.name : say(owner?.kind === "referee" ? "referee_phone" : "table_phone");
  const side = read.sideOf(owner);
  const help = side === null ? say(owner?.kind === "referee" ? "sign_referee" : "table_phone_help") : say("phone_signs_for", { side: names[side] ?? "" });
  return html`
    <${Notices} state=${state} />
    <section class="card" aria-labelledby="own"><div class="title"><h2 id="own" class=${sideClass(side)}><${Name} name=${title} /></h2></div>
      <p>${help}</p>
      ${state.config.match === null && state.sheet?.match.seats.length ? html`<button type="button" name="hand_on" onClick=${() => send("askWhose")}>${say("hand_on")}</button>` : null}
    </section>
    <section class="card" aria-label=${say("phone_settings")}><dl class="facts">
      <div><dt>${say("network")}</dt><dd>${networkText(state)}</dd>
        ${state.items.length ? html`<dd class="act"><button type="button" class="bare link" name="show_unsent" onClick=${() => send("showUnsent")}>${say("look_at_them")}</button></dd>` : null}</div>
      <div><dt>${say("language")}</dt><dd>${say("this_language")}</dd><dd class="act"><${LanguageLink} settings=${settings} /></dd></div>
      <div><dt>${say("look")}</dt><dd>${say(`theme_${settings.theme}`)}</dd><dd class="act"><${ThemeLink} settings=${settings} /></dd></div>
      <div><dt>${say("sound")}</dt><dd>${say(`sound_${settings.loudness}`)}</dd><dd class="act"><button type="button" class="bare link" onClick=${settings.switchLoudness}>${say(`sound_to_${settings.nextLoudness}`)}</button></dd></div>
    </dl></section>
    <div class="spring"></div>
    <div class="others">
      <${RefereeButton} state=${state} send=${send} />
      ${state.device ? html`<button type="button" class="danger" name="leave_button" onClick=${() => send("askLeave")}>${say("leave_button")}</button>` : null}
    </div>`;
};

/** @param {State} state */
function networkText(state) {
  if (state.items.length) return say("waiting_since", { count: state.items.length, time: waitingSince(state.items) });
  return say(state.network.isOnline ? "all_sent" : "offline");
}

/** @param {any} seat */
export const ownerOf = (seat) => ({ kind: "player", player: seat.player, side: seat.side, seat: seat.seat, name: `${seat.first_name} ${seat.last_name}`.trim() });
