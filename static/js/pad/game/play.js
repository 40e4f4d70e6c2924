// A hand entered card by card, offline: what is asked next, which cards can be meant, and in the end
// the `play` of a hand line and the record that it makes. Pure: a state goes in, a new one comes
// out. The server replays the whole play and has the last word.

import { ANY_SUIT, bottomCard, dealOf, hasRoom } from "./deal.js";
import {
  SUITS, breachOf, combination, drawsOf, fifthRank, isBound, marriage, openPosition, otherOfPair, positionOf, seatToPlay, sideOf, trickCount,
} from "./position.js";

/** @typedef {import("./play-types.js").PlayState} PlayState */
/** @typedef {import("./play-types.js").PlayRules} PlayRules */
/** @typedef {import("./play-types.js").Position} Position */
/** @typedef {import("./play-types.js").Act} Act */
/** @typedef {import("./play-types.js").Declaration} Declaration */
/** @typedef {import("./play-types.js").Step} Step */
/** @typedef {import("./play-types.js").Card} Card */
/** @typedef {import("./play-types.js").CardState} CardState */
/** @typedef {import("./play-types.js").SuitChoices} SuitChoices */

export { positionOf, trickCount };

/**
 * A hand before its first tap.
 * @param {any} card a rulebook's card @param {number | null} turn whose turn it is, null while nobody knows
 * @returns {PlayState}
 */
export function startPlay(card, turn) {
  const rules = { ...card.play, sides: card.sides, turn_field: card.turn.field };
  return { rules, acts: turn === null ? [] : [["turn", turn]], given: turn === null ? 0 : 1 };
}

/** @param {PlayState} state @param {Act} act @returns {PlayState} */
export const addAct = (state, act) => ({ ...state, acts: [...state.acts, act] });

/** Plays a card, if the next step is a card. @param {PlayState} state @param {Card} card @returns {PlayState} */
export function playCard(state, card) {
  const step = stepOf(state);
  if (step.ask === "card") return addAct(state, ["P", step.seat, card]);
  if (step.ask === "shown" || step.ask === "called") return addAct(state, [step.ask, card]);
  throw new Error(`the next step is ${step.ask}, not a card`);
}

/** Without the last tap. @param {PlayState} state @returns {PlayState} */
export const undoAct = (state) => (canUndo(state) ? { ...state, acts: state.acts.slice(0, -1) } : state);
/** @param {PlayState} state */
export const canUndo = (state) => state.acts.length > state.given;

// What is asked next -------------------------------------------------------------------------------

/** @param {PlayState} state @returns {Step} */
export function stepOf(state) {
  const { rules } = state;
  const position = positionOf(state);
  if (position.turn === null) return { ask: "turn" };
  if (position.breach) return { ask: "breach", breach: position.breach };
  const before = rules.auction ? auctionStep(rules, position) : null;
  if (before) return before;
  if (rules.trump === "named" && position.trump === null) return { ask: "trump", seat: position.declarer ?? position.turn };
  if ((rules.trump === "exposed" || rules.trump === "turned") && position.shown === null) {
    return { ask: "shown", seat: rules.trump === "exposed" ? position.turn : null };
  }
  if (position.bid !== null && position.bid === rules.auction?.call && position.called === null) {
    return { ask: "called", seat: position.declarer ?? position.turn };
  }
  if (!isPlayedOut(rules, position)) return { ask: "card", seat: seatToPlay(rules, position) };
  const holder = position.marafona === null ? marafonaToAsk(rules, position) : null;
  return holder === null ? { ask: "done" } : { ask: "marafona", seat: holder };
}

/** @param {PlayRules} rules @param {Position} position @returns {Step | null} */
function auctionStep(rules, { auction, bid, turn }) {
  const rule = /** @type {import("./play-types.js").AuctionRule} */ (rules.auction);
  if (auction.length < rules.seats) {
    const higher = rule.bids.slice(bid === null ? 0 : rule.bids.indexOf(bid) + 1);
    if (higher.length) return { ask: "bid", seat: ((turn ?? 0) + auction.length) % rules.seats, words: [rule.pass_word, ...higher] };
  }
  return bid === null ? { ask: "done" } : null;
}

/** All have passed. @param {PlayRules} rules @param {Position} position */
const hasNoPlay = (rules, position) => rules.auction !== null && position.bid === null && position.auction.length === rules.seats;

/** @param {PlayRules} rules @param {Position} position */
function isPlayedOut(rules, position) {
  return position.tricks.length === trickCount(rules) || winnerAtOnce(rules, position) !== null;
}

