// Steps that taps and reports have in common: lines are written, replaced and taken out; requests are
// tried again; the phone comes to a table and leaves it. How versions and keys of lines follow from
// one another is in outbox.js.

import { baseOfItems, changeItem, correctionsBehind, findItem, firstOrder, itemAt, isSameData, itemsOf, lastOrder, needsRebase, rebaseItems, rekey, rememberKey, unplace, UNPLACED } from "./outbox.js";
import * as read from "./selectors.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Effect} Effect */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").ScreenName} ScreenName */
/** @typedef {{kind: string, data: Record<string, any>, hand?: number | null, correctedNext?: number | null}} NewLine */
/** @typedef {import("./types.js").Owner} Owner */

/** A control that has just appeared under the finger takes no tap for this long: milliseconds. */
export const GUARD = 400;
export const FORMS = ["hand", "amend", "claim", "redeal", "strike", "cards"];
const INNER = [...FORMS, "abandon", "leave", "phone", "sign", "rescue", "unsent", "discard", "moves"];
export const NO_CODE = { typed: "", secret: "", error: /** @type {string | null} */ (""), isBusy: false };

/** @param {State} state @param {Effect[]} effects @returns {Step} */
export const to = (state, ...effects) => ({ state, effects });

/** One step after another. @param {Step} before @param {(state: State) => Step} next @returns {Step} */
export function follow({ state, effects }, next) {
  const step = next(state);
  return { state: step.state, effects: [...effects, ...step.effects] };
}

/** @param {State} state @param {ScreenName} screen @returns {State} */
export const show = (state, screen) => ({ ...state, screen, notice: null });

/** @param {State} state @returns {ScreenName} */
export function home(state) {
  if (!state.sheet) return state.device ? "nothing" : state.phone.token || state.config.match !== null ? "trouble" : "code";
  return read.isSigned(state) ? "next" : "match";
}

/** Whether the phone's own back button stays in the pad: on screens before the table, and while something is entered. @param {State} state */
export const isInner = (state) => INNER.includes(state.screen) || (state.screen === "whose" && state.owner !== null) || isCodeAtTable(state) || Boolean(state.draft?.isTouched);

/** Whether a card is being read that was scanned at a table: one can go back there. @param {State} state */
export const isCodeAtTable = (state) => state.screen === "code" && isIn(state);

/** @param {"kept" | "told"} prefix @param {State} state @param {Item} item @param {Line | null} [line] @returns {import("./types.js").Notice} */
export const noticeOf = (prefix, state, item, line = null) => ({ kind: prefix === "kept" ? "waiting" : "good", name: `${prefix}_${item.kind}`, params: { item, line, isSigned: read.isSigned(state) } });

// Lines -------------------------------------------------------------------------------------------

/**
 * Puts a line in the outbox. Its version is the sheet's with what waits before it; its key follows
 * from what it says, so the same act can never be two lines.
 * @param {State} state @param {NewLine} line
 * @returns {Step}
 */
export function enqueue(state, { hand = null, ...line }) {
  const sheet = /** @type {any} */ (state.sheet);
  let version = read.nextVersion(state);
  let item = makeItem(state, { ...line, hand, version, order: lastOrder(state.items) });
  for (let twin = findItem(state.items, item.key); twin; twin = findItem(state.items, item.key)) {
    if (twin.kind === item.kind && isSameData(twin.data, item.data)) return to(state);
    // Another line with the same check digits, one in a thousand, has stopped: two lines never share a key. This
    // one waits behind it, and gets its own place when that one goes on.
    version += 1;
    item = makeItem(state, { ...line, hand, version, order: lastOrder(state.items) });
  }
  const table = sheet.match.table;
  return to({ ...state, items: [...state.items, item] }, { do: "store", items: [item], table });
}

