// A phone of the model: the real reducer, a storage that survives, and requests that wait until a
// test delivers them, loses them or lets their answer be lost.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { importPad } from "./source.mjs";
import { faceOf, FORMS, linesAside } from "./steps.mjs";

const { canFollow, conflictOf, gameOf, handsOf, isCalled, isSigned, movesOf, rowToStrike, scoreOf, signatures, signedSides, signingSide, statusOf, strikeOf } = await importPad("state/selectors.js");
const { loadPlay } = await importPad("game/card-by-card.js");
const { readPlay } = await importPad("game/play.js");
const { claimOf } = await importPad("game/record.js");
const { initialState, reduce } = await importPad("state/reducer.js");
const { isAside, isStuck, itemsOf, nextToSend, sortItems, UNPLACED } = await importPad("state/outbox.js");
const { TAPS } = await importPad("state/taps.js");

/** A hand card by card, as the notation has it. */
const [{ deals: [{ play: PLAYED }] }] = JSON.parse(readFileSync(new URL("../fixtures/plays.json", import.meta.url), "utf8"));
await loadPlay();

const TAP_TYPES = Object.keys(TAPS);

/**
 * Two lines of a match that would be sent for the same place of its sheet. Those behind one that has
 * stopped get their places when it goes on.
 */
function findVersionClash(items) {
  for (const match of new Set(items.map((item) => item.match))) {
    const own = itemsOf(items, match);
    const placed = isStuck(own) ? [] : own.filter((item) => !isAside(own, item));
    const at = placed.findIndex((item, before) => before > 0 && item.version <= placed[before - 1].version);
    if (at > 0) return [placed[at - 1], placed[at]];
  }
  return null;
}

/** A tap on a screen that is younger than this, in milliseconds, does nothing. */
const GUARD = 400;
/** Milliseconds between the two taps of an impatient finger. */
const AGAIN = 120;

/** Requests that the pad reports while they are under way. */
const REPORTED = ["send", "load", "loadMatch", "setOwner", "call", "admit"];
const EFFECTS_WITHOUT_ANSWER = ["show", "wake", "watch", "feedback", "focusCode", "keepSheet", "keepDraft", "retryLater", "drawSquares", "loadCards"];

/** Controls that appear where another one was touched. */
const IN_PLACE_OF = { callReferee: "cancelCall" };

export class Phone {
  constructor(server, name, { storage = "indexeddb", skew = 0 } = {}) {
    this.server = server;
    this.key = name;
    this.storage = storage;
    this.isStorageBroken = false;
    this.kept = { items: new Map(), phone: { key: name, token: null, leaving: [] }, sheet: null, draft: null };
    this.now = 1_000_000 + skew;
    this.requests = [];
    this.asked = 0;
    /** The number of notices that its stream has delivered. */
    this.heard = 0;
    this.shownFace = null;
    this.shownAt = 0;
    this.open();
  }