/** The side whose declaration has won the game. @param {PlayRules} rules @param {Position} position */
function winnerAtOnce(rules, position) {
  const found = position.declared.find((each) => each.kind === "mariannone");
  return found ? sideOf(rules, found.seat) : null;
}

/** @param {PlayState} state */
export const isComplete = (state) => stepOf(state).ask === "done";

/** Who holds the marafona, if it counts once it was declared. @param {PlayRules} rules @param {Position} position */
function marafonaToAsk(rules, position) {
  return rules.marafona?.must_declare ? marafonaThatCounts(rules, position) : null;
}

/** @param {PlayRules} rules @param {Position} position */
function marafonaThatCounts(rules, position) {
  const rule = rules.marafona;
  const holder = rule ? marafonaHolder(rules, position) : null;
  if (!rule || holder === null || (rule.who === "caller" && holder !== position.turn)) return null;
  const first = position.plays.find((played) => played.seat === holder);
  return rule.lead_ace && first?.card !== "A" + position.trump ? null : holder;
}

/** @param {PlayRules} rules @param {Position} position */
function marafonaHolder(rules, position) {
  const holders = Array.from(rules.marafona?.ranks ?? "", (rank) => position.where.get(rank + position.trump));
  return holders[0] !== undefined && holders.every((seat) => seat === holders[0]) ? holders[0] : null;
}

// Choices --------------------------------------------------------------------------------------------

/**
 * The four suits with all ranks, each card possible or not: the suit led first, then trumps.
 * @param {PlayState} state @returns {SuitChoices[]}
 */
export function choicesFor(state) {
  const { rules } = state;
  const position = positionOf(state);
  const step = stepOf(state);
  const led = step.ask === "card" && position.table.length ? position.table[0][1] : null;
  const trump = position.trump;
  const suits = [...new Set([led, trump, ...SUITS])].filter((suit) => suit !== null);
  const rows = suits.map((suit) => ({
    suit,
    isLed: suit === led,
    isTrump: suit === trump,
    isDue: suit === led && isBound(rules, position.tricks.length),
    isOpen: false,
    cards: Array.from(rules.ranking, (rank) => judgeCard(rules, position, step, rank + suit)),
  }));
  const open = rows.find((row) => row.cards.some(({ state: each }) => each === "possible"));
  if (open) open.isOpen = true;
  return rows;
}

/** @param {PlayRules} rules @param {Position} position @param {Step} step @param {Card} card */
function judgeCard(rules, position, step, card) {
  const judged = (/** @type {CardState} */ state, breach = /** @type {import("./play-types.js").Breach | null} */ (null)) => ({ card, state, breach });
  if (step.ask === "shown") return judged("possible");
  if (step.ask === "called") return judged(card[1] === position.trump ? "elsewhere" : "possible");
  if (step.ask !== "card" || position.where.has(card)) return judged("played");
  if (!canHave(rules, position, step.seat, card)) return judged("elsewhere");
  const breach = breachOf(rules, position, step.seat, card);
  return breach ? judged("revoke", breach) : judged("possible");
}

/** Whether the seat can hold this card, which was not played yet. @param {PlayRules} rules @param {Position} position @param {number} seat @param {Card} card */
function canHave(rules, position, seat, card) {
  const holder = position.held.get(card);
  if (holder !== undefined) return holder === seat;
  if (card === bottomCard(rules, position)) return false;
  const asked = coverOf(position, card);
  if (!asked) return hasRoom(rules, position, seat, [{ card, by: position.tricks.length }]);
  const isPartner = sideOf(rules, seat) === sideOf(rules, asked.seat);
  const hasOther = position.where.get(otherOfPair(card)) === seat;
  return isPartner && !hasOther && hasRoom(rules, position, seat, [{ card, by: asked.trick }]);
}

/** The "mi copri" by which this card and the other of its pair are split between partners. @param {Position} position @param {Card} card */
function coverOf(position, card) {
  if (!["K", "H"].includes(card[0])) return null;
  const trick = position.events.findIndex((events) => events.some((event) => event[0] === "C" && event[2] === card[1]));
  const found = position.events[trick]?.find((event) => event[0] === "C" && event[2] === card[1]);
  return found ? { trick, seat: found[1] } : null;
}

