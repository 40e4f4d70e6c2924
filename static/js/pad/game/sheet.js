// Folds a sheet as the server does: format, cards and lines in, the score out. For the preview and
// for unsent lines of this phone; the server's score is the one that counts.

import { recordOfPlay } from "./card-by-card.js";
import { CannotBe, claim, hand, over, turnAfter } from "./card.js";
import { ahead, endMatch, winsIn } from "./unfinished.js";

/** @typedef {import("./card.js").RuleCard} RuleCard */
/** @typedef {import("./card.js").Ending} Ending */
/** @typedef {import("./sheet-types.js").MatchFormat} MatchFormat */
/** @typedef {import("./sheet-types.js").GameScore} GameScore */
/**
 * @typedef {{n: number, kind: string, data: Record<string, any>}} SheetLine
 * @typedef {SheetLine & {struckBy: number | null, amendedBy: number | null, ownGame: number | null}} ReadLine
 * ``struckBy``, ``amendedBy``: the correction in force. ``ownGame``: the only game that the line counts in, if a
 * correction has named it as left over.
 *
 * The score before and after a line, and the game that it belongs to.
 * ``supersededBy``: the result of its whole game, written later.
 * @typedef {{game: number, totals: number[], after: number[], supersededBy: number | null}} LineReading
 *
 * ``signed``: the sides that signed; null stands for the referee.
 * @typedef {{games: GameScore[], wins: number[], winner: number | null, over: boolean, turn: number | null,
 *   totals: number[], signed: (number | null)[], readings: Map<number, LineReading>}} MatchScore
 */

const CORRECTIONS = ["amend", "strike"];
const RESULTS = ["total", "games"];
const PLAY = ["hand", "redeal", "claim", "penalty", "forfeit", "award", ...RESULTS];

/**
 * The score of a sheet. Throws CannotBe where a line does not fit the rules.
 * @param {MatchFormat} format @param {RuleCard[]} cards one a game @param {SheetLine[]} lines
 * @returns {MatchScore}
 */
export function fold(format, cards, lines) {
  const walk = new Walk(format, cards);
  const opened = Math.max(0, ...lines.filter((line) => line.kind === "reopen").map((line) => line.n));
  /** @type {(number | null)[]} */
  const signed = [];
  /** @type {Map<number, LineReading>} */
  const readings = new Map();
  for (const line of readLines(lines)) {
    if (line.struckBy !== null) continue;
    if (PLAY.includes(line.kind)) {
      if (line.ownGame !== null && walk.isPast(line.ownGame)) {
        walk.passOver(line.kind, line.data, line.ownGame);
        continue;
      }
      if (walk.over) throw new CannotBe();
      const before = { game: walk.games.length, totals: walk.totals };
      const after = walk.step(line.kind, line.data);
      if (RESULTS.includes(line.kind)) {
        for (const [n, each] of readings) if (each.game === before.game) readings.set(n, { ...each, supersededBy: line.n });
      }
      readings.set(line.n, { ...before, after, supersededBy: null });
    } else if (line.kind === "sign" && line.n > opened) {
      if (!walk.over) throw new CannotBe();
      signed.push(line.data.side);
    }
  }
  return walk.state(signed, readings);
}

/**
 * A correction as the server will write it: lines whose game or match is over by it are set aside.
 * Named together with their games, all the others count as they did.
 * @param {MatchFormat} format @param {RuleCard[]} cards @param {SheetLine[]} lines @param {SheetLine} word @returns {SheetLine}
 */
export function tieCorrection(format, cards, lines, word) {
  if (!CORRECTIONS.includes(word.kind) || word.data.aside) return word;
  const { readings } = fold(format, cards, lines);
  const endsMatch = (/** @type {number} */ n) =>
    lines[n - 1].kind === "games" || (lines[n - 1].kind === "forfeit" && lines[n - 1].data.of === "match");
  const aside = [...readings].map(([n, { game }]) => ({ line: n, game: endsMatch(n) ? format.games.length - 1 : game }));
  return { ...word, data: { ...word.data, aside } };
}

/**
 * The lines with their readings as the server will answer them: a line that was just written may
 * change how earlier ones read. Where this phone cannot fold the sheet, only the corrections of
 * each line are known. @template {SheetLine & {reading: Record<string, any>}} L
 * @param {MatchFormat} format @param {RuleCard[]} cards @param {L[]} lines @returns {L[]}
 */