  open() {
    this.requests = [];
    this.hasTimer = false;
    /** Whether this page has fetched the screen of a hand card by card. */
    this.hasCards = false;
    /** Whether the phone itself says that it has no network. */
    this.isCutOff = false;
    this.state = initialState({ language: "it", event: null, match: null, sheet: null, isSecure: true }, this.now);
    // As IndexedDB returns them: by key.
    const items = sortItems([...this.kept.items].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item));
    const { sheet, device } = this.kept.sheet ?? {};
    const { owner = null, call = null, ...phone } = this.kept.phone;
    this.dispatch({ type: "booted", storage: this.storage, items: structuredClone(items), phone, sheet: sheet ?? null, device: device ?? null, owner, call, draft: structuredClone(this.kept.draft) });
  }

  /** The page is closed or reloaded: what was not kept is gone, and so are the requests. */
  reload() {
    this.open();
  }

  dispatch(event) {
    const queue = [event];
    while (queue.length) {
      const { state, effects } = reduce(this.state, { at: this.now, ...queue.shift() });
      this.state = state;
      this.noteFace();
      for (const effect of effects) this.perform(effect, queue);
    }
    if (event.type === "wentOffline") this.isCutOff = true;
    if (event.type === "wentOnline") this.isCutOff = false;
    assert.ok(this.hasCards || this.state.screen !== "cards", "a screen is shown that nothing has fetched");
    this.checkTries();
    this.checkPlaces();
    this.checkSeats();
  }

  /** A player who has a side on this phone plays the match on its screen; at no table there is no match. */
  checkSeats() {
    const { owner, holder, phone, sheet } = this.state;
    assert.ok(sheet === null || phone.token !== null, "a phone without a table shows a match");
    const players = [owner, holder].filter((person) => person?.kind === "player" && person.side >= 0 && person.player > 0);
    if (sheet) assert.ok(players.every(({ player, side }) => sheet.match.seats.some((seat) => seat.player === player && seat.side === side)), "a player of another match has a side");
  }

  /** A line that can be sent has its place on the sheet, and counts on the screen of its match. */
  checkPlaces() {
    const { items, sheet } = this.state;
    const next = nextToSend({ ...this.state, storage: "none" });
    assert.notEqual(next?.version, UNPLACED, "a line without a place would be sent");
    const first = items.find((item) => item.match === sheet?.id);
    if (first?.state === "waiting") assert.ok(first.version >= sheet.version, "a line is neither in the list nor asked about");
    const clash = findVersionClash(items)?.map(({ key, state }) => `${key} ${state}`);
    assert.equal(clash, undefined, "two lines of this phone are made for one place");
  }

  /** What waits to be sent or read is under way, or will be tried again without anybody's help. */
  checkTries() {
    if (this.requests.length || this.hasTimer || this.isCutOff) return;
    const { phone, network } = this.state;
    assert.equal(nextToSend(this.state), null, "a line waits and nothing will send it");
    assert.ok((!network.isBehind && !network.newest) || phone.token === null, "the sheet is old and nothing will read it");
  }

  /** When the person last saw another screen, form or match appear. */
  noteFace() {
    const { screen, draft, sheet, overtaken } = this.state;
    const questions = { conflict: () => conflictOf(this.state)?.key, moves: () => movesOf(this.state)?.key, overtaken: () => overtaken.at(-1)?.n };
    const face = `${screen} ${draft?.id} ${sheet?.id} ${questions[screen]?.()} ${isCalled(this.state)}`;
    if (face !== this.shownFace) this.shownAt = this.now;
    this.shownFace = face;
  }

  /** The phone's clock is set, forwards or back; no time passes. */
  setClock(by) {
    this.now += by;
    this.shownAt += by;
    for (const request of this.requests) request.since += by;
    this.dispatch({ type: "ticked" });
  }

  get isJustShown() {
    return this.now - this.shownAt < GUARD;
  }

  /** A tap that waits until the screen has settled. Whether there was something to tap. */
  tap(type, params = null) {
    this.passTime(500);
    const found = params ?? this.paramsOf(type);
    if (found) this.dispatch({ type, ...found });
    return found !== null;
  }

  /** What the screen's own control for this would say; null where there is none. */
  paramsOf(type) {
    const { state } = this;
    if (type === "callReferee") return state.device && !isCalled(state) ? {} : null;
    if (type === "openRedeal") return state.screen === "match" && state.sheet && !scoreOf(state).over ? {} : null;
    if (["correctTheirs", "strikeTheirs"].includes(type) && !conflictOf(state)) return {};
    if (type === "correctTheirs") return { n: theirsOf(state)?.n, reason: "" };
    if (type === "strikeTheirs") return { n: theirsOf(state)?.n };
    if (type === "withdraw") {
      const own = state.screen === "sign" ? signatures(state)[0] : null;
      return own ? { n: own.n } : null;
    }
    return {};
  }

  /** A second tap right after the first: it does nothing if what it would hit has just appeared. */
  tapAgain(type, params = {}) {
    this.now += AGAIN;
    const before = this.state;
    const mustIgnore = this.isJustShown;
    this.dispatch({ type, ...params });
    if (mustIgnore) assert.deepEqual({ ...this.state, now: 0 }, { ...before, now: 0 }, `${type} on a new screen`);
  }

  perform(effect, queue) {
    if (effect.do === "store") {
      if (this.storage === "none" || this.isStorageBroken) return void queue.push({ type: "storingFailed", storage: "none" });
      for (const key of effect.forget ?? []) this.kept.items.delete(key);
      for (const item of effect.items) this.kept.items.set(item.key, structuredClone(item));
      if (effect.items.length) queue.push({ type: "stored", keys: effect.items.map((item) => item.key), storage: this.storage });
    } else if (effect.do === "send") {
      const first = this.state.items.find((item) => item.match === effect.item.match);
      assert.deepEqual(effect.item, first, "what is sent is the first line of its match");
      this.requests.push({ ...effect, since: this.now });
    } else if (effect.do === "retryLater") this.hasTimer = true;
    else if (effect.do === "keepPhone") this.keepPhone(effect);
    else if (!EFFECTS_WITHOUT_ANSWER.includes(effect.do)) {
      const ask = (this.asked += 1);
      this.requests.push({ ...effect, ask, seen: seenOf(this.state, effect.match), since: this.now });
      if (REPORTED.includes(effect.do)) queue.push({ type: "asking", ask });
    }
    if (effect.do === "loadCards") this.hasCards = true;
    // localStorage keeps it as JSON.
    if (effect.do === "keepDraft" && this.storage !== "none") this.kept.draft = JSON.parse(JSON.stringify(effect.draft));
    if (effect.do === "keepSheet" && this.storage !== "none") this.kept.sheet = structuredClone({ sheet: effect.sheet, device: effect.device });
  }

  /** Another tab of the same phone may have kept another token. */
  keepPhone({ phone, replaces }) {
    if (replaces === undefined || this.kept.phone.token === replaces) this.kept.phone = structuredClone(phone);
  }

  /**
   * Delivers the oldest request: "through", "lost" before it arrives, or "unheard" after. A "late"
   * one has arrived, and its answer comes behind the requests that are under way.
   */
  deliver(fate = "through") {
    const effect = this.requests.shift();
    if (!effect) return;
    const reports = effect.reports ?? (fate === "lost" ? null : this.answer(effect));
    if (fate === "late") return void this.requests.push({ ...effect, do: "answer", asked: effect.asked ?? effect, reports });
    const heard = fate === "through" ? reports : [failureOf(effect.asked ?? effect)];
    for (const report of heard ?? []) if (report) this.dispatch(report);
  }

  answer(effect) {
    const { server } = this;
    const { token } = effect;
    if (effect.do === "send") {
      const { item } = effect;
      const { status, body } = server.write(item.token, item.match, { ...item, corrects: item.correctedNext });
      if (status === 201) return [{ type: "sent", key: item.key, ...body }];
      if (status === 401) return [{ type: "signedOut", token: item.token, sentence: body.title }];
      return [{ type: "refused", key: item.key, problem: { code: body.code, title: body.title, sentences: [body.title], status }, sheet: body.match ?? null }];
    }
    if (effect.do === "admit") return [{ type: "admitted", ask: effect.ask, ...server.admit(effect.body.table) }];
    if (effect.do === "leave") {
      server.tokens.delete(token);
      return [{ type: "left", token }];
    }
    if (!server.placeOf(token)) return [{ type: "signedOut", ask: effect.ask, token, sentence: "out" }];
    if (effect.do === "load") return [{ type: "deviceLoaded", ask: effect.ask, token, device: server.device(token) }, { type: "answered", ask: effect.ask }];
    if (effect.do === "loadMatch") return [{ type: "matchLoaded", token, seen: effect.seen, sheet: structuredClone(server.sheet(effect.match)) }, { type: "answered", ask: effect.ask }];
    if (effect.do === "setOwner") server.placeOf(token).player = effect.player;
    if (effect.do === "setOwner") return [{ type: "ownerSet", token, device: server.device(token) }, { type: "answered", ask: effect.ask }];
    if (effect.do === "call") server.call(server.placeOf(token).table, effect.call);
    if (effect.do === "call") return [{ type: "callSent", token, call: effect.call }, { type: "answered", ask: effect.ask }];
    throw new Error(`the model does not know ${effect.do}`);
  }

  /** Delivers everything until nothing is under way, with retries. */
  settle() {
    for (let rounds = 0; rounds < 60; rounds += 1) {
      if (this.requests.length) this.deliver();
      else if (this.hasTimer) this.retry();
      else if (this.isCutOff) this.goOnline();
      else {
        this.checkUpToDate();
        return this.checkAllSent();
      }
    }
    throw new Error("does not come to rest");
  }

  /** What its stream has delivered is on the screen. */
  checkUpToDate() {
    const { sheet, phone } = this.state;
    if (!sheet || phone.token === null || this.heard < this.server.notices.length) return;
    assert.equal(sheet.version, this.server.sheets.get(sheet.id).lines.length, "the sheet is older than the last notice");
  }

  /** With network and storage no line waits, but for one that somebody has to decide about, or whose code this phone does not have. */
  checkAllSent() {
    const { device, phone } = this.state;
    const isHere = (item) => phone.token !== null && device?.match === item.match && item.token !== phone.token;
    const waitsForCode = (item) => item.state === "signed_out" || item.problem?.code === "another_table";
    assert.deepEqual(this.state.items.filter((item) => isHere(item) && waitsForCode(item)), [], "a line waits for the code that this phone has");
    const firsts = this.state.items.filter((item, at, all) => all.findIndex((each) => each.match === item.match) === at);
    assert.deepEqual(firsts.filter((item) => item.state === "waiting"), []);
  }

  enter(table) {
    this.tap("enterCode", { typed: String(table) });
    for (const request of this.requests) if (request.do === "admit") request.body.table = table;
  }

  arrive(table, seat = 0) {
    this.enter(table);
    this.settle();
    const found = this.state.sheet.match.seats[seat];
    if (this.state.screen === "whose") this.tap("setOwner", { owner: { kind: "player", player: found.player, side: found.side, seat, name: found.last_name } });
    this.settle();
  }

  choosePoints(points) {
    this.tap("choose", { field: "points", value: [points, 11 - points] });
  }

  submit() {
    const before = new Set(this.state.items.map((item) => item.key));
    this.tap("submit", { draft: this.state.draft?.id });
    return this.state.items.filter((item) => !before.has(item.key));
  }

  writeHand(points) {
    this.tap("openHand");
    this.choosePoints(points);
    return this.submit();
  }

  // What a person sees and does, for steps.mjs -------------------------------------------------

  look() {
    const { state } = this;
    const { screen, sheet, draft, notice } = state;
    const points = draft?.record.points ?? null;
    return {
      screen, points, ...lookAtMatch(state), ...lookAtForm(state),
      match: sheet?.id ?? null,
      table: sheet?.match.table ?? null,
      // The match on the screen may have been moved away.
      callsFor: state.device?.table ?? null,
      number: draft?.hand ?? null,
      isTouched: draft?.isTouched ?? false,
      isTold: notice !== null && notice.kind !== "wrong",
      status: statusOf(state).kind,
      answers: answersOf(state),
      unsent: state.items,
      kept: [...this.kept.items.values()],
      isStoring: this.storage !== "none",
      errors: [...(screen === "match" && draft ? ["a form that is not shown is kept"] : []), ...this.findOldReadings(), ...this.findDeadEnd()],
    };
  }

  /** Readings on this phone that are not those of the version that it has. */
  findOldReadings() {
    const { sheet } = this.state;
    if (!sheet) return [];
    const read = this.server.read(sheet.id, sheet.version);
    const faceOfReading = ({ n, reading: { game, after, amended_by: amended, struck_by: struck } }) => JSON.stringify([n, game, game === null ? [] : after, amended, struck]);
    return sheet.lines.filter((line, at) => faceOfReading(line) !== faceOfReading(read[at])).map((line) => `line ${line.n} reads ${faceOfReading(line)}, the server says ${faceOfReading(read[line.n - 1])}`);
  }

  /** The last entry, if it cannot be taken back though no referee has written and not both sides have signed. */
  findDeadEnd() {
    const { screen, sheet, items } = this.state;
    if (screen !== "match" || !sheet || items.length || isSigned(this.state)) return [];
    const isRuled = sheet.lines.some(({ kind }) => kind === "forfeit");
    const last = sheet.lines.findLast(({ kind, reading }) => ["hand", "redeal", "claim"].includes(kind) && reading.game !== null);
    return isRuled || !last || rowToStrike(this.state)?.n === last.n ? [] : [`line ${last.n} cannot be taken back`];
  }

  faceOfRow({ n }, sheet) {
    const { items, sheet: shown } = this.state;
    const own = items.filter((each) => each.match === shown.id);
    const aside = linesAside(own);
    // The row of a number is that of the line behind those aside.
    const item = n > shown.version ? own.find((each) => each.version === n - 1 && !aside.includes(each)) : null;
    return item ? `${this.key} ${faceOf(item)}` : `${sheet[n - 1].key.split("-")[0]} ${faceOf(sheet[n - 1])}`;
  }

  /** Milliseconds by which its screen may be behind its clock: it ticks with every step. */
  get lag() {
    return 0;
  }

  /** For how long the oldest request has been without an answer. */
  get waitsFor() {
    const under = this.requests.filter((request) => REPORTED.includes((request.asked ?? request).do));
    return Math.max(0, ...under.map((request) => this.now - request.since));
  }

  passTime(milliseconds) {
    this.now += milliseconds;
    this.dispatch({ type: "ticked" });
  }

  /** Both taps of an impatient finger, on whatever is under it. */
  tapTwice(type) {
    const draft = this.state.draft?.id;
    const found = this.paramsOf(type);
    if (!found) return false;
    this.tap(type, { ...found, draft });
    this.tapAgain(IN_PLACE_OF[type] ?? type, { ...this.paramsOf(type), draft });
    for (const other of ["openHand", "openSign", "sign"]) if (this.isJustShown && this.now + AGAIN - this.shownAt < GUARD) this.tapAgain(other, { side: 0 });
    return true;
  }

  signTwice(side) {
    this.tap("sign", { side });
    this.tapAgain("sign", { side: 1 - side });
  }

  /** A tap that was on its way when an answer changed the screen. */
  tapTooSoon(pick) {
    this.deliver();
    if (this.isJustShown) this.tapAgain(TAP_TYPES[pick % TAP_TYPES.length], { side: pick % 2, n: 1, field: "points", value: [11, 0] });
  }

  openAmend(at) {
    this.tap("openAmend", { n: this.look().rows[at].n });
  }

  /** Opens the form of a claim and chooses in it. */
  openClaim(side, thirds) {
    const { screen, sheet } = this.state;
    if (screen !== "match" || !sheet || scoreOf(this.state).over || !gameOf(this.state).card.claim) return;
    this.tap("openClaim");
    this.tap("choose", { field: "side", value: side });
    this.tap("choose", { field: "thirds", value: thirds });
  }

  /** Enters the first cards of a hand, and never all of them. */
  placeCards(pick) {
    const [card] = this.state.sheet?.cards ?? [];
    if (!card?.play) return;
    if (["hand", "amend"].includes(this.state.screen)) this.tap("openCards");
    const whole = readPlay(card, PLAYED);
    if (this.state.screen === "cards") this.tap("placeCards", { cards: { ...whole, acts: whole.acts.slice(0, 3 + pick) } });
  }

  handOver(side) {
    const { state } = this;
    if (state.screen !== "sign" || isSigned(state) || this.look().canSign || signedSides(state).includes(side)) return false;
    const { player, seat } = state.sheet.match.seats.find((each) => each.side === side);
    return this.tap("handOver", { owner: { kind: "player", player, side, seat, name: "" } });
  }

  sit(seat) {
    const { player, side, last_name: name } = this.state.sheet.match.seats[seat];
    this.tap("setOwner", { owner: { kind: "player", player, side, seat, name } });
  }

  discard({ key }) {
    this.tap("showUnsent");
    this.tap("askDiscard", { key });
    return this.tap("discard");
  }

  editRefused({ key }) {
    this.tap("showUnsent");
    this.tap("editRefused", { key });
  }

  retryItem({ key }) {
    this.tap("showUnsent");
    this.tap("retryItem", { key });
  }

  /** Requests may overtake each other. */
  reorder(pick) {
    if (this.requests.length) this.requests.unshift(...this.requests.splice(pick % this.requests.length, 1));
  }

  /** The stream delivers what has changed since the last time; a stream that was cut only says that anything may have. */
  notice() {
    const { device } = this.state;
    const versions = device ? this.server.versionsSince(this.heard, device) : {};
    this.heard = this.server.notices.length;
    this.dispatch({ type: "noticed", versions: Object.keys(versions).length ? versions : null });
  }

  /** The timer for another try ends. */
  retry() {
    this.hasTimer = false;
    this.dispatch({ type: "retryDue" });
  }

  goOffline() {
    this.dispatch({ type: "wentOffline" });
  }

  goOnline() {
    this.dispatch({ type: "wentOnline" });
  }

  reopen() {
    this.open();
  }
}

