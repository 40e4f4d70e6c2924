// What storage, network and server report: one function for each report.

import { rereadLines } from "../game/sheet.js";
import { findItem, findWritten, hasStopped, itemsOf, keysOf, releaseKeys, takeOutWritten } from "./outbox.js";
import * as read from "./selectors.js";
import {
  answeredCall, displace, follow, FORMS, giveBackTokens, GUARD, isIn, isInner, keepPhone, needsCode, NO_CODE, noticeOf, pendingCall, realign, reattach,
  rest, retry, retryLater, seatOwner, sendAgain, show, signOut, stop, tellOwner, to,
} from "./steps.js";
import { goBack, leaveScreen, openRefused, overtake, reopenDraft } from "./taps.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Effect} Effect */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./types.js").ScreenName} ScreenName */

/** @type {Record<string, (state: State, event: any) => Step>} */
export const REPORTS = {
  // What this phone has stored: its lines, its token, its owner, the last sheet that it read, and the hand that was being entered.
  booted(state, { storage, items: stored, phone, sheet, device, owner, call, draft }) {
    const { kept, others, store } = takeUpItems(stored, state.config.person ?? null, sheet);
    const next = { ...state, storage, items: kept, phone: { ...state.phone, ...phone }, others, call: call ?? null, owner: state.config.match === null ? owner ?? null : state.owner };
    const { state: shown, effects } = isIn(next) && sheet ? showKept({ ...next, sheet, device: device ?? null }, draft ?? null) : to(next);
    // A form that does not come back never does later.
    if (draft && !shown.draft) effects.push({ do: "keepDraft", draft: null });
    if (!isIn(next)) return to({ ...show(shown, "code"), code: { ...NO_CODE, error: next.phone.signedOut } }, store, ...effects);
    // A referee who has signed in again sends what was refused meanwhile.
    let step = to(shown, store, ...effects);
    for (const item of state.config.match === null ? [] : kept.filter(read.needsRights)) {
      const again = sendAgain(step.state, item);
      step = to(again.state, ...step.effects, ...again.effects);
    }
    return to(step.state, ...step.effects, { do: "load", token: next.phone.token, match: next.config.match }, ...pendingCall(next));
  },
  ticked: (state) => to(state),
  settled: (state) => to(state),
  // If one of them is on the screen, its controls appear now.
  screensLoaded(state, { screens }) {
    if (!screens.includes(state.screen)) return to(state);
    return to({ ...state, appearedAt: state.now }, { do: "wake", after: GUARD + 20 });
  },
  // The form that wanted to open it explains why it is still open.
  cardsMissing(state, { sentence }) {
    const { draft } = state;
    if (!draft || state.screen !== "cards") return to(state);
    const kind = draft.line === null ? "hand" : "amend";
    return to({ ...show(state, kind), draft: { ...draft, kind, id: state.drafts + 1, errors: [sentence] }, drafts: state.drafts + 1 });
  },
  popped: (state) => (isInner(state) ? goBack(state) : to(state)),
  secretFound: (state, { secret }) => to({ ...state, code: { ...NO_CODE, secret, isBusy: true } }, { do: "admit", body: { secret } }),

  stored(state, { keys, storage }) {
    if (storage === "none") return to({ ...state, storage });
    const fresh = state.items.filter((item) => keys.includes(item.key) && !item.isStored);
    const items = state.items.map((item) => (keys.includes(item.key) ? { ...item, isStored: true } : item));
    const last = fresh.at(-1);
    const notice = last && state.screen === "match" && !state.notice ? noticeOf("kept", { ...state, items }, last) : state.notice;
    // What could not be kept while the storage did not work is kept now.
    const missed = state.storage === "none" ? items.filter((item) => !item.isStored) : [];
    return to({ ...state, items, storage, notice }, ...(missed.length ? [{ do: "store", items: missed }] : []));
  },
  storingFailed: (state, { storage }) => to({ ...state, storage }),

  admitted(state, { token, device, ask }) {
    if (hasStayed(state)) return giveBackTokens(to({ ...state, phone: { ...state.phone, leaving: [...state.phone.leaving, token] }, network: { ...state.network, asking: without(state, ask) } }));
    const previous = state.phone.token;
    const leaving = previous && previous !== token ? [...state.phone.leaving, previous] : state.phone.leaving;
    const phone = { ...state.phone, token, leaving, signedOut: "" };
    const network = { ...state.network, asking: without(state, ask) };
    const call = isTableOf(phone.callsFrom, device) ? state.call : null;
    const isSameTable = state.device !== null && isTableOf({ event: state.device.event.id, table: state.device.table }, device);
    const next = { ...state, network, phone, device, owner: isSameTable ? state.owner : null, call, code: NO_CODE };
    // With another token for the match on the screen, what is on the screen goes on.
    const isSameMatch = isSameTable && device.match !== null && device.match === state.sheet?.id;
    /** @type {State} */
    const shown = isSameMatch ? (state.screen === "code" ? leaveScreen(next) : next) : { ...next, screen: "loading", sheet: null, draft: null };
    const step = reattach(shown, token, device);
    return giveBackTokens({ state: step.state, effects: [...step.effects, { ...keepPhone(step.state), replaces: undefined }, { do: "load", token, match: null }, ...pendingCall(step.state)] });
  },
  // Without an answer (no sentence) a scanned card is tried again automatically.
  admissionRefused(state, { sentence, ask }) {
    const network = { ...state.network, asking: without(state, ask) };
    if (hasStayed(state)) return to({ ...state, network });
    const code = { ...state.code, error: sentence, isBusy: false, secret: sentence === null ? state.code.secret : "" };
    return to({ ...show(state, "code"), network, code }, code.secret ? retryLater(state) : { do: "focusCode" });
  },

  asking: (state, { ask }) => to({ ...state, network: { ...state.network, asking: [...state.network.asking, { ask, since: state.now }] } }, { do: "watch" }),
  answered: (state, { ask }) => to({ ...state, network: { ...state.network, asking: without(state, ask), tries: 0, isResting: false, isOnline: true } }),
  askingFailed(state, { ask }) {
    // What could not be read is read again, even if lines are sent first.
    const network = rest({ ...state.network, asking: without(state, ask), isOnline: false, isBehind: true });
    const screen = state.screen === "loading" ? "trouble" : state.screen;
    return to({ ...state, network, screen }, retryLater(state));
  },
  deviceLoaded(state, { device, ask }) {
    // A later question was answered first: this answer is older than what is known.
    if (ask < state.network.deviceAsk) return to(state);
    const network = { ...state.network, deviceAsk: ask };
    // The match of lines that wait for a code may have come to this table.
    const next = { ...state, network, device, call: answeredCall(state, device) };
    const isSame = state.phone.token !== null && state.device?.id === device.id;
    const freed = isSame ? reattach(next, /** @type {string} */ (state.phone.token), device) : to(next);
    return follow(freed, (each) => showTable(each, device));
  },
  matchLoaded,
  // Language, theme and sound are no part of the state; what could not be changed is said.
  settingFailed: (state, { sentence }) => to({ ...state, notice: { kind: "wrong", name: "sentence", params: { sentence } } }),
  callSent: (state, { call }) => {
    const next = { ...state, call: state.call === call ? null : state.call, device: state.device && { ...state.device, call: call ? state.device.call ?? { called_at: "" } : null } };
    return to(next, keepPhone(next));
  },
  ownerSet(state, { device }) {
    if (!state.device) return to(state);
    const next = { ...state, device: { ...state.device, player: device.player } };
    // Another match is at the table: only `deviceLoaded` follows the table, in the order of the questions.
    return device.match === state.device.match ? to(next) : to(next, { do: "load", token: state.phone.token, match: state.config.match });
  },
  left(state, { token }) {
    const next = { ...state, phone: { ...state.phone, leaving: state.phone.leaving.filter((each) => each !== token) } };
    return to(next, keepPhone(next));
  },
  signedOut(state, { token, sentence, ask }) {
    const items = state.items.map((item) => (item.token === token && item.state === "waiting" ? { ...item, state: /** @type {const} */ ("signed_out"), problem: { code: "signed_out", title: sentence, sentences: [sentence], status: 401 } } : item));
    const changed = items.filter((item, at) => item !== state.items[at]);
    const next = { ...state, items, network: { ...state.network, asking: without(state, ask), sending: null } };
    if (token !== state.phone.token) {
      const step = { ...next, phone: { ...next.phone, leaving: next.phone.leaving.filter((each) => each !== token) } };
      // This phone may have come back to that table with its new code already.
      const again = state.device && state.phone.token ? reattach(step, state.phone.token, state.device) : to(step);
      return { state: again.state, effects: [{ do: "store", items: changed }, ...again.effects, keepPhone(step)] };
    }
    const out = signOut(next, sentence, []);
    return { state: out.state, effects: [{ do: "store", items: changed }, ...out.effects] };
  },
  failed(state, { sentence, match = null, ask }) {
    const network = { ...state.network, asking: without(state, ask) };
    // The match on the screen no longer exists.
    if (match !== null && match === state.sheet?.id && state.device && state.device.match !== match) return followTable({ ...state, network });
    return to({ ...state, notice: { kind: "wrong", name: "sentence", params: { sentence } }, network, screen: state.screen === "loading" ? "trouble" : state.screen });
  },

  sent(state, { key, line, match }) {
    const item = findItem(state.items, key);
    const network = { ...state.network, sending: null, tries: 0, isResting: false, isOnline: true };
    if (!item) return to({ ...state, network });
    // The desk may have written it under a key that it had before.
    const lineKey = line.key ?? key;
    const others = state.items.filter((each) => each.key !== key);
    const items = releaseKeys(others, item.match, [lineKey]);
    const next = { ...state, items, network, hasPaper: items.length ? state.hasPaper : false };
    const step = state.sheet?.id === item.match ? addWritten(next, item, { ...line, key: lineKey }, match) : noteWrittenElsewhere(next, item);
    const forget = { do: "store", items: items.filter((each) => !others.includes(each)), forget: [key] };
    return giveBackTokens(to(step.state, forget, ...step.effects, { do: "feedback", kind: "written" }));
  },
  sendFailed(state) {
    return to({ ...state, network: rest({ ...state.network, sending: null }) }, retryLater(state));
  },
  // Sending again is tried when the timer ends, when the network is back, or when somebody asks.
  retryDue(state) {
    const next = { ...state, network: { ...state.network, isResting: false } };
    // Lines are sent by themselves; a card that was scanned, and an answer that did not come, are asked for again here.
    const sendsOnly = state.items.length > 0 && state.network.isOnline && !state.code.secret;
    return sendsOnly ? to(next, ...pendingCall(next)) : retry(next);
  },
  refused(state, { key, problem, sheet }) {
    // A match that no longer counts is read again, so that the screen says why.
    const isBehind = state.network.isBehind || problem.code === "match_set_aside";
    const network = { ...state.network, sending: null, tries: 0, isResting: false, isOnline: true, isBehind };
    const item = findItem(state.items, key);
    // Where another line has its place, the sheet may have shown that already.
    if (item?.state !== "waiting") return to({ ...state, network });
    // Another line has its place, or its key: the desk has typed something else there.
    const isStale = problem.code === "stale_version" || (problem.code === "key_reused" && sheet);
    // The server has the sheet that this line was refused for: it may hold this very line.
    const own = isStale && sheet ? findWritten(state.items, item.match, sheet.lines).get(item) : null;
    if (own) return REPORTS.sent({ ...state, network }, { key, line: own, match: sheet });
    if (isStale) return stopOutpaced({ ...state, network }, item, problem, sheet);
    const stopped = stop({ ...state, network }, item, "refused", problem);
    const refused = /** @type {Item} */ (findItem(stopped.state.items, key));
    // This phone may be at the table of its match already.
    const { token } = state.phone;
    const { device } = state;
    if (needsCode(refused) && device?.match === item.match && token !== null && token !== item.token) return follow(stopped, (each) => reattach(each, token, device));
    return state.sheet?.id === item.match ? { ...stopped, state: showRefused(stopped.state, { ...item, problem }) } : stopped;
  },

  squaresDrawn: (state, { squares }) => to({ ...state, squares }),
  wentOnline: (state) => retry({ ...state, network: { ...state.network, isOnline: true } }),
  wentOffline: (state) => to({ ...state, network: { ...state.network, isOnline: false } }, retryLater(state)),
  streamed: (state, { isLive }) => to({ ...state, network: { ...state.network, isLive } }),
  // Topics with their versions; without them anything may have changed.
  noticed(state, { versions = null }) {
    const { network, sheet } = state;
    const topic = `match:${sheet?.id}`;
    if (!sheet || !versions || Object.keys(versions).some((each) => each !== topic)) return to({ ...state, network: { ...network, isBehind: true } });
    // A notice about an earlier version may arrive later.
    return to({ ...state, network: { ...network, newest: Math.max(network.newest, versions[topic]) } });
  },
};

