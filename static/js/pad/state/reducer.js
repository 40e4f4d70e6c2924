// The pad as one pure reducer: (state, event) -> {state, effects}. No DOM, no network, no clock:
// the time comes with each event (``at``, milliseconds).
//
// Invariants that the tests hold after every step:
// - an act is either on the right sheet once, or in ``items`` with its match, version and key;
// - a form submits once: submitting takes the draft away;
// - what is being entered is kept: a closed page opens with it; about an unsent line it goes with that line;
// - a tap within GUARD of a new screen does nothing; nor does a second one on a control that would undo or
//   repeat the first;
// - an unsent line of the match on the screen counts there, or somebody is asked about it;
// - an answer counts only at the table at which it was asked for;
// - a draft keeps the hand and version that it was begun for: a sheet that moves on asks;
// - a signature is written for the side of the person who holds the phone, and says who that is:
//   it may be sent when somebody else has the phone;
// - a line that was entered by a person who was signed in is sent only as that person.
//
// This module holds what is true of every event. What a tap does is in taps.js, what an answer of
// the server does in reports.js.

import { isComplete } from "../game/card-by-card.js";
import { changeItem, displacedItem, findItem, nextToSend } from "./outbox.js";
import { dropAnswer, isAnswerForLeftTable, REPORTS } from "./reports.js";
import * as read from "./selectors.js";
import { displace, FORMS, GUARD, isIn, NO_CODE, to } from "./steps.js";
import { followUnsent, TAPS } from "./taps.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").PadEvent} PadEvent */
/** @typedef {import("./types.js").Step} Step */

/** @param {State["config"]} config @param {number} at @returns {State} */
export function initialState(config, at) {
  return {
    config,
    phone: { key: "", token: null, leaving: [], signedOut: "" },
    device: null,
    owner: config.match === null ? null : { kind: "referee" },
    holder: null,
    chosenOwner: null,
    screen: "loading",
    appearedAt: 0,
    sheet: null,
    items: [],
    others: [],
    draft: null,
    drafts: 0,
    overtaken: [],
    discarding: null,
    squares: null,
    firstTurn: null,
    touched: null,
    storage: "unknown",
    hasPaper: false,
    network: { sending: null, asking: [], tries: 0, isResting: false, lastTry: null, isOnline: true, isLive: false, isBehind: false, newest: 0, deviceAsk: 0 },
    call: null,
    code: NO_CODE,
    notice: null,
    now: at,
  };
}

/** @param {State} before @param {PadEvent} event @returns {Step} */
export function reduce(before, event) {
  const state = atTime(before, event.at);
  if (TAPS[event.type]) {
    if (isStray(state, event)) return { state, effects: [] };
    return completeStep(before, TAPS[event.type]({ ...state, touched: event.control ? { control: event.control, at: state.now } : null }, event));
  }
  const handle = REPORTS[event.type];
  if (!handle) throw new Error(`no such event: ${event.type}`);
  if (isAnswerForLeftTable(state, event)) return completeStep(before, dropAnswer(state, event));
  return completeStep(before, handle(state, event));
}

/**
 * A phone whose clock is set back keeps the durations that it has measured: otherwise every screen
 * would stay in its guard until the clock has caught up. @param {State} state @param {number} at @returns {State}
 */
function atTime(state, at) {
  const back = state.now - at;
  if (back <= 0) return { ...state, now: at };
  const { sending, asking } = state.network;
  const network = {
    ...state.network,
    sending: sending && { ...sending, since: sending.since - back },
    asking: asking.map(({ ask, since }) => ({ ask, since: since - back })),
  };
  const touched = state.touched && { ...state.touched, at: state.touched.at - back };
  return { ...state, now: at, appearedAt: state.appearedAt - back, touched, network };
}

/** The screens of each tap's control: a tap that arrives after its screen is gone does nothing. @type {Record<string, readonly string[]>} */
const SHOWN_ON = {
  openHand: ["match"], openAmend: ["match"], openAmendLast: ["match"], openClaim: ["match"], openRedeal: ["match"], openStrike: ["match"],
  openSign: ["match"], chooseFirstTurn: ["match"], openCards: ["hand", "amend"],
  choose: FORMS, chooseHalf: FORMS, typeDigits: FORMS, chooseOnly: FORMS, count: FORMS, openExact: FORMS, giveReason: FORMS, submit: FORMS,
  placeCards: ["cards"],
  sameHandTheirs: ["overtaken"], nextHandMine: ["overtaken"], sameHandMine: ["overtaken"],
  keepTheirs: ["conflict"], strikeTheirs: ["conflict"], correctTheirs: ["conflict"], writeAnother: ["conflict"],
  showMoves: ["unsent"], showConflict: ["unsent"], agreeMoves: ["moves"], leaveMoves: ["moves"],
  askDiscard: ["unsent"], editRefused: ["unsent", "moves"], retryItem: ["unsent"], discard: ["discard"], abandon: ["abandon"],
  handOver: ["sign"], sign: ["sign"], withdraw: ["sign"], goOn: ["next"],
  chooseOwner: ["whose"], setOwner: ["whose"], leave: ["leave"], enterCode: ["code"],
};

const WITHOUT_SHEET = ["nothing", "code", "unsent", "discard", "leave", "phone", "rescue", "trouble", "loading"];