/** What a screen shows of the form that is open. */
function lookAtForm(state) {
  const { screen, draft } = state;
  const isComplete = draft?.kind === "claim" && claimOf(gameOf(state).card, draft.record, scoreOf(state).totals) !== null;
  const hasRecord = ["strike", "redeal"].includes(screen) || isComplete || (draft?.record.points ?? null) !== null;
  const cards = draft?.isTouched && draft.line === null ? draft.cards?.acts.length ?? null : null;
  return { cards, claim: isComplete ? draft.record : null, canSubmit: FORMS.includes(screen) && hasRecord };
}

/** What a screen shows of the match. */
function lookAtMatch(state) {
  const isSigning = state.screen === "sign" && scoreOf(state).over;
  const side = isSigning ? signingSide(state) : undefined;
  const isAtMatch = state.screen === "match" && state.sheet !== null;
  return {
    rows: isAtMatch && !isSigned(state) ? handsOf(state).filter((row) => row.kind === "hand" && !row.isStruck) : [],
    isLeaving: state.device?.match !== state.sheet?.id,
    isOver: state.sheet !== null && scoreOf(state).over,
    isSigned: isAtMatch && isSigned(state),
    signatures: state.sheet ? signatures(state).length : 0,
    canSign: side !== undefined && !signedSides(state).includes(side),
  };
}

