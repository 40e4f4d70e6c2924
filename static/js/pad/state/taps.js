// What people do: a function for each tap, and the forms that taps open, fill in and submit.

import { isComplete, lineData, resumePlay } from "../game/card-by-card.js";
import { claimOf, completeRecord, forgetRefinements, formRecord, missingReason, turnedTrump } from "../game/record.js";
import { changeItem, countedItems, findItem, hasStopped, itemAt, itemsOf, keysOf } from "./outbox.js";
import * as read from "./selectors.js";
import {
  baseOf, decide, enqueue, enqueueAll, follow, FORMS, home, insertFirst, isCodeAtTable, isReplaceable, isReferredTo, keepPhone, NO_CODE, rebase,
  remove, removeSuperseded, replaceStopped, retry, rewrite, sendAgain, setCall, show, signOut, to, withdrawals,
} from "./steps.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").ScreenName} ScreenName */

/** @type {Record<string, (state: State, event: any) => Step>} */
export const TAPS = {
  openHand(state, { trump }) {
    if (!state.sheet || read.scoreOf(state).over) return to(state);
    const turned = trump === undefined ? null : turnedTrump(read.gameOf(state));
    const first = withFirstTurn(state);
    const record = { ...first.record, ...(turned?.suits.includes(trump) ? { [turned.field]: trump } : {}) };
    return to(openDraft(state, { kind: "hand", hand: read.nextHand(state), seen: state.sheet.version, ...first, record }));
  },
  openCards(state) {
    const { draft } = state;
    if (!draft || (draft.needsReason && !draft.reason.trim())) return to(state);
    return to({ ...state, screen: "cards", draft: { ...draft, kind: "cards", id: state.drafts + 1 }, drafts: state.drafts + 1 });
  },
  openAmend: (state, { n }) => to(openAmend(state, read.rowOf(state, n))),
  openAmendLast: (state) => to(openAmend(state, read.lastHand(state))),
  openClaim: (state) => to(openDraft(state, { kind: "claim" })),
  openRedeal: (state) => to(openDraft(state, { kind: "redeal" })),
  openStrike(state) {
    const row = read.rowToStrike(state);
    if (!row) return to(state);
    const replaces = row.item !== null && row.item.attempts === 0 && row.item === read.waitingItems(state).at(-1);
    return to(openDraft(state, { kind: "strike", line: row.n, hand: row.number, replaces }));
  },
  choose: (state, { field, value }) => choose(state, field, value),
  chooseHalf: (state, { field, card }) =>
    choose(state, field, card.includes(" ") ? null : card, { halves: { ...state.draft?.halves, [field]: card } }),
  typeDigits: (state, { field, digits, value }) =>
    choose(state, field, value, { digits: { ...state.draft?.digits, [field]: digits } }),
  chooseOnly: (state, { record }) => touch(state, { record }),
  count: (state, { side }) => (state.draft ? to({ ...state, draft: { ...state.draft, counting: side, digits: null } }) : to(state)),
  openExact: (state, { open }) => (state.draft ? to({ ...state, draft: { ...state.draft, exact: open } }) : to(state)),
  giveReason: (state, { text }) => touch(state, { reason: text }),
  placeCards: (state, { cards }) => touch(state, { cards }),
  submit: (state, { draft }) => (draft === undefined || draft === state.draft?.id ? submit(state) : to(state)),
  back: (state) => goBack(state),
  abandon: (state) => to(leaveForm(state)),
  chooseFirstTurn: (state, { seat }) => to({ ...state, firstTurn: seat }),

  // the sheet has moved on under a draft
  sameHandTheirs: (state) => to(leaveForm(state)),
  nextHandMine(state) {
    if (!state.draft || !state.sheet) return to(state);
    const hand = read.scoreOf(state).over ? null : read.nextHand(state);
    if (hand === null) return to(leaveForm(state));
    const draft = { ...state.draft, id: state.drafts + 1, hand, seen: state.sheet.version };
    return to({ ...show(state, draft.kind), draft, drafts: draft.id, overtaken: [] });
  },
  sameHandMine(state) {
    const theirs = read.overtakingHand(state);
    const { draft } = state;
    if (!draft || !theirs || read.isSigned(state)) return to(state);
    const row = read.rowOf(state, theirs.n);
    const needsReason = state.config.match !== null;
    const fresh = openDraft(state, {
      kind: draft.kind === "cards" && !needsReason ? "cards" : "amend", line: theirs.n, hand: row?.number ?? draft.hand, record: draft.record,
      counting: draft.counting, digits: draft.digits, halves: draft.halves, cards: draft.cards, isTouched: true, needsReason,
    });
    return to({ ...fresh, overtaken: [] });
  },

  // conflicts: the sheet has another line where this phone wanted to write
  keepTheirs(state) {
    const item = read.conflictOf(state);
    if (!item) return to(show(state, "match"));
    // Their line was decided about if it could have been this one. Behind a hand that was taken back here, or
    // another kind of line, the others were entered as if theirs had never been played.
    const theirs = read.theirsOf(state, item);
    const isDecided = theirs?.kind === item.kind && !read.strikeOf(state, item);
    const seen = isDecided ? theirs.n : item.since ?? item.version;
    return resume(decide(removeSuperseded(state, item), (without) => remove(without, item), seen), seen);
  },
  strikeTheirs(state, { n }) {
    const item = read.conflictOf(state);
    const own = item && read.strikeOf(state, item);
    if (!item || !own) return to(show(state, "match"));
    const strike = { kind: "strike", data: { line: n, reason: "" }, hand: item.hand };
    const asked = decide(remove(state, own), (without) => replaceStopped(without, item, strike), n);
    return resume(withdrawals(state, n).reduceRight(insertFirst, asked), n);
  },
  correctTheirs(state, { n, reason }) {
    const item = read.conflictOf(state);
    if (!item) return to(show(state, "match"));
    const amend = { kind: "amend", data: { line: n, data: item.data, reason }, hand: item.hand };
    const asked = decide(to(state), (same) => replaceStopped(same, item, amend), n);
    return resume(withdrawals(state, n).reduceRight(insertFirst, asked), n);
  },
  writeAnother(state) {
    const item = read.conflictOf(state);
    if (!item) return to(show(state, "match"));
    const line = read.lineToFollow(state, item);
    const seen = item.since ?? item.version;
    return resume(decide(removeSuperseded(state, item), (without) => replaceStopped(without, item, line), seen), seen);
  },

  // a correction after which other hands count in another game, or no longer count
  showMoves: (state) => to(read.movesOf(state) ? show(state, "moves") : state),
  agreeMoves(state) {
    const item = read.movesOf(state);
    if (!item) return to(show(state, "match"));
    const items = changeItem(state.items, item.key, { agreed: true, state: "waiting", problem: null });
    const agreed = to({ ...leaveScreen(state), items }, { do: "store", items: [findItem(items, item.key)] });
    return follow(agreed, (next) => rebase(next, item.match, baseOf(next, item.match)));
  },
  leaveMoves(state) {
    const item = read.movesOf(state);
    return item ? remove(leaveScreen(state), item) : to(leaveScreen(state));
  },

  // lines that could not be sent
  showUnsent: (state) => to(show(state, "unsent")),
  showRescue: (state) => to({ ...show(state, "rescue"), squares: null }, { do: "drawSquares", items: read.allUnsent(state) }),
  showConflict: (state) => to(read.conflictOf(state) ? show(state, "conflict") : state),
  askDiscard: (state, { key }) => to({ ...show(state, "discard"), discarding: key }),
  discard(state) {
    const item = state.discarding ? findItem(state.items, state.discarding) : null;
    const next = { ...show(state, "unsent"), discarding: null };
    if (item) return remove(next, item);
    const others = state.others.filter(({ key }) => key !== state.discarding);
    return to({ ...next, others }, ...(others.length < state.others.length ? [{ do: "store", items: [], forget: [state.discarding] }] : []));
  },
  editRefused(state, { key }) {
    const item = findItem(state.items, key);
    return item && read.canEditRefused(state, item) ? to(openRefused(state, item)) : to(state);
  },
  retryItem(state, { key }) {
    const item = findItem(state.items, key);
    // A conflict is answered at its table: sent again, the line would only meet the same line there.
    return item?.state === "refused" ? sendAgain(state, item) : to(state);
  },
  retryNow: (state) => retry(state),
  havePaper: (state) => to({ ...state, hasPaper: true }),

  // signatures
  openSign: (state) => to({ ...show(state, "sign"), holder: null }),
  handOver: (state, { owner }) => to({ ...show(state, "sign"), holder: owner }),
  sign(state, { side }) {
    if (!read.scoreOf(state).over || side !== read.signingSide(state)) return to(state);
    if (read.isSigned(state) || read.signedSides(state).includes(side)) return to(state);
    const step = enqueue(state, { kind: "sign", data: { side } });
    const next = { ...step.state, holder: null };
    return { ...step, state: show(next, read.isSigned(next) ? "next" : "sign") };
  },
  withdraw(state, { n }) {
    const signature = read.signatures(state).find((each) => each.n === n);
    if (!signature || read.isSigned(state) || !read.mayWithdraw(state, signature.side)) return to(state);
    const step = enqueue(state, { kind: "strike", data: { line: n, reason: "" } });
    return { ...step, state: { ...show(step.state, "match"), holder: null } };
  },

  // whose phone it is, and where
  showPhone: (state) => to(show(state, "phone")),
  askWhose: (state) => to({ ...show(state, "whose"), chosenOwner: null }),
  chooseOwner: (state, { owner }) => to({ ...state, chosenOwner: owner }),
  setOwner(state, { owner }) {
    const player = owner.kind === "player" ? owner.player : null;
    const next = { ...leaveScreen(state), owner, holder: null, chosenOwner: null };
    return to(next, { do: "setOwner", player, token: state.phone.token }, keepPhone(next));
  },
  askLeave: (state) => to(show(state, "leave")),
  leave(state) {
    const { token } = state.phone;
    return signOut({ ...state, call: null }, "", token ? [token] : []);
  },
  callReferee: (state) => setCall(state, true),
  cancelCall: (state) => setCall(state, false),
  enterCode(state, { typed }) {
    if (state.code.isBusy) return to(state);
    return to({ ...state, code: { ...NO_CODE, typed, isBusy: true } }, { do: "admit", body: { code: typed, ...(state.config.event ? { event: state.config.event } : {}) } });
  },
  reload: (state) => retry(state),
  goOn: (state) => to({ ...show(state, "loading"), sheet: null, holder: null, draft: null }, { do: "load", token: state.phone.token, match: state.config.match }),
};