export function rereadLines(format, cards, lines) {
  const corrections = new Map(readLines(lines).map((line) => [line.n, line]));
  const readings = tryToRead(format, cards, lines);
  return lines.map((line) => {
    const { struckBy = null, amendedBy = null } = corrections.get(line.n) ?? {};
    /** @type {Record<string, any>} */
    const reading = { ...line.reading, struck_by: struckBy, amended_by: amendedBy };
    const score = readings?.get(line.n);
    if (score) Object.assign(reading, { game: score.game, before: score.totals, after: score.after, superseded_by: score.supersededBy });
    else if (readings || struckBy !== null) reading.game = null;
    return { ...line, reading };
  });
}

/** @param {MatchFormat} format @param {RuleCard[]} cards @param {SheetLine[]} lines @returns {Map<number, LineReading> | null} */
function tryToRead(format, cards, lines) {
  try {
    return fold(format, cards, lines).readings;
  } catch (error) {
    if (error instanceof CannotBe) return null;
    throw error;
  }
}

/**
 * Every line with its corrections applied. The latest correction counts, and one that was struck
 * does not: walking backwards meets each correction before the line that it corrects.
 * @param {SheetLine[]} lines @returns {ReadLine[]}
 */
function readLines(lines) {
  /** @type {Map<number, SheetLine>} */
  const corrections = new Map();
  /** @type {Map<number, number>} */
  const ownGames = new Map();
  /** @type {ReadLine[]} */
  const result = [];
  for (const line of [...lines].reverse()) {
    const correction = corrections.get(line.n);
    const struckBy = correction?.kind === "strike" ? correction.n : null;
    const amendedBy = correction?.kind === "amend" ? correction.n : null;
    const data = amendedBy === null ? line.data : correction?.data.data;
    result.push({ ...line, data, struckBy, amendedBy, ownGame: ownGames.get(line.n) ?? null });
    if (CORRECTIONS.includes(line.kind) && struckBy === null) {
      if (!corrections.has(line.data.line)) corrections.set(line.data.line, line);
      for (const { line: n, game } of line.data.aside ?? []) if (!ownGames.has(n)) ownGames.set(n, game);
    }
  }
  return result.reverse();
}

/** The state of a match while its lines are read in order. */
class Walk {
  /** @param {MatchFormat} format @param {RuleCard[]} cards */
  constructor(format, cards) {
    this.format = format;
    this.cards = cards;
    this.sides = cards[0].sides;
    /** @type {GameScore[]} */
    this.games = [];
    /** @type {number[]} */
    this.wins = Array(this.sides).fill(0);
    /** @type {number | null} */
    this.winner = null;
    this.over = false;
    /** The seat whose turn it is. @type {number | null} */
    this.turn = null;
    /** The game that is on: its totals, and the totals after each hand. @type {{totals: number[], running: number[][], isByTotal?: boolean} | null} */
    this.running = null;
  }

  get card() {
    return this.cards[this.games.length];
  }

  get hands() {
    return this.format.games[this.games.length].hands ?? null;
  }

  /** @returns {number[]} */
  get totals() {
    return this.running ? this.running.totals : Array(this.sides).fill(0);
  }

  /** The game that is on; the first line of a game begins it. */
  get current() {
    this.running ??= { totals: Array(this.sides).fill(0), running: [] };
    return this.running;
  }

  /** Whether that game is over, or will not be played because the match is. @param {number} game */
  isPast(game) {
    return this.over || this.games.length > game;
  }

  /**
   * Passes a line of a game that is over. A hand was dealt nevertheless: it moves the turn on for
   * the next hand of the same kind of game. @param {string} kind @param {Record<string, any>} data @param {number} game
   */
  passOver(kind, data, game) {
    const { card, format, games } = this;
    if (kind !== "hand" || this.over || format.games[games.length].game !== format.games[game].game) return;
    // A play that does not count has not been replayed, so the seat that it names may be anything.
    const named = (data.play ?? data)[card.turn.field];
    const seat = Number.isInteger(named) && named in card.turn.after_hand ? named : this.turn;
    this.turn = seat === null ? null : turnAfter(card, seat);
  }

  /** Plays a line; gives the totals after it. @param {string} kind @param {Record<string, any>} data @returns {number[]} */
  step(kind, data) {
    const isBetweenGames = this.running === null;
    const { current } = this;
    if (kind === "forfeit" && data.of === "match" && (data.case || this.format.unfinished)) {
      return this.endUnfinished(data, isBetweenGames ? null : this.game(null, null));
    }
    if (kind === "games") return this.endByGames(data);
    const ending = LINE_STEPS[kind](this, data);
    if (ending) this.end(ending);
    return current.totals;
  }

  /** Ends the match by a line; gives the totals after it. @param {Record<string, any>} data @param {GameScore | null} current */
  endUnfinished(data, current) {
    const { format, cards, games } = this;
    const ended = endMatch({ format, cards, games, current }, data);
    const after = ended.games[games.length]?.totals ?? Array(this.sides).fill(0);
    Object.assign(this, { games: ended.games, wins: winsIn(ended.games, this.sides), winner: ended.winner, over: true, running: null });
    return after;
  }

