// A hand card by card: what the acts so far come to. Reads the `play` tables of a rulebook's card
// and knows no game by name. The hands are hidden, so only what was played or shown is known.

/** @typedef {import("./play-types.js").PlayRules} PlayRules */
/** @typedef {import("./play-types.js").PlayState} PlayState */
/** @typedef {import("./play-types.js").Position} Position */
/** @typedef {import("./play-types.js").Act} Act */
/** @typedef {import("./play-types.js").Card} Card */
/** @typedef {import("./play-types.js").Played} Played */
/** @typedef {import("./play-types.js").Breach} Breach */
/** @typedef {import("./play-types.js").DutyCode} DutyCode */

export const SUITS = ["D", "C", "S", "B"];
export const DECK = SUITS.flatMap((suit) => Array.from("A234567JHK", (rank) => rank + suit));
const KING = "K";
const HORSE = "H";
export const KINDS = /** @type {const} */ ({ D: "marriage", C: "mi_copri", N: "mariannino", M: "mariannone" });
/** The declarations that advance the series of values, for either side. */
const IN_SERIES = ["marriage", "mi_copri"];

/** How many cards each seat draws in a hand. @param {PlayRules} rules */
export const drawsOf = (rules) => DECK.length / rules.seats - rules.hand_size;
/** @param {PlayRules} rules */
export const trickCount = (rules) => DECK.length / rules.seats;
/** @param {PlayRules} rules @param {number} seat */
export const sideOf = (rules, seat) => seat % rules.sides;

/** The cards of a declared combination that are sure: all of one rank. @param {string} kind */
export const combination = (kind) => SUITS.map((suit) => (kind === "N" ? HORSE : KING) + suit);
/** The rank of its fifth card, of whichever suit. @param {string} kind */
export const fifthRank = (kind) => (kind === "N" ? KING : HORSE);
/** @param {string} suit */
export const marriage = (suit) => [KING + suit, HORSE + suit];
/** @param {Card} card */
export const otherOfPair = (card) => (card[0] === KING ? HORSE : KING) + card[1];

/**
 * The place in the trick of the card that wins.
 * @param {PlayRules} rules @param {Card[]} cards @param {string | null} trump
 */
function winningPlace(rules, cards, trump) {
  let best = 0;
  cards.forEach((card, place) => {
    const isSame = card[1] === cards[best][1];
    const isHigher = rules.ranking.indexOf(card[0]) < rules.ranking.indexOf(cards[best][0]);
    if (isSame ? isHigher : card[1] === trump) best = place;
  });
  return best;
}

/**
 * The duty that `card` breaks on this trick for a seat that also holds `other`. Duties only grow
 * with the hand, so a card is legal if it breaks none together with each other card alone.
 * @param {PlayRules} rules @param {string | null} trump @param {Card[]} table @param {Card} card @param {Card} other
 * @returns {DutyCode | null}
 */
function brokenDuty(rules, trump, table, card, other) {
  if (!table.length || rules.duty === "none") return null;
  const led = table[0][1];
  if (card[1] !== led && other[1] === led) return "must_follow";
  if (rules.duty === "follow") return null;
  const best = winningPlace(rules, table, trump);
  const isPartners = (table.length - best) % rules.sides === 0;
  const beats = (/** @type {Card} */ each) => winningPlace(rules, [...table, each], trump) === table.length;
  const isPlayable = card[1] !== led || other[1] === led;
  if (isPartners || beats(card) || !isPlayable || !beats(other)) return null;
  return other[1] === trump && table[best][1] !== trump ? "must_trump" : "must_beat";
}

/**
 * Why this seat cannot have played `card` now, as far as its earlier cards and those that it is
 * known to hold show.
 * @param {PlayRules} rules @param {Position} position @param {number} seat @param {Card} card
 * @returns {Breach | null}
 */