// Forms -------------------------------------------------------------------------------------------

/** @param {State} state @param {Partial<Draft> & {kind: Draft["kind"]}} given @param {ScreenName} screen @returns {State} */
function openDraft(state, given, screen = given.kind) {
  const { id, version } = /** @type {import("./types.js").Sheet} */ (state.sheet);
  const unsent = itemAt(state.items, id, version, given.line ?? 0)?.key ?? null;
  /** @type {Draft} */
  const draft = {
    id: state.drafts + 1, match: id, seen: version, hand: null, line: null, unsent, replaces: false, isTouched: false, record: {}, counting: state.draft?.counting ?? 0,
    reason: "", needsReason: false, knowsTurn: false, errors: null, cards: null, digits: null, halves: null, exact: false,
    ...given,
  };
  return { ...show(state, screen), draft, drafts: draft.id };
}

/** @param {State} state @returns {Partial<Draft>} */
function withFirstTurn(state) {
  const seat = state.firstTurn;
  if (seat === null || read.scoreOf(state).turn !== null) return {};
  return { record: { [read.gameOf(state).card.turn.field]: seat }, knowsTurn: true };
}

/** @param {State} state @param {Partial<Draft>} changes @returns {Step} */
export function touch(state, changes) {
  if (!state.draft) return to(state);
  return to({ ...state, draft: { ...state.draft, ...changes, errors: null, isTouched: true } });
}