/**
 * The lines of the person who is signed in, and those that others have left on this phone. Older editions did not note
 * whose a line is: such lines belong to the person who opens the page first. @param {Item[]} stored
 * @param {import("./types.js").Person | null} person @returns {{items: Item[], others: Item[], unnamed: string[]}} ``unnamed``: the keys of those
 */
function sortByAuthor(stored, person) {
  if (!person) return { items: stored, others: [], unnamed: [] };
  const others = stored.filter(({ author }) => author && author.id !== person.id);
  const items = stored.filter((item) => !others.includes(item)).map((item) => (item.author ? item : { ...item, author: person }));
  return { items, others, unnamed: stored.filter(({ author }) => !author).map(({ key }) => key) };
}

/**
 * The stored lines, as they go on. Such a line may have been sent before the page was closed, so it counts as tried and is
 * never changed again; those behind one that stopped have not been sent. ``store``: what is not stored yet as it goes on.
 * @param {Item[]} stored @param {import("./types.js").Person | null} person @param {any} sheet that was kept
 */
function takeUpItems(stored, person, sheet) {
  const { items, others, unnamed } = sortByAuthor(stored, person);
  const attemptsOf = (/** @type {Item} */ item) => {
    const [first] = itemsOf(items, item.match);
    if (!hasStopped(first)) return Math.max(1, item.attempts);
    return item === first ? item.attempts : 0;
  };
  const isOrdered = items.every((item) => item.order !== undefined);
  // The page may have been closed between keeping a sheet and forgetting the lines that are on it.
  const arrived = takeOutWritten(items, sheet?.id, sheet?.lines ?? []);
  const kept = arrived.items.map((item, at) => ({ ...item, order: isOrdered ? item.order : at, isStored: true, attempts: attemptsOf(item) }));
  const changed = [...arrived.changed.map(({ key }) => key), ...unnamed];
  return { kept, others, store: { do: "store", items: isOrdered ? kept.filter(({ key }) => changed.includes(key)) : kept, forget: arrived.forget } };
}

