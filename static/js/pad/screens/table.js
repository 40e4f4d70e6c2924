// The table's screen: the score, who sits where, the hands, what waits, and what to do next.

import { Banner, InLine, MARKS, Name, Pair, html, mark, sideClass, suit } from "../view.js";
import { against, between, ordinal, say, score, time, write } from "../words.js";
import { turnedTrump } from "../game/record.js";
import * as read from "../state/selectors.js";
import { CallBanner, Games, isKept, mustStayOpen, NoStorage, Notices, noticeText, RefereeButton, resultText, suitFace, waitingSince } from "./parts.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("./parts.js").Send} Send */

const PLACES = { 2: ["near", "far"], 4: ["near", "right", "far", "left"] };

/** @param {{state: State, send: Send}} props */
export const TableScreen = ({ state, send }) => {
  const { over } = read.scoreOf(state);
  if (read.isVoided(state)) return html`<${Notices} state=${state} send=${send} /><${Voided} state=${state} /><${Waiting} state=${state} send=${send} /><${Score} state=${state} /><${Hands} state=${state} send=${send} />`;
  return html`
    ${isKeptWaiting(state) ? null : html`<${Notices} state=${state} send=${send} />`}
    <${Waiting} state=${state} send=${send} />
    <${CallBanner} state=${state} />
    ${over ? html`<${Result} state=${state} />` : html`<${Score} state=${state} />`}
    ${over ? null : html`<${Cloth} state=${state} send=${send} />`}
    <${Unsent} state=${state} send=${send} />
    <${Hands} state=${state} send=${send} />
    <${More} state=${state} send=${send} />`;
};

/** Why a match takes no more lines, and where it is played again. @param {{state: State}} props */
const Voided = ({ state }) => {
  const { newMatch, sheet } = state.config;
  return html`<${Banner} kind="wrong" symbol="alert" title=${say("voided")}>
    <p>${say("voided_why", { reason: state.sheet?.match.set_aside.reason })}</p>
    ${newMatch || sheet ? html`<div class="actions"><a class="button quiet" href=${newMatch ?? sheet}>${say(newMatch ? "voided_go" : "open_sheet")}</a></div>` : null}
  </${Banner}>`;
};

/** @param {{state: State, send: Send}} props */
export const TableThumb = ({ state, send }) => {
  if (read.scoreOf(state).over) {
    const missing = read.signedSides(state).length > 0;
    return html`
      <output><span>${say("check_then_sign")}</span></output>
      <button type="button" name="open_sign" onClick=${() => send("openSign")}>${say(missing ? "signature_missing" : "score_is_right")} ${mark("next")}</button>`;
  }
  const trump = turnedTrump(read.gameOf(state));
  if (trump) return html`<${OpenByTrump} state=${state} send=${send} trump=${trump} />`;
  return html`<button type="button" name="open_hand" onClick=${() => send("openHand")}>${write("write_hand", read.nextHand(state))} ${mark("next")}</button>`;
};

/** Where trumps are turned up, the tap that opens the form of a hand says which they were. @param {{state: State, send: Send, trump: {field: string, suits: string[]}}} props */
const OpenByTrump = ({ state, send, trump: { field, suits } }) => {
  const title = write("write_hand", read.nextHand(state));
  const { label } = read.gameOf(state).book.words.record[field];
  return html`<div class="which"><span id="which"><strong>${title}:</strong> ${label.toLocaleLowerCase()}</span>
      <button type="button" class="bare link" name="open_hand" value="" onClick=${() => send("openHand")}>${say("not_known")}<span class="hidden-text">, ${title}</span></button></div>
    <div class="suits" role="group" aria-labelledby="which">${suits.map((sign) => html`<button type="button" name="open_hand" value=${sign} onClick=${() => send("openHand", { trump: sign })}>
      <span class="hidden-text">${title}, ${label}: </span>${suitFace(sign)}</button>`)}</div>`;
};

/** Whether what was just written waits for the network: one banner says both. @param {State} state */
const isKeptWaiting = (state) => isKept(state) && state.items.length > 0 && read.isAway(state) && state.storage !== "none";

