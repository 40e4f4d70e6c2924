// An independent model of the server, for tests of the reducer, in a few rules: a key is one
// line, a version is exact, a token is of one table.

import assert from "node:assert/strict";
import { importPad } from "./source.mjs";

const { fold, tieCorrection } = await importPad("game/sheet.js");

const PLAY = ["hand", "redeal", "claim", "penalty", "award", "forfeit"];
/** What a table may correct; all other lines are words of the referee. */
const OF_TABLE = ["hand", "redeal", "claim", "sign"];

/** One match a table, of one game or of several; codes can be replaced, matches decided at the desk. */
export class Server {
  constructor({ card, book, tables = [3, 4], target = 41, games = 1 }) {
    const claim = card.claim && { ...card.claim, need: target * card.claim.factor };
    this.card = { ...card, end: { ...card.end, need: target }, claim };
    this.book = book;
    this.format = { games: Array(games).fill({ game: "marafon", options: { target } }), wins: Math.floor(games / 2) + 1 };
    this.cards = Array(games).fill(this.card);
    this.sheets = new Map(tables.map((table) => [table * 100, { table, lines: [] }]));
    this.tokens = new Map();
    this.codes = new Map(tables.map((table) => [table, 1]));
    this.made = 0;
    this.calls = [];
    /** The topics of all notices, in their order. */
    this.notices = [];
    this.mistyped = new Set();
    /** Sheets as they were read last: lines are only ever added. */
    this.readings = new Map();
  }

  get tables() {
    return [...this.codes.keys()];
  }

  matchOf(table) {
    return table * 100;
  }

  matches() {
    return [...this.sheets.keys()];
  }

  /** Other processes act at once here. @param {() => Promise<void>} check */
  eventually(check) {
    return check();
  }

  /** Killed and started again: what has been written is there. */
  kill() {}

  fold(id, more = []) {
    const { lines } = this.sheets.get(id);
    return fold(this.format, this.cards, [...lines, ...more]);
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
    const { table, player = null } = this.placeOf(token);
    return { id: token, event: { id: "event", name: "" }, table, round: null, player: player === null ? null : { id: player, name: "" }, match: this.matchAt(table), call: null, ticket: "", next: [], table_next: null };
  }

  matchAt(table) {
    return [...this.sheets].find(([, sheet]) => sheet.table === table)?.[0] ?? null;
  }

  /** The matches of two tables change places. */
  swapTables(one, other) {
    const [first, second] = [one, other].map((table) => this.sheets.get(this.matchAt(table)));
    [first.table, second.table] = [second.table, first.table];
    this.notices.push(`table:${one}`, `table:${other}`);
  }

  replaceCode(table) {
    this.notices.push(`table:${table}`);
    this.codes.set(table, this.codes.get(table) + 1);
  }

  /** The desk decides a match: a side has left. */
  decide(id, side) {
    if (!this.fold(id).over) this.rule(id, "forfeit", { side, of: "match" });
  }

  /** A line of the referee. */
  rule(id, kind, data) {
    const { lines } = this.sheets.get(id);
    this.add(id, { n: lines.length + 1, kind, data, key: `desk-${lines.length}` });
  }

  add(id, line) {
    this.sheets.get(id).lines.push(line);
    this.notices.push(`match:${id}`);
  }

  /** What a phone's stream says: the topics of its table and its match since `from`, with their versions. */
  versionsSince(from, { table, match }) {
    const topics = this.notices.slice(from).filter((topic) => [`table:${table}`, `match:${match}`].includes(topic));
    return Object.fromEntries(topics.map((topic) => [topic, topic === `match:${match}` ? this.sheets.get(match).lines.length : 0]));
  }

  /** The desk types a line that a phone shows, under that phone's key; perhaps it says something else. */
  typeLine({ match, key, kind, data, version }, isWrong) {
    const { lines } = this.sheets.get(match);
    const line = { n: version + 1, kind, data: isWrong ? { ...data, points: [data.points[1], data.points[0]] } : data, key };
    if (version !== lines.length || lines.some((each) => each.key === key) || this.refusal(match, line)) return;
    this.add(match, line);
    if (isWrong && data.points[0] !== data.points[1]) this.mistyped.add(`${match} ${line.n}`);
  }

  /** A table calls for the referee, or no longer. */
  call(table, call) {
    if (this.calls.findLast(([each]) => each === table)?.[1] !== call) this.calls.push([table, call]);
  }

  isMistyped(match, n) {
    return this.mistyped.has(`${match} ${n}`);
  }