/**
 * A line of the match on the screen was written. The next line of the sheet is added to it here, which saves reading it;
 * behind lines that this phone does not have, the sheet is read. @param {State} state @param {Item} item
 * @param {Line} line with its key @param {Record<string, any>} match as the server has it now @returns {Step}
 */
function addWritten(state, item, line, match) {
  const sheet = /** @type {import("./types.js").Sheet} */ (state.sheet);
  const isNew = line.n === sheet.version + 1;
  // Readings always belong to the version of the sheet: a correction changes those of earlier lines.
  const lines = isNew ? rereadLines(sheet.match.format, sheet.cards, [...sheet.lines, line]) : sheet.lines;
  const fresh = isNew ? { ...sheet, lines, version: line.n, match: { ...sheet.match, version: line.n, state: match.state } } : sheet;
  // What this phone has written itself does not overtake the form that is open behind it.
  const draft = state.draft?.seen === line.n - 1 ? { ...state.draft, seen: line.n } : state.draft;
  let next = { ...state, sheet: fresh, draft };
  if (["match", "next", "sign"].includes(next.screen)) next = { ...next, notice: noticeOf("told", next, item, line) };
  /** @type {Effect[]} */
  const effects = [];
  // A result changes what comes next, and the server's readings of a correction are those that count.
  if (!isNew || ["amend", "strike", "reopen"].includes(item.kind) || match.state.over) effects.push({ do: "load", token: state.phone.token, match: state.config.match });
  if (isNew) effects.push({ do: "keepSheet", sheet: fresh, device: next.device });
  return to(next, ...effects);
}

