// Reads the state for screens and the reducer: the score including unsent lines, the hands, the names,
// the status of the connection. Pure functions.

import { CannotBe } from "../game/card.js";
import { fold, tieCorrection } from "../game/sheet.js";
import { correctionsBehind, countedItems, hasStopped, itemsOf, stoppedItems } from "./outbox.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Sheet} Sheet */
/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {{kind: string, data: Record<string, any>}} NewLine */

export const PLAY_KINDS = ["hand", "redeal", "claim", "penalty", "award", "forfeit", "total", "games"];
/** What a table may correct and take back: other lines of play are the referee's. */
const PLAY_OF_TABLE = ["hand", "redeal", "claim"];

/** Lines that count as written on this phone. @param {State} state @returns {Item[]} */
export const waitingItems = (state) =>
  state.sheet ? countedItems(state.items, state.sheet.id, state.sheet.version) : [];

/** The version on which the next line of this phone builds. @param {State} state */
export const nextVersion = (state) => (state.sheet?.version ?? 0) + waitingItems(state).length;

/**
 * The score of the sheet with more lines; null if this phone cannot compute it.
 * @param {Sheet} sheet @param {NewLine[]} more @returns {Record<string, any> | null}
 */
export function foldWith(sheet, more) {
  const { match: { format }, cards } = sheet;
  /** @type {import("../game/sheet.js").SheetLine[]} */
  let lines = sheet.lines;
  try {
    for (const { kind, data } of more) lines = [...lines, tieCorrection(format, cards, lines, { n: lines.length + 1, kind, data })];
    return fold(format, cards, lines);
  } catch (error) {
    if (error instanceof CannotBe) return null;
    throw error;
  }
}

/** What a record adds in a game, by folding an empty sheet with it; null if this phone cannot compute it. @param {State} state @param {Record<string, any>} data @param {any} [game] @returns {number[] | null} */
export function gainOf(state, data, game = gameOf(state)) {
  const { sheet } = state;
  if (!sheet) return null;
  const { format } = sheet.match;
  const alone = { ...sheet, lines: [], version: 0, cards: [game.card], match: { ...sheet.match, format: { ...format, games: [game.format], wins: null } } };
  return foldWith(alone, [{ kind: "hand", data }])?.games[0]?.totals ?? null;
}

/** What is said of a line of the match on the screen when another one is there, or none. @param {State} state @param {NewLine} line @returns {import("./types.js").Shown} */
export function shownOf(state, { kind, data }) {
  const { sides, surnames } = namesOf(/** @type {Sheet} */ (state.sheet).match);
  const record = kind === "amend" ? data.data : kind === "hand" ? data : null;
  const game = kind === "amend" ? gameOfLine(state, data.line) : gameOf(state);
  const { card, book } = game;
  const beside = Object.entries(record ? book.words?.record ?? {} : {})
    .filter(([field]) => book.words.parts?.[field] && sides[record?.[field]] !== undefined)
    .map(([field, word]) => `${/** @type {any} */ (word).label}: ${sides[record?.[field]]}`);
  return { adds: record && gainOf(state, record, game), unit: card.end.unit, sides, surnames, beside };
}

/** @param {Record<string, any>} reading @returns {number[]} */
export const gained = (reading) => reading.after.map((/** @type {number} */ total, /** @type {number} */ side) => total - reading.before[side]);

/** Computed once for each state: screens read it many times. @type {WeakMap<State, Record<string, any>>} */
const folded = new WeakMap();

/** The score including unsent lines. Without unsent lines, the server's score. @param {State} state @returns {any} */
export function scoreOf(state) {
  const found = folded.get(state);
  if (found) return found;
  const score = computeScore(state);
  folded.set(state, score);
  return score;
}

/** @param {State} state @returns {Record<string, any>} */
function computeScore(state) {
  const sheet = /** @type {Sheet} */ (state.sheet);
  const server = sheet.match.state;
  const last = server.games.at(-1);
  const totals = last && last.why === null ? last.totals : Array(sheet.match.sides.length).fill(0);
  const own = { ...server, totals };
  return foldOfStanding(sheet, waitingItems(state)) ?? own;
}

/**
 * The score with the unsent lines that can stand, up to the first that cannot: a line that the desk
 * has written meanwhile may end the match before it. @param {Sheet} sheet @param {Item[]} waiting
 */