/** @param {State} state @param {Pick<Item, "kind" | "data" | "hand" | "version" | "order" | "correctedNext">} line @returns {Item} */
function makeItem(state, line) {
  const { match, id, version } = /** @type {any} */ (state.sheet);
  const corrects = ["amend", "strike"].includes(line.kind) ? itemAt(state.items, id, version, line.data.line)?.key ?? null : null;
  return rekey({
    ...line,
    key: "", corrects, shown: read.shownOf(state, line), phone: state.phone.key, match: id, event: match.event, table: match.table, place: match.round.title,
    madeAt: new Date(state.now).toISOString(), token: state.config.match === null ? state.phone.token : null,
    holder: read.holderOf(state), author: state.config.person ?? null, attempts: 0, isStored: false, state: "waiting", problem: null,
  }, line.version);
}

/** @param {State} state @param {NewLine[]} lines @returns {Step} */
export function enqueueAll(state, lines) {
  return lines.reduce((step, line) => follow(step, (each) => enqueue(each, line)), to(state));
}

/** Signatures in force stand for a result that is about to change: they are withdrawn first. @param {State} state @param {number | null} line that changes */
export const withdrawals = (state, line) => read.signatures(state).map(({ n }) => ({ kind: "strike", data: { line: n, reason: "" }, correctedNext: line }));

/** Whether a line can still say something else: it never left this phone, or the server refused it. @param {Item | null} item */
export const isReplaceable = (item) => item !== null && (item.attempts === 0 || item.state === "refused");

/** Whether a waiting line corrects that line, or signs what it led to. @param {State} state @param {number} n */
export const isReferredTo = (state, n) =>
  read.waitingItems(state).some((item) => item.kind === "sign" || (["amend", "strike"].includes(item.kind) && item.data.line === n));

/**
 * Changes a line that never left this phone, or was refused: it gets another key. What is written is the last
 * word on it, so corrections of it that wait behind it go. @param {State} state @param {Item} item @param {Record<string, any>} data @returns {Step}
 */
export const rewrite = (state, item, data) => replace(state, item, data, correctionsBehind(state.items, item));

/** @param {State} state @param {Item} item @param {Record<string, any>} data @param {Item[]} [gone] lines that go with what it said @returns {Step} */
function replace(state, item, data, gone = []) {
  const shown = state.sheet?.id === item.match ? read.shownOf(state, { kind: item.kind, data }) : item.shown;
  // With other data it is another line: what was typed under its key stays a line of its own.
  const formerKeys = isSameData(data, item.data) ? rememberKey(item) : [];
  const fresh = { ...item, data, shown, formerKeys, version: UNPLACED, state: /** @type {const} */ ("waiting"), problem: null, isStored: false, attempts: 0 };
  const items = state.items.filter((each) => !gone.includes(each)).map((each) => (each.key === item.key ? fresh : each));
  return rebase({ ...state, items }, item.match, baseOf(state, item.match), gone.map((each) => each.key));
}

/**
 * Takes a line out of the outbox, with the corrections of it. Those behind it in the match never
 * left this phone: they build on the version before from now on. @param {State} state @param {Item} item @returns {Step}
 */
export const remove = (state, item) => removeAll(state, item, [item, ...state.items.filter((each) => each.match === item.match && each.corrects === item.key)]);

/**
 * What was said behind a correction of a line that others have taken back goes with it: the last word counts, and
 * it is written in its place or not at all. @param {State} state @param {Item} item @returns {Step}
 */
export const removeSuperseded = (state, item) => (read.isAboutStruckLine(state, item) ? removeAll(state, item, correctionsBehind(state.items, item)) : to(state));

/** @param {State} state @param {Item} item @param {Item[]} gone of its match @returns {Step} */
function removeAll(state, { match }, gone) {
  const rest = state.items.filter((each) => !gone.includes(each));
  return rebase({ ...state, items: rest }, match, baseOf(state, match), gone.map((each) => each.key));
}

/**
 * Another line takes the place of one that stopped, before those behind it. What corrects that line
 * corrects the other one, or the line of the sheet that the other one corrects.
 * @param {State} state @param {Item} item @param {{kind: string, data: Record<string, any>, hand: number | null}} line @returns {Step}
 */
