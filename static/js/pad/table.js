// What a pad knows of its match: the sheet as the server last told it, what waits on this phone on
// top of it, and the score that both come to.

import { addsOf, CannotBe, fieldsOf, formOf, mainForm } from "./card.js";
import { CONFLICT, Outbox, REFUSED } from "./outbox.js";
import { fold } from "./sheet.js";

export class Table {
  // changed() is called whenever something may look otherwise.
  constructor(api, { changed, stopped }) {
    this.api = api;
    this.changed = changed;
    this.match = null;
    this.online = true;
    this.news = null;
    this.outbox = new Outbox({
      send: (item) => this.send(item),
      onSent: (item, answer) => this.sent(item, answer),
      onStopped: stopped,
      onChange: () => this.changed(),
    });
  }

  // Everything about a match that is on, or about another one than before. Raises Away, Refused.
  async load(id) {
    const [match, sheet] = await Promise.all([
      this.api.get(`matches/${id}/`),
      this.api.get(`matches/${id}/lines/`),
    ]);
    if (this.match?.id !== id) await this.learn(match);
    this.match = match;
    this.lines = sheet.lines;
    this.version = sheet.version;
    this.online = true;
    this.changed();
  }

  async refresh() {
    if (this.match) await this.load(this.match.id);
  }

  // The rulebooks of the games of this match: words, schemas, and a card for each game.
  async learn(match) {
    const names = [...new Set(match.format.games.map((game) => game.game))];
    const asked = match.format.games.map(
      (game) =>
        `rulebooks/${game.game}/card/?options=${encodeURIComponent(JSON.stringify(game.options ?? {}))}`,
    );
    const paths = [...new Set(asked)];
    const [books, cards] = await Promise.all([
      Promise.all(names.map((name) => this.api.get(`rulebooks/${name}/`))),
      Promise.all(paths.map((path) => this.api.get(path))),
    ]);
    this.books = Object.fromEntries(books.map((book) => [book.name, book]));
    this.cards = asked.map((path) => cards[paths.indexOf(path)]);
  }

  // The score with what waits here; what the server says counts, so it is asked where nothing does.
  get state() {
    const server = { ...this.match.state, totals: this.totalsOf(this.match.state) };
    const waiting = this.outbox.waiting;
    if (!waiting.length) return server;
    return this.folded(waiting) ?? server;
  }

  // The sheet with more lines on it; null where this phone cannot tell.
  folded(more) {
    const numbered = more.map(({ kind, data }, at) => ({ n: this.version + at + 1, kind, data }));
    try {
      return fold(this.match.format, this.cards, [...this.told, ...numbered]);
    } catch (error) {
      if (error instanceof CannotBe) return null;
      throw error;
    }
  }

  // What the score would be if this were written after all that waits. Null where it cannot be.
  preview(kind, data) {
    return this.folded([...this.outbox.waiting, { kind, data }]);
  }

  // The lines as this phone can read them: of a hand that was sent card by card, what it came to.
  get told() {
    return this.lines.map((line) =>
      line.data.play ? { ...line, data: { adds: gained(line.reading) } } : line,
    );
  }

  totalsOf(state) {
    const last = state.games.at(-1);
    return last && last.why === null ? last.totals : Array(this.sides.length).fill(0);
  }

  get sides() {
    return this.match.sides.map((side) => side.entries.map((entry) => entry.short).join(", "));
  }

  // The game that is on: its number from 0, card, rulebook and title.
  gameAt(number) {
    const at = Math.min(number, this.match.format.games.length - 1);
    const format = this.match.format.games[at];
    const book = this.books[format.game];
    return { number: at, card: this.cards[at], book, format, title: this.match.games[at] };
  }

  get game() {
    const { games, over } = this.state;
    const begun = games.length - (games.length && (games.at(-1).why === null || over) ? 1 : 0);
    return this.gameAt(begun);
  }

  // The hands of the game being played, the last first, each with the line it is, how it reads, and
  // the total after it. What waits here stands on top.
  get hands() {
    const number = this.game.number;
    const kinds = ["hand", "redeal", "claim", "penalty", "award", "forfeit"];
    const written = this.lines
      .filter((line) => kinds.includes(line.kind) && line.reading.game === number)
      .map((line) => ({ line, item: null, ...read(line, this.lines) }));
    return numbered([...written, ...this.unsent(number)]).reverse();
  }

