// An independent model of the server and of what a person at a phone can do, for tests of the
// reducer. The server is told in a few rules (a key is one line, a version is exact, a token is of
// one table); the phone runs the real reducer and performs its effects against this server, with a
// network that loses, delays and repeats.

import assert from "node:assert/strict";
import { importPad } from "./source.mjs";

const { fold } = await importPad("game/sheet.js");
const { initialState, reduce } = await importPad("state/reducer.js");

/** A tap on a screen that is younger than this, in milliseconds, does nothing. */
const GUARD = 400;

const PLAY = ["hand", "redeal", "claim", "penalty", "award", "forfeit"];

/** One match a table; codes can be replaced, matches decided at the desk. */
export class Server {
  constructor({ card, book, tables = [3, 4], target = 41 }) {
    this.card = { ...card, end: { ...card.end, need: target } };
    this.book = book;
    this.format = { games: [{ game: "marafon", options: { target } }], wins: 1 };
    this.sheets = new Map(tables.map((table) => [table * 100, { table, lines: [] }]));
    this.tokens = new Map();
    this.codes = new Map(tables.map((table) => [table, 1]));
    this.made = 0;
    this.calls = [];
  }

  fold(id, more = []) {
    const { lines } = this.sheets.get(id);
    return fold(this.format, [this.card], [...lines, ...more]);
  }

  admit(table) {
    const token = `token-${(this.made += 1)}`;
    this.tokens.set(token, { table, code: this.codes.get(table) });
    return { token, device: this.device(token) };
  }

  /** Where a token is; null once its code was replaced, or the phone has left. */
  placeOf(token) {
    const place = this.tokens.get(token);
    return place && place.code === this.codes.get(place.table) ? place : null;
  }

  device(token) {
    const { table } = this.placeOf(token);
    return { id: token, event: { id: "event", name: "" }, table, round: null, player: null, match: table * 100, call: null, ticket: "", next: [], table_next: null };
  }

  replaceCode(table) {
    this.codes.set(table, this.codes.get(table) + 1);
  }

  state(id) {
    const { games, wins, winner, over, turn, signed } = this.fold(id);
    return { games, wins, winner, over, turn, signed };
  }

  match(id) {
    const { table } = this.sheets.get(id);
    const names = ["Zoffoli", "Bartolini", "Casadei", "Faedi"];
    return {
      id, event: "event", table, round: { id: 1, title: "Ottavi" }, version: this.sheets.get(id).lines.length,
      sides: [0, 1].map((side) => ({ side, entries: [{ id: side, players: [], short: names[side] }] })),
      seats: names.map((name, seat) => ({ seat, side: seat % 2, player: id + seat, first_name: "A", last_name: name })),
      games: ["Partita"], format: this.format, status: "OPEN", state: this.state(id), set_aside: null,
    };
  }

  sheet(id) {
    const match = this.match(id);
    return { id, match, lines: this.read(id), version: match.version, cards: [this.card], books: { marafon: this.book } };
  }

  read(id) {
    const { lines } = this.sheets.get(id);
    const { readings } = this.fold(id);
    const said = (kind, n) => lines.find((line) => line.kind === kind && line.data.line === n && !lines.some((each) => each.kind === "strike" && each.data.line === line.n))?.n ?? null;
    return lines.map((line) => {
      const reading = readings.get(line.n);
      return {
        ...line, author: { kind: "TABLE" }, made_at: "", arrived_at: "2026-12-13T17:12:00Z",
        reading: { game: reading?.game ?? 0, before: reading?.totals ?? [0, 0], after: reading?.after ?? [0, 0], amended_by: said("amend", line.n), struck_by: said("strike", line.n) },
      };
    });
  }