/** Whether the seat can hold all of these now. @param {PlayRules} rules @param {Position} position @param {number} seat @param {Card[]} cards */
function canHold(rules, position, seat, cards) {
  const trick = position.tricks.length;
  // In the games with a stock who has played a card in this trick still had it when it began.
  const isThere = cards.every((card) => {
    const holder = position.held.get(card);
    return !position.where.has(card) && (holder === undefined ? card !== bottomCard(rules, position) : holder === seat);
  });
  return isThere && hasRoom(rules, position, seat, cards.filter((card) => !position.held.has(card)).map((card) => ({ card, by: trick })));
}

/**
 * What can be declared at this moment, by whom: events of the notation.
 * @param {PlayState} state @returns {Declaration[]}
 */
export function declarationsFor(state) {
  const { rules } = state;
  const position = positionOf(state);
  const { stock } = rules;
  if (!stock || stepOf(state).ask !== "card") return [];
  const seats = Array.from({ length: rules.seats }, (_, place) => ((position.leader ?? 0) + place) % rules.seats);
  return seats.flatMap((seat) => [
    ...coversOf(rules, position, seat),
    ...exchangesOf(rules, position, seat),
    ...(mayDeclare(rules, position, seat) ? combinationsOf(rules, position, seat) : []),
  ]);
}

/**
 * Where one may declare at any moment: what can still have been declared after the last card of the
 * trick before, while it lay on the table.
 * @param {PlayState} state @returns {Declaration[]}
 */
export function lateDeclarationsFor(state) {
  const { rules, acts } = state;
  const last = acts.at(-1);
  const { table, tricks } = positionOf(state);
  const isOpen = last && (last[0] === "P" || last.at(-1) === true) && !table.length && tricks.length > 0;
  if (rules.stock?.timing !== "any" || !isOpen || stepOf(state).ask !== "card") return [];
  const position = openPosition(state);
  const seats = Array.from({ length: rules.seats }, (_, seat) => seat);
  return seats
    .flatMap((seat) => (mayDeclare(rules, position, seat) ? combinationsOf(rules, position, seat) : []))
    .map((event) => /** @type {Declaration} */ (/** @type {unknown} */ ([...event, true])));
}

/** @param {PlayRules} rules @param {Position} position @param {number} seat @returns {Declaration[]} */
function combinationsOf(rules, position, seat) {
  const { stock } = rules;
  const isDeclared = (/** @type {string} */ kind) => position.declared.some((each) => each.kind === kind);
  // A pair for which "mi copri" was said is split between partners.
  const isFree = (/** @type {string} */ suit) => position.declared.every((each) => each.suit !== suit) && !coverOf(position, "K" + suit);
  const suits = SUITS.filter((suit) => isFree(suit) && canHold(rules, position, seat, marriage(suit)));
  const others = /** @type {const} */ ([["N", "mariannino"], ["M", "mariannone"]]).filter(
    ([letter, kind]) => stock?.kinds.includes(kind) && !isDeclared(kind) && canCombine(rules, position, seat, letter));
  return [
    ...suits.map((suit) => /** @type {Declaration} */ (["D", seat, suit])),
    ...others.map(([letter]) => /** @type {Declaration} */ ([letter, seat])),
  ];
}

/** Four of a rank and one of another, of whichever suit. @param {PlayRules} rules @param {Position} position @param {number} seat @param {"N" | "M"} letter */
function canCombine(rules, position, seat, letter) {
  const rank = fifthRank(letter);
  const isHeld = [...position.held].some(([card, holder]) => holder === seat && card[0] === rank);
  const isOut = SUITS.every((suit) => position.where.has(rank + suit) || (position.held.get(rank + suit) ?? seat) !== seat);
  return !isOut && canHold(rules, position, seat, [...combination(letter), ...(isHeld ? [] : [rank + ANY_SUIT])]);
}

/** @param {PlayRules} rules @param {Position} position @param {number} seat */
function mayDeclare(rules, position, seat) {
  const stock = /** @type {import("./play-types.js").StockRule} */ (rules.stock);
  const { table, leader } = position;
  if (isLate(rules, position) || (!position.tricks.length && !stock.in_first_trick)) return false;
  if (stock.one_a_trick && position.spoke.has(seat)) return false;
  const place = (seat - (leader ?? 0) + rules.seats) % rules.seats;
  switch (stock.timing) {
    case "own_turn": return seat === seatToPlay(rules, position);
    case "trick_start": return !table.length && place >= position.lastToSpeak;
    case "leader": return !table.length && seat === leader;
    case "after_winning": return position.tricks.length > 0 && !table.length && seat === leader;
    default: return true;
  }
}