/** @param {State} state @param {string} field @param {any} value @param {Partial<Draft>} [more] */
export function choose(state, field, value, more = {}) {
  if (!state.draft) return to(state);
  const { card } = read.gameOfDraft(state);
  const record = state.draft.kind === "claim" ? state.draft.record : forgetRefinements(card, state.draft.record, field);
  return touch(state, { ...more, record: { ...record, [field]: value } });
}

/**
 * Opens the form that corrects a hand: on the sheet, or waiting on this phone. A hand card by card is
 * corrected card by card; a referee gives the reason first.
 * @param {State} state @param {any} row
 */
export function openAmend(state, row) {
  if (!row || row.kind !== "hand" || !read.canCorrect(state, row)) return state;
  const { card } = read.gameAt(state, row.game);
  const replaces = row.item && isReplaceable(row.item) && !isReferredTo(state, row.n);
  const { play } = row.data;
  const needsReason = state.config.match !== null && !replaces;
  return openDraft(state, {
    kind: play && !needsReason ? "cards" : "amend", record: play ? {} : formRecord(card, row.data), cards: play ? resumePlay(card, play) : null,
    hand: row.number, line: row.n, replaces, needsReason,
  });
}

/** Opens the form of a refused line with what was last said of it. @param {State} state @param {Item} item @returns {State} */
export function openRefused(state, item) {
  const isAmend = item.kind === "amend";
  const { card } = isAmend ? read.gameOfLine(state, item.data.line) : read.gameOf(state);
  const data = read.lastWordOn(state, item);
  const errors = item.problem?.sentences ?? null;
  if (item.kind === "claim") return openDraft(state, { kind: "claim", record: item.data, errors, unsent: item.key, replaces: true });
  return openDraft(state, {
    kind: isAmend ? "amend" : "hand", record: data.play ? {} : formRecord(card, data), hand: item.hand, errors,
    line: isAmend ? item.data.line : null, unsent: item.key, replaces: true, reason: item.data.reason ?? "", isTouched: true, knowsTurn: true,
    needsReason: isAmend && state.config.match !== null,
  });
}