/** A line of another match was written. @param {State} state @param {Item} item @returns {Step} */
function noteWrittenElsewhere(state, { match, table, place }) {
  const notice = /** @type {const} */ ({ kind: "good", name: table === null ? "told_elsewhere_place" : "told_elsewhere", params: { table, place } });
  // Its sheet may be on its way, read before this line was written.
  return to({ ...state, notice }, ...(state.device?.match === match ? [{ do: "load", token: state.phone.token, match: state.config.match }] : []));
}

/** Whether somebody went back to the table before the answer to a scanned card came. @param {State} state */
const hasStayed = (state) => isIn(state) && !state.code.secret && !state.code.isBusy;

/** Whether a phone with this document is at a table. @param {{event: string, table: number} | null | undefined} place @param {Record<string, any>} device */
const isTableOf = (place, device) => Boolean(place) && place?.event === device.event.id && place?.table === device.table;

/** Answers to questions that a phone asks with the code of its table. */
const ANSWERS = ["deviceLoaded", "matchLoaded", "ownerSet", "callSent", "failed"];

/**
 * Whether this is an answer for a table that the phone has left meanwhile: only that it is no longer
 * waited for counts. @param {State} state @param {import("./types.js").PadEvent} event
 */
export const isAnswerForLeftTable = ({ phone }, { type, token }) => ANSWERS.includes(type) && token !== phone.token;