  /** Ends the match by the games won; a game in play is dropped. @param {Record<string, any>} data @returns {number[]} */
  endByGames({ wins }) {
    const needed = this.format.wins ?? null;
    const winner = needed === null ? ahead(wins) : wins.indexOf(needed);
    Object.assign(this, { wins, winner: winner === -1 ? null : winner, over: true, running: null, turn: null });
    return Array(this.sides).fill(0);
  }

  /** The final totals of the game, in place of its hands. @param {Record<string, any>} data @returns {Ending} */
  total({ totals, winner = null }) {
    const { card, current, hands } = this;
    Object.assign(current, { totals, running: [], isByTotal: true });
    this.turn = null;
    const ending = hands === null ? over(card, totals, winner) : { winner: ahead(totals), why: "hands" };
    if (ending && (winner === null || ending.winner === winner)) return ending;
    if (winner === null) throw new CannotBe();
    return { winner, why: "declared" };
  }

  /** @param {Record<string, any>} data @returns {Ending | null} */
  hand(data) {
    const { card, hands } = this;
    const written = data.play ? recordOfPlay(card, data.play, hands === null ? this.current.totals : null) : data;
    const seat = written[card.turn.field] ?? this.turn;
    const record = { ...written, [card.turn.field]: seat };
    const booked = hand(card, record, this.current.totals, hands === null);
    this.current.totals = booked.totals;
    this.current.running.push(booked.totals);
    this.turn = turnAfter(card, seat);
    if (booked.ending) return booked.ending;
    const last = this.current.running.length === hands;
    return last ? { winner: ahead(booked.totals), why: "hands" } : null;
  }

  /** @returns {null} */
  redeal() {
    if (!this.card.turn.after_redeal) throw new CannotBe();
    return null;
  }

  /** @param {Record<string, any>} data @returns {Ending} */
  claim(data) {
    if (this.hands !== null) throw new CannotBe();
    const claimed = claim(this.card, data, this.current.totals);
    return { winner: claimed.winner, why: claimed.right ? "claim" : "wrong_claim" };
  }

  /** @param {Record<string, any>} data @param {1 | -1} sign @returns {Ending | null} */
  give({ side, points }, sign) {
    const { current } = this;
    current.totals = current.totals.map((total, at) =>
      at === side ? total + sign * points : total,
    );
    return this.hands === null ? over(this.card, current.totals, null) : null;
  }

  /** @param {Record<string, any>} data @returns {Ending} */
  forfeit({ side, of }) {
    if (of === "match") [this.over, this.winner] = [true, 1 - side];
    return { winner: 1 - side, why: "forfeit" };
  }

  /** @param {Ending} ending */
  end({ winner, why }) {
    const kind = this.format.games[this.games.length].game;
    this.games.push(this.game(winner, why));
    this.running = null;
    if (winner !== null) this.wins = this.wins.map((won, side) => won + Number(side === winner));
    if (!this.over) this.decideMatch(winner);
    if (!this.over && this.format.games[this.games.length].game !== kind) this.turn = null;
  }

  /** Ends the match with its last game, or when a side has the games it needs. @param {number | null} winner the game's */
  decideMatch(winner) {
    const needed = this.format.wins ?? null;
    if (needed !== null && winner !== null && this.wins[winner] >= needed) {
      [this.over, this.winner] = [true, winner];
    } else if (this.games.length === this.format.games.length) {
      this.over = true;
      this.winner = needed === null ? ahead(this.wins) : null;
    }
  }

  /** @param {number | null} winner @param {string | null} why @returns {GameScore} */
  game(winner, why) {
    const { totals, running, isByTotal } = this.current;
    const score = { totals, running, hands: running.length, winner, why };
    return isByTotal ? { ...score, by_total: true } : score;
  }

  /** @param {(number | null)[]} signed @param {Map<number, LineReading>} readings @returns {MatchScore} */
  state(signed, readings) {
    const games = this.running ? [...this.games, this.game(null, null)] : this.games;
    const { wins, winner, over: ended, turn, totals } = this;
    return { games, wins, winner, over: ended, turn, totals, signed, readings };
  }
}

/** What each kind of line does. @type {Record<string, (walk: Walk, data: Record<string, any>) => Ending | null>} */
const LINE_STEPS = {
  hand: (walk, data) => walk.hand(data),
  redeal: (walk) => walk.redeal(),
  claim: (walk, data) => walk.claim(data),
  penalty: (walk, data) => walk.give(data, -1),
  award: (walk, data) => walk.give(data, 1),
  forfeit: (walk, data) => walk.forfeit(data),
  total: (walk, data) => walk.total(data),
};