/** Others have written while a form was open: it never becomes another hand's without a question. @param {State} state @param {Line[]} foreign @returns {State} */
export function overtake(state, foreign) {
  const { draft } = state;
  const changing = foreign.filter((line) => line.kind !== "sign");
  if (!draft || !changing.length || draft.match !== state.sheet?.id) return state;
  const isCorrection = draft.kind === "amend" || (draft.kind === "cards" && draft.line !== null);
  if (isCorrection && !changing.some((line) => line.data.line === draft.line)) return { ...state, draft: { ...draft, seen: state.sheet.version } };
  if (draft.kind === "hand" || (draft.kind === "cards" && !isCorrection)) {
    if (draft.isTouched) return { ...show(state, "overtaken"), overtaken: [...state.overtaken, ...changing] };
  }
  const last = /** @type {Line} */ (changing.at(-1));
  return { ...show(state, "match"), draft: null, overtaken: [], notice: { kind: "waiting", name: "others_wrote", params: { line: last } } };
}

/** @param {State} state @returns {Step} */
export function submit(state) {
  const { draft } = state;
  if (!draft || draft.match !== state.sheet?.id || state.screen !== draft.kind) return to(state);
  const step = SUBMITS[draft.kind](state, draft);
  // The very line is in the list already, and has stopped: why is shown, rather than a table without it.
  const isListed = step.state.screen === "match" && step.state.items === state.items;
  return isListed ? { ...step, state: show(step.state, "unsent") } : step;
}