/** @param {PlayRules} rules @param {Position} position */
function isLate(rules, position) {
  const { until } = /** @type {import("./play-types.js").StockRule} */ (rules.stock);
  return until !== "end" && position.tricks.length > drawsOf(rules) - 1 + (until === "fifth_last" ? 1 : 0);
}

/** @param {PlayRules} rules @param {Position} position @param {number} seat @returns {Declaration[]} */
function coversOf(rules, position, seat) {
  const isTime = seat === position.leader && !position.table.length && !position.cover && position.trump === null;
  if (!rules.stock?.kinds.includes("mi_copri") || rules.seats === rules.sides || !isTime || isLate(rules, position)) return [];
  const partner = (seat + rules.sides) % rules.seats;
  const can = (/** @type {string} */ suit) => marriage(suit).some((card) =>
    canHold(rules, position, seat, [card]) && canHold(rules, position, partner, [otherOfPair(card)]));
  return SUITS.filter(can).map((suit) => ["C", seat, suit]);
}

/** @param {PlayRules} rules @param {Position} position @param {number} seat @returns {Declaration[]} */
function exchangesOf(rules, position, seat) {
  const { shown, trump } = position;
  const isTime = seat === seatToPlay(rules, position) && position.tricks.length < drawsOf(rules) && !position.exchange;
  if (!rules.stock?.exchange || !isTime || !shown || !["K", "H"].includes(shown[0])) return [];
  return canHold(rules, position, seat, ["A" + trump, otherOfPair(shown)]) ? [["X", seat]] : [];
}

// What it comes to -----------------------------------------------------------------------------------

/** What each side has taken so far, in the unit of the cards' values. @param {PlayState} state */
export function takenBy(state) {
  const taken = Array(state.rules.sides).fill(0);
  for (const trick of positionOf(state).tricks) taken[trick.side] += trick.points;
  return taken;
}

/**
 * The data of the hand line: the play, or where all have passed the record, because hands that
 * nobody has seen cannot be written down.
 * @param {PlayState} state
 */
export function lineData(state) {
  const { rules } = state;
  return hasNoPlay(rules, positionOf(state)) ? recordOf(state, null) : { play: playDocument(state) };
}

/** The play as the notation has it, without game, options and id. @param {PlayState} state */
export function playDocument(state) {
  const { rules } = state;
  const position = positionOf(state);
  const deal = dealOf(rules, position);
  if (rules.stock) {
    const tricks = position.events.filter((events) => events.length).map((events) => events.map(plain));
    return { players: rules.seats, [rules.turn_field]: position.turn, ...deal, tricks };
  }
  const { trump, shown, auction, declarer, bid, called } = position;
  return {
    [rules.turn_field]: position.turn,
    ...(rules.trump === "named" ? { trump } : {}),
    ...(rules.trump === "exposed" ? { trionfo: shown } : {}),
    ...(rules.auction ? { auction, declarer, bid, called } : {}),
    hands: deal.hands,
    plays: position.plays.map(({ card }) => card),
    ...(rules.marafona ? { declared: position.marafona ? marafonaHolder(rules, position) : null } : {}),
  };
}

/** @param {any[]} event */
const plain = (event) => event.filter((part) => part !== true);

/**
 * The record that the play makes, as the server makes it: for the preview, and for folding.
 * @param {PlayState} state @param {number[] | null} totals before the hand, where the game is played to a target
 * @returns {Record<string, any>}
 */
export function recordOf(state, totals) {
  const { rules } = state;
  const position = positionOf(state);
  /** @type {Record<string, any>} */
  const record = { [rules.turn_field]: position.turn };
  if (hasNoPlay(rules, position)) return { ...record, all_pass: true };
  const isWhole = position.tricks.length === trickCount(rules);
  if (rules.field) record[rules.field] = isWhole ? takenBy(state).map((taken) => Math.floor(taken / rules.point)) : null;
  if (rules.trump === "exposed") record.trionfo = position.shown;
  if (rules.trump === "turned" || (rules.trump === "named" && !rules.auction)) record.trump = position.trump;
  if (rules.marafona) record.marafona = marafonaSide(rules, position);
  if (rules.auction) Object.assign(record, auctionResult(state, position));
  if (rules.stock) record.declarations = position.declared.map(({ seat, kind, suit }) => ({ side: sideOf(rules, seat), kind, suit }));
  if (rules.race && totals) record.first = firstThere(rules, position, totals);
  return record;
}

/** @param {PlayRules} rules @param {Position} position */
function marafonaSide(rules, position) {
  const holder = marafonaThatCounts(rules, position);
  const isAnnounced = !rules.marafona?.must_declare || position.marafona === true;
  return holder !== null && isAnnounced ? sideOf(rules, holder) : null;
}