/** What waits on this phone, and whether it is safe. @param {{state: State, send: Send}} props */
const Waiting = ({ state, send }) => {
  const { items } = state;
  const elsewhere = read.unsentElsewhere(state);
  const stopped = items.filter((item) => item.state !== "waiting");
  const isAway = read.isAway(state);
  const found = [];
  const listed = new Set([...stopped, ...elsewhere, ...state.others]);
  if (listed.size) {
    found.push(html`<${Banner} kind="next" symbol="alert" title=${say("unsent_to_look_at", { count: listed.size })}>
      <div class="actions"><button type="button" class="quiet" name="show_unsent" onClick=${() => send("showUnsent")}>${say("look_at_them")}</button></div>
    </${Banner}>`);
  }
  if (state.storage === "none" && !state.hasPaper) {
    found.push(html`<${NoStorage} state=${state} send=${send} />`);
  } else if (items.length && isAway) {
    const help = say(mustStayOpen(state) ? "waiting_open_page" : "waiting_stay");
    const since = say("waiting_since", { count: items.length, time: waitingSince(items) });
    found.push(isKeptWaiting(state)
      ? html`<${Banner} id="notice" kind="waiting" symbol="offline" title=${noticeText(state)}><p>${since} ${help}</p></${Banner}>`
      : html`<${Banner} kind="waiting" symbol="offline" title=${since}><p>${help}</p></${Banner}>`);
  } else if (isAway) {
    found.push(html`<${Banner} kind="waiting" symbol="offline" title=${say("no_network")}><p>${say("play_on")}</p></${Banner}>`);
  }
  return found;
};

/** @param {{state: State}} props */
const Score = ({ state }) => {
  const score_ = read.scoreOf(state);
  const game = read.gameOf(state);
  const names = read.namesOf(/** @type {any} */ (state.sheet).match);
  const { unit } = game.card.end;
  const isUnsent = read.waitingItems(state).length > 0;
  const needed = state.sheet?.match.format.wins ?? 0;
  const isMany = names.sides.length > 2;
  const earlier = score_.games.slice(0, game.number).map((/** @type {any} */ each, /** @type {number} */ at) => `${ordinal(at + 1)} ${between(each.totals, read.gameAt(state, at).card.end.unit)}`);
  return html`<section class=${`card score ${isUnsent ? "unsent" : ""}`} aria-label=${say("score")}>
    <div class=${isMany ? "many" : "two"}>
      ${names.sides.map((_, side) => html`<div class=${MARKS[side] ?? "a"}>
        <span class=${`names ${sideClass(side)}`}><${Pair} names=${names.surnames[side]} /></span>
        <span class="big">${score(score_.totals[side], unit)}</span>
        ${isMany && !needed ? null : html`<${Won} wins=${score_.wins[side]} needed=${needed} side=${side} />`}
      </div>`)}
    </div>
    <p class="under"><strong>${gameTitle(game)}</strong><span>${isUnsent ? say("by_this_phone") : earlier.join(" · ")}</span></p>
  </section>`;
};

/** @param {{wins: number, needed: number, side: number}} props */
const Won = ({ wins, needed, side }) => {
  const pips = needed > 1 ? html`<span class="pips">${Array.from({ length: needed }, (_, at) => html`<i class=${at < wins ? "on" : ""}></i>`)}</span>` : null;
  const words = html`<span>${say("games_won", { count: wins })}</span>`;
  return html`<span class="small">${side === 1 ? html`${words} ${pips}` : html`${pips} ${words}`}</span>`;
};

/** @param {any} game */
const gameTitle = ({ title, card, format }) =>
  format.hands ? say("game_of_hands", { title, count: format.hands }) : say("game_to", { title, need: score(card.end.need, card.end.unit) });

