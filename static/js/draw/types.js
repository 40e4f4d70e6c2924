// The shapes of a draw's record and of what is drawn from it; no code.

/** @typedef {string | number} EntryId 1 and "1" are two different ones */
/** @typedef {import("./coin.js").Coin} Coin */

/**
 * An entry as the record has it. ``seed``: from 1, the best; ``club``: null where it does not matter;
 * ``group``: from 1, the one that the organizer has put it into; ``pot`` and ``mates``, the group
 * before: after another stage.
 * @typedef {{id: EntryId, seed: number | null, club: string | null, group?: number | null,
 *   pot?: number, mates?: string | null}} Entrant
 * @typedef {Entrant & {seed: number}} SeededEntrant
 *
 * The options of a format, as far as its draw reads them.
 * @typedef {{groups?: number | null, group_size?: number, grouping?: string, rounds?: number,
 *   first?: string, club_level?: number, accelerated?: number}} DrawOptions
 * @typedef {{clubs_apart?: boolean, groupmates_apart?: boolean}} DrawConstraints
 *
 * Ids in drawn order; of several groups, a list of each.
 * @typedef {EntryId[] | EntryId[][]} DrawnOrder
 *
 * What a draw is committed to, without its secret.
 * @typedef {{format: string, options?: DrawOptions, entries: Entrant[], constraints?: DrawConstraints,
 *   version?: string | number}} DrawTerms
 *
 * A record as it is published. ``order``: null while the draw is not held; ``changes``: what was
 * changed by hand since, in its order; ``pairings``: the bracket as it is played.
 * @typedef {DrawTerms & {secret: string, word: string, commitment: string, order: DrawnOrder | null,
 *   changes?: BracketChange[], pairings?: BracketPairing[] | null}} DrawRecord
 *
 * @typedef {{kind: string, entries: EntryId[]}} BracketChange
 * @typedef {{entry: EntryId} | {bye: true} | {winner_of: string} | {loser_of: string}} BracketSlot
 * @typedef {{id: string, slots: BracketSlot[]}} BracketPairing
 *
 * How a format draws one group; ``groups``: into how many groups it divides its entries, where that
 * is not only an option. ``apart``: clubmates are kept apart.
 * @typedef {{draw: (entrants: Entrant[], options: DrawOptions, apart: boolean, coin: Coin) => Entrant[],
 *   groups?: (entries: number, options: DrawOptions) => number}} DrawFormat
 *
 * Whether each part of a draw is as published; null: this version cannot tell.
 * @typedef {{commitment: boolean, seed: boolean, order: boolean | null}} DrawAnswers
 *
 * What people see of a draw on its page. ``lots``: a list of each group.
 * @typedef {{commitment: string, seed: string, lots: ShownRow[][]}} ShownDraw
 * @typedef {{place: string, name: string}} ShownRow
 */

/** @typedef {number} ClubNumber clubs numbered by lot, from 1; 0: no clubmate */
/** @typedef {number} GroupNumber the index of a group */
/** @typedef {number} Member the index of an entrant */

/** @typedef {string | null} Club null: it does not matter */
/** @typedef {number} TreeNode 1 is the whole bracket, 2v and 2v+1 are the halves of v, the leaves are the places */
/** @typedef {{club: Club, node: TreeNode}} Post a club at a node */
/** @typedef {Map<TreeNode, Club>} Holders leaves with the club of their holders */

export {};