/** The side that was first at the target, where both got there. @param {PlayRules} rules @param {Position} position @param {number[]} totals */
function firstThere(rules, position, totals) {
  const { need, factor } = /** @type {{need: number, factor: number}} */ (rules.race);
  const marafona = rules.marafona ? marafonaSide(rules, position) : null;
  /** @type {[number, number][]} */
  const gains = [...position.gains];
  if (rules.marafona && marafona !== null) gains.unshift([marafona, rules.marafona.worth]);
  const now = totals.map((total) => factor * total);
  /** @type {number[]} */
  const there = [];
  for (const [side, points] of gains) {
    now[side] += points;
    if (now[side] >= need && !there.includes(side)) there.push(side);
  }
  return there.length > 1 ? there[0] : null;
}

/** @param {PlayState} state @param {Position} position */
function auctionResult({ rules, hands }, position) {
  const { declarer, bid, called } = position;
  const dealt = called && hands ? hands.findIndex((hand) => hand.includes(called)) : -1;
  const holder = called === null ? null : (position.where.get(called) ?? (dealt < 0 ? null : dealt));
  const isOwn = holder !== null && holder === declarer;
  const partner = isOwn ? null : holder;
  const isOurs = (/** @type {number} */ seat) => seat === declarer || seat === partner;
  return { declarer, bid, partner, own_card: isOwn, success: isBidMade(rules, position, isOurs) };
}

/** @param {PlayRules} rules @param {Position} position @param {(seat: number) => boolean} isOurs */
function isBidMade(rules, position, isOurs) {
  const rule = /** @type {import("./play-types.js").AuctionRule} */ (rules.auction);
  if (position.bid === rule.every_trick) return position.tricks.every(({ winner }) => isOurs(winner));
  let [ours, theirs] = [0, 0];
  for (const { winner, points } of position.tricks) {
    if (isOurs(winner)) ours += points;
    else theirs += points;
    if (position.bid !== rule.first_goal) continue;
    if (theirs >= rule.first_limit) return false;
    if (ours >= rule.enough) return true;
  }
  return ours >= rule.enough;
}

// Reading --------------------------------------------------------------------------------------------

/**
 * The state behind a play that was written before, on this phone or another.
 * @param {any} card a rulebook's card @param {any} document the `play` of a hand line @returns {PlayState}
 */
export function readPlay(card, document) {
  const empty = startPlay(card, document[card.turn.field]);
  const { rules } = empty;
  /** @type {Act[]} */
  const acts = [...empty.acts];
  for (const [seat, word] of document.auction ?? []) acts.push(["bid", seat, word]);
  if (rules.trump === "named" && document.trump) acts.push(["trump", document.trump]);
  if (rules.trump === "exposed") acts.push(["shown", document.trionfo]);
  if (rules.trump === "turned") acts.push(["shown", document.stock.at(-1)]);
  if (document.called) acts.push(["called", document.called]);
  for (const event of document.tricks?.flatMap(markLate) ?? []) acts.push(event);
  /** @type {PlayState} */
  let state = { ...empty, acts, hands: document.hands };
  for (const each of document.plays ?? []) state = addAct(state, ["P", seatToPlay(rules, positionOf(state)), each]);
  return rules.marafona ? addAct(state, ["marafona", (document.declared ?? null) !== null]) : state;
}

/**
 * A play that was written, as if it had just been entered: it can be taken back card by card. Who held
 * which card follows from the acts, so that a wrong card can be replaced.
 * @param {any} card a rulebook's card @param {any} document the `play` of a hand line @returns {PlayState}
 */
export function resumePlay(card, document) {
  const entered = readPlay(card, document).acts.filter(([kind]) => kind !== "marafona");
  const state = entered.reduce(addAct, startPlay(card, null));
  return stepOf(state).ask === "marafona" ? addAct(state, ["marafona", (document.declared ?? null) !== null]) : state;
}

/** A declaration after the last card of its trick. @param {any[][]} events */
function markLate(events) {
  const cards = events.filter(([kind]) => kind === "P");
  const end = events.indexOf(cards.at(-1) ?? []);
  return events.map((event, at) => (at > end && cards.length ? [...event, true] : event));
}

/**
 * The record of a hand line that carries a play.
 * @param {any} card a rulebook's card @param {any} document @param {number[] | null} totals before the hand
 */
export const recordOfPlay = (card, document, totals) => recordOf(readPlay(card, document), totals);