/** The result, to be looked at together before anybody signs. @param {{state: State}} props */
export const Result = ({ state }) => {
  const { winner, games } = read.scoreOf(state);
  const names = read.namesOf(/** @type {any} */ (state.sheet).match).surnames;
  const isUnsent = read.waitingItems(state).length > 0;
  const first = winner ?? 0;
  const ended = endedText(state);
  if (names.length > 2) return html`<${Score} state=${state} />`;
  return html`<section class=${`card score result grow ${isUnsent ? "unsent" : ""}`} aria-label=${say("result")}>
    <p class=${`names ${sideClass(first)}`}><${InLine} names=${names[first]} /></p>
    <p class="under">${winner === null ? ended || say("drawn") : say(names[first].length > 1 ? "win_many" : "win_one")}</p>
    <p class="big">${resultText(state, first)}</p>
    <p class=${sideClass(1 - first)}><${InLine} names=${names[1 - first]} /></p>
    ${ended && winner !== null ? html`<p class="small">${ended}</p>` : null}
    ${games.length > 1 ? html`<${Games} state=${state} from=${first} />` : null}
  </section>`;
};

/** How a match ended that was not played out, by the server's word; empty otherwise. @param {State} state @returns {string} */
function endedText(state) {
  const ended = /** @type {any} */ (state.sheet).match.state.unfinished;
  return ended && read.scoreOf(state).over ? say(`ended_${ended.case}`) : "";
}

/** @param {{state: State, send: Send}} props */
const Cloth = ({ state, send }) => {
  const { match } = /** @type {any} */ (state.sheet);
  const seats = match.seats;
  if (!seats.length) return null;
  const places = PLACES[/** @type {2 | 4} */ (seats.length)] ?? [];
  const game = read.gameOf(state);
  const { turn } = read.scoreOf(state);
  const before = turn === null ? null : game.card.turn.after_hand.indexOf(turn);
  const word = game.card.turn.field;
  const isAsked = turn === null && read.isNewGame(state);
  return html`<section aria-labelledby="seats">
    <h2 class="hidden-text" id="seats">${say("who_sits_where")}</h2>
    <figure class="cloth">
      ${seats.map((/** @type {any} */ { seat, side, first_name: first, last_name: last }) => {
        const calls = seat === (turn ?? state.firstTurn);
        const inside = html`
          <span class=${`first ${sideClass(side)}`}><${Name} name=${first || " "} /></span>
          <span class="last"><${Name} name=${last} /></span>
          ${calls ? html`<span class="turn">${suit("denari")} ${say(`turn_${word}`)}</span>` : null}
          ${seat === before ? html`<span class="deals">${say("deals")}</span>` : null}`;
        const classes = `seat ${places[seat] ?? ""} ${MARKS[side] ?? ""} ${calls ? "calls" : ""}`;
        return isAsked
          ? html`<button type="button" class=${classes} aria-pressed=${calls ? "true" : "false"} onClick=${() => send("chooseFirstTurn", { seat })}>${inside}</button>`
          : html`<div class=${classes}>${inside}</div>`;
      })}
      <figcaption>${turnText(read.namesOf(match).seats, turn, game, isAsked)}</figcaption>
    </figure>
  </section>`;
};

/** @param {string[]} names @param {number | null} turn @param {any} game @param {boolean} isAsked */
function turnText(names, turn, game, isAsked) {
  if (isAsked) return say(`first_${game.card.turn.field}`);
  if (turn === null) return "";
  return say(`next_${game.card.turn.field}`, { now: names[turn], next: names[game.card.turn.after_hand[turn]] });
}

/** Hands that are not on the sheet yet. @param {{state: State, send: Send}} props */
const Unsent = ({ state, send }) => {
  const rows = read.handsOf(state).filter((row) => row.item);
  const isAway = read.isAway(state);
  if (!state.items.length) return null;
  const tried = state.network.lastTry ? say("last_try", { time: time(state.network.lastTry) }) : "";
  return html`
    <${GameLists} state=${state} send=${send} rows=${rows} id="unsent" title=${say(state.storage === "none" ? "to_copy" : "to_send")} aside=${isAway ? tried : ""} />
    ${isAway ? html`<div class="others">
      <button type="button" class="quiet" name="try_now" onClick=${() => send("retryNow")}>${say("try_now")}</button>
      <button type="button" class="quiet" name="show_rescue" onClick=${() => send("showRescue")}>${say("show_at_desk")}</button>
    </div>` : null}`;
};

