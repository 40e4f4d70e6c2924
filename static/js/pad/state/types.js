// The shapes of the pad's state. Everything here is plain data: it can be compared, stored in
// IndexedDB and printed by a failing test.

/**
 * A line of a sheet as the API has it.
 * @typedef {{n: number, kind: string, data: Record<string, any>, key?: string, arrived_at: string,
 *   made_at: string, author: {kind: string, name?: string}, reading: Record<string, any>}} Line
 *
 * A line that is not on the sheet yet, as far as this phone knows. It belongs to one match and
 * builds on one version of its sheet; both are part of its key. ``corrects``: the key of the unsent
 * line that it corrects, whose number it follows. ``since``: in a
 * conflict, the last line of the sheet that was known when this one was entered.
 * @typedef {{key: string, phone: string, match: number, event: string, table: number | null,
 *   place: string, hand: number | null, kind: string, data: Record<string, any>, version: number,
 *   corrects?: string | null, order: number, shown?: Shown, madeAt: string, token: string | null, attempts: number, isStored: boolean,
 *   formerKeys?: FormerKey[], state: ItemState, problem: Problem | null, since?: number, agreed?: boolean, holder?: number | null, correctedNext?: number | null, author?: Person | null}} Item
 * ``order``: its place among the lines of this phone; storages return lines in the order of their keys.
 * ``shown``: what is said of it where its sheet is not on the screen; lines of an older edition have none.
 * ``formerKeys``: the keys that this line had before it got another place, the latest last.
 * ``agreed``: somebody has read what a correction does to other hands, at this version.
 * ``holder``: the player who held the phone; ``correctedNext``: of a signature that is withdrawn, the
 * line that is corrected next. Lines that an older edition has stored have neither.
 * "waiting": will be sent; "conflict": the sheet has moved on; "refused": the server said no;
 * "signed_out": its table code is no longer valid.
 * ``author``: the person who was signed in, null on a phone at a table. It is sent only while that person is signed in.
 * @typedef {"waiting" | "conflict" | "refused" | "signed_out"} ItemState
 * @typedef {{id: string, name: string}} Person
 * ``line``: the number of the line that it corrected under this key; null if it was no correction.
 * @typedef {{key: string, line: number | null}} FormerKey
 * What each side gains, in the unit of its game; the sides, the players of each, and what is named with the points.
 * @typedef {{adds: number[] | null, unit: string, sides: string[], surnames: string[][], beside: string[]}} Shown
 * @typedef {{code: string, title: string, sentences: string[], status: number}} Problem
 *
 * A match: its document, its sheet, and the tables of its rulebooks.
 * @typedef {{id: number, match: Record<string, any>, lines: Line[], version: number,
 *   cards: any[], books: Record<string, any>}} Sheet
 *
 * What is being entered. It belongs to a hand (or a line) of one match at one version. ``unsent``: the
 * key of the line on this phone that it is about; ``replaces``: that line will say this instead.
 * @typedef {{id: number, kind: "hand" | "amend" | "claim" | "redeal" | "strike" | "cards", match: number,
 *   seen: number, hand: number | null, line: number | null, unsent: string | null, replaces: boolean,
 *   isTouched: boolean, record: Record<string, any>, counting: number, reason: string,
 *   needsReason: boolean, knowsTurn: boolean, errors: string[] | null, cards: any,
 *   digits: Record<string, string> | null, halves: Record<string, string> | null, exact: boolean}} Draft
 *
 * Who holds the phone. A "table" phone asks each time somebody signs.
 * @typedef {{kind: "player", player: number, side: number, seat: number, name: string} |
 *   {kind: "table"} | {kind: "referee"} | null} Owner
 *
 * @typedef {"loading" | "trouble" | "code" | "whose" | "nothing" | "match" | "hand" | "amend" | "claim" |
 *   "redeal" | "strike" | "cards" | "conflict" | "moves" | "overtaken" | "abandon" | "leave" | "phone" | "sign" | "next" |
 *   "rescue" | "unsent" | "discard"} ScreenName
 *
 * A read that is under way, by its number. (``deviceAsk``: the number of the read that last returned this phone's table.)
 * @typedef {{ask: number | undefined, since: number}} Question
 *
 * @typedef {{name: string, params: Record<string, any>, kind: "good" | "wrong" | "waiting"}} Notice
 *
 * ``touched``: the last control touched of those of which each tap undoes or repeats what the one before did.
 * ``callsFrom``: the table whose call for the referee waits; a phone may be without a table meanwhile.
 * ``isSecure``: the page can be opened without network (https, localhost). ``signIn``: where a referee signs in.
 * ``person``: whose page it is; null for a phone at a table. ``newMatch``: the page of the match that is played in place of this one.
 * ``others``: unsent lines of other people who were signed in on this phone. They are shown, and neither counted nor sent.
 * @typedef {{
 *   config: {language: string, event: string | null, match: number | null, sheet: string | null, isSecure: boolean, signIn?: string | null, person?: Person | null, newMatch?: string | null},
 *   phone: {key: string, token: string | null, leaving: string[], signedOut: string, callsFrom?: {event: string, table: number} | null},
 *   device: Record<string, any> | null,
 *   owner: Owner,
 *   holder: Owner,
 *   chosenOwner: string | null,
 *   screen: ScreenName,
 *   appearedAt: number,
 *   sheet: Sheet | null,
 *   items: Item[],
 *   others: Item[],
 *   draft: Draft | null,
 *   drafts: number,
 *   overtaken: Line[],
 *   discarding: string | null,
 *   squares: {size: number, path: string}[] | null,
 *   firstTurn: number | null,
 *   touched: {control: string, at: number} | null,
 *   storage: "unknown" | "indexeddb" | "localstorage" | "none",
 *   hasPaper: boolean,
 *   network: {sending: {key: string, since: number} | null, asking: Question[],
 *     tries: number, isResting: boolean, lastTry: number | null, isOnline: boolean, isLive: boolean, isBehind: boolean,
 *     newest: number, deviceAsk: number},
 *   call: boolean | null,
 *   code: {typed: string, secret: string, error: string | null, isBusy: boolean},
 *   notice: Notice | null,
 *   now: number,
 * }} State
 *
 * @typedef {{type: string, at: number, [name: string]: any}} PadEvent
 * @typedef {{do: string, [name: string]: any}} Effect
 * @typedef {{state: State, effects: Effect[]}} Step
 */

export {};