export function replaceStopped(state, item, line) {
  const { id, version } = /** @type {any} */ (state.sheet);
  const isOfSheet = line.kind === "amend" && item.kind !== "amend";
  const formerKeys = line.kind === item.kind && isSameData(line.data, item.data) ? rememberKey(item) : [];
  const items = state.items.map((each) => {
    // It keeps its key until it has its place: that is where its corrections find it.
    if (each.key === item.key) return { ...makeItem(state, { ...line, version, order: item.order }), key: item.key, formerKeys, corrects: item.corrects, version: UNPLACED };
    if (!isOfSheet || each.match !== id || each.corrects !== item.key) return each;
    return { ...unplace(each), corrects: null, data: { ...each.data, line: line.data.line } };
  });
  return rebase({ ...state, items }, id, version);
}

/** Another line comes before all those that wait for this match. @param {Step} step @param {NewLine} line @returns {Step} */
export const insertFirst = (step, { hand = null, ...line }) => follow(step, (state) => {
  const { id, version } = /** @type {any} */ (state.sheet);
  // Without a place until all of them are numbered: until then the next line may have the key that this one gets.
  const item = makeItem(state, { ...line, hand, version: UNPLACED, order: firstOrder(state.items) });
  const others = state.items.filter((each) => each.match !== id);
  return rebase({ ...state, items: [...others, item, ...itemsOf(state.items, id)] }, id, version);
});

/**
 * Decides a conflict, behind the step that takes out what goes with it. Hands of this phone behind that line were
 * entered without knowledge of those that others have written after line ``seen``: the next of them would become
 * another hand, so it is a conflict too.
 * @param {Step} before @param {(state: State) => Step} answer @param {number} seen @returns {Step}
 */
export function decide(before, answer, seen) {
  const step = follow(before, answer);
  const decided = /** @type {Item} */ (read.conflictOf(before.state));
  const own = itemsOf(before.state.items, decided.match);
  const behind = own.length - 1 - own.indexOf(decided);
  if (!behind || !read.handsOfOthers(step.state, seen).length) return step;
  const next = itemsOf(step.state.items, decided.match).slice(-behind).find((item) => item.kind === "hand" && item.state === "waiting");
  if (!next) return step;
  const items = changeItem(step.state.items, next.key, { state: "conflict", since: seen });
  const asked = to({ ...step.state, items }, ...step.effects, { do: "store", items: [findItem(items, next.key)] });
  return follow(asked, (state) => rebase(state, decided.match, baseOf(state, decided.match)));
}

/** The version that the lines of a match build on; known from the lines if its sheet is not loaded. @param {State} state @param {number} match */
export const baseOf = (state, match) => (state.sheet?.id === match ? state.sheet.version : baseOfItems(state.items, match));

/** @param {State} state @param {number} match @param {number} base @param {string[]} forget keys that are gone @returns {Step} */
export function rebase(state, match, base, forget = []) {
  const { items, changed, forget: renamed } = rebaseItems(state.items, match, base);
  const known = new Set(items.map((item) => item.key));
  return to({ ...state, items }, { do: "store", items: changed, forget: [...forget, ...renamed].filter((key) => !known.has(key)) });
}

/** What the server says of a line whose place another one has; the sheet says it too. */
const PLACE_TAKEN = { code: "stale_version", title: "", sentences: [], status: 409 };

/**
 * Another line has the place of this one, the first of the match on the screen: somebody has to
 * decide. A signature follows those of other sides, which do not change the result. @param {State} state @param {Item} item @param {import("./types.js").Problem} [problem] @returns {Step}
 */
export function displace(state, item, problem = PLACE_TAKEN) {
  const { version, lines } = /** @type {import("./types.js").Sheet} */ (state.sheet);
  const newer = lines.filter((line) => line.n > item.version);
  const isSameResult = newer.every((line) => line.kind === "sign" && line.data.side !== item.data.side);
  if (item.kind === "sign" && newer.length && isSameResult) return replace(state, item, item.data);
  const { state: stopped, effects } = stop(state, item, "conflict", problem, version);
  // A line that is being entered is kept: the conflict is about one before it.
  return { state: show(stopped, "conflict"), effects };
}