  /** {status, body} as the API answers a line. */
  write(token, id, { key, kind, data, version }) {
    const place = this.placeOf(token);
    if (!place) return { status: 401, body: { title: "out", code: "not_signed_in" } };
    const sheet = this.sheets.get(id);
    if (place.table !== sheet.table) return { status: 403, body: { title: "another table", code: "another_table" } };
    const again = sheet.lines.find((line) => line.key === key);
    if (again) {
      if (JSON.stringify([again.kind, again.data]) !== JSON.stringify([kind, data])) return { status: 422, body: { title: "reused", code: "key_reused" } };
      return this.written(id, again.n);
    }
    if (version !== sheet.lines.length) return { status: 409, body: { title: "stale", code: "stale_version", match: { ...this.match(id), lines: this.read(id) } } };
    const line = { n: version + 1, kind, data, key };
    const refused = this.refusal(id, line);
    if (refused) return { status: 422, body: { title: refused, code: "line_refused" } };
    sheet.lines.push(line);
    return this.written(id, line.n);
  }

  refusal(id, line) {
    const before = this.fold(id);
    const isSigned = before.signed.length === 2;
    if (isSigned) return "signed";
    if (before.over ? PLAY.includes(line.kind) : line.kind === "sign") return "not possible now";
    if (line.kind === "sign" && before.signed.includes(line.data.side)) return "signed already";
    try {
      this.fold(id, [line]);
      return null;
    } catch {
      return "cannot be";
    }
  }

  written(id, n) {
    return { status: 201, body: { line: this.read(id)[n - 1], match: { id, version: n, state: this.state(id) } } };
  }
}

const EFFECTS_WITHOUT_ANSWER = ["show", "wake", "watch", "feedback", "focusCode", "keepSheet", "retryLater", "drawSquares"];

/** A phone: the real reducer, a storage that survives, and requests that wait to be delivered. */
export class Phone {
  constructor(server, name, { storage = "indexeddb", skew = 0 } = {}) {
    this.server = server;
    this.name = name;
    this.storage = storage;
    this.kept = { items: new Map(), phone: { key: name, token: null, leaving: [] }, sheet: null };
    this.now = 1_000_000 + skew;
    this.requests = [];
    this.acts = [];
    this.shownFace = null;
    this.shownAt = 0;
    this.open();
  }

  open() {
    this.requests = [];
    this.state = initialState({ language: "it", event: null, match: null, sheet: null }, this.now);
    const items = [...this.kept.items.values()].sort((one, other) => one.match - other.match || one.version - other.version);
    const { sheet, device } = this.kept.sheet ?? {};
    const { owner = null, call = null, ...phone } = this.kept.phone;
    this.dispatch({ type: "booted", storage: this.storage, items: structuredClone(items), phone, sheet: sheet ?? null, device: device ?? null, owner, call });
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
  }

  /** When the person last saw another screen, form or match appear. */
  noteFace() {
    const { screen, draft, sheet } = this.state;
    const face = `${screen} ${draft?.id} ${sheet?.id}`;
    if (face !== this.shownFace) this.shownAt = this.now;
    this.shownFace = face;
  }

  /** The phone's clock is set, forwards or back; no time passes. */
  setClock(by) {
    this.now += by;
    this.shownAt += by;
    this.dispatch({ type: "ticked" });
  }

  get isJustShown() {
    return this.now - this.shownAt < GUARD;
  }

  /** A tap that waits until the screen has settled. */
  tap(type, params = {}) {
    this.now += 500;
    this.dispatch({ type, ...params });
  }

  /** A second tap right after the first: it does nothing if what it would hit has just appeared. */
  tapAgain(type, params = {}) {
    this.now += 120;
    const before = this.state;
    const mustIgnore = this.isJustShown;
    this.dispatch({ type, ...params });
    if (mustIgnore) assert.deepEqual({ ...this.state, now: 0 }, { ...before, now: 0 }, `${type} on a new screen`);
  }

  perform(effect, queue) {
    if (effect.do === "store") {
      if (this.storage === "none") return void queue.push({ type: "storingFailed", storage: "none" });
      for (const key of effect.forget ?? []) this.kept.items.delete(key);
      for (const item of effect.items) this.kept.items.set(item.key, structuredClone(item));
      if (effect.items.length) queue.push({ type: "stored", keys: effect.items.map((item) => item.key), storage: this.storage });
    } else if (effect.do === "send") {
      const first = this.state.items.find((item) => item.match === effect.item.match);
      assert.deepEqual(effect.item, first, "what is sent is the first line of its match");
      this.requests.push(effect);
    } else if (effect.do === "keepPhone") this.kept.phone = structuredClone(effect.phone);
    else if (!EFFECTS_WITHOUT_ANSWER.includes(effect.do)) this.requests.push(effect);
    if (effect.do === "keepSheet" && this.storage !== "none") this.kept.sheet = structuredClone({ sheet: effect.sheet, device: effect.device });
  }