export function breachOf(rules, position, seat, card) {
  const { table, trump, cover } = position;
  const trick = position.tricks.length;
  const found = (/** @type {DutyCode} */ code, /** @type {Played | null} */ earlier = null) => ({
    code, seat, card, trick, earlier: earlier && { trick: earlier.trick, card: earlier.card },
  });
  for (const played of position.plays) {
    if (played.seat !== seat || !played.isBound) continue;
    const code = brokenDuty(rules, played.trump, played.table, played.card, card);
    if (code) return found(code, played);
  }
  if (isBound(rules, trick)) {
    for (const [other, holder] of position.held) {
      const code = holder === seat && other !== card ? brokenDuty(rules, trump, table, card, other) : null;
      if (code) return found(code);
    }
  }
  if (cover && sideOf(rules, seat) === sideOf(rules, cover.seat)) {
    const isAsked = seat === cover.seat ? marriage(cover.suit).includes(card) : card === otherOfPair(table[0]);
    if (!isAsked) return found("must_cover");
  }
  return null;
}

/** Duties hold in the whole hand, or with a stock once it is gone. @param {PlayRules} rules @param {number} trick */
export const isBound = (rules, trick) => rules.duty !== "none" && (!rules.stock || trick >= drawsOf(rules));

/** Who plays the next card. @param {PlayRules} rules @param {Position} position */
export const seatToPlay = (rules, position) => ((position.leader ?? 0) + position.table.length) % rules.seats;

/** @type {WeakMap<PlayState, Position>} */
const known = new WeakMap();

/** @param {PlayState} state @returns {Position} */
export function positionOf(state) {
  const found = known.get(state);
  if (found) return found;
  const walk = new Walk(state.rules);
  for (const act of state.acts) walk.take(act);
  walk.endTrick();
  known.set(state, walk.position);
  return walk.position;
}

/** With the last trick still on the table, where its last card has just been played. @param {PlayState} state @returns {Position} */
export function openPosition(state) {
  const walk = new Walk(state.rules);
  for (const act of state.acts) walk.take(act);
  return walk.position;
}

class Walk {
  /** @param {PlayRules} rules */
  constructor(rules) {
    this.rules = rules;
    /** @type {Position} */
    this.position = {
      turn: null, trump: null, shown: null, auction: [], declarer: null, bid: null, called: null, marafona: null,
      leader: null, table: [], tricks: [], events: [[]], plays: [], where: new Map(), held: new Map(), needs: [],
      declared: [], gains: [], cover: null, exchange: null, spoke: new Set(), lastToSpeak: -1, breach: null,
    };
  }

  /** @param {Act} act */
  take(act) {
    const { position } = this;
    if (position.breach) return;
    // A trick is taken as late as can be: a declaration may still come after its last card.
    const isLate = act[0] !== "marafona" && act.at(-1) === true;
    if (!isLate) this.endTrick();
    switch (act[0]) {
      case "turn":
        position.turn = act[1];
        position.leader = (act[1] + this.rules.leads) % this.rules.seats;
        return;
      case "trump":
        position.trump = act[1];
        return;
      case "shown":
        position.shown = act[1];
        position.trump = act[1][1];
        if (this.rules.trump === "exposed" && position.turn !== null) this.hold(position.turn, act[1]);
        return;
      case "bid":
        this.bid(act[1], act[2]);
        return;
      case "called":
        position.called = act[1];
        return;
      case "marafona":
        position.marafona = act[1];
        return;
      case "P":
        this.play(act[1], act[2]);
        return;
      default:
        this.declare(act);
    }
  }

  /** @param {number} seat @param {string} word */
  bid(seat, word) {
    const { position } = this;
    position.auction.push([seat, word]);
    if (word === this.rules.auction?.pass_word) return;
    position.declarer = seat;
    position.bid = word;
  }

  /** @param {number} seat @param {Card} card */
  play(seat, card) {
    const { position, rules } = this;
    const breach = breachOf(rules, position, seat, card);
    const trick = position.tricks.length;
    const table = [...position.table];
    position.plays.push({ seat, card, trick, table, trump: position.trump, isBound: isBound(rules, trick) });
    position.where.set(card, seat);
    position.held.delete(card);
    position.table.push(card);
    position.events[trick].push(["P", seat, card]);
    position.breach = breach;
  }