/** @type {Record<Draft["kind"], (state: State, draft: Draft) => Step>} */
const SUBMITS = {
  hand(state, draft) {
    const { card } = read.gameOf(state);
    const score = read.scoreOf(state);
    const record = completeRecord(card, draft, score.turn, score.totals);
    if (!record || missingReason(card, draft, record, score.totals)) return to(state);
    const item = replacedItem(state, draft);
    if (item) return closeSubmitted(rewrite(state, item, record));
    return closeSubmitted(enqueue(state, { kind: "hand", data: record, hand: draft.hand }));
  },
  cards(state, draft) {
    if (!draft.cards || !isComplete(draft.cards)) return to(state);
    const data = lineData(draft.cards);
    const item = replacedItem(state, draft);
    if (item) return closeSubmitted(rewrite(state, item, item.kind === "amend" ? amendment(draft, data).data : data));
    if (draft.line !== null) return closeSubmitted(enqueueAll(state, [...withdrawals(state, draft.line), { ...amendment(draft, data), hand: draft.hand }]));
    return closeSubmitted(enqueue(state, { kind: "hand", data, hand: draft.hand }));
  },
  amend(state, draft) {
    const { card } = read.gameOfDraft(state);
    const before = read.totalsBefore(state, /** @type {number} */ (draft.line));
    const record = completeRecord(card, draft, null, before);
    if (!record || missingReason(card, draft, record, before)) return to(state);
    const item = replacedItem(state, draft);
    if (item) return closeSubmitted(rewrite(state, item, item.kind === "amend" ? amendment(draft, record).data : record));
    return closeSubmitted(enqueueAll(state, [...withdrawals(state, draft.line), { ...amendment(draft, record), hand: draft.hand }]));
  },
  claim(state, draft) {
    const { card } = read.gameOf(state);
    if (!claimOf(card, draft.record, read.scoreOf(state).totals)) return to(state);
    const fields = Object.fromEntries(card.claim.fields.map((/** @type {string} */ field) => [field, draft.record[field] ?? null]));
    const item = replacedItem(state, draft);
    if (item) return closeSubmitted(rewrite(state, item, fields));
    return closeSubmitted(enqueue(state, { kind: "claim", data: fields }));
  },
  redeal: (state) => closeSubmitted(enqueue(state, { kind: "redeal", data: {} })),
  strike(state, draft) {
    const item = replacedItem(state, draft);
    if (item) return closeSubmitted(remove(state, item));
    return closeSubmitted(enqueueAll(state, [...withdrawals(state, draft.line), { kind: "strike", data: { line: draft.line, reason: "" } }]));
  },
};

/** The line that will say something else; null if there is none. @param {State} state @param {Draft} draft */
const replacedItem = (state, { unsent, replaces }) => (replaces ? findItem(state.items, unsent ?? "") : null);

/** @param {Draft} draft @param {Record<string, any>} data */
const amendment = (draft, data) => ({ kind: "amend", data: { line: draft.line, data, reason: draft.reason } });

/** Closes the form and shows the table; the line is confirmed when it is stored. @param {Step} step @returns {Step} */
function closeSubmitted({ state, effects }) {
  return { state: { ...leaveForm(state), firstTurn: null }, effects };
}

/** The forms of a hand. @type {readonly Draft["kind"][]} */
const ENTERED = ["hand", "cards"];

/** Back leads to the form or the question from which a screen was opened, else to the table. @param {State} state @returns {Step} */
export function goBack(state) {
  const { screen, draft, owner } = state;
  // A card was scanned that does not open, or not yet: the phone is still at its table.
  if (screen === "code") return to(isCodeAtTable(state) ? { ...leaveScreen(state), code: NO_CODE } : state);
  if (screen === "overtaken" || (screen === "whose" && !owner)) return to(state);
  if (!FORMS.includes(screen)) return to(leaveScreen(state));
  // Cards take long to enter: they are not thrown away without a question.
  return to(draft?.cards && draft.isTouched ? show(state, "abandon") : closeForm(state));
}

/** Where a screen leads to that is no form: to the form in which something was entered, if there is one. @param {State} state @returns {State} */
export function leaveScreen(state) {
  const { draft } = state;
  if (!draft || !read.isEntering(state)) return closeForm(state);
  if (state.overtaken.length) return show(state, "overtaken");
  if (read.conflictOf(state)) return show(state, "conflict");
  // The hand before may have been discarded.
  const hand = ENTERED.includes(draft.kind) && draft.line === null && !read.scoreOf(state).over ? read.nextHand(state) : draft.hand;
  return { ...show(state, draft.kind), draft: { ...draft, hand }, discarding: null };
}

/** @param {State} state @returns {State} */
const closeForm = (state) => ({ ...show(state, home(state)), draft: null, holder: state.screen === "sign" ? state.holder : null, discarding: null });

/**
 * A form about a line of this phone goes where that line goes: to another number, to the sheet, or away. @param {State} state @returns {State}
 */
