// Parts that several screens share: names, the text of a line, notices.

import { Banner, html, suit } from "../view.js";
import { against, between, ordinal, say, time } from "../words.js";
import * as read from "../state/selectors.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Item} Item */
/** @typedef {import("../state/types.js").Line} Line */
/** @typedef {(type: string, params?: Record<string, unknown>) => void} Send */

/** @type {Record<string, string>} */
const SUITS = { D: "denari", C: "coppe", S: "spade", B: "bastoni" };

/** @param {string} sign */
export const suitFace = (sign) => html`${suit(SUITS[sign])} ${say(`suit_${sign}`)}`;

/**
 * What a line says, as people say it: "9 to 2". An unsent line says it without its sheet.
 * @param {State} state @param {{kind: string, data: Record<string, any>, n?: number, match?: number, shown?: import("../state/types.js").Shown}} line @param {number[]} [adds]
 * @returns {string}
 */
export function lineText(state, line, adds) {
  const { kind, data, shown } = line;
  const { sheet } = state;
  const isHere = sheet && (line.match === undefined || line.match === sheet.id);
  if (kind === "sign") return signText(data.side, shown?.sides ?? (isHere ? read.sideNames(state) : []));
  let text = "";
  if (kind === "hand" || kind === "amend") {
    const known = adds ?? shown?.adds;
    if (known && shown) text = against(known, shown.unit);
    else if (isHere) text = pointsText(state, line, known);
  } else if (kind === "strike" && isHere && sheet.lines[data.line - 1]) text = lineText(state, sheet.lines[data.line - 1]);
  if (!text) return say(kind);
  return kind === "hand" ? text : `${say(kind)}: ${text}`;
}

/**
 * The points of a hand of the match on the screen, or of its correction; "" if this phone cannot compute them.
 * @param {State} state @param {{kind: string, data: Record<string, any>, n?: number}} line @param {number[] | null} [known]
 */
function pointsText(state, { kind, data, n }, known) {
  const [subject, record] = kind === "amend" ? [data.line, data.data] : [n ?? null, data];
  const game = read.gameOfLine(state, subject);
  const gained = known ?? read.gainOf(state, record, game);
  return gained ? against(gained, game.card.end.unit) : "";
}

/** @param {number | null} side @param {string[]} sides */
function signText(side, sides) {
  if (side === null) return say("sign_referee");
  return sides[side] === undefined ? say("sign") : say("sign_for", { side: sides[side] });
}

/** The notice on top of the table's screen. @param {{state: State, send: Send}} props */
export const Notices = ({ state }) => {
  const { notice } = state;
  if (!notice) return null;
  const symbol = notice.kind === "good" ? "ok" : notice.kind === "wrong" ? "alert" : "waiting";
  return html`<${Banner} id="notice" kind=${notice.kind} symbol=${symbol} title=${noticeText(state)} />`;
};

/** Whether the notice says that a line is stored on this phone. @param {State} state */
export const isKept = ({ notice }) => notice !== null && notice.name.startsWith("kept_");

/** @param {State} state */
export function noticeText(state) {
  const { name, params } = /** @type {any} */ (state.notice);
  if (name === "sentence") return params.sentence;
  if (name === "told_hand" && params.line) {
    const { before, after } = params.line.reading;
    const { unit } = read.gameAt(state, params.line.reading.game).card.end;
    const hand = against(after.map((/** @type {number} */ total, /** @type {number} */ side) => total - before[side]), unit);
    return say("told_hand", { hand, total: against(after, unit) });
  }
  if (name === "told_sign" && params.isSigned) return say("signed_all");
  if (isKept(state)) {
    const text = lineText(state, params.item);
    const ending = read.isBeingSent(state, params.item) ? "" : "_only";
    return name === "kept_hand" ? say(`kept_hand${ending}`, { hand: text }) : say(`kept_line${ending}`, { what: text });
  }
  if (name === "others_wrote") return say("others_wrote", { what: lineText(state, params.line, params.line.reading ? read.gained(params.line.reading) : undefined) });
  return say(name, params);
}

