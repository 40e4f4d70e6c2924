// The pad as one pure reducer: (state, event) -> {state, effects}. No DOM, no network, no clock:
// the time comes with each event (``at``, milliseconds).
//
// Invariants that the tests hold after every step:
// - an act is either on the right sheet once, or in ``items`` with its match, version and key;
// - a form submits once: submitting takes the draft away;
// - a tap within GUARD of a new screen does nothing;
// - a draft keeps the hand and version that it was begun for: a sheet that moves on asks;
// - a signature is written for the side of the person who holds the phone.

import { lineKey } from "../game/keys.js";
import { completeRecord, claimOf, forgetRefinements, formRecord, missingReason } from "../game/record.js";
import { isComplete, lineData } from "../game/play.js";
import { changeItem, findItem, itemsOf, nextToSend } from "./outbox.js";
import * as read from "./selectors.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").PadEvent} PadEvent */
/** @typedef {import("./types.js").Effect} Effect */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Owner} Owner */
/** @typedef {import("./types.js").ScreenName} ScreenName */

/** A control that has just appeared under the finger takes no tap for this long. */
export const GUARD = 400;

/** Milliseconds between tries while the server does not answer. */
export const PAUSES = [1000, 2000, 4000, 8000, 15_000];

const NO_CODE = { typed: "", secret: "", error: /** @type {string | null} */ (""), isBusy: false };
const FORMS = ["hand", "amend", "claim", "redeal", "strike", "cards"];
const PLACES_WITHOUT_MATCH = ["loading", "trouble", "code", "nothing"];

/** @param {State["config"]} config @param {number} at @returns {State} */
export function initialState(config, at) {
  return {
    config,
    phone: { key: "", token: null, leaving: [] },
    device: null,
    owner: config.match === null ? null : { kind: "referee" },
    holder: null,
    chosenOwner: null,
    screen: "loading",
    appearedAt: 0,
    sheet: null,
    items: [],
    draft: null,
    drafts: 0,
    overtaken: [],
    discarding: null,
    squares: null,
    firstTurn: null,
    storage: "unknown",
    hasPaper: false,
    network: { sending: null, asking: null, tries: 0, isResting: false, lastTry: null, isOnline: true, isLive: false },
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
    if (isSettling(state) || !isShown(state, event.type)) return { state, effects: [] };
    return finish(before, TAPS[event.type](state, event));
  }
  const handle = REPORTS[event.type];
  if (!handle) throw new Error(`no such event: ${event.type}`);
  return finish(before, handle(state, event));
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
    asking: asking && { since: asking.since - back },
  };
  return { ...state, now: at, appearedAt: state.appearedAt - back, network };
}

/** Where a control stands: a tap that arrives when its screen has gone does nothing. @type {Record<string, readonly string[]>} */
const SHOWN_ON = {
  openHand: ["match"], openAmend: ["match"], openAmendLast: ["match"], openClaim: ["match"], openRedeal: ["match"], openStrike: ["match"],
  openSign: ["match"], chooseFirstTurn: ["match"], openCards: ["hand"],
  choose: FORMS, chooseHalf: FORMS, typeDigits: FORMS, chooseOnly: FORMS, count: FORMS, openExact: FORMS, giveReason: FORMS, submit: FORMS,
  placeCards: ["cards"],
  sameHandTheirs: ["overtaken"], nextHandMine: ["overtaken"], sameHandMine: ["overtaken"],
  keepTheirs: ["conflict"], correctTheirs: ["conflict"], writeAnother: ["conflict"],
  askDiscard: ["unsent"], editRefused: ["unsent"], retryItem: ["unsent"], discard: ["discard"],
  handOver: ["sign"], sign: ["sign"], withdraw: ["sign"], goOn: ["next"],
  chooseOwner: ["whose"], setOwner: ["whose"], leave: ["leave"], enterCode: ["code"],
};
const WITHOUT_SHEET = ["nothing", "code", "unsent", "discard", "leave", "phone", "rescue", "trouble", "loading"];

/** @param {State} state @param {string} tap */
function isShown({ screen, sheet }, tap) {
  if (SHOWN_ON[tap] && !SHOWN_ON[tap].includes(screen)) return false;
  return sheet !== null || WITHOUT_SHEET.includes(screen);
}

/** Whether what is on the screen has just appeared. @param {State} state */
export const isSettling = (state) => state.now - state.appearedAt < GUARD;

/** Notes when another screen appears, and sends what can be sent. @param {State} before @param {Step} step @returns {Step} */
function finish(before, step) {
  let { state, effects } = step;
  if (screenKey(before) !== screenKey(state)) {
    state = { ...state, appearedAt: state.now };
    effects = [...effects, { do: "show" }, { do: "wake", after: GUARD + 20 }];
  }
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
  return { state, effects };
}

/** After a failure the next try waits for its timer, or for the network. @param {State} state */
const canTry = ({ network }) => network.isOnline && !network.isResting;

