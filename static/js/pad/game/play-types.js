// The shapes of a hand entered card by card; no code.

/** @typedef {string} Card rank and suit as in the notation: "3D", "KC" */
/** @typedef {number} Seat */

/**
 * The `play` part of a rulebook's card (rules/card_play.py), with what the card itself says of
 * sides and turn.
 * @typedef {object} PlayRules
 * @property {number} seats
 * @property {number} sides
 * @property {string} turn_field what the seat of the turn does: "caller", "dealer", "leader"
 * @property {number} hand_size
 * @property {number} leads
 * @property {string} ranking
 * @property {Record<string, number>} values
 * @property {number} trick
 * @property {number} last_trick
 * @property {string | null} field
 * @property {number} point
 * @property {"none" | "named" | "exposed" | "turned" | "declared"} trump
 * @property {"none" | "follow" | "beat"} duty
 * @property {MarafonaRule | null} marafona
 * @property {AuctionRule | null} auction
 * @property {StockRule | null} stock
 * @property {{need: number, factor: number} | null} race
 */

/** @typedef {{ranks: string, who: "any" | "caller", must_declare: boolean, lead_ace: boolean, worth: number}} MarafonaRule */
/**
 * @typedef {{bids: string[], pass_word: string, call: string, enough: number, first_goal: string,
 *   first_limit: number, every_trick: string}} AuctionRule
 */
/**
 * @typedef {{turned: boolean, exchange: boolean, kinds: string[], timing: string, until: string,
 *   in_first_trick: boolean, one_a_trick: boolean, trump_changes: boolean, values: number[] | null,
 *   in_trumps: number, in_others: number, covered: number,
 *   combinations: Record<string, number>}} StockRule
 */

/** @typedef {["P", Seat, Card]} PlayEvent */
/**
 * A declaration as the notation has it, with `true` behind it where it came after the last card of
 * a trick and before the trick was taken.
 * @typedef {["D" | "C", Seat, string, true?] | ["N" | "M" | "X", Seat, true?]} Declaration
 */
/**
 * One tap: an answer to what is asked before the play, a card, a declaration.
 * @typedef {["turn", Seat] | ["trump", string] | ["shown", Card] | ["bid", Seat, string]
 *   | ["called", Card] | ["marafona", boolean] | PlayEvent | Declaration} Act
 */

/**
 * A hand that is being entered: the rules and the taps so far; all else is derived. Plain data, so
 * that a draft can be kept. `given` acts at the start cannot be undone; `hands` is known only of a
 * hand that was read from a document.
 * @typedef {{rules: PlayRules, acts: Act[], given: number, hands?: Card[][]}} PlayState
 */

/** @typedef {{leader: Seat, cards: Card[], winner: Seat, side: number, points: number}} Trick */
/** @typedef {{trick: number, seat: Seat, kind: string, suit: string | null, value: number}} Declared */
/** @typedef {{seat: Seat, card: Card, trick: number, table: Card[], trump: string | null, isBound: boolean}} Played */
/** @typedef {"must_follow" | "must_beat" | "must_trump" | "must_cover"} DutyCode */
/**
 * A card that cannot have followed: what it breaks, and the earlier trick and card of this seat
 * that show it (null where a card that the seat is known to hold shows it).
 * @typedef {{code: DutyCode, seat: Seat, card: Card, trick: number, earlier: {trick: number, card: Card} | null}} Breach
 */

/**
 * What the acts come to.
 * @typedef {object} Position
 * @property {Seat | null} turn
 * @property {string | null} trump
 * @property {Card | null} shown the card that the dealer exposed, or that lies face up
 * @property {[Seat, string][]} auction
 * @property {Seat | null} declarer
 * @property {string | null} bid
 * @property {Card | null} called
 * @property {boolean | null} marafona whether it was declared; null: not answered
 * @property {Seat | null} leader of the trick that is being played
 * @property {Card[]} table
 * @property {Trick[]} tricks
 * @property {(PlayEvent | Declaration)[][]} events by trick
 * @property {Played[]} plays
 * @property {Map<Card, Seat>} where who played a card
 * @property {Map<Card, Seat>} held cards not played yet that a seat is known to hold
 * @property {{seat: Seat, card: Card, trick: number}[]} needs what a seat must have had by a trick
 * @property {Declared[]} declared
 * @property {[number, number][]} gains side and what it got, in order
 * @property {{suit: string, seat: Seat} | null} cover
 * @property {{seat: Seat, trick: number} | null} exchange
 * @property {Set<Seat>} spoke who has declared in this trick
 * @property {number} lastToSpeak the place from the leader of who declared last
 * @property {Breach | null} breach the first card that cannot be; nothing after it is read
 */

/**
 * What is asked next.
 * @typedef {{ask: "turn"} | {ask: "bid", seat: Seat, words: string[]} | {ask: "trump", seat: Seat}
 *   | {ask: "shown", seat: Seat | null} | {ask: "called", seat: Seat} | {ask: "card", seat: Seat}
 *   | {ask: "marafona", seat: Seat} | {ask: "breach", breach: Breach} | {ask: "done"}} Step
 */

/** @typedef {"possible" | "played" | "elsewhere" | "revoke"} CardState */
/**
 * A row of choices: the suit led, then trumps, then the others. `isDue`: who has this suit must
 * follow with it. `isOpen`: the first row with a possible card.
 * @typedef {{suit: string, isLed: boolean, isTrump: boolean, isDue: boolean, isOpen: boolean,
 *   cards: {card: Card, state: CardState, breach: Breach | null}[]}} SuitChoices
 */

export {};