  /**
   * Delivers the oldest request: "through", "lost" before it arrives, or "unheard" after. A "late"
   * one has arrived, and its answer comes behind the requests that are under way.
   */
  deliver(fate = "through") {
    const effect = this.requests.shift();
    if (!effect) return;
    if (effect.do === "load" || effect.do === "loadMatch") this.dispatch({ type: "asking" });
    const reports = effect.reports ?? (fate === "lost" ? null : this.answer(effect));
    if (fate === "late") return void this.requests.push({ ...effect, do: "answer", asked: effect, reports });
    const heard = fate === "through" ? reports : [failureOf(effect.asked ?? effect)];
    for (const report of heard ?? []) if (report) this.dispatch(report);
  }

  answer(effect) {
    const { server } = this;
    if (effect.do === "send") {
      const { item } = effect;
      const { status, body } = server.write(item.token, item.match, item);
      if (status === 201) return [{ type: "sent", key: item.key, ...body }];
      if (status === 401) return [{ type: "signedOut", token: item.token, sentence: body.title }];
      return [{ type: "refused", key: item.key, problem: { code: body.code, title: body.title, sentences: [body.title], status }, sheet: body.match ?? null }];
    }
    if (effect.do === "admit") return [{ type: "admitted", ...server.admit(effect.body.table) }];
    if (effect.do === "leave") {
      server.tokens.delete(effect.token);
      return [{ type: "left", token: effect.token }];
    }
    if (!server.placeOf(effect.token)) return [{ type: "signedOut", token: effect.token, sentence: "out" }];
    if (effect.do === "load") return [{ type: "deviceLoaded", device: server.device(effect.token) }, { type: "answered" }];
    if (effect.do === "loadMatch") return [{ type: "matchLoaded", sheet: structuredClone(server.sheet(effect.match)) }, { type: "answered" }];
    if (effect.do === "setOwner") return [{ type: "ownerSet", device: server.device(effect.token) }, { type: "answered" }];
    if (effect.do === "call") server.calls.push([server.placeOf(effect.token).table, effect.call]);
    if (effect.do === "call") return [{ type: "callSent", call: effect.call }, { type: "answered" }];
    throw new Error(`the model does not know ${effect.do}`);
  }

  /** Delivers everything until nothing is under way, with retries. */
  settle() {
    for (let rounds = 0; rounds < 60; rounds += 1) {
      if (this.requests.length) this.deliver();
      else if (this.state.network.isResting || !this.state.network.isOnline) this.dispatch({ type: "wentOnline" });
      else return;
    }
    throw new Error("does not come to rest");
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

  /** Enters a hand and submits it; what the person was shown is noted as an act. */
  choosePoints(points) {
    this.tap("choose", { field: "points", value: [points, 11 - points] });
  }

  submit({ again = false } = {}) {
    const { draft, sheet } = this.state;
    const before = new Set(this.state.items.map((item) => item.key));
    if (again) this.tapAgain("submit", { draft: draft?.id });
    else this.tap("submit", { draft: draft?.id });
    const added = this.state.items.filter((item) => !before.has(item.key));
    for (const item of added) this.acts.push({ key: item.key, match: sheet.id, kind: item.kind, data: structuredClone(item.data), hand: draft.hand });
    return added;
  }

  writeHand(points) {
    this.tap("openHand");
    this.choosePoints(points);
    return this.submit();
  }
}

/** What a phone reports when no answer came. */
function failureOf(effect) {
  if (effect.do === "send") return { type: "sendFailed" };
  if (effect.do === "admit") return { type: "admissionRefused", sentence: null };
  if (effect.do === "leave") return null;
  return { type: "askingFailed" };
}
