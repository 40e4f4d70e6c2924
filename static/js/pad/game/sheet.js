// Folds a sheet as the server does: format, cards and lines in, the score out. For the preview and
// for lines that wait on this phone; what the server says counts.

import { CannotBe, claim, hand, over, turnAfter } from "./card.js";

const WORDS = ["amend", "strike"];
const PLAY = ["hand", "redeal", "claim", "penalty", "forfeit", "award"];

// format: {games: [{game, options, hands?}], wins}; cards: one a game; lines: [{n, kind, data}].
// Gives {games, wins, winner, over, turn, signed, totals, readings}. Throws CannotBe.
export function fold(format, cards, lines) {
  const walk = new Walk(format, cards);
  const opened = Math.max(0, ...lines.filter((line) => line.kind === "reopen").map((line) => line.n));
  const signed = [];
  const readings = new Map();
  for (const line of read(lines)) {
    if (line.struck) continue;
    if (PLAY.includes(line.kind)) {
      if (walk.over) throw new CannotBe();
      const before = { game: walk.games.length, totals: walk.totals };
      walk.step(line.kind, line.data);
      readings.set(line.n, { ...before, after: walk.lastTotals });
    } else if (line.kind === "sign" && line.n > opened) {
      if (!walk.over) throw new CannotBe();
      signed.push(line.data.side);
    }
  }
  return walk.state(signed, readings);
}

// Every line as it reads once all that was said about it is heard: the later word counts, and a
// word that was struck is not heard.
function read(lines) {
  const words = new Map();
  const result = [];
  for (const line of [...lines].reverse()) {
    const word = words.get(line.n);
    const struck = word?.kind === "strike";
    result.push({ ...line, struck, data: word?.kind === "amend" ? word.data.data : line.data });
    if (WORDS.includes(line.kind) && !struck && !words.has(line.data.line)) {
      words.set(line.data.line, line);
    }
  }
  return result.reverse();
}

class Walk {
  constructor(format, cards) {
    this.format = format;
    this.cards = cards;
    this.sides = cards[0].sides;
    this.games = [];
    this.wins = Array(this.sides).fill(0);
    this.winner = null;
    this.over = false;
    this.turn = null;
    this.running = null;
  }

  get card() {
    return this.cards[this.games.length];
  }

  get hands() {
    return this.format.games[this.games.length].hands ?? null;
  }

  get totals() {
    return this.running ? this.running.totals : Array(this.sides).fill(0);
  }

  step(kind, data) {
    this.running ??= { totals: Array(this.sides).fill(0), running: [] };
    const ending = this[kind](data);
    this.lastTotals = this.running.totals;
    if (ending) this.end(ending);
  }

  hand(data) {
    const { card, hands } = this;
    const seat = data[card.turn.field] ?? this.turn;
    const record = { ...data, [card.turn.field]: seat };
    const booked = hand(card, record, this.running.totals, hands === null);
    this.running.totals = booked.totals;
    this.running.running.push(booked.totals);
    this.turn = turnAfter(card, seat);
    if (booked.ending) return booked.ending;
    const last = this.running.running.length === hands;
    return last ? { winner: ahead(booked.totals), why: "hands" } : null;
  }

  redeal() {
    if (!this.card.turn.after_redeal) throw new CannotBe();
    return null;
  }

  claim(data) {
    if (this.hands !== null) throw new CannotBe();
    const told = claim(this.card, data, this.running.totals);
    return { winner: told.winner, why: told.right ? "claim" : "wrong_claim" };
  }

  penalty(data) {
    return this.give(data, -1);
  }

  award(data) {
    return this.give(data, 1);
  }

  give({ side, points }, sign) {
    this.running.totals = this.running.totals.map((total, at) =>
      at === side ? total + sign * points : total,
    );
    return this.hands === null ? over(this.card, this.running.totals, null) : null;
  }

  forfeit({ side, of }) {
    if (of === "match") [this.over, this.winner] = [true, 1 - side];
    return { winner: 1 - side, why: "forfeit" };
  }

  end({ winner, why }) {
    const kind = this.format.games[this.games.length].game;
    this.games.push(this.game(winner, why));
    this.running = null;
    if (winner !== null) this.wins = this.wins.map((won, side) => won + (side === winner));
    if (!this.over) this.look(winner);
    if (!this.over && this.format.games[this.games.length].game !== kind) this.turn = null;
  }

  look(winner) {
    const needed = this.format.wins ?? null;
    if (needed !== null && winner !== null && this.wins[winner] >= needed) {
      [this.over, this.winner] = [true, winner];
    } else if (this.games.length === this.format.games.length) {
      this.over = true;
      this.winner = needed === null ? ahead(this.wins) : null;
    }
  }

  game(winner, why) {
    const { totals, running } = this.running;
    return { totals, running, hands: running.length, winner, why };
  }

  state(signed, readings) {
    const games = this.running ? [...this.games, this.game(null, null)] : this.games;
    const { wins, winner, over: ended, turn, totals } = this;
    return { games, wins, winner, over: ended, turn, totals, signed, readings };
  }
}

function ahead(totals) {
  const best = Math.max(...totals);
  const sides = totals.map((_, side) => side).filter((side) => totals[side] === best);
  return sides.length === 1 ? sides[0] : null;
}