  /** @param {import("./play-types.js").Declaration} event */
  declare(event) {
    const { position } = this;
    const [kind, seat] = event;
    const suit = kind === "D" || kind === "C" ? event[2] : null;
    position.events[position.tricks.length].push(event);
    if (kind === "X") return this.exchange(seat);
    if (kind === "C") {
      position.cover = { suit: String(suit), seat };
      return;
    }
    position.spoke.add(seat);
    position.lastToSpeak = (seat - (position.leader ?? 0) + this.rules.seats) % this.rules.seats;
    this.count(seat, KINDS[kind], suit);
    const cards = kind === "D" ? marriage(String(suit)) : combination(kind);
    for (const card of cards) this.hold(seat, card);
    const names = kind === "D" && this.rules.trump === "declared";
    if (names && (position.trump === null || this.rules.stock?.trump_changes)) {
      position.trump = suit;
      position.cover = null;
    }
  }

  /** The seat has this card now. @param {number} seat @param {Card} card */
  hold(seat, card) {
    const { position } = this;
    position.needs.push({ seat, card, trick: position.tricks.length });
    if (!position.where.has(card)) position.held.set(card, seat);
  }

  /** @param {number} seat */
  exchange(seat) {
    const { position } = this;
    const turned = position.shown ?? "";
    this.hold(seat, "A" + position.trump);
    position.held.delete("A" + position.trump);
    this.hold(seat, otherOfPair(turned));
    position.held.set(turned, seat);
    position.exchange = { seat, trick: position.tricks.length };
  }

  /** @param {number} seat @param {string} kind @param {string | null} suit */
  count(seat, kind, suit) {
    const { position, rules } = this;
    if (!rules.stock) return;
    const place = position.declared.filter((each) => IN_SERIES.includes(each.kind)).length;
    const value = valueOf(rules.stock, kind, place, suit !== null && suit === position.trump);
    position.declared.push({ trick: position.tricks.length, seat, kind, suit, value });
    position.gains.push([sideOf(rules, seat), value]);
  }

  endTrick() {
    const { position, rules } = this;
    const { table, leader, cover } = position;
    if (leader === null || table.length < rules.seats) return;
    const winner = (leader + winningPlace(rules, table, position.trump)) % rules.seats;
    const side = sideOf(rules, winner);
    const isLast = position.tricks.length === trickCount(rules) - 1;
    const points = table.reduce((sum, card) => sum + rules.values[card[0]], rules.trick + (isLast ? rules.last_trick : 0));
    position.gains.push([side, points]);
    if (cover && side === sideOf(rules, cover.seat)) {
      this.count(cover.seat, KINDS.C, cover.suit);
      position.trump = cover.suit;
    }
    position.tricks.push({ leader, cards: table, winner, side, points });
    Object.assign(position, { leader: winner, table: [], cover: null, spoke: new Set(), lastToSpeak: -1 });
    if (!isLast) position.events.push([]);
    this.drawTurned(winner);
  }

  /** The face-up card, or the ace that lies there instead, is drawn last. @param {number} winner */
  drawTurned(winner) {
    const { position, rules } = this;
    if (!rules.stock?.turned || position.shown === null || position.tricks.length !== drawsOf(rules)) return;
    const card = position.exchange ? "A" + position.trump : position.shown;
    position.held.set(card, (winner + rules.seats - 1) % rules.seats);
  }
}

/**
 * @param {import("./play-types.js").StockRule} stock @param {string} kind @param {number} place @param {boolean} inTrumps
 */
function valueOf(stock, kind, place, inTrumps) {
  if (kind in stock.combinations) return stock.combinations[kind];
  if (kind === KINDS.C) return stock.covered;
  if (stock.values) return stock.values[place];
  return inTrumps ? stock.in_trumps : stock.in_others;
}
