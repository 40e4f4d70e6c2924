// Questions: two writers, a hand that moved under a draft, and what is asked before something is taken
// back. They are loaded after the forms of a hand.

import { Banner, html, mark } from "../view.js";
import { against, between, ordinal, say, time, write } from "../words.js";
import * as read from "../state/selectors.js";
import { completeRecord } from "../game/record.js";
import { addsOf, CannotBe } from "../game/card.js";
import { isComplete, recordOf } from "../game/card-by-card.js";
import { lineText, RefereeLink, WithdrawsNote } from "./parts.js";

/** @typedef {import("../state/types.js").State} State */
/** @typedef {import("../state/types.js").Line} Line */
/** @typedef {import("./parts.js").Send} Send */

/** The sheet moved on while a hand was being entered. @param {{state: State, send: Send}} props */
const OvertakenScreen = ({ state, send }) => {
  const hand = read.overtakingHand(state);
  const last = hand ?? /** @type {Line} */ (state.overtaken.at(-1));
  const theirs = lineText(state, last, read.gained(last.reading));
  const points = draftText(state);
  const mine = points || cardsText(state);
  const asksCards = mine !== points ? "_cards" : "_mine";
  const n = state.draft?.hand ? ordinal(state.draft.hand) : "";
  const isOver = read.scoreOf(state).over;
  return html`
    <${Banner} kind="next" symbol="alert" title=${hand ? say("overtaken", { n, hand: theirs }) : say("others_wrote", { what: theirs })}><p>${say("overtaken_help")}</p></${Banner}>
    <div class="versus">
      <div><strong class="small">${say("already_written")}</strong><span class="pts">${theirs}</span><span class="soft small">${[last.author.name, time(last.arrived_at)].filter(Boolean).join(", ")}</span></div>
      <div class="draft"><strong class="small">${say("yours")}</strong><span class="pts">${mine || "–"}</span><span class="soft small">${say("being_chosen")}</span></div>
    </div>
    <div class="spring"></div>
    <h2 class="ask">${say("same_or_next")}</h2>
    <div class="stack">
      <button type="button" name="same_theirs" onClick=${() => send("sameHandTheirs")}>${hand ? say("same_theirs", { hand: theirs }) : say("leave_mine")}</button>
      ${isOver ? null : html`<button type="button" class="quiet" name="next_mine" onClick=${() => send("nextHandMine")}>${say(`next${asksCards}`, { hand: mine || "…" })}</button>`}
      ${hand ? html`<button type="button" class="quiet" name="same_mine" onClick=${() => send("sameHandMine")}>${say(`same${asksCards}`, { hand: mine || "…" })}</button>` : null}
    </div>
    <p class="tail"><${RefereeLink} state=${state} send=${send} /></p>`;
};

/** What is being entered, in a word; nothing as long as it is not complete. @param {State} state */
function draftText(state) {
  const { draft } = state;
  if (!draft || !["hand", "cards"].includes(draft.kind)) return "";
  const { card, format } = read.gameOf(state);
  const { totals, turn } = read.scoreOf(state);
  try {
    const record = draft.kind === "hand" ? completeRecord(card, draft, turn, totals) : recordOfCards(draft.cards, format.hands ? null : totals);
    return record ? against(addsOf(card, record, totals), card.end.unit) : "";
  } catch (error) {
    // The hand that others have written has ended the game, and the next one is another.
    if (error instanceof CannotBe) return "";
    throw error;
  }
}

/** @param {any} cards @param {number[] | null} totals */
const recordOfCards = (cards, totals) => (cards && isComplete(cards) ? recordOf(cards, totals) : null);

/** How many cards are in. @param {State} state */
function cardsText({ draft }) {
  if (draft?.kind !== "cards" || !draft.cards) return "";
  return say("cards_entered", { count: draft.cards.acts.filter((/** @type {any[]} */ [kind]) => kind === "P").length });
}