/**
 * A line waits for a decision. Those behind it have never been sent.
 * @param {State} state @param {Item} item @param {"conflict" | "refused"} how @param {import("./types.js").Problem} problem
 * @param {number} [version] of the sheet of its match @returns {Step}
 */
export function stop(state, item, how, problem, version = state.sheet?.id === item.match ? state.sheet.version : item.version) {
  const items = state.items.map((each) => {
    if (each.key === item.key) return { ...each, state: how, problem };
    return each.match === item.match ? { ...each, attempts: 0 } : each;
  });
  const { state: aligned, effects } = realign({ ...state, items }, item.match, version);
  return to(aligned, { do: "store", items: [findItem(items, item.key)] }, { do: "feedback", kind: how }, ...effects);
}

/** While a line waits for a decision, those behind it build on the sheet as it is. @param {State} state @param {number} match @param {number} base its version @returns {Step} */
export function realign(state, match, base) {
  return needsRebase(state.items, match) ? rebase(state, match, base) : to(state);
}

/** A refused line is tried again, in its place before those behind it. @param {State} state @param {Item} item @returns {Step} */
export function sendAgain(state, item) {
  const place = item.match === state.sheet?.id ? { ...unplace(item), attempts: 0, isStored: false } : {};
  const items = changeItem(state.items, item.key, { ...place, state: "waiting", problem: null });
  return rebase({ ...state, items, network: { ...state.network, tries: 0, isResting: false } }, item.match, baseOf(state, item.match));
}

// The phone at its table --------------------------------------------------------------------------

/** Milliseconds between tries while the server does not answer. */
const PAUSES = [1000, 2000, 4000, 8000, 15_000];

/** Whether this phone may read anything: it is at a table, or somebody is signed in. @param {State} state */
export const isIn = ({ phone, config }) => phone.token !== null || config.match !== null;

/** Tries everything again immediately. @param {State} state @returns {Step} */
export function retry(state) {
  // A phone that may read nothing learns from its unsent lines whether the network is back.
  const isOnline = state.network.isOnline || !isIn(state);
  const network = { ...state.network, isResting: false, isOnline, isBehind: true };
  /** @type {Effect[]} */
  const effects = [];
  const { secret } = state.code;
  // A card that is being read is not read a second time: each answer is another token.
  const isRead = secret !== "" && !state.code.isBusy;
  if (isRead) effects.push({ do: "admit", body: { secret } });
  const code = isRead ? { ...state.code, isBusy: true } : state.code;
  return to({ ...state, network, code }, ...effects, ...pendingCall(state));
}

/** @param {State["network"]} network */
export const rest = (network) => ({ ...network, tries: network.tries + 1, isResting: true });

/** @param {State} state @returns {Effect} */
export const retryLater = ({ network }) => ({ do: "retryLater", after: PAUSES[Math.min(network.tries, PAUSES.length - 1)] });

/** @param {State} state @param {boolean} call @returns {Step} */
export function setCall(state, call) {
  const { device } = state;
  const next = { ...state, call, phone: { ...state.phone, callsFrom: device && { event: device.event.id, table: device.table } } };
  return to(next, { do: "call", call, token: state.phone.token }, keepPhone(next));
}

/** A call for the referee, or its end, that has no answer yet. It waits while the phone is at no table. @param {State} state @returns {Effect[]} */
export const pendingCall = ({ call, phone }) => (call === null || phone.token === null ? [] : [{ do: "call", call, token: phone.token }]);

/** @param {State} state @param {Record<string, any>} device */
export const answeredCall = (state, device) => (state.call !== null && Boolean(device.call) === state.call ? null : state.call);

/** Where another tab of this phone has come to a table meanwhile, its token stays. @param {State} state @param {string | null} replaces the token that is kept now @returns {Effect} */
export const keepPhone = (state, replaces = state.phone.token) => ({ do: "keepPhone", phone: { ...state.phone, owner: state.owner, call: state.call }, replaces });