function foldOfStanding(sheet, waiting) {
  for (let count = waiting.length; count > 0; count -= 1) {
    const score = foldWith(sheet, waiting.slice(0, count));
    if (score) return score;
  }
  return null;
}

/** The score if this line were written after all unsent ones. @param {State} state @param {NewLine} line */
export const previewOf = (state, line) =>
  foldWith(/** @type {Sheet} */ (state.sheet), [...waitingItems(state), line]);

/** The game of that number: card, rulebook, format, title. @param {State} state @param {number} number @returns {any} */
export function gameAt(state, number) {
  const sheet = /** @type {Sheet} */ (state.sheet);
  const at = Math.min(number, sheet.match.format.games.length - 1);
  const format = sheet.match.format.games[at];
  return { number: at, card: sheet.cards[at], book: sheet.books[format.game], format, title: sheet.match.games[at] };
}

/** The current game. @param {State} state @returns {any} */
export function gameOf(state) {
  const { games, over } = scoreOf(state);
  const isRunning = games.length && (games.at(-1).why === null || over);
  return gameAt(state, games.length - (isRunning ? 1 : 0));
}

/** The game in which a line of the sheet or of this phone counts; the current one if it counts in none. @param {State} state @param {number | null} n */
export function gameOfLine(state, n) {
  const number = scoreOf(state).readings?.get(n)?.game ?? state.sheet?.lines.find((line) => line.n === n)?.reading.game ?? null;
  return number === null ? gameOf(state) : gameAt(state, number);
}

/** The game of the form that is open: that of the line that it corrects, else the current one. @param {State} state */
export const gameOfDraft = (state) => gameOfLine(state, state.draft?.line ?? null);

/**
 * The hands that the table's screen lists: those of the current game and, as long as none of them counts, those
 * of the game before, whose last hand can still be corrected. @param {State} state @returns {any[]}
 */
export function handsOf(state) {
  const { number } = gameOf(state);
  const current = handsIn(state, number);
  return number === 0 || current.some((row) => !row.isStruck) ? current : [...current, ...handsIn(state, number - 1)];
}

/** Whether a row can be corrected or taken back on this phone: a referee's can take back any. @param {State} state @param {any} row */
export const canCorrect = (state, row) =>
  !row.isStruck && !row.isSuperseded && !isSigned(state) && !isVoided(state) && (state.config.match !== null || PLAY_OF_TABLE.includes(row.kind));

/** The row that would be taken back next; null if there is none. @param {State} state */
export const rowToStrike = (state) => handsOf(state).find((row) => canCorrect(state, row)) ?? null;

/** The hand that would be corrected as the last one; null if there is none. @param {State} state */
export const lastHand = (state) => handsOf(state).find((row) => row.kind === "hand" && canCorrect(state, row)) ?? null;

/** The row of a line, in whichever game it counts. @param {State} state @param {number | null} n */
export const rowOf = (state, n) => handsIn(state, gameOfLine(state, n).number).find((row) => row.n === n) ?? null;

/**
 * The hands of a game, the last first: {line, item, kind, data, adds, after, number, game,
 * isStruck}. Unsent ones come first. @param {State} state @param {number} number @returns {any[]}
 */
function handsIn(state, number) {
  const sheet = /** @type {Sheet} */ (state.sheet);
  const isCurrent = gameOf(state).number === number;
  const waiting = waitingItems(state);
  const score = scoreOf(state);
  const struckHere = new Set(waiting.filter((item) => item.kind === "strike").map((item) => item.data.line));
  const written = sheet.lines
    // The games won belong to no game: they are listed with the one that was played last.
    .filter((line) => PLAY_KINDS.includes(line.kind) && ((score.readings?.get(line.n)?.game ?? line.reading.game) === number || (line.kind === "games" && line.reading.game !== null)))
    .map((line) => ({
      line, item: null, n: line.n, kind: line.kind, data: latestData(sheet, line, waiting),
      ...(score.readings?.has(line.n) ? readingOf(score.readings.get(line.n)) : { adds: gained(line.reading), after: line.reading.after, isSuperseded: Boolean(line.reading.superseded_by) }),
      isStruck: line.reading.struck_by !== null || struckHere.has(line.n),
    }));
  const unsent = waiting
    .map((item, at) => ({ item, n: sheet.version + at + 1, reading: score.readings?.get(sheet.version + at + 1) }))
    .filter(({ item, n, reading }) => PLAY_KINDS.includes(item.kind) && (reading ? reading.game === number : isCurrent && struckHere.has(n)))
    .map(({ item, n, reading }) => ({
      line: null, item, n, kind: item.kind, data: latestItemData(item, n, waiting),
      ...(reading ? readingOf(reading) : { adds: [], after: [], isSuperseded: false }), isStruck: struckHere.has(n),
    }));
  let hands = 0;
  return [...written, ...unsent]
    .map((row) => ({ ...row, game: number, number: row.kind === "hand" && !row.isStruck ? (hands += 1) : null }))
    .reverse();
}