/** The games of a match, side by side. @param {{state: State, from?: number}} props */
export const Games = ({ state, from = 0 }) => {
  const score = read.scoreOf(state);
  return html`<dl class="games">
    ${score.games.map((/** @type {any} */ game, /** @type {number} */ at) => {
      const totals = from === 0 ? game.totals : [...game.totals].reverse();
      return html`<div><dt>${score.games.length > 1 ? ordinal(at + 1) : read.gameAt(state, at).title}</dt><dd>${between(totals, read.gameAt(state, at).card.end.unit)}</dd></div>`;
    })}
  </dl>`;
};

/** "2 to 1", from a side's point of view. Where one game decides, its points. @param {State} state @param {number} side */
export function resultText(state, side) {
  const { wins, games } = read.scoreOf(state);
  // The points of games that were written as won alone are not known.
  const isOne = games.length === 1 && wins.reduce((/** @type {number} */ sum, /** @type {number} */ won) => sum + won, 0) < 2;
  const numbers = isOne ? games[0].totals : wins;
  const ordered = numbers.length === 2 && side === 1 ? [numbers[1], numbers[0]] : numbers;
  return against(ordered, isOne ? read.gameAt(state, 0).card.end.unit : "points");
}

/** @param {{send: Send, state: State}} props */
export const RefereeButton = ({ state, send }) => {
  if (state.config.match !== null || !state.device) return null;
  return read.isCalled(state)
    ? html`<button type="button" class="quiet" name="cancel_call" onClick=${() => send("cancelCall")}>${say("not_needed")}</button>`
    : html`<button type="button" class="quiet" name="referee_button" onClick=${() => send("callReferee")}>${say("referee_button")}</button>`;
};

/** The same as a link, under a form. @param {{send: Send, state: State}} props */
export const RefereeLink = ({ state, send }) =>
  state.config.match !== null || !state.device || read.isCalled(state)
    ? null
    : html`<button type="button" class="bare link" name="referee_link" onClick=${() => send("callReferee")}>${say("referee_button")}</button>`;

/** ``isBrief``: on a form, which has to fit one phone. @param {{state: State, isBrief?: boolean}} props */
export const CallBanner = ({ state, isBrief = false }) => {
  if (!read.isCalled(state)) return null;
  const isSent = state.call === null;
  return html`<${Banner} kind="next" symbol="waiting" title=${say(isSent ? "referee_called" : "referee_call_waits")}>
    ${isSent || isBrief ? null : html`<p>${say("referee_call_waits_help")}</p>`}
  </${Banner}>`;
};

/**
 * Where a referee whose session has ended signs in again, or opens the page of the new session; what was refused meanwhile
 * is sent after that. @param {{state: State}} props
 */
export const SignInLink = ({ state }) => {
  if (!state.config.signIn || !state.items.some(read.needsRights)) return null;
  const [href, word] = state.items.some(read.needsNewPage) ? ["", "load_again"] : [state.config.signIn, "sign_in"];
  return html`<p><a class="button quiet" href=${href}>${say(word)}</a></p>`;
};

/** What is wrong with a line, in its form. @param {{state: State, errors: string[] | null}} props */
export const Errors = ({ state, errors }) => html`
  ${(errors ?? []).map((sentence) => html`<${Banner} kind="wrong" symbol="alert" title=${sentence} />`)}
  ${errors ? html`<${SignInLink} state=${state} />` : null}`;

/** Says that a correction withdraws the signatures, before it is made. @param {{state: State}} props */
export const WithdrawsNote = ({ state }) =>
  read.signatures(state).length ? html`<p class="small">${say("withdraws_signatures")}</p>` : null;

/** Whether unsent lines would be out of reach if the page were closed without network. @param {State} state */
export const mustStayOpen = ({ config, storage, items }) => items.length > 0 && (!config.isSecure || storage === "none");

/** This phone can keep nothing: paper can. @param {{state: State, send: Send}} props */
export const NoStorage = ({ state, send }) => {
  if (state.storage !== "none" || state.hasPaper) return null;
  return html`<${Banner} kind="wrong" symbol="alert" title=${say("no_storage")}>
    <p>${state.items.length ? say("no_storage_unsent", { count: state.items.length }) : say("no_storage_help")}</p>
    <div class="actions"><button type="button" class="quiet" name="have_paper" onClick=${() => send("havePaper")}>${say("have_paper")}</button></div>
  </${Banner}>`;
};

/** When the oldest unsent line was made. @param {Item[]} items */
export const waitingSince = (items) => time(items.map((item) => item.madeAt).sort()[0]);
