// Folds a sheet as the server does: format, cards and lines in, the score out. For the preview and
// for lines that wait on this phone; what the server says counts.

import { recordOfPlay } from "./play.js";
import { CannotBe, claim, hand, over, turnAfter } from "./card.js";

/** @typedef {import("./card.js").RuleCard} RuleCard */
/** @typedef {import("./card.js").Ending} Ending */
/**
 * @typedef {{games: {game: string, options?: Record<string, any>, hands?: number | null}[], wins?: number | null}} MatchFormat
 * ``wins`` is null where every game is played.
 *
 * @typedef {{n: number, kind: string, data: Record<string, any>}} SheetLine
 * @typedef {SheetLine & {isStruck: boolean}} ReadLine
 * @typedef {{totals: number[], running: number[][], hands: number, winner: number | null, why: string | null}} GameScore
 *
 * The score before and after a line, and the game that it belongs to.
 * @typedef {{game: number, totals: number[], after: number[]}} LineReading
 *
 * ``signed``: the sides that signed; null stands for the referee.
 * @typedef {{games: GameScore[], wins: number[], winner: number | null, over: boolean, turn: number | null,
 *   totals: number[], signed: (number | null)[], readings: Map<number, LineReading>}} MatchScore
 */

const CORRECTIONS = ["amend", "strike"];
const PLAY = ["hand", "redeal", "claim", "penalty", "forfeit", "award"];

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
    if (line.isStruck) continue;
    if (PLAY.includes(line.kind)) {
      if (walk.over) throw new CannotBe();
      const before = { game: walk.games.length, totals: walk.totals };
      readings.set(line.n, { ...before, after: walk.step(line.kind, line.data) });
    } else if (line.kind === "sign" && line.n > opened) {
      if (!walk.over) throw new CannotBe();
      signed.push(line.data.side);
    }
  }
  return walk.state(signed, readings);
}

/**
 * Every line with its corrections applied. The latest correction counts, and one that was struck
 * does not: walking backwards meets each correction before the line that it corrects.
 * @param {SheetLine[]} lines @returns {ReadLine[]}
 */
function readLines(lines) {
  /** @type {Map<number, SheetLine>} */
  const corrections = new Map();
  /** @type {ReadLine[]} */
  const result = [];
  for (const line of [...lines].reverse()) {
    const correction = corrections.get(line.n);
    const isStruck = correction?.kind === "strike";
    result.push({ ...line, isStruck, data: correction?.kind === "amend" ? correction.data.data : line.data });
    if (CORRECTIONS.includes(line.kind) && !isStruck && !corrections.has(line.data.line)) {
      corrections.set(line.data.line, line);
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
    /** The game that is on: its totals, and the totals after each hand. @type {{totals: number[], running: number[][]} | null} */
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

  /** Plays a line; gives the totals after it. @param {string} kind @param {Record<string, any>} data @returns {number[]} */
  step(kind, data) {
    const { current } = this;
    const ending = LINE_STEPS[kind](this, data);
    if (ending) this.end(ending);
    return current.totals;
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
    const told = claim(this.card, data, this.current.totals);
    return { winner: told.winner, why: told.right ? "claim" : "wrong_claim" };
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
    const { totals, running } = this.current;
    return { totals, running, hands: running.length, winner, why };
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
};

/** The side with the most; null where several have it. @param {number[]} totals */
function ahead(totals) {
  const best = Math.max(...totals);
  const sides = totals.map((_, side) => side).filter((side) => totals[side] === best);
  return sides.length === 1 ? sides[0] : null;
}