/** @param {{state: State, send: Send}} props */
const Hands = ({ state, send }) => html`<${GameLists} state=${state} send=${send} rows=${read.handsOf(state).filter((row) => !row.item)}
  id="hands" title=${say("hands")} aside=${say("last_on_top")} />`;

/** A list of rows for each game: those of an earlier one are under its title. @param {{state: State, send: Send, rows: any[], id: string, title: string, aside: string}} props */
const GameLists = ({ state, send, rows, id, title, aside }) => [...new Set(rows.map((row) => row.game))].map((number) => {
  const game = read.gameAt(state, number);
  const isCurrent = number === read.gameOf(state).number;
  const heading = isCurrent ? id : `${id}-${number}`;
  return html`<section class="card" aria-labelledby=${heading}>
    <div class="title"><h2 id=${heading}>${isCurrent ? title : `${title}, ${game.title}`}</h2><span class="small soft">${aside}</span></div>
    <${Rows} state=${state} send=${send} rows=${rows.filter((row) => row.game === number)} unit=${game.card.end.unit} />
  </section>`;
});

/** @param {{state: State, send: Send, rows: any[], unit: string}} props */
const Rows = ({ state, send, rows, unit }) => html`<table class="data hands">
    <thead class="hidden-text"><tr>${["hand", "points", "total", "action"].map((key) => html`<th scope="col">${say(`head_${key}`)}</th>`)}</tr></thead>
    <tbody>
      ${rows.map((row) => html`<tr key=${row.n} class=${`${row.item ? "unsent" : ""} ${row.isStruck || row.isSuperseded ? "off" : ""}`}>
        <th scope="row">${row.number ? ordinal(row.number) : ""}</th>
        <td class="pts">${rowText(row, unit)}</td>
        <td class="num">${totalText(row, unit)}</td>
        <td class="num">${row.kind === "hand" && read.canCorrect(state, row)
          ? html`<button type="button" class="bare link" onClick=${() => send("openAmend", { n: row.n })}>${say("correct")}<span class="hidden-text"> ${say("hand_n", { n: row.number })}</span></button>`
          : ""}</td>
      </tr>`)}
    </tbody>
  </table>`;

/** @param {any} row @param {string} unit */
function totalText(row, unit) {
  if (row.isStruck) return say("struck");
  if (row.isSuperseded) return say("replaced");
  return row.after.length > 2 || row.kind === "games" ? "" : between(row.after, unit);
}

/** @param {any} row @param {string} unit */
function rowText(row, unit) {
  if (row.kind === "total" || row.kind === "games") {
    const numbers = row.kind === "total" ? against(row.data.totals, unit) : against(row.data.wins, "points");
    const source = row.data.from_paper ? `, ${say("from_paper")}` : "";
    return `${say(row.kind)}: ${numbers}${source}`;
  }
  if (row.kind === "hand") return row.adds.length ? against(row.adds, unit) : say("hand");
  if (row.kind === "penalty" || row.kind === "award") return `${say(row.kind)} ${against(row.adds, unit)}`;
  return say(row.data.case ? `ended_${row.data.case}` : row.kind);
}

/** What else can be done here. @param {{state: State, send: Send}} props */
const More = ({ state, send }) => {
  const { over } = read.scoreOf(state);
  const game = read.gameOf(state);
  const button = (/** @type {string} */ name, /** @type {string} */ type) =>
    html`<button type="button" class="quiet" name=${name} onClick=${() => send(type)}>${say(name)}</button>`;
  return html`<section aria-labelledby="else"><h2 class="hidden-text" id="else">${say("else")}</h2><div class="others">
    ${over && read.lastHand(state) ? button("correct_last", "openAmendLast") : null}
    ${!over && game.card.claim && !game.format.hands ? button("claim_button", "openClaim") : null}
    ${!over && game.card.turn.after_redeal ? button("redeal_button", "openRedeal") : null}
    ${read.rowToStrike(state) ? button("strike_button", "openStrike") : null}
    <${RefereeButton} state=${state} send=${send} />
    ${state.config.sheet ? html`<a class="button quiet" href=${state.config.sheet}>${say("open_sheet")}</a>` : null}
    ${state.device ? button("leave_button", "askLeave") : null}
  </div></section>`;
};