  /** The server has every call for the referee from a phone that is still at its table. */
  checkCalls(phones) {
    for (const { key, calls } of phones) {
      if (calls) assert.ok(this.calls.some(([table, call]) => table === calls && call), `the call of ${key} has arrived`);
    }
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
      games: this.cards.map((_, at) => `Partita ${at + 1}`), format: this.format, status: "OPEN", state: this.state(id), set_aside: null,
    };
  }

  sheet(id) {
    const match = this.match(id);
    return { id, match, lines: this.read(id), version: match.version, cards: this.cards, books: { marafon: this.book } };
  }

  /** The lines of a sheet with their readings, at this version or now. */
  read(id, version = this.sheets.get(id).lines.length) {
    const known = `${id} ${version}`;
    if (!this.readings.has(known)) this.readings.set(known, this.compute(this.sheets.get(id).lines.slice(0, version)));
    return this.readings.get(known);
  }

  compute(lines) {
    const { readings } = fold(this.format, this.cards, lines);
    // The last correction of a line counts, unless a strike of it counts.
    const wordOn = (n) => lines.findLast((line) => ["amend", "strike"].includes(line.kind) && line.data.line === n && wordOn(line.n)?.kind !== "strike");
    const said = (kind, n) => (wordOn(n)?.kind === kind ? wordOn(n).n : null);
    return lines.map((line) => {
      const reading = readings.get(line.n);
      return {
        ...line, author: { kind: "TABLE" }, made_at: "", arrived_at: "2026-12-13T17:12:00Z",
        reading: { game: reading?.game ?? null, before: reading?.totals ?? [0, 0], after: reading?.after ?? [0, 0], amended_by: said("amend", line.n), struck_by: said("strike", line.n), superseded_by: reading?.supersededBy ?? null },
      };
    });
  }

  /** {status, body} as the API answers a line. */
  write(token, id, { key, kind, data, version, holder, corrects, agreed }) {
    const place = this.placeOf(token);
    if (!place) return { status: 401, body: { title: "out", code: "not_signed_in" } };
    const sheet = this.sheets.get(id);
    if (place.table !== sheet.table) return { status: 403, body: { title: "another table", code: "another_table" } };
    const again = sheet.lines.find((line) => line.key === key);
    if (again) {
      const written = Object.fromEntries(Object.entries(again.data).filter(([name]) => name !== "aside"));
      if (JSON.stringify([again.kind, written]) !== JSON.stringify([kind, data])) return this.refuseWithSheet(id, 422, "key_reused");
      return this.written(id, again.n);
    }
    if (version !== sheet.lines.length) return this.refuseWithSheet(id, 409, "stale_version");
    const line = { n: version + 1, kind, data, key };
    const player = holder ?? place.player ?? null;
    if (player !== null && this.isOfOtherSide(id, line, (player - id) % 2, corrects)) return { status: 403, body: { title: "another side", code: "signature_of_other_side" } };
    const refused = this.refusal(id, line);
    if (refused) return { status: 422, body: { title: refused, code: "line_refused" } };
    if (this.isWordOfReferee(id, line)) return { status: 403, body: { title: "word of the referee", code: "word_of_the_referee" } };
    const { aside, asks } = this.effect(id, line);
    if (aside.some(({ line: n }) => !OF_TABLE.includes(sheet.lines[n - 1].kind))) return { status: 403, body: { title: "a ruling would move", code: "ruling_would_move" } };
    if (asks && !agreed) return { status: 409, body: { title: "moves lines", code: "correction_moves_lines" } };
    this.add(id, aside.length ? { ...line, data: { ...data, aside } } : line);
    return this.written(id, line.n);
  }

  /** The lines that a correction sets aside, and whether it sets aside or restores any. */
  effect(id, line) {
    if (PLAY.includes(line.kind) || line.kind === "sign") return { aside: [], asks: false };
    const { lines } = this.sheets.get(id);
    const before = this.fold(id).readings;
    const after = this.fold(id, [this.tied(id, line)]).readings;
    const aside = [...before.keys()].filter((n) => !after.has(n) && n !== line.data.line).map((n) => ({ line: n, game: before.get(n).game }));
    const wasAside = new Set(lines.flatMap(({ data }) => (data.aside ?? []).map((each) => each.line)));
    return { aside, asks: aside.length > 0 || [...after.keys()].some((n) => wasAside.has(n) && !before.has(n)) };
  }

  tied(id, line) {
    return tieCorrection(this.format, this.cards, this.sheets.get(id).lines, line);
  }

  /** Whether a correction is about a line that a table may not correct. */
  isWordOfReferee(id, { kind, data }) {
    return ["amend", "strike"].includes(kind) && !OF_TABLE.includes(this.subjectOf(id, data.line).kind);
  }

  /** The line that a correction, or a correction of it, is about. */
  subjectOf(id, n) {
    const { lines } = this.sheets.get(id);
    let subject = lines[n - 1];
    while (["amend", "strike"].includes(subject.kind)) subject = lines[subject.data.line - 1];
    return subject;
  }

  /** A side signs for itself and withdraws its own signature, another's only to correct what it was for. */
  isOfOtherSide(id, { kind, data }, side, corrects) {
    const { lines } = this.sheets.get(id);
    if (kind === "sign") return data.side !== side;
    if (!["amend", "strike"].includes(kind)) return false;
    const subject = this.subjectOf(id, data.line);
    if (subject.kind !== "sign") return this.fold(id).signed.some((each) => each !== side);
    const isToCorrect = subject === lines[data.line - 1] && PLAY.includes(lines[(corrects ?? 0) - 1]?.kind);
    return subject.data.side !== side && !isToCorrect;
  }

  refusal(id, line) {
    const before = this.fold(id);
    const isSigned = before.signed.length === 2;
    if (isSigned) return "signed";
    if (before.over ? PLAY.includes(line.kind) : line.kind === "sign") return "not possible now";
    if (line.kind === "sign" && before.signed.includes(line.data.side)) return "signed already";
    try {
      this.fold(id, [this.tied(id, line)]);
      return null;
    } catch {
      return "cannot be";
    }
  }

  refuseWithSheet(id, status, code) {
    return { status, body: { title: code, code, match: { ...this.match(id), lines: this.read(id) } } };
  }

  written(id, n) {
    return { status: 201, body: { line: this.read(id)[n - 1], match: { id, version: n, state: this.state(id) } } };
  }
}