export function followUnsent(state) {
  const { draft, sheet } = state;
  if (!draft?.unsent || draft.match !== sheet?.id) return state;
  const moved = followLine(state, draft);
  if (!moved) return { ...(state.screen === draft.kind ? show(state, "match") : state), draft: null, overtaken: [] };
  const next = { ...draft, ...moved };
  const isSame = Object.keys(moved).every((name) => next[/** @type {keyof Draft} */ (name)] === draft[/** @type {keyof Draft} */ (name)]);
  return isSame ? state : { ...state, draft: next };
}

/** What changes in a form about a line of this phone; null if that line is gone. @param {State} state @param {Draft} draft @returns {Partial<Draft> | null} */
function followLine({ items, sheet, config }, draft) {
  const { id, version, lines } = /** @type {import("./types.js").Sheet} */ (sheet);
  const item = itemsOf(items, id).find((each) => keysOf(each).includes(/** @type {string} */ (draft.unsent)));
  const asksReason = draft.needsReason || (draft.kind === "amend" && config.match !== null);
  if (!item) {
    const line = lines.find(({ key, kind }) => key === draft.unsent && kind !== "amend");
    return line && draft.line !== null ? { unsent: null, line: line.n, replaces: false, needsReason: asksReason } : null;
  }
  // The form of a refused line says that line again; any other form says something of its line.
  const corrects = draft.line !== null && item.kind !== "amend";
  const replaces = isReplaceable(item) && (draft.replaces || hasStopped(item));
  if (!corrects && !replaces) return null;
  // One that waits for a decision has no number until then.
  const isCounted = corrects && countedItems(items, id, version).includes(item);
  return { unsent: item.key, line: isCounted ? item.version + 1 : draft.line, replaces, needsReason: replaces ? draft.needsReason : asksReason };
}

/** The table without the form; first the question that waited behind it, if there is one. @param {State} state @returns {State} */
function leaveForm(state) {
  return { ...show(state, read.conflictOf(state) ? "conflict" : "match"), draft: null, overtaken: [] };
}

/**
 * Whether a form corrects a line that the server has: its number stays, whatever becomes of those that wait here.
 * @param {State} state @param {Draft} draft
 */
const isCorrectionOfSheet = (state, draft) =>
  ["amend", "cards"].includes(draft.kind) && draft.line !== null && draft.line <= (state.sheet?.version ?? 0) && !read.isSigned(state);

/**
 * After a conflict was decided: back to the form that was open, if there was one. What others have
 * written after line ``seen`` may be the hand of that form. @param {Step} step @param {number} seen @returns {Step}
 */
export function resume(step, seen) {
  const { effects } = step;
  const state = followUnsent(step.state);
  if (read.conflictOf(state)) return { state: show(state, "conflict"), effects };
  const { draft } = state;
  if (!draft?.isTouched) return closeSubmitted(step);
  // What others have said of that very line since it was opened closes a correction, with a word.
  if (isCorrectionOfSheet(state, draft)) return { state: overtake(show(state, draft.kind), read.linesOfOthers(state, draft.seen)), effects };
  if (draft.unsent) return { state: show(state, draft.kind), effects };
  const { over } = read.scoreOf(state);
  if (draft.kind === "claim" && !over) return { state: overtake(show(state, "claim"), read.linesOfOthers(state, seen)), effects };
  if (!ENTERED.includes(draft.kind) || draft.line !== null) return closeSubmitted(step);
  const overtaken = read.handsOfOthers(state, seen);
  if (overtaken.length) return { state: { ...show(state, "overtaken"), overtaken }, effects };
  if (over) return closeSubmitted(step);
  const again = { ...draft, id: state.drafts + 1, hand: read.nextHand(state), seen: state.sheet?.version ?? draft.seen };
  return { state: { ...show(state, draft.kind), draft: again, drafts: again.id, overtaken: [] }, effects };
}

/** Opens the form that was open when the page was closed. @param {State} state @param {Draft} draft as ``read.draftToKeep`` gave it @returns {Step} */
export function reopenDraft(state, draft) {
  const opened = { ...state, draft: { ...draft, id: state.drafts + 1 }, drafts: state.drafts + 1 };
  return resume(to(opened), draft.seen);
}