/** What makes a screen another screen for the finger above it. @param {State} state */
export function screenKey(state) {
  const { screen, draft, sheet, holder } = state;
  const isOver = sheet ? read.scoreOf(state).over : false;
  const side = holder?.kind === "player" ? holder.side : "";
  return [screen, draft?.id ?? "", sheet?.id ?? "", isOver, screen === "sign" ? `${side}${read.signedSides(state).length}` : ""].join(" ");
}

/** @param {State} state @param {Effect[]} effects @returns {Step} */
const to = (state, ...effects) => ({ state, effects });

/** @param {State} state @param {ScreenName} screen @returns {State} */
const show = (state, screen) => ({ ...state, screen, notice: null });

// Drafts ---------------------------------------------------------------------------------------

/** @param {State} state @param {Partial<Draft> & {kind: Draft["kind"]}} given @param {ScreenName} screen @returns {State} */
function openDraft(state, given, screen = given.kind) {
  /** @type {Draft} */
  const draft = {
    id: state.drafts + 1, match: /** @type {any} */ (state.sheet).id, seen: /** @type {any} */ (state.sheet).version,
    hand: null, line: null, replaces: null, isTouched: false, record: {}, counting: state.draft?.counting ?? 0,
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
function touch(state, changes) {
  if (!state.draft) return to(state);
  return to({ ...state, draft: { ...state.draft, ...changes, errors: null, isTouched: true } });
}

/** @param {State} state @param {string} field @param {any} value @param {Partial<Draft>} [more] */
function choose(state, field, value, more = {}) {
  if (!state.draft) return to(state);
  const { card } = read.gameOf(state);
  const record = state.draft.kind === "claim" ? state.draft.record : forgetRefinements(card, state.draft.record, field);
  return touch(state, { ...more, record: { ...record, [field]: value } });
}

/** Opens the form that corrects a hand: on the sheet, or waiting on this phone. @param {State} state @param {any} row */
function openAmend(state, row) {
  if (!row || row.kind !== "hand" || row.isStruck || read.isSigned(state)) return state;
  const { card } = read.gameOf(state);
  const item = row.item && isReplaceable(row.item) && !isSaidOf(state, row.n) ? row.item : null;
  const record = row.data.play ? {} : formRecord(card, row.data);
  return openDraft(state, {
    kind: "amend", record, hand: row.number, line: row.n, replaces: item?.key ?? null,
    needsReason: state.config.match !== null && !item,
  });
}

/** Whether a waiting line corrects that line, or signs what it led to. @param {State} state @param {number} n */
const isSaidOf = (state, n) =>
  read.waitingItems(state).some((item) => item.kind === "sign" || (["amend", "strike"].includes(item.kind) && item.data.line === n));

/** Whether a line can still say something else: it never left this phone, or the server refused it. @param {Item | null} item */
const isReplaceable = (item) => item !== null && (item.attempts === 0 || item.state === "refused");

// Writing --------------------------------------------------------------------------------------

/**
 * Puts a line in the outbox. Its version is the sheet's with what waits before it; its key follows
 * from what it says, so the same act can never be two lines.
 * @param {State} state @param {{kind: string, data: Record<string, any>, hand?: number | null}} line
 * @returns {Step}
 */
function enqueue(state, { kind, data, hand = null }) {
  const sheet = /** @type {any} */ (state.sheet);
  const item = makeItem(state, { kind, data, hand, version: read.nextVersion(state) });
  if (findItem(state.items, item.key)) return to(state);
  const table = sheet.match.table;
  return to({ ...state, items: [...state.items, item] }, { do: "store", items: [item], table });
}

/** @param {State} state @param {Pick<Item, "kind" | "data" | "hand" | "version">} line @returns {Item} */
function makeItem(state, line) {
  const { match, id } = /** @type {any} */ (state.sheet);
  const phone = state.phone.key;
  return {
    ...line,
    key: lineKey({ phone, match: id, version: line.version, kind: line.kind, data: line.data }),
    phone, match: id, event: match.event, table: match.table, place: match.round.title,
    madeAt: new Date(state.now).toISOString(), token: state.config.match === null ? state.phone.token : null,
    attempts: 0, isStored: false, state: "waiting", problem: null,
  };
}

/** @param {State} state @param {Parameters<typeof enqueue>[1][]} lines @returns {Step} */
function enqueueAll(state, lines) {
  let step = to(state);
  for (const line of lines) {
    const next = enqueue(step.state, line);
    step = { state: next.state, effects: [...step.effects, ...next.effects] };
  }
  return step;
}

/** Goes back to the table; what was written there is confirmed when it is stored. @param {Step} step @returns {Step} */
function closed({ state, effects }) {
  return { state: { ...show(state, "match"), draft: null, overtaken: [], firstTurn: null }, effects };
}

/** After two writers were told apart: back to what was being entered, if anything was. @param {Step} step @returns {Step} */
function resume(step) {
  const { state, effects } = step;
  const { draft } = state;
  if (!draft?.isTouched || draft.kind !== "hand" || read.scoreOf(state).over) return closed(step);
  const again = { ...draft, id: state.drafts + 1, hand: read.nextHand(state), seen: state.sheet?.version ?? draft.seen };
  return { state: { ...show(state, "hand"), draft: again, drafts: again.id }, effects };
}

/** Signatures in force stand for a result that is about to change: they are withdrawn first. @param {State} state */
const withdrawals = (state) => read.signatures(state).map(({ n }) => ({ kind: "strike", data: { line: n, reason: "" } }));

/** @param {State} state @returns {Step} */
function submit(state) {
  const { draft } = state;
  if (!draft || draft.match !== state.sheet?.id || state.screen !== draft.kind) return to(state);
  return SUBMITS[draft.kind](state, draft);
}

/** @type {Record<Draft["kind"], (state: State, draft: Draft) => Step>} */
const SUBMITS = {
  hand(state, draft) {
    const { card } = read.gameOf(state);
    const score = read.scoreOf(state);
    const record = completeRecord(card, draft, score.turn, score.totals);
    if (!record || missingReason(card, draft, record, score.totals)) return to(state);
    const item = draft.replaces ? findItem(state.items, draft.replaces) : null;
    if (item && isReplaceable(item)) return closed(replace(state, item, record));
    return closed(enqueue(state, { kind: "hand", data: record, hand: draft.hand }));
  },
  cards(state, draft) {
    if (!draft.cards || !isComplete(draft.cards)) return to(state);
    const data = lineData(draft.cards);
    if (draft.line !== null) return closed(enqueueAll(state, [...withdrawals(state), amendment(draft, data)]));
    return closed(enqueue(state, { kind: "hand", data, hand: draft.hand }));
  },
  amend(state, draft) {
    const { card } = read.gameOf(state);
    const before = read.totalsBefore(state, /** @type {number} */ (draft.line));
    const record = completeRecord(card, draft, null, before);
    if (!record || missingReason(card, draft, record, before)) return to(state);
    const item = draft.replaces ? findItem(state.items, draft.replaces) : null;
    if (item && isReplaceable(item)) {
      return closed(replace(state, item, item.kind === "amend" ? amendment(draft, record).data : record));
    }
    return closed(enqueueAll(state, [...withdrawals(state), { ...amendment(draft, record), hand: draft.hand }]));
  },
  claim(state, draft) {
    const { card } = read.gameOf(state);
    if (!claimOf(card, draft.record, read.scoreOf(state).totals)) return to(state);
    const fields = Object.fromEntries(card.claim.fields.map((/** @type {string} */ field) => [field, draft.record[field] ?? null]));
    const item = draft.replaces ? findItem(state.items, draft.replaces) : null;
    if (item && isReplaceable(item)) return closed(replace(state, item, fields));
    return closed(enqueue(state, { kind: "claim", data: fields }));
  },
  redeal: (state) => closed(enqueue(state, { kind: "redeal", data: {} })),
  strike(state, draft) {
    const item = draft.replaces ? findItem(state.items, draft.replaces) : null;
    if (item && isReplaceable(item)) return closed(remove(state, item));
    return closed(enqueueAll(state, [...withdrawals(state), { kind: "strike", data: { line: draft.line, reason: "" } }]));
  },
};

/** @param {Draft} draft @param {Record<string, any>} data */
const amendment = (draft, data) => ({ kind: "amend", data: { line: draft.line, data, reason: draft.reason } });

/** A line that never left this phone says something else: it gets another key. @param {State} state @param {Item} item @param {Record<string, any>} data @returns {Step} */
function replace(state, item, data) {
  const fresh = rekey({ ...item, data, state: "waiting", problem: null, isStored: false, attempts: 0 }, item.version);
  const items = state.items.map((each) => (each.key === item.key ? fresh : each));
  return to({ ...state, items }, { do: "store", items: [fresh], forget: [item.key] });
}

/** @param {Item} item @param {number} version @returns {Item} */
function rekey(item, version) {
  const { phone, match, kind, data } = item;
  return { ...item, version, key: lineKey({ phone, match, version, kind, data }) };
}

/**
 * Takes a line out of the outbox. Those behind it in the match never left this phone: they build
 * on the version before from now on. @param {State} state @param {Item} item @returns {Step}
 */
function remove(state, item) {
  const rest = state.items.filter((each) => each.key !== item.key);
  // Where its sheet is not on the screen, its first line tells the version that all of them build on.
  const base = state.sheet?.id === item.match ? state.sheet.version : itemsOf(state.items, item.match)[0].version;
  return rebase({ ...state, items: rest }, item.match, base, [item.key]);
}

/** @param {State} state @param {number} match @param {number} base @param {string[]} forget @returns {Step} */
function rebase(state, match, base, forget) {
  /** @type {Item[]} */
  const moved = [];
  let version = base;
  const items = state.items.map((item) => {
    if (item.match !== match) return item;
    // It may be on the sheet already: it stays what it is, and the others build on it.
    if (item.attempts > 0 && (item.state === "waiting" || item.state === "signed_out")) {
      version = item.version + 1;
      return item;
    }
    const next = item.version === version ? item : rekey({ ...item, isStored: false }, version);
    version += 1;
    if (next !== item) {
      moved.push(next);
      forget.push(item.key);
    }
    return next;
  });
  return to({ ...state, items }, { do: "store", items: moved, forget });
}

// Taps -----------------------------------------------------------------------------------------

/** @type {Record<string, (state: State, event: any) => Step>} */
const TAPS = {
  openHand(state) {
    if (!state.sheet || read.scoreOf(state).over) return to(state);
    return to(openDraft(state, { kind: "hand", hand: read.nextHand(state), seen: state.sheet.version, ...withFirstTurn(state) }));
  },
  openCards(state) {
    const { draft } = state;
    if (!draft) return to(state);
    return to({ ...state, screen: "cards", draft: { ...draft, kind: "cards", id: state.drafts + 1 }, drafts: state.drafts + 1 });
  },
  openAmend: (state, { n }) => to(openAmend(state, read.handsOf(state).find((row) => row.n === n))),
  openAmendLast: (state) => to(openAmend(state, read.handsOf(state).find((row) => row.kind === "hand" && !row.isStruck))),
  openClaim: (state) => to(openDraft(state, { kind: "claim" })),
  openRedeal: (state) => to(openDraft(state, { kind: "redeal" })),
  openStrike(state) {
    const row = read.handsOf(state).find((each) => !each.isStruck);
    if (!row || read.isSigned(state)) return to(state);
    const replaces = row.item && row.item.attempts === 0 && row.item === read.waitingItems(state).at(-1) ? row.item.key : null;
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
  back(state) {
    if (state.screen === "overtaken" || state.screen === "whose" && !state.owner) return to(state);
    return to({ ...show(state, home(state)), draft: null, holder: state.screen === "sign" ? state.holder : null, discarding: null });
  },
  chooseFirstTurn: (state, { seat }) => to({ ...state, firstTurn: seat }),

  // the sheet has moved on under a draft
  sameHandTheirs: (state) => to({ ...show(state, "match"), draft: null, overtaken: [] }),
  nextHandMine(state) {
    if (!state.draft || !state.sheet) return to(state);
    const hand = read.scoreOf(state).over ? null : read.nextHand(state);
    if (hand === null) return to({ ...show(state, "match"), draft: null, overtaken: [] });
    const draft = { ...state.draft, id: state.drafts + 1, hand, seen: state.sheet.version };
    return to({ ...show(state, draft.kind), draft, drafts: draft.id, overtaken: [] });
  },
  sameHandMine(state) {
    const theirs = state.overtaken.filter((line) => line.kind === "hand").at(-1);
    const { draft } = state;
    if (!draft || !theirs || read.isSigned(state)) return to(state);
    const row = read.handsOf(state).find((each) => each.n === theirs.n);
    const fresh = openDraft(state, {
      kind: "amend", line: theirs.n, hand: row?.number ?? draft.hand, record: draft.record, counting: draft.counting,
      digits: draft.digits, halves: draft.halves, isTouched: true, needsReason: state.config.match !== null,
    });
    return to({ ...fresh, overtaken: [] });
  },

  // two writers: what stands, and what this phone wanted to write
  keepTheirs(state) {
    const item = read.conflictOf(state);
    return item ? resume(remove(state, item)) : to(show(state, "match"));
  },
  correctTheirs(state, { n, reason }) {
    const item = read.conflictOf(state);
    if (!item) return to(show(state, "match"));
    return resume(insertFirst(remove(state, item), { kind: "amend", data: { line: n, data: item.data, reason }, hand: item.hand }));
  },
  writeAnother(state) {
    const item = read.conflictOf(state);
    if (!item) return to(show(state, "match"));
    return resume(insertFirst(remove(state, item), { kind: item.kind, data: item.data, hand: null }));
  },

  // lines that could not be sent
  showUnsent: (state) => to(show(state, "unsent")),
  showRescue: (state) => to({ ...show(state, "rescue"), squares: null }, { do: "drawSquares", items: state.items }),
  askDiscard: (state, { key }) => to({ ...show(state, "discard"), discarding: key }),
  discard(state) {
    const item = state.discarding ? findItem(state.items, state.discarding) : null;
    const next = { ...show(state, "unsent"), discarding: null };
    return item ? remove(next, item) : to(next);
  },
  editRefused(state, { key }) {
    const item = findItem(state.items, key);
    return item && item.match === state.sheet?.id ? to(openRefused(state, item)) : to(state);
  },
  retryItem(state, { key }) {
    const items = changeItem(state.items, key, { state: "waiting", problem: null });
    return to({ ...state, items, network: { ...state.network, tries: 0, isResting: false } });
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
    if (read.isSigned(state) || !read.signatures(state).some((each) => each.n === n)) return to(state);
    const step = enqueue(state, { kind: "strike", data: { line: n, reason: "" } });
    return { ...step, state: { ...show(step.state, "match"), holder: null } };
  },

  // whose phone it is, and where
  showPhone: (state) => to(show(state, "phone")),
  askWhose: (state) => to({ ...show(state, "whose"), chosenOwner: null }),
  chooseOwner: (state, { owner }) => to({ ...state, chosenOwner: owner }),
  setOwner(state, { owner }) {
    const player = owner.kind === "player" ? owner.player : null;
    const next = { ...show(state, home(state)), owner, holder: null, chosenOwner: null };
    return to(next, { do: "setOwner", player, token: state.phone.token }, keepPhone(next));
  },
  askLeave: (state) => to(show(state, "leave")),
  leave(state) {
    const { token } = state.phone;
    return signOut(state, "", token ? [token] : []);
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

export const TAP_TYPES = Object.keys(TAPS);

/** @param {State} state @returns {ScreenName} */
function home(state) {
  if (!state.sheet) return state.device ? "nothing" : state.phone.token || state.config.match !== null ? "trouble" : "code";
  return read.isSigned(state) ? "next" : "match";
}

/** After a line was taken out, another one takes its place before those that follow. @param {Step} step @param {{kind: string, data: Record<string, any>, hand?: number | null}} line @returns {Step} */
function insertFirst({ state, effects }, { kind, data, hand = null }) {
  const { id, version } = /** @type {any} */ (state.sheet);
  const item = makeItem(state, { kind, data, hand, version });
  const own = itemsOf(state.items, id);
  const others = state.items.filter((each) => each.match !== id);
  const step = rebase({ ...state, items: [...others, item, ...own] }, id, version, []);
  return { state: step.state, effects: [...effects, { do: "store", items: [item] }, ...step.effects] };
}

/** @param {State} state @param {Item} item @returns {State} */
function openRefused(state, item) {
  const { card } = read.gameOf(state);
  const isAmend = item.kind === "amend";
  const data = isAmend ? item.data.data : item.data;
  const errors = item.problem?.sentences ?? null;
  if (item.kind === "claim") return openDraft(state, { kind: "claim", record: item.data, errors, replaces: item.key });
  return openDraft(state, {
    kind: isAmend ? "amend" : "hand", record: data.play ? {} : formRecord(card, data), hand: item.hand, errors,
    line: isAmend ? item.data.line : null, replaces: item.key, reason: item.data.reason ?? "", isTouched: true, knowsTurn: true,
    needsReason: isAmend && state.config.match !== null,
  });
}

/** @param {State} state @param {boolean} call @returns {Step} */
function setCall(state, call) {
  const next = { ...state, call };
  return to(next, { do: "call", call, token: state.phone.token }, keepPhone(next));
}

/** @param {State["network"]} network */
const rest = (network) => ({ ...network, tries: network.tries + 1, isResting: true });

/** @param {State} state @returns {Effect} */
const retryLater = ({ network }) => ({ do: "retryLater", after: PAUSES[Math.min(network.tries, PAUSES.length - 1)] });

/** @param {State} state @returns {Effect} */
const keepPhone = (state) => ({ do: "keepPhone", phone: { ...state.phone, owner: state.owner, call: state.call } });

/** Tries everything again at once. @param {State} state @returns {Step} */
function retry(state) {
  const network = { ...state.network, isResting: false };
  /** @type {Effect[]} */
  const effects = [];
  if (state.code.secret && !state.code.isBusy) effects.push({ do: "admit", body: { secret: state.code.secret } });
  if (state.call !== null) effects.push({ do: "call", call: state.call, token: state.phone.token });
  if (state.phone.token || state.config.match !== null) effects.push({ do: "load", token: state.phone.token, match: state.config.match });
  return to({ ...state, network }, ...effects);
}

/**
 * This phone is at no table any more. Its unsent lines keep their match and their token: a token is
 * given back only when nothing waits for it. @param {State} state @param {string} error @param {string[]} leaving @returns {Step}
 */
function signOut(state, error, leaving) {
  const phone = { ...state.phone, token: null, leaving: [...new Set([...state.phone.leaving, ...leaving])] };
  const next = {
    ...show(state, "code"), phone, device: null, owner: null, holder: null, sheet: null, draft: null, overtaken: [], call: null,
    code: { ...NO_CODE, error },
  };
  return giveBackTokens({ state: next, effects: [keepPhone(next)] });
}

/** @param {Step} step @returns {Step} */
function giveBackTokens({ state, effects }) {
  const isNeeded = (/** @type {string} */ token) => state.items.some((item) => item.token === token);
  const free = state.phone.leaving.filter((token) => !isNeeded(token));
  if (!free.length) return { state, effects };
  return { state, effects: [...effects, ...free.map((token) => ({ do: "leave", token }))] };
}

// Reports --------------------------------------------------------------------------------------

/** @type {Record<string, (state: State, event: any) => Step>} */
const REPORTS = {
  // What this phone had kept: its lines, its token, whose it is, and the last sheet that it saw.
  booted(state, { storage, items, phone, sheet, device, owner, call }) {
    // A line that was kept may have been sent before the page closed: it is never changed any more.
    const kept = items.map((/** @type {Item} */ item) => ({ ...item, isStored: true, attempts: Math.max(1, item.attempts) }));
    const next = { ...state, storage, items: kept, phone: { ...state.phone, ...phone }, call: call ?? null, owner: state.config.match === null ? owner ?? null : state.owner };
    const isIn = next.phone.token || next.config.match !== null;
    const shown = isIn && sheet ? { ...next, sheet, device: device ?? null, screen: /** @type {ScreenName} */ ("match") } : next;
    if (!isIn) return to(show(shown, "code"));
    return to(shown, { do: "load", token: next.phone.token, match: next.config.match });
  },
  ticked: (state) => to(state),
  settled: (state) => to(state),
  popped(state) {
    return FORMS.includes(state.screen) || ["leave", "phone", "sign", "rescue", "unsent", "discard"].includes(state.screen)
      ? to({ ...show(state, home(state)), draft: null, holder: null })
      : to(state);
  },
  secretFound: (state, { secret }) => to({ ...state, code: { ...NO_CODE, secret, isBusy: true } }, { do: "admit", body: { secret } }),

  stored(state, { keys, storage }) {
    const fresh = state.items.filter((item) => keys.includes(item.key) && !item.isStored);
    const items = state.items.map((item) => (keys.includes(item.key) ? { ...item, isStored: true } : item));
    const last = fresh.at(-1);
    const notice = last && state.screen === "match" && !state.notice ? noticeOf("kept", { ...state, items }, last) : state.notice;
    return to({ ...state, items, storage, notice });
  },
  storingFailed: (state, { storage }) => to({ ...state, storage }),

  admitted(state, { token, device }) {
    const previous = state.phone.token;
    const leaving = previous && previous !== token ? [...state.phone.leaving, previous] : state.phone.leaving;
    const phone = { ...state.phone, token, leaving };
    const same = state.device?.event?.id === device.event.id && state.device?.table === device.table;
    const next = { ...state, phone, device, owner: same ? state.owner : null, sheet: null, draft: null, call: null, code: NO_CODE };
    const step = reattach({ ...next, screen: "loading" }, token, device);
    return giveBackTokens({ state: step.state, effects: [...step.effects, keepPhone(step.state), { do: "load", token, match: null }] });
  },
  // Without an answer (no sentence) a scanned card is tried again by itself.
  admissionRefused(state, { sentence }) {
    const code = { ...state.code, error: sentence, isBusy: false, secret: sentence === null ? state.code.secret : "" };
    return to({ ...show(state, "code"), code }, code.secret ? retryLater(state) : { do: "focusCode" });
  },

  asking: (state) => to({ ...state, network: { ...state.network, asking: state.network.asking ?? { since: state.now } } }, { do: "watch" }),
  answered: (state) => to({ ...state, network: { ...state.network, asking: null, tries: 0, isResting: false, isOnline: true } }),
  askingFailed(state) {
    const network = rest({ ...state.network, asking: null, isOnline: false });
    const screen = state.screen === "loading" ? "trouble" : state.screen;
    return to({ ...state, network, screen, code: { ...state.code, isBusy: false } }, retryLater(state));
  },
  deviceLoaded(state, { device }) {
    const phone = { ...state.phone };
    const next = { ...state, phone, device, call: answeredCall(state, device) };
    const { player } = device;
    if (!next.owner && player) next.owner = { kind: "player", player: player.id, side: -1, seat: -1, name: player.name };
    const wanted = device.match;
    const shown = state.sheet?.id ?? null;
    // The result of the match that has just been signed stays until somebody goes on.
    const hasLeft = shown !== null && shown !== wanted && state.screen !== "loading";
    if (hasLeft && read.isSigned(state)) return to(next.screen === "match" || next.screen === "sign" ? show(next, "next") : next);
    // It may have been signed on another phone: its sheet is read once more before it goes.
    if (hasLeft) return to(next, { do: "loadMatch", match: shown, token: state.phone.token });
    return followTable(next);
  },
  matchLoaded,
  callSent: (state, { call }) => {
    const next = { ...state, call: state.call === call ? null : state.call, device: state.device && { ...state.device, call: call ? state.device.call ?? { called_at: "" } : null } };
    return to(next, keepPhone(next));
  },
  ownerSet: (state, { device }) => to({ ...state, device }),
  left(state, { token }) {
    const next = { ...state, phone: { ...state.phone, leaving: state.phone.leaving.filter((each) => each !== token) } };
    return to(next, keepPhone(next));
  },
  signedOut(state, { token, sentence }) {
    const items = state.items.map((item) => (item.token === token && item.state === "waiting" ? { ...item, state: /** @type {const} */ ("signed_out"), problem: { code: "signed_out", title: sentence, sentences: [sentence], status: 401 } } : item));
    const changed = items.filter((item, at) => item !== state.items[at]);
    const next = { ...state, items, network: { ...state.network, asking: null, sending: null } };
    if (token !== state.phone.token) {
      const step = { ...next, phone: { ...next.phone, leaving: next.phone.leaving.filter((each) => each !== token) } };
      return to(step, { do: "store", items: changed }, keepPhone(step));
    }
    const out = signOut(next, sentence, []);
    return { state: out.state, effects: [{ do: "store", items: changed }, ...out.effects] };
  },
  failed(state, { sentence, match = null }) {
    const network = { ...state.network, asking: null };
    // The match that was on here is no more.
    if (match !== null && match === state.sheet?.id && state.device && state.device.match !== match) return followTable({ ...state, network });
    return to({ ...state, notice: { kind: "wrong", name: "sentence", params: { sentence } }, network, screen: state.screen === "loading" ? "trouble" : state.screen });
  },

  sent(state, { key, line, match }) {
    const item = findItem(state.items, key);
    const network = { ...state.network, sending: null, tries: 0, isResting: false, isOnline: true };
    if (!item) return to({ ...state, network });
    const items = state.items.filter((each) => each.key !== key);
    let next = { ...state, items, network, hasPaper: items.length ? state.hasPaper : false };
    /** @type {Effect[]} */
    const effects = [{ do: "store", items: [], forget: [key] }];
    const { sheet } = state;
    if (sheet && sheet.id === item.match) {
      const isNew = line.n === sheet.version + 1;
      const lines = isNew ? [...sheet.lines, { ...line, key }] : sheet.lines;
      const fresh = isNew ? { ...sheet, lines, version: line.n, match: { ...sheet.match, version: line.n, state: match.state } } : sheet;
      next = { ...next, sheet: fresh };
      if (next.draft && next.draft.seen === line.n - 1) next.draft = { ...next.draft, seen: line.n };
      // A correction changes how earlier lines read, and a result what comes next.
      if (!isNew || ["amend", "strike", "reopen"].includes(item.kind) || match.state.over) effects.push({ do: "load", token: state.phone.token, match: state.config.match });
      if (isNew) effects.push({ do: "keepSheet", sheet: fresh, device: next.device });
      if (["match", "next", "sign"].includes(next.screen)) next = { ...next, notice: noticeOf("told", next, item, line) };
      effects.push({ do: "feedback", kind: "written" });
    } else {
      next = { ...next, notice: { kind: "good", name: "told_elsewhere", params: { table: item.table ?? "" } } };
      // Its sheet may be under way, read before this line was written.
      if (state.device?.match === item.match) effects.push({ do: "load", token: state.phone.token, match: state.config.match });
    }
    return giveBackTokens(to(next, ...effects));
  },
  sendFailed(state) {
    return to({ ...state, network: rest({ ...state.network, sending: null }) }, retryLater(state));
  },
  // Sending again is tried when the timer ends, when the network is back, or when somebody asks.
  retryDue(state) {
    const next = { ...state, network: { ...state.network, isResting: false } };
    return state.items.length && state.network.isOnline ? to(next) : retry(next);
  },
  refused(state, { key, problem, sheet }) {
    const network = { ...state.network, sending: null, tries: 0, isResting: false, isOnline: true };
    const item = findItem(state.items, key);
    if (!item) return to({ ...state, network });
    const isStale = problem.code === "stale_version";
    // The server has the sheet that this line was refused for: it may hold this very line.
    const own = isStale && sheet ? sheet.lines.find((/** @type {Line} */ line) => line.key === key) : null;
    if (own) return REPORTS.sent({ ...state, network }, { key, line: own, match: sheet });
    const items = changeItem(state.items, key, { state: isStale ? "conflict" : "refused", problem });
    const next = { ...state, items, network };
    /** @type {Effect[]} */
    const effects = [{ do: "store", items: items.filter((each) => each.key === key) }, { do: "feedback", kind: isStale ? "conflict" : "refused" }];
    if (state.sheet?.id !== item.match) return to(next, ...effects);
    if (isStale && sheet) {
      next.sheet = { ...state.sheet, match: { ...state.sheet.match, ...sheet }, lines: sheet.lines, version: sheet.version };
      // A line that is being entered is kept: the conflict is about one before it.
      return to(show(next, "conflict"), ...effects);
    }
    if (!["hand", "amend", "claim"].includes(item.kind)) return to({ ...show(next, "unsent"), draft: null }, ...effects);
    // The form comes back with what was typed and with what is wrong with it. A line that is being
    // entered is not pushed aside: the bar says that there is something to look at.
    if (state.draft?.isTouched) return to(next, ...effects);
    return to(openRefused(next, { ...item, problem }), ...effects);
  },

  squaresDrawn: (state, { squares }) => to({ ...state, squares }),
  wentOnline: (state) => retry({ ...state, network: { ...state.network, isOnline: true } }),
  wentOffline: (state) => to({ ...state, network: { ...state.network, isOnline: false } }, retryLater(state)),
  streamed: (state, { isLive }) => to({ ...state, network: { ...state.network, isLive } }),
  noticed: (state) => (state.network.sending ? to(state) : to(state, { do: "load", token: state.phone.token, match: state.config.match })),
};

/** @param {State} state @param {Record<string, any>} device */
const answeredCall = (state, device) => (state.call !== null && Boolean(device.call) === state.call ? null : state.call);

/** Lines whose code was replaced go on with the new one, at the same table. @param {State} state @param {string} token @param {Record<string, any>} device @returns {Step} */
function reattach(state, token, device) {
  const isOurs = (/** @type {Item} */ item) => item.state === "signed_out" && item.event === device.event.id && item.table === device.table;
  const items = state.items.map((item) => (isOurs(item) ? { ...item, token, state: /** @type {const} */ ("waiting"), problem: null } : item));
  return to({ ...state, items }, { do: "store", items: items.filter((item, at) => item !== state.items[at]) });
}

/** @param {State} state @param {any} event @returns {Step} */
function matchLoaded(state, { sheet }) {
  const before = state.sheet?.id === sheet.id ? state.sheet : null;
  if (before && sheet.version < before.version) return to(state);
  const keys = new Set(sheet.lines.map((/** @type {Line} */ line) => line.key).filter(Boolean));
  const arrived = state.items.filter((item) => item.match === sheet.id && keys.has(item.key));
  const items = state.items.filter((item) => !arrived.includes(item));
  let next = { ...state, items, sheet, owner: seatOwner(state.owner, sheet.match) };
  /** @type {Effect[]} */
  const effects = [{ do: "keepSheet", sheet, device: state.device }];
  if (arrived.length) effects.push({ do: "store", items: [], forget: arrived.map((item) => item.key) });
  if (!before) return giveBackTokens(to(enter(next), ...effects));
  const foreign = sheet.lines.filter((/** @type {Line} */ line) => line.n > before.version && !String(line.key ?? "").startsWith(`${state.phone.key}-`));
  next = overtake(next, foreign.filter((/** @type {Line} */ line) => !isKnown(state, line)));
  if (next.screen === "sign" && !read.scoreOf(next).over) next = show(next, "match");
  if (["match", "sign"].includes(next.screen) && read.isSigned(next)) next = show(next, "next");
  if (next.screen === "next" && !read.isSigned(next)) next = show(next, "match");
  if (next.screen === "conflict" && !read.conflictOf(next)) next = show(next, "match");
  if (foreign.length && next.screen === "overtaken") effects.push({ do: "feedback", kind: "conflict" });
  const hasLeft = state.device !== null && state.device.match !== sheet.id && !read.isSigned(next);
  const step = hasLeft ? followTable(next) : to(next);
  return giveBackTokens({ state: step.state, effects: [...effects, ...step.effects] });
}

/** Goes to the match that is on at the table of this phone. @param {State} state @returns {Step} */
function followTable(state) {
  const wanted = state.device?.match ?? null;
  if (wanted !== null) return to(state, { do: "loadMatch", match: wanted, token: state.phone.token });
  const stays = ["phone", "leave", "unsent", "rescue", "discard"].includes(state.screen);
  return to({ ...(stays ? state : show(state, "nothing")), sheet: null, draft: null });
}

/** A line that waits here is written already, where the answer tells no keys. @param {State} state @param {Line} line */
const isKnown = (state, line) => line.key === undefined && state.items.some((item) => item.match === state.sheet?.id && item.version === line.n - 1 && item.kind === line.kind && JSON.stringify(item.data) === JSON.stringify(line.data));

/** @param {State} state @returns {State} */
function enter(state) {
  const screen = FORMS.includes(state.screen) || [...PLACES_WITHOUT_MATCH, "match", "next", "sign", "conflict", "overtaken"].includes(state.screen) ? "match" : state.screen;
  const shown = { ...state, screen: /** @type {ScreenName} */ (screen), draft: null, overtaken: [], firstTurn: null };
  if (screen !== "match") return shown;
  if (read.conflictOf(shown)) return { ...shown, screen: "conflict" };
  if (read.isSigned(shown)) return { ...shown, screen: "next" };
  const isAtSeat = shown.owner?.kind !== "player" || shown.owner.seat >= 0;
  if (shown.config.match === null && shown.sheet?.match.seats.length && (!shown.owner || !isAtSeat)) return { ...shown, screen: "whose", chosenOwner: null };
  return shown;
}

/** The seat of the phone's owner in this match. @param {Owner} owner @param {Record<string, any>} match @returns {Owner} */
function seatOwner(owner, match) {
  if (owner?.kind !== "player") return owner;
  const seat = match.seats.find((/** @type {any} */ each) => each.player === owner.player);
  return { ...owner, side: seat?.side ?? -1, seat: seat?.seat ?? -1, name: seat ? `${seat.first_name} ${seat.last_name}`.trim() : owner.name };
}

/** Lines of others that came under a draft: it is never given to another hand without asking. @param {State} state @param {Line[]} foreign @returns {State} */
function overtake(state, foreign) {
  const { draft } = state;
  const changing = foreign.filter((line) => line.kind !== "sign");
  if (!draft || !changing.length || draft.match !== state.sheet?.id) return state;
  if (draft.kind === "amend" && !changing.some((line) => line.data.line === draft.line)) return { ...state, draft: { ...draft, seen: state.sheet.version } };
  if (draft.kind === "hand" || draft.kind === "cards") {
    if (draft.isTouched) return { ...show(state, "overtaken"), overtaken: [...state.overtaken, ...changing] };
  }
  const last = /** @type {Line} */ (changing.at(-1));
  return { ...show(state, "match"), draft: null, overtaken: [], notice: { kind: "waiting", name: "others_wrote", params: { line: last } } };
}

/** @param {"kept" | "told"} prefix @param {State} state @param {Item} item @param {Line | null} [line] @returns {import("./types.js").Notice} */
const noticeOf = (prefix, state, item, line = null) => ({ kind: prefix === "kept" ? "waiting" : "good", name: `${prefix}_${item.kind}`, params: { item, line, isSigned: read.isSigned(state) } });
