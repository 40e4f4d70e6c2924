// The shapes of a match and of its games; no code.

/**
 * @typedef {{games: {game: string, options?: Record<string, any>, hands?: number | null}[],
 *   wins?: number | null, unfinished?: Record<string, any>}} MatchFormat
 * ``wins`` is null where every game is played; ``unfinished`` are the rules of a match not played out.
 *
 * @typedef {{totals: number[], running: number[][], hands: number, winner: number | null, why: string | null,
 *   by_total?: boolean}} GameScore
 * ``by_total``: only its final totals were written.
 */

export {};