/**
 * This phone leaves its table. Its unsent lines keep their match and their token: a token is given back
 * only when no line needs it. @param {State} state @param {string} error @param {string[]} leaving @returns {Step}
 */
export function signOut(state, error, leaving) {
  const phone = { ...state.phone, token: null, leaving: [...new Set([...state.phone.leaving, ...leaving])], signedOut: error };
  const next = {
    ...show(state, "code"), phone, device: null, owner: null, holder: null, sheet: null, draft: null, overtaken: [],
    code: { ...NO_CODE, error },
  };
  return giveBackTokens({ state: next, effects: [keepPhone(next, state.phone.token)] });
}

/** @param {Step} step @returns {Step} */
export function giveBackTokens({ state, effects }) {
  const isNeeded = (/** @type {string} */ token) => state.items.some((item) => item.token === token);
  const free = state.phone.leaving.filter((token) => !isNeeded(token));
  if (!free.length) return { state, effects };
  return { state, effects: [...effects, ...free.map((token) => ({ do: "leave", token }))] };
}

/** Whether a line waits for another code: its own was replaced, or its match is at another table by now. @param {Item} item */
export const needsCode = (item) => item.state === "signed_out" || ["another_table", "another_round"].includes(item.problem?.code ?? "");

/**
 * Lines that wait for a code go on with the new one: of the same table, or of the table where their
 * match is now. The other lines of their matches go the same way, behind them. A refused hand stays
 * where it is while another one is being entered: the form would become the next hand's.
 * @param {State} state @param {string} token @param {Record<string, any>} device @returns {Step}
 */
export function reattach(state, token, device) {
  const isHere = (/** @type {Item} */ item) => item.event === device.event.id && (item.match === device.match || (item.state === "signed_out" && item.table === device.table));
  const isEntering = (/** @type {Item} */ item) => state.draft?.isTouched && state.draft.match === item.match;
  const isOurs = (/** @type {Item} */ item) => needsCode(item) && isHere(item) && !(item.state === "refused" && isEntering(item));
  const matches = new Set(state.items.filter(isOurs).map((item) => item.match));
  if (!matches.size) return to(state);
  let { items } = state;
  for (const match of matches) {
    const freed = items.map((item) => {
      if (isOurs(item)) return { ...item, token, state: /** @type {const} */ ("waiting"), problem: null };
      return item.match === match && item.token !== token ? { ...item, token } : item;
    });
    // Those behind a line that had stopped were moved to its place.
    ({ items } = rebaseItems(freed, match, baseOf({ ...state, items: freed }, match)));
  }
  // Stored in one step: a page that is closed in between would find two lines in one place.
  const known = new Set(items.map((item) => item.key));
  const forget = state.items.map((item) => item.key).filter((key) => !known.has(key));
  return to({ ...state, items }, { do: "store", items: items.filter((item) => !state.items.includes(item)), forget });
}

/** Sends the owner again if the server does not know it: it was set offline, or the code was replaced. @param {State} state @returns {Effect[]} */
export function tellOwner({ owner, device, sheet, phone }) {
  if (!owner || !device || device.match !== sheet?.id) return [];
  if (owner.kind === "player" && (owner.seat < 0 || owner.player <= 0)) return [];
  const player = owner.kind === "player" ? owner.player : null;
  return player === (device.player?.id ?? null) ? [] : [{ do: "setOwner", player, token: phone.token }];
}

/** The seat of the phone's owner in this match. @param {Owner} owner @param {Record<string, any>} match @returns {Owner} */
export function seatOwner(owner, match) {
  if (owner?.kind !== "player") return owner;
  const seat = match.seats.find((/** @type {any} */ each) => each.player === owner.player);
  return { ...owner, side: seat?.side ?? -1, seat: seat?.seat ?? -1, name: seat ? `${seat.first_name} ${seat.last_name}`.trim() : owner.name };
}