/** @param {State} state @param {import("./types.js").PadEvent} event @returns {Step} */
export const dropAnswer = (state, { ask }) => to({ ...state, network: { ...state.network, asking: without(state, ask) } });

/**
 * The match that was on the screen before the page was closed: what had to be decided then is asked
 * again, and the form that was being filled in is open as it was. @param {State} state @param {Draft | null} draft @returns {Step}
 */
function showKept(state, draft) {
  const next = { ...state, owner: seatOwner(state.owner, /** @type {any} */ (state.sheet).match) };
  const question = read.conflictOf(next) ? "conflict" : read.movesOf(next) ? "moves" : null;
  const shown = show(next, question ?? (read.needsOwner(next) ? "whose" : "match"));
  if (!draft || draft.match !== state.sheet?.id || shown.screen === "whose") return to(shown);
  // After the last hand only a correction can be entered, or what was refused.
  if (read.isVoided(shown) || (draft.line === null && !draft.unsent && read.scoreOf(shown).over)) return to(shown);
  return reopenDraft(shown, draft);
}

/**
 * A line was sent too late for its place. The sheet may hold lines behind it, if the desk has typed
 * them. @param {State} state @param {Item} item @param {import("./types.js").Problem} problem @param {any} sheet of its match @returns {Step}
 */
function stopOutpaced(state, item, problem, sheet) {
  const { items, changed, forget } = takeOutWritten(state.items, item.match, sheet?.lines ?? []);
  const isHere = sheet && state.sheet?.id === item.match;
  const known = isHere ? { .../** @type {any} */ (state.sheet), match: { ...state.sheet?.match, ...sheet }, lines: sheet.lines, version: sheet.version } : state.sheet;
  const next = { ...state, items, sheet: known };
  const step = isHere ? displace(next, item, problem) : stop(next, item, "conflict", problem, sheet?.version);
  // Lines that build on this sheet are never kept without it.
  const keep = isHere ? [{ do: "keepSheet", sheet: known, device: state.device }] : [];
  return { ...step, effects: [...keep, { do: "store", items: changed, forget }, ...step.effects] };
}

/** ``seen``: the version that was on the screen when the server was asked. @param {State} state @param {any} event @returns {Step} */
function matchLoaded(state, { sheet, seen = 0 }) {
  const isCutShort = seen > sheet.version;
  const before = state.sheet?.id === sheet.id ? state.sheet : null;
  // A line was written while this answer was on its way.
  if (before && sheet.version < before.version && !isCutShort) return to(state);
  const { items, changed, forget: written } = takeOutWritten(state.items, sheet.id, sheet.lines);
  const { items: others, forget: writtenOfOthers } = takeOutWritten(state.others, sheet.id, sheet.lines);
  const forget = [...written, ...writtenOfOthers];
  const aligned = realign({ ...state, items, others, sheet, owner: seatOwner(state.owner, sheet.match) }, sheet.id, sheet.version);
  let next = aligned.state;
  /** @type {Effect[]} */
  const effects = [{ do: "keepSheet", sheet, device: state.device }];
  if (forget.length) effects.push({ do: "store", items: changed, forget });
  effects.push(...aligned.effects);
  effects.push(...tellOwner(next));
  // The server was restored from a backup and has lost lines that it had: what is entered here had another place.
  if (before && isCutShort) return giveBackTokens(to({ ...enterMatch(next), notice: { kind: "wrong", name: "sheet_cut_short", params: {} } }, ...effects));
  if (!before) return giveBackTokens(to(enterMatch(next), ...effects));
  // A line that this phone has sent but not stored, because its page was killed, counts as one of others.
  const known = new Set(state.items.flatMap(keysOf));
  const foreign = sheet.lines.filter((/** @type {Line} */ line) => line.n > before.version && !known.has(String(line.key)));
  next = overtake(next, foreign.filter((/** @type {Line} */ line) => !isKnown(state, line)));
  next = leaveOutdated(next);
  if (foreign.length && next.screen === "overtaken") effects.push({ do: "feedback", kind: "conflict" });
  const hasLeft = state.device !== null && state.device.match !== sheet.id && !read.isSigned(next);
  return giveBackTokens(follow(to(next, ...effects), hasLeft ? followTable : to));
}