/** @param {any} reading */
const readingOf = (reading) => ({
  adds: reading.after.map((/** @type {number} */ total, /** @type {number} */ side) => total - reading.totals[side]),
  after: reading.after,
  isSuperseded: Boolean(reading.supersededBy),
});

/** @param {Sheet} sheet @param {Line} line @param {Item[]} waiting */
function latestData(sheet, line, waiting) {
  const own = waiting.filter((item) => item.kind === "amend" && item.data.line === line.n).at(-1);
  if (own) return own.data.data;
  const by = line.reading.amended_by;
  return by ? sheet.lines.find((each) => each.n === by)?.data.data : line.data;
}

/** @param {Item} item @param {number} n @param {Item[]} waiting */
const latestItemData = (item, n, waiting) =>
  waiting.filter((each) => each.kind === "amend" && each.data.line === n).at(-1)?.data.data ?? item.data;

/** The number that the next hand will have in its game. @param {State} state */
export const nextHand = (state) => handsIn(state, gameOf(state).number).filter((row) => row.number).length + 1;

/** Whether the current game has no line yet. @param {State} state */
export const isNewGame = (state) => !handsIn(state, gameOf(state).number).length;

/** The totals before a line of the sheet or of this phone. @param {State} state @param {number} n @returns {number[]} */
export function totalsBefore(state, n) {
  const line = state.sheet?.lines.find((each) => each.n === n);
  const reading = scoreOf(state).readings?.get(n);
  if (reading) return reading.totals;
  return line?.reading.before ?? scoreOf(state).totals;
}

/** The sides whose signature counts, including unsent ones; null stands for the referee. @param {State} state @returns {(number | null)[]} */
export const signedSides = (state) => scoreOf(state).signed ?? [];

/**
 * What follows for the sides of the match on the screen, or, without one, of the last match at the table. Once another
 * match has begun there, the server says what follows for the sides of that one. @param {State} state @returns {any[]}
 */
export function nextOfShown({ device, sheet }) {
  const about = device?.last_match ?? device?.match ?? null;
  return sheet && about !== sheet.id ? [] : device?.next ?? [];
}

/** The signatures in force, as lines: {n, side}. @param {State} state @returns {{n: number, side: number | null, at: string, name: string}[]} */
export function signatures(state) {
  const sheet = /** @type {Sheet} */ (state.sheet);
  const waiting = waitingItems(state);
  const struck = new Set([...sheet.lines, ...waiting].filter((each) => each.kind === "strike").map((each) => each.data.line));
  const opened = Math.max(0, ...sheet.lines.filter((line) => line.kind === "reopen").map((line) => line.n));
  const own = waiting.map((item, at) => ({ n: sheet.version + at + 1, kind: item.kind, data: item.data, arrived_at: item.madeAt, author: { kind: "TABLE", name: "" } }));
  return [...sheet.lines, ...own]
    .filter((line) => line.kind === "sign" && line.n > opened && !struck.has(line.n))
    .map((line) => ({ n: line.n, side: line.data.side, at: line.arrived_at, name: line.author.name ?? "" }));
}

/** Whether the match on the screen no longer counts: it is played again on another sheet. @param {State} state */
export const isVoided = ({ sheet }) => Boolean(sheet?.match.set_aside);

/** Whether every side, or the referee, has signed a result that counts. @param {State} state */
export function isSigned(state) {
  if (isVoided(state)) return false;
  const signed = signedSides(state);
  return scoreOf(state).over && (signed.includes(null) || signed.length >= (state.sheet?.match.sides.length ?? 2));
}

/** The side whose signature this phone may write now; undefined where it is not known who holds it. @param {State} state */
export function signingSide(state) {
  if (state.config.match !== null) return null;
  return sideOf(state.holder ?? state.owner) ?? undefined;
}

