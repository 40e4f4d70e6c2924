// The deal behind a play: who can have had which card when, and a deal that the play came from.
// Without a stock a whole play shows all hands. With a stock it leaves open when a card was drawn;
// then each is drawn as late as it was needed, which is possible if anything is.

import { DECK, drawsOf, fifthRank, otherOfPair } from "./position.js";

/** @typedef {import("./play-types.js").PlayRules} PlayRules */
/** @typedef {import("./play-types.js").Position} Position */
/** @typedef {import("./play-types.js").Card} Card */
/** @typedef {{card: Card, by: number}} Needed a card, and the trick by which it was in the hand */

/** As one sorts cards in the hand. @param {Card[]} cards */
const inOrder = (cards) => [...cards].sort((one, other) => DECK.indexOf(one) - DECK.indexOf(other));

/** The seat that draws last from the stock, once it is known. @param {PlayRules} rules @param {Position} position */
function lastDrawer(rules, position) {
  const trick = rules.stock?.turned ? position.tricks[drawsOf(rules) - 1] : null;
  return trick ? (trick.winner + rules.seats - 1) % rules.seats : null;
}

/** The card that lies at the bottom of the stock when it is drawn. @param {PlayRules} rules @param {Position} position */
export function bottomCard(rules, position) {
  if (!rules.stock?.turned) return null;
  return position.exchange ? "A" + position.trump : position.shown;
}

/**
 * The cards that this seat got from the deal or the closed stock, the earliest needed first.
 * @param {PlayRules} rules @param {Position} position @param {number} seat @param {Needed[]} more
 * @returns {Needed[]}
 */
function neededBy(rules, position, seat, more = []) {
  const { exchange, shown } = position;
  /** @type {Map<Card, number>} */
  const by = new Map();
  const need = (/** @type {Card} */ card, /** @type {number} */ trick) => by.set(card, Math.min(by.get(card) ?? trick, trick));
  for (const played of position.plays) if (played.seat === seat) need(played.card, played.trick);
  for (const [card, holder] of position.held) if (holder === seat) need(card, position.tricks.length);
  for (const each of more) need(each.card, each.by);
  for (const each of position.needs) if (each.seat === seat) need(each.card, each.trick);
  for (const { rank, trick } of fifthCards(position, seat)) {
    // The king with four horses is the one that was played first, or one that is not known yet.
    const isThere = (/** @type {Card} */ card) => (position.plays.find((played) => played.card === card)?.trick ?? trick) >= trick;
    const [first] = [...by].filter(([card]) => card[0] === rank && isThere(card)).sort((one, other) => one[1] - other[1]);
    need(first ? first[0] : rank + ANY_SUIT, trick);
  }
  // What came up from the bottom of the stock came neither from the deal nor from a closed draw.
  const bottom = bottomCard(rules, position);
  if (exchange && exchange.seat === seat && shown) by.delete(shown);
  if (bottom && !(exchange && exchange.seat === seat)) by.delete(bottom);
  if (bottom && exchange && exchange.seat === seat) by.set(bottom, exchange.trick);
  return [...by].map(([card, trick]) => ({ card, by: trick })).sort((one, other) => one.by - other.by);
}

/** What stands for the suit of a card that nobody has seen. */
export const ANY_SUIT = "?";

/** @param {Position} position @param {number} seat */
const fifthCards = (position, seat) => position.events.flatMap((events, trick) =>
  events.filter(([kind, who]) => (kind === "N" || kind === "M") && who === seat).map(([kind]) => ({ rank: fifthRank(kind), trick })));

/**
 * Whether the seat can have had these cards too, each by its trick.
 * @param {PlayRules} rules @param {Position} position @param {number} seat @param {Needed[]} more
 */
export function hasRoom(rules, position, seat, more) {
  const draws = drawsOf(rules) - (lastDrawer(rules, position) === seat ? 1 : 0);
  return neededBy(rules, position, seat, more).every(({ by }, at) => at < rules.hand_size + Math.min(by, draws));
}

/**
 * The hands, and the stock with its top first, of a play that is over. Cards that nobody showed
 * (after a mariannone) fill what is left, in the order of the deck.
 * @param {PlayRules} rules @param {Position} given
 * @returns {{hands: Card[][], stock: Card[]}}
 */
export function dealOf(rules, given) {
  const position = withCovers(rules, given);
  const draws = drawsOf(rules);
  const bottom = bottomCard(rules, position);
  const seats = Array.from({ length: rules.seats }, (_, seat) => seat);
  const got = seats.map((seat) => neededBy(rules, position, seat).map(({ card }) => card));
  const isKnown = new Set([...got.flat(), ...(position.shown ? [position.shown] : []), ...(bottom ? [bottom] : [])]);
  const unknown = DECK.filter((card) => !isKnown.has(card));
  const last = lastDrawer(rules, position);
  const takeUnknown = (/** @type {Card} */ like) => {
    const at = unknown.findIndex((card) => card[0] === like[0]);
    return at < 0 ? like : unknown.splice(at, 1)[0];
  };
  for (const seat of seats) got[seat] = got[seat].map((card) => (card[1] === ANY_SUIT ? takeUnknown(card) : card));
  for (const seat of seats) {
    const slots = rules.hand_size + Math.min(position.tricks.length, draws) - (seat === last ? 1 : 0);
    while (got[seat].length < slots && unknown.length) got[seat].push(/** @type {Card} */ (unknown.shift()));
  }
  /** @type {Card[]} */
  const stock = [];
  position.tricks.slice(0, draws).forEach((trick, number) => {
    for (let place = 0; place < rules.seats; place += 1) {
      const card = got[(trick.winner + place) % rules.seats][rules.hand_size + number];
      if (card) stock.push(card);
    }
  });
  stock.push(...unknown);
  const turned = rules.stock?.turned ? position.shown : null;
  if (turned) stock.push(turned);
  return { hands: got.map((cards) => inOrder(cards.slice(0, rules.hand_size))), stock };
}

/**
 * A "mi copri" says that the leader had one card of the pair and the partner the other; who had
 * which shows when they are played.
 * @param {PlayRules} rules @param {Position} position @returns {Position}
 */
function withCovers(rules, position) {
  const asked = position.events.flatMap((events, trick) =>
    events.filter((event) => event[0] === "C").map((event) => ({ trick, seat: event[1], suit: String(event[2]) })));
  const needs = asked.flatMap(({ trick, seat, suit }) => {
    const own = ["K" + suit, "H" + suit].find((card) => position.where.get(card) === seat) ?? "K" + suit;
    const partner = (seat + rules.sides) % rules.seats;
    return [{ seat, card: own, trick }, { seat: partner, card: otherOfPair(own), trick }];
  });
  return { ...position, needs: [...position.needs, ...needs] };
}