/** Leaves a screen that is not that of the sheet any more, as it is now. @param {State} state @returns {State} */
function leaveOutdated(state) {
  let next = state;
  if (next.screen === "sign" && !read.scoreOf(next).over) next = show(next, "match");
  if (["match", "sign"].includes(next.screen) && read.isSigned(next)) next = show(next, "next");
  if (next.screen === "next" && !read.isSigned(next)) next = show(next, "match");
  if (isAnswered(next)) next = leaveScreen(next);
  return read.isVoided(next) ? closeVoided(next) : next;
}

/** Nothing more can be entered on a sheet that no longer counts. @param {State} state @returns {State} */
const closeVoided = (state) => ({ ...([...FORMS, "abandon", "sign", "overtaken"].includes(state.screen) ? show(state, "match") : state), draft: null });

/** Whether the question on the screen is about no line any more. @param {State} state */
const isAnswered = (state) => (state.screen === "conflict" && !read.conflictOf(state)) || (state.screen === "moves" && !read.movesOf(state));

/** Whether a line of the sheet is an unsent one of this phone, in an answer without keys. @param {State} state @param {Line} line */
const isKnown = (state, line) => line.key === undefined && state.items.some((item) => item.match === state.sheet?.id && item.version === line.n - 1 && item.kind === line.kind && JSON.stringify(item.data) === JSON.stringify(line.data));

/**
 * Shows a line that the server refused: its form opens again with what was typed and with what is
 * wrong. A form that is open stays; the bar then says that there is something to look at. @param {State} state @param {Item} item with its problem @returns {State}
 */
function showRefused(state, item) {
  if (state.draft?.isTouched) return state;
  if (item.problem?.code === "correction_moves_lines") return { ...show(state, "moves"), draft: null };
  if (!read.hasForm(item) || read.isTakenBack(state, item)) return { ...show(state, "unsent"), draft: null };
  return openRefused(state, item);
}

/** Shows the match of the table, once the one on the screen is over. @param {State} state @param {Record<string, any>} device @returns {Step} */
function showTable(state, device) {
  const { player } = device;
  const next = !state.owner && player ? { ...state, owner: /** @type {const} */ ({ kind: "player", player: player.id, side: -1, seat: -1, name: player.name }) } : state;
  const wanted = device.match;
  const shown = state.sheet?.id ?? null;
  // The result of the match that has just been signed stays until somebody goes on.
  const hasLeft = shown !== null && shown !== wanted && state.screen !== "loading";
  if (hasLeft && read.isSigned(state)) return to(next.screen === "match" || next.screen === "sign" ? show(next, "next") : next);
  // It may have been signed on another phone: its sheet is read once more before it goes.
  if (hasLeft) return to(next, { do: "loadMatch", match: shown, token: state.phone.token });
  return followTable(next);
}

/** Goes to the match that is on at the table of this phone. @param {State} state @returns {Step} */
function followTable(state) {
  const wanted = state.device?.match ?? null;
  if (wanted !== null) return to(state, { do: "loadMatch", match: wanted, token: state.phone.token });
  const stays = ["phone", "leave", "unsent", "rescue", "discard"].includes(state.screen);
  return to({ ...(stays ? state : show(state, "nothing")), sheet: null, draft: null });
}

const PLACES_WITHOUT_MATCH = ["loading", "trouble", "code", "nothing"];

/** @param {State} state @returns {State} */
function enterMatch(state) {
  const screen = FORMS.includes(state.screen) || [...PLACES_WITHOUT_MATCH, "match", "next", "sign", "conflict", "moves", "overtaken", "abandon"].includes(state.screen) ? "match" : state.screen;
  const shown = { ...state, screen: /** @type {ScreenName} */ (screen), holder: null, draft: null, overtaken: [], firstTurn: null };
  if (screen !== "match") return shown;
  if (read.conflictOf(shown)) return { ...shown, screen: "conflict" };
  if (read.movesOf(shown)) return { ...shown, screen: "moves" };
  if (read.isSigned(shown)) return { ...shown, screen: "next" };
  return read.needsOwner(shown) ? { ...shown, screen: "whose", chosenOwner: null } : shown;
}

/** The pending reads without this one. @param {State} state @param {number | undefined} ask */
const without = ({ network }, ask) => network.asking.filter((each) => each.ask !== ask);