/** The side of somebody in the match on the screen; null for the table, the referee, and a player of another match. @param {State["owner"]} person */
export const sideOf = (person) => (person?.kind === "player" && person.side >= 0 ? person.side : null);

/** Whether it has to be asked whose phone this is in the match on the screen. @param {State} state */
export const needsOwner = ({ config, sheet, owner }) =>
  config.match === null && Boolean(sheet?.match.seats.length) && (!owner || (owner.kind === "player" && owner.seat < 0));

/** The player who holds this phone, by id; null where it is nobody's. @param {State} state @returns {number | null} */
export function holderOf(state) {
  const holder = state.holder ?? state.owner;
  // Without a seat in this match (its owner played the one before) the phone is the table's; and
  // where only the sides are known nobody has an id.
  return holder?.kind === "player" && sideOf(holder) !== null && holder.player > 0 ? holder.player : null;
}

/** Whether the signature of that side may be withdrawn on this phone: its own, or any where it is the table's or the referee's. @param {State} state @param {number | null} side */
export const mayWithdraw = (state, side) => typeof signingSide(state) !== "number" || signingSide(state) === side;

// Names ----------------------------------------------------------------------------------------

/** The label of each side. @param {State} state @returns {string[]} */
export const sideNames = (state) => (state.sheet ? namesOf(state.sheet.match).sides : []);

/**
 * Names that stand for one person each: where two are equal, initials are added, then the whole
 * first name, then a number. @param {Record<string, any>} match @returns {{sides: string[], surnames: string[][], seats: string[]}}
 */
export function namesOf(match) {
  const seats = unambiguous(match.seats.map((/** @type {any} */ seat) => [seat.last_name, seat.first_name]));
  const labels = match.sides.map((/** @type {any} */ side) => side.entries.map((/** @type {any} */ entry) => entry.short).join(", "));
  const surnames = match.sides.map((/** @type {any} */ _, /** @type {number} */ side) =>
    seats.filter((_, at) => match.seats[at].side === side));
  const clash = new Set(labels).size < labels.length;
  const sides = labels.map((/** @type {string} */ label, /** @type {number} */ side) =>
    surnames[side].length && (clash || !match.sides[side].entries.length) ? surnames[side].join(" – ") : label);
  return {
    sides,
    surnames: surnames.map((/** @type {string[]} */ names, /** @type {number} */ side) => (names.length ? names : [sides[side]])),
    seats,
  };
}

/** @param {[string, string][]} people surname and first name of each @returns {string[]} */
function unambiguous(people) {
  const forms = [
    (/** @type {[string, string]} */ [last]) => last,
    (/** @type {[string, string]} */ [last, first]) => (first ? `${last} ${first[0]}.` : last),
    (/** @type {[string, string]} */ [last, first]) => `${last} ${first}`.trim(),
  ];
  return people.map((person, at) => {
    const isOwn = (/** @type {typeof forms[0]} */ write) => people.filter((other) => write(other) === write(person)).length === 1;
    const form = forms.find(isOwn);
    if (form) return form(person);
    // Two people with the same full name: counted in the order of their seats.
    const whole = forms[2](person);
    return `${whole} (${people.slice(0, at + 1).filter((other) => forms[2](other) === whole).length})`;
  });
}

/**
 * Short labels that stand for one of these names each: "Amadori P." is AP; where two are equal, letters
 * of the surname are added: "Am" and "An". @param {string[]} names @returns {string[]}
 */
export function abbreviate(names) {
  const signOf = (/** @type {string} */ name, /** @type {number} */ letters) => {
    const [first, ...others] = name.replace(/[().]/g, "").split(/\s+/);
    return first.slice(0, letters) + others.map((part) => part[0]).join("");
  };
  const longest = Math.max(...names.map((name) => name.length));
  return names.map((name) => {
    let letters = 1;
    while (letters < longest && names.filter((other) => signOf(other, letters) === signOf(name, letters)).length > 1) letters += 1;
    return signOf(name, letters);
  });
}

// The connection -------------------------------------------------------------------------------

const SLOW = 2000;

/**
 * The status in the bar: the worst that is true of this phone's lines.
 * @param {State} state
 * @returns {{kind: "look" | "waiting" | "sending" | "off" | "live", word: string, count?: number, seconds?: number}}
 */