  unsent(number) {
    const waiting = this.outbox.waiting;
    const state = waiting.length ? this.folded(waiting) : null;
    return waiting
      .map((item, at) => ({ item, reading: state?.readings.get(this.version + at + 1) }))
      .filter(({ item, reading }) => ["hand", "redeal"].includes(item.kind) && reading?.game === number)
      .map(({ item, reading }) => ({
        line: null,
        item,
        kind: item.kind,
        data: item.data,
        adds: reading.after.map((total, side) => total - reading.totals[side]),
        after: reading.after,
      }));
  }

  write(kind, data) {
    const version = this.version + this.outbox.waiting.length;
    return this.outbox.add({ kind, data, version });
  }

  send(item) {
    return this.api.ask(
      "POST",
      `matches/${this.match.id}/lines/`,
      { kind: item.kind, data: item.data, version: item.version, made_at: item.madeAt },
      { "Idempotency-Key": item.key },
    );
  }

  sent(item, { line, match }) {
    this.online = true;
    if (line.n > this.version) {
      this.lines = [...this.lines, line];
      this.version = line.n;
    }
    this.match = { ...this.match, version: match.version, state: match.state };
    this.news = { item, line };
    // A word changes how earlier lines read: the whole sheet is asked for again.
    if (["amend", "strike", "reopen"].includes(item.kind) || match.state.over) this.refresh().catch(() => {});
    this.changed();
  }

  // What a record of the game that is on adds to each side; null where it cannot be.
  addsOf(data) {
    try {
      return addsOf(this.game.card, data, this.state.totals);
    } catch (error) {
      if (error instanceof CannotBe) return null;
      throw error;
    }
  }

  get conflict() {
    return this.outbox.items.find((item) => item.state === CONFLICT) ?? null;
  }

  get refused() {
    return this.outbox.items.find((item) => item.state === REFUSED) ?? null;
  }

  // Takes over the sheet that came with a conflict.
  adopt(match) {
    this.match = { ...this.match, ...match };
    this.lines = match.lines;
    this.version = match.version;
  }
}

const gained = (reading) => reading.after.map((total, side) => total - reading.before[side]);

function read(line, lines) {
  const amended = line.reading.amended_by;
  const data = amended ? lines.find((each) => each.n === amended).data.data : line.data;
  return { kind: line.kind, data, adds: gained(line.reading), after: line.reading.after };
}

function numbered(rows) {
  let hands = 0;
  return rows.map((row) => ({ ...row, number: row.kind === "hand" ? (hands += 1) : null }));
}

// A record as the forms have it: both numbers of a pair, whose turn it was, nothing beside the form's
// fields. What was written in a form of its own is shown in the form of the club too, by what it adds.
export function formRecord(card, data) {
  const record = { [card.turn.field]: data[card.turn.field] ?? null };
  for (const field of fieldsOf(formOf(card, data))) record[field] = data[field] ?? null;
  for (const step of formOf(card, data).steps.filter((each) => !each.items)) {
    const row = step.rows.find((each) => agrees(step, each, data));
    if (row) step.fields.forEach((field, at) => (record[field] = row.key[at]));
    if (row && formOf(card, data) !== mainForm(card)) twin(card, row, record);
  }
  return record;
}

function twin(card, row, record) {
  const [plain] = mainForm(card).steps;
  const found = plain.rows.find((each) => same(each.adds, row.adds) && agrees(plain, each, record));
  plain.fields.forEach((field, at) => {
    record[field] ??= found?.key[at] ?? null;
  });
}

const same = (one, other) => one.every((part, at) => part === other[at]);

// A row says what was written, and leaves open what was not.
function agrees(step, row, written) {
  return row.key.every((value, at) => {
    const found = written[step.fields[at]];
    if (Array.isArray(value)) return !Array.isArray(found) || value.every((part, side) => found[side] === null || found[side] === part);
    return value === (found ?? null);
  });
}