/** A line was refused because another one was there first. @param {{state: State, send: Send}} props */
const ConflictScreen = ({ state, send }) => {
  const item = read.conflictOf(state);
  if (!item) return null;
  const last = read.theirsOf(state, item);
  const isSameKind = last && last.kind === item.kind && item.kind === "hand";
  const isTakenBack = read.strikeOf(state, item) !== null;
  return html`
    <${Banner} kind="wrong" symbol="alert" title=${say("conflict")}><p>${say("conflict_help")}</p></${Banner}>
    <div class="versus">
      <div><span class="soft small">${say("already_written")}</span>${last ? html`<${Face} state=${state} line=${last} />` : "–"}<span class="soft small">${last ? [last.author.name, time(last.arrived_at)].filter(Boolean).join(", ") : ""}</span></div>
      <div><span class="soft small">${say("yours")}</span><${Face} state=${state} line=${item} /><span class="soft small">${say("this_phone")}, ${time(item.madeAt)}</span>${isTakenBack ? html`<strong class="small">${say("taken_back_here")}</strong>` : null}</div>
    </div>
    <div class="stack">
      <button type="button" name="keep_theirs" onClick=${() => send("keepTheirs")}>${say("theirs_is_right")}</button>
      ${isSameKind && isTakenBack ? html`<button type="button" class="quiet" name="strike_theirs" onClick=${() => send("strikeTheirs", { n: last.n })}>${say("strike_theirs")}</button>` : null}
      ${isSameKind && !isTakenBack ? html`<button type="button" class="quiet" name="correct_theirs" onClick=${() => send("correctTheirs", { n: last.n, reason: state.config.match === null ? "" : say("conflict_reason") })}>${say("mine_is_right")}</button>` : null}
      ${isTakenBack || !read.canFollow(state, item) ? null : html`<button type="button" class="quiet" name="write_another" onClick=${() => send("writeAnother")}>${say(anotherWords(state, item))}</button>`}
    </div>
    <p class="small soft">${say("correction_leaves_mark")}</p>
    <p class="tail"><${RefereeLink} state=${state} send=${send} /></p>`;
};

/** @param {State} state @param {import("../state/types.js").Item} item */
function anotherWords(state, item) {
  if (item.kind === "hand") return "mine_is_another";
  return read.isAboutStruckLine(state, item) ? "it_counts" : "write_it_too";
}

/** What a line says: the points of a hand, or words, and the other fields of a hand, so that a difference is visible. @param {{state: State, line: any}} props */
const Face = ({ state, line }) => {
  const isHand = line.kind === "hand";
  const data = line.kind === "amend" ? line.data.data : line.data;
  const { words } = read.gameOf(state).book;
  const sides = read.sideNames(state);
  return html`<span class="pts ${isHand ? "" : "words"}">${isHand ? pointsOfHand(state, line) : lineText(state, line)}</span>
    ${Object.entries(isHand || line.kind === "amend" ? words.record : {})
      .filter(([field]) => words.parts[field])
      .map(([field, word]) => html`<span>${/** @type {any} */ (word).label}: <mark>${data[field] === null || data[field] === undefined ? /** @type {any} */ (word).nothing : sides[data[field]] ?? ""}</mark></span>`)}`;
};

/** @param {State} state @param {any} line */
function pointsOfHand(state, line) {
  if (line.reading) return between(read.gained(line.reading), read.gameOfLine(state, line.n).card.end.unit);
  const preview = read.foldWith(/** @type {any} */ (state.sheet), [line]);
  const reading = preview?.readings.get((state.sheet?.version ?? 0) + 1);
  return reading ? between(reading.after.map((/** @type {number} */ total, /** @type {number} */ side) => total - reading.totals[side]), read.gameAt(state, reading.game).card.end.unit) : lineText(state, line);
}

/** A correction after which other hands count in another game, or no longer count: what would change is read before it is written. @param {{state: State, send: Send}} props */
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