export function statusOf(state) {
  const { items, network, now } = state;
  const stopped = [...stoppedItems(items), ...state.others];
  if (stopped.some((item) => item.state === "signed_out")) return { kind: "look", word: "status_signed_out" };
  if (stopped.length) return { kind: "look", word: "status_look", count: stopped.length };
  if (items.length && state.storage === "none") return { kind: "look", word: "status_only_here", count: items.length };
  if (network.sending) {
    const seconds = Math.floor((now - network.sending.since) / 1000);
    if (network.tries === 0) return now - network.sending.since < SLOW ? { kind: "sending", word: "status_sending" } : { kind: "sending", word: "status_slow", seconds };
  }
  if (items.length) return { kind: "waiting", word: "status_waiting", count: items.length };
  if (!network.isOnline) return { kind: "off", word: "offline" };
  return slowQuestion(state) ?? { kind: "live", word: "online" };
}

/**
 * The status of a question to the server that hangs; null if there is none.
 * @param {State} state @returns {{kind: "sending", word: string, seconds: number} | null}
 */
export function slowQuestion({ network, now }) {
  const asked = Math.min(...network.asking.map(({ since }) => since));
  return now - asked >= SLOW ? { kind: "sending", word: "status_asking", seconds: Math.floor((now - asked) / 1000) } : null;
}

/** Whether the referee is called, or will be. @param {State} state */
export const isCalled = ({ call, device }) => (call === null ? Boolean(device?.call) : call);

/** Whether the network is down, as far as this phone knows. @param {State} state */
export const isAway = ({ network }) => network.isResting || !network.isOnline;

/** Whether this line or one before it waits for a decision. @param {State} state @param {Item} item */
function isHeldUp({ items }, item) {
  const own = itemsOf(items, item.match);
  return own.slice(0, own.findIndex(({ key }) => key === item.key) + 1).some(hasStopped);
}

/** Whether a line is on its way, or will be as soon as those before it are. @param {State} state @param {Item} item */
export const isBeingSent = (state, item) => waitOf(state, item) === "unsent_sending";

/** The word for what a line waits for. @param {State} state @param {Item} item */
export function waitOf(state, item) {
  if (isHeldUp(state, item)) return "unsent_behind";
  return isAway(state) ? "unsent_waits" : "unsent_sending";
}

/** Lines of matches other than the one on the screen, and lines that stopped: they are listed. @param {State} state */
export const unsentElsewhere = (state) => state.items.filter((item) => item.match !== state.sheet?.id);

/** Whether this phone has written a line. @param {State} state @param {Line} line */
const isOwnLine = ({ phone }, line) => String(line.key ?? "").startsWith(`${phone.key}-`);

/** What others have written after a line of the sheet. @param {State} state @param {number} seen */
export const linesOfOthers = (state, seen) => (state.sheet?.lines ?? []).filter((line) => line.n > seen && !isOwnLine(state, line));

/** Of that, the hands that count. @param {State} state @param {number} seen */
export const handsOfOthers = (state, seen) => linesOfOthers(state, seen).filter((line) => line.kind === "hand" && line.reading.struck_by === null);

/** Whether a line of the sheet is a hand that was taken back: it is no answer to a question about another one. @param {Line} line */
const isStruckHand = (line) => line.kind === "hand" && line.reading.struck_by !== null;

/** The hand that others have written while one is entered here; null if there is none, or it was taken back since. @param {State} state @returns {Line | null} */
export function overtakingHand({ overtaken, sheet }) {
  const numbers = overtaken.map((line) => line.n);
  const hands = (sheet?.lines ?? []).filter((line) => line.kind === "hand" && numbers.includes(line.n) && !isStruckHand(line));
  return hands.at(-1) ?? null;
}

/** The form that survives a closed page, if something was entered in it. @param {State} state */
export const draftToKeep = ({ draft }) => (draft?.isTouched ? draft : null);

/** Whether something was entered in the form of the match on the screen. @param {State} state */
export const isEntering = ({ draft, sheet }) => draft !== null && draft.isTouched && draft.match === sheet?.id;

/** Whether a line has a form in which it can say something else: a signature has none. @param {Item} item */
export const hasForm = (item) => ["hand", "amend", "claim"].includes(item.kind);