/** A hand that was taken back answers no question. */
const isStruckHand = ({ kind, reading }) => kind === "hand" && reading.struck_by !== null;

/** The line of another phone that the conflict is about, if it is a hand like this phone's. */
function theirsOf(state) {
  const item = conflictOf(state);
  const theirs = state.sheet.lines.filter((line) => line.n > item.version && !isStruckHand(line));
  const last = theirs.find((line) => line.kind === item.kind) ?? theirs.at(-1);
  return last && last.kind === item.kind && item.kind === "hand" ? last : null;
}

/** The answers that a question offers. */
function answersOf(state) {
  const isOver = state.sheet !== null && scoreOf(state).over;
  if (state.screen === "overtaken") {
    const hands = state.overtaken.filter((line) => line.kind === "hand" && !isStruckHand(state.sheet.lines[line.n - 1]));
    return ["sameHandTheirs", ...(isOver ? [] : ["nextHandMine"]), ...(hands.length ? ["sameHandMine"] : [])];
  }
  const item = state.screen === "conflict" ? conflictOf(state) : null;
  if (!item) return [];
  if (strikeOf(state, item)) return ["keepTheirs", ...(theirsOf(state) ? ["strikeTheirs"] : [])];
  return ["keepTheirs", ...(theirsOf(state) ? ["correctTheirs"] : []), ...(canFollow(state, item) ? ["writeAnother"] : [])];
}

/** The version of a match that is on the screen. */
const seenOf = ({ sheet }, match) => (sheet && sheet.id === match ? sheet.version : 0);

/** What a phone reports when no answer came. */
function failureOf(effect) {
  if (effect.do === "send") return { type: "sendFailed" };
  if (effect.do === "admit") return { type: "admissionRefused", ask: effect.ask, sentence: null };
  if (effect.do === "leave") return null;
  return { type: "askingFailed", ask: effect.ask };
}