/** @param {State} state @param {string} tap */
function isShown({ screen, sheet }, tap) {
  if (SHOWN_ON[tap] && !SHOWN_ON[tap].includes(screen)) return false;
  return sheet !== null || WITHOUT_SHEET.includes(screen);
}

/**
 * Whether a tap was not meant for what is on the screen: it was on its way to what was there before, its control is gone,
 * or it is the second one of an impatient finger. @param {State} state @param {PadEvent} event
 */
const isStray = (state, event) => (isSettling(state) && !isTyped(state, event)) || !isShown(state, event.type) || isRepeated(state, event);

/** Whether what is on the screen has just appeared. @param {State} state */
export const isSettling = (state) => state.now - state.appearedAt < GUARD;

/** A form whose field was filled since it appeared cannot have been hit by a tap for another screen. @param {State} state @param {PadEvent} event */
const isTyped = ({ code }, { type, typed }) => type === "enterCode" && Boolean(typed) && typed !== code.typed;

/** Whether this is the second tap of an impatient finger, on a control that adds or takes out. @param {State} state @param {PadEvent} event */
const isRepeated = ({ touched, now }, { control }) => touched !== null && touched.control === control && now - touched.at < GUARD;

/**
 * What follows every event, in this order: a question about a line whose place is taken moves the lines behind it; a form
 * follows its line; the guard begins for what is then on the screen; the form is kept; and what is sent is the first line of
 * all that is now in the outbox. @param {State} before @param {Step} step @returns {Step}
 */
function completeStep(before, step) {
  let { state, effects } = step;
  const displaced = displacedItem(state);
  if (displaced) {
    const asked = displace(state, displaced);
    state = asked.state;
    effects = [...effects, ...asked.effects];
  }
  state = followUnsent(state);
  const isFresh = screenKey(before) !== screenKey(state);
  if (isFresh || controlsKey(before) !== controlsKey(state)) {
    state = { ...state, appearedAt: state.now };
    effects = [...effects, ...(isFresh ? [{ do: "show" }] : []), { do: "wake", after: GUARD + 20 }];
  }
  // The screen of a hand card by card is fetched when it is needed, however one comes to it.
  if (isFresh && state.screen === "cards") effects = [...effects, { do: "loadCards" }];
  const draft = read.draftToKeep(state);
  if (draft !== read.draftToKeep(before)) effects = [...effects, { do: "keepDraft", draft }];
  const item = state.network.sending || !canTry(state) ? null : nextToSend(state);
  if (item) {
    state = {
      ...state,
      items: changeItem(state.items, item.key, { attempts: item.attempts + 1 }),
      network: { ...state.network, sending: { key: item.key, since: state.now }, lastTry: state.now },
    };
    const attempted = findItem(state.items, item.key);
    effects = [...effects, { do: "store", items: [attempted] }, { do: "send", item: attempted }, { do: "watch" }];
  }
  return readWhatIsNew({ state, effects });
}

/**
 * Reads what notices were about: only the sheet, if there are newer lines and nothing else can have
 * changed. Most notices are about a line of this phone, which it has already. While a line is under
 * way the notice may be its own, so this waits for the answer. @param {Step} step @returns {Step}
 */
function readWhatIsNew({ state, effects }) {
  const { isBehind, newest, sending, isResting } = state.network;
  if (sending || isResting || !isIn(state) || (!isBehind && !newest)) return { state, effects };
  const { phone: { token }, sheet } = state;
  const asked = { ...state, network: { ...state.network, isBehind: false, newest: 0 } };
  if (isBehind) return to(asked, ...effects, { do: "load", token, match: state.config.match });
  return sheet && newest > sheet.version ? to(asked, ...effects, { do: "loadMatch", token, match: sheet.id }) : to(asked, ...effects);
}

/** After a failure the next try waits for its timer, or for the network. @param {State} state */
const canTry = ({ network }) => network.isOnline && !network.isResting;

/**
 * Changes whenever a control of the same screen becomes another one: the button for the next hand, if
 * another phone has written the one before; the call for the referee; the button that writes a hand
 * card by card, after the last card. @param {State} state
 */
function controlsKey(state) {
  const { screen, draft, sheet } = state;
  const hand = screen === "match" && sheet ? read.nextHand(state) : "";
  const isWhole = screen === "cards" && draft?.cards ? isComplete(draft.cards) : false;
  return [hand, read.isCalled(state), isWhole].join(" ");
}

/** Changes whenever another screen, form or question appears. @param {State} state */
function screenKey(state) {
  const { screen, draft, sheet } = state;
  const isOver = sheet ? read.scoreOf(state).over : false;
  return [screen, draft?.id ?? "", sheet?.id ?? "", isOver, sheet ? QUESTIONS[screen]?.(state) ?? "" : ""].join(" ");
}

/** What a screen asks about, where it may ask about one thing after another. @type {Record<string, (state: State) => string | number | undefined>} */
const QUESTIONS = {
  sign: (state) => `${state.holder?.kind === "player" ? state.holder.side : ""}${read.signedSides(state).length}`,
  conflict: (state) => read.conflictOf(state)?.key,
  moves: (state) => read.movesOf(state)?.key,
  overtaken: (state) => state.overtaken.at(-1)?.n,
};