/** Whether a refused line can be corrected in its form. @param {State} state @param {Item} item */
export const canEditRefused = (state, item) => item.state === "refused" && item.match === state.sheet?.id && hasForm(item) && !isVoided(state);

/**
 * The line of the sheet that a line is in conflict with: the hand of the same number, else
 * the first of its kind, else the last. @param {State} state @param {Item} item @returns {Line | null}
 */
export function theirsOf(state, item) {
  const newer = (state.sheet?.lines ?? []).filter((line) => line.n > (item.since ?? item.version) && !(item.since !== undefined && isOwnLine(state, line)));
  const similar = newer.filter((line) => line.kind === item.kind && !isStruckHand(line));
  const numbered = handsOf(state).filter((row) => row.kind === "hand" && row.number === item.hand);
  const same = similar.find((line) => item.kind === "hand" && numbered.some((row) => row.n === line.n));
  return same ?? similar[0] ?? newer.at(-1) ?? null;
}

/** @param {State} state */
export const conflictOf = (state) => itemsOf(state.items, state.sheet?.id ?? null).find((item) => item.state === "conflict") ?? null;

/** A correction that would set hands aside, move or restore them: the server asks before it writes it. @param {State} state */
export const movesOf = (state) => itemsOf(state.items, state.sheet?.id ?? null).find(asksAboutMoves) ?? null;

/** @param {Item} item */
export const asksAboutMoves = (item) => item.state === "refused" && item.problem?.code === "correction_moves_lines";

/**
 * Whether a line was refused because of who is signed in: the session has ended, it is a match of another club, or
 * somebody has signed in since the page was opened. @param {Item} item
 */
export const needsRights = (item) => item.state === "refused" && ["not_allowed", OTHER_SESSION].includes(item.problem?.code ?? "");

/** Whether a line waits for the page to be opened again: this one is that of the session before. @param {Item} item */
export const needsNewPage = (item) => needsRights(item) && item.problem?.code === OTHER_SESSION;

const OTHER_SESSION = "csrf_failed";

/** The lines that are kept on this phone and not written, with those of other people. @param {State} state */
export const allUnsent = ({ items, others }) => [...items, ...others];

/** What a hand or a correction says, with the corrections that wait behind it. @param {State} state @param {Item} item @returns {Record<string, any>} */
export function lastWordOn({ items }, item) {
  const last = correctionsBehind(items, item).findLast((each) => each.kind === "amend") ?? item;
  return last.kind === "amend" ? last.data.data : last.data;
}

/** Whether a line is about something that was taken back behind it. @param {State} state @param {Item} item */
export const isTakenBack = ({ items }, item) => correctionsBehind(items, item).some((each) => each.kind === "strike");

/** The unsent strike of a line that has not been written; its hand counts nowhere on this phone. @param {State} state @param {Item} item */
export const strikeOf = (state, item) => state.items.find((each) => each.kind === "strike" && each.corrects === item.key) ?? null;

/** Whether a correction is about a line of the sheet that others have taken back. @param {State} state @param {Item} item */
export const isAboutStruckLine = ({ sheet }, item) =>
  ["amend", "strike"].includes(item.kind) && (sheet?.lines[item.data.line - 1]?.reading.struck_by ?? null) !== null;

/**
 * What a line that met another one says if it is written behind it. A hand that was taken back never counts
 * again: a correction of it becomes a hand, with what was last said of it. @param {State} state @param {Item} item
 */
export function lineToFollow(state, item) {
  const { kind, data } = item;
  if (kind !== "amend" || !isAboutStruckLine(state, item)) return { kind, data, hand: null };
  return { kind: /** @type {Sheet} */ (state.sheet).lines[data.line - 1].kind, data: lastWordOn(state, item), hand: null };
}

/**
 * Whether a line that met another one can follow it on the sheet: a hand cannot once the match is over, a
 * signature only while it is, and what was taken back is not taken back again. Lines behind it on this phone do
 * not count here: they come after it.
 * @param {State} state @param {Item} item
 */
export function canFollow(state, item) {
  const sheet = /** @type {Sheet} */ (state.sheet);
  if (item.kind === "sign" && foldWith(sheet, [])?.signed.includes(item.data.side)) return false;
  if (isAboutStruckLine(state, item) && (item.kind === "strike" || isTakenBack(state, item))) return false;
  return foldWith(sheet, [lineToFollow(state, item)]) !== null;
}