/** @param {{state: State}} props */
const StrikeScreen = ({ state }) => {
  const { draft } = state;
  const row = read.rowOf(state, draft?.line ?? null);
  if (!row) return null;
  const { number, card: { end: { unit } } } = read.gameAt(state, row.game);
  const after = read.previewOf(state, { kind: "strike", data: { line: row.n, reason: "" } });
  const title = row.number ? say("strike_hand", { n: row.number, hand: against(row.adds, unit) }) : say("strike_line", { what: say(row.kind) });
  return html`<section class="banner next">${mark("alert")}<div class="body"><strong>${title}</strong>
    ${after ? html`<p>${say("score_back", { totals: against(after.games[number]?.totals ?? after.totals, unit) })}</p>` : null}
    <p class="small">${say(draft?.replaces ? "never_sent" : "stays_on_sheet")}</p></div></section>
    <${WithdrawsNote} state=${state} />`;
};

/** @param {{state: State}} props */
const RedealScreen = ({ state }) => {
  const { turn } = read.scoreOf(state);
  const name = turn === null || !state.sheet ? "" : read.namesOf(state.sheet.match).seats[turn] ?? "";
  return html`<section class="banner next">${mark("alert")}<div class="body"><strong>${say("redeal_ask")}</strong><p>${name ? say("calls_again", { name }) : ""}</p></div></section>`;
};

/** @param {{state: State}} props */
const LeaveScreen = ({ state }) => html`<section class="banner next">${mark("alert")}<div class="body"><strong>${say("leave_ask")}</strong><p>${say("leave_help")}</p>
  ${state.items.length ? html`<p>${say("leave_unsent", { count: state.items.length })}</p>` : null}</div></section>`;

const AbandonScreen = () => html`<section class="banner wrong">${mark("alert")}<div class="body"><strong>${say("abandon_ask")}</strong><p>${say("abandon_help")}</p></div></section>`;

/** The thumb of a yes or no. @param {{yes: string, no?: string, onNo: () => void, danger?: boolean}} props */
export const YesNo = ({ yes, no = say("leave_it"), onNo, danger = false }) => html`
  <button type="submit" class=${danger ? "danger" : ""}>${yes}</button>
  <button type="button" class="quiet" name="leave_it" onClick=${onNo}>${no}</button>`;

/** @type {import("./app.js").Screens} */
export const QUESTION_SCREENS = {
  redeal: ({ state, send }) => ({ body: html`<${RedealScreen} state=${state} />`, thumb: html`<${YesNo} yes=${say("redeal_write")} onNo=${() => send("back")} />` }),
  strike: ({ state, send }) => ({
    body: html`<${StrikeScreen} state=${state} />`,
    thumb: html`<${YesNo} yes=${state.draft?.hand ? write("strike_write", state.draft.hand) : say("strike_it")} onNo=${() => send("back")} />`,
  }),
  leave: ({ state, send }) => ({ body: html`<${LeaveScreen} state=${state} />`, thumb: html`<${YesNo} yes=${say("leave_write")} onNo=${() => send("back")} danger />` }),
  abandon: ({ send }) => ({ body: html`<${AbandonScreen} />`, thumb: html`<${YesNo} yes=${say("abandon_write")} no=${say("abandon_not")} onNo=${() => send("back")} danger />` }),
  conflict: (page) => ({ body: html`<${ConflictScreen} ...${page} />` }),
  overtaken: (page) => ({ body: html`<${OvertakenScreen} ...${page} />` }),
  moves: (page) => ({
    body: html`<${MovesScreen} ...${page} />`,
    thumb: html`<button type="button" name="agree_moves" onClick=${() => page.send("agreeMoves")}>${say("moves_write")}</button>
      <button type="button" class="quiet" name="leave_it" onClick=${() => page.send("leaveMoves")}>${say("leave_it")}</button>`,
  }),
};
