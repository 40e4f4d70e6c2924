// How a line ends a match that is not played out, as the server's fold has it
// (scoring/core/ending.py, docs/explanation/decisions/0018).

import { CannotBe, over } from "./card.js";

/** @typedef {import("./card.js").RuleCard} RuleCard */
/** @typedef {import("./sheet-types.js").GameScore} GameScore */
/** @typedef {import("./sheet-types.js").MatchFormat} MatchFormat */
/**
 * A match where a line ends it; ``current`` is the game being played, null between games.
 * @typedef {{format: MatchFormat, cards: RuleCard[], games: GameScore[], current: GameScore | null}} Position
 */

const CASES_OF_A_SIDE = ["walkover", "retirement", "disqualification"];

/** @param {number} sides @returns {GameScore} */
const fresh = (sides) => ({ totals: Array(sides).fill(0), running: [], hands: 0, winner: null, why: null });

/** @param {number[]} totals the side with the most; null where several have it */
export function ahead(totals) {
  const best = Math.max(...totals);
  return totals.filter((total) => total === best).length === 1 ? totals.indexOf(best) : null;
}

/** @param {GameScore[]} games @param {number} sides */
export const winsIn = (games, sides) => [...Array(sides).keys()].map((side) => games.filter((game) => game.winner === side).length);

/** @param {GameScore[]} games @param {number} sides */
const sumIn = (games, sides) => [...Array(sides).keys()].map((side) => games.reduce((sum, game) => sum + game.totals[side], 0));

/**
 * What ended the match. Throws CannotBe where it does not fit.
 * @param {Position} position @param {Record<string, any>} data @returns {string}
 */
function caseOf({ games, current }, { side, case: written }) {
  const hasBegun = games.length > 0 || (current?.hands ?? 0) > 0;
  const ended = written ?? (hasBegun ? "retirement" : "walkover");
  if ((CASES_OF_A_SIDE.includes(ended) && side === null) || (ended === "walkover" && hasBegun)) throw new CannotBe();
  return ended;
}

/**
 * The games as the sheet shows them, and who has won. Throws CannotBe.
 * @param {Position} position @param {Record<string, any>} data
 * @returns {{games: GameScore[], winner: number | null}}
 */
export function endMatch(position, data) {
  const { sides } = position.cards[0];
  const ended = caseOf(position, data);
  const rules = position.format.unfinished ?? {};
  const winner = data.side === null ? null : 1 - data.side;
  if (winner !== null && CASES_OF_A_SIDE.includes(ended)) {
    return { games: shown(position, rules[ended]?.score ?? "completed", winner), winner };
  }
  const standing = leftStanding(position, sides);
  switch (ended) {
    case "double_forfeit": return { games: standing, winner: data.advances ?? null };
    case "time": return { games: standing, winner: leaderInTime(position, standing, rules.time?.level) };
    case "award": return { games: awarded(position, data.games ?? null, winner) ?? standing, winner };
    default: return { games: standing, winner: null };
  }
}

/** The games that the referee names; else what is missing to the winner's. @param {Position} position @param {number[][] | null} games @param {number | null} winner */
function awarded(position, games, winner) {
  const { sides } = position.cards[0];
  if (games !== null) return games.map((totals) => ({ ...fresh(sides), totals, winner: ahead(totals), why: "award" }));
  return winner === null ? null : shown(position, "completed", winner);
}

/** @param {Position} position @param {string} score @param {number} winner */
function shown(position, score, winner) {
  const { sides } = position.cards[0];
  if (score === "stands") return leftStanding(position, sides);
  let game = position.current ?? fresh(sides);
  if (score === "one_game") return [...position.games, { ...game, winner, why: "forfeit" }];
  const games = [...position.games];
  while (games.length < position.format.games.length) {
    games.push({ ...game, totals: leastToWin(position, games.length, game.totals, winner), winner, why: "forfeit" });
    if (winsIn(games, sides)[winner] === position.format.wins) break;
    game = fresh(sides);
  }
  return games;
}

/** @param {Position} position @param {number} number @param {number[]} totals @param {number} winner */
function leastToWin(position, number, totals, winner) {
  const card = position.cards[number];
  const { need } = card.end;
  if (need === null || (position.format.games[number].hands ?? null) !== null) return totals;
  const reached = [...totals];
  for (reached[winner] = Math.max(need, totals[winner]); over(card, reached, null)?.winner !== winner; ) reached[winner] += 1;
  return reached;
}

/** @param {Position} position @param {number} sides */
function leftStanding({ games, current }, sides) {
  if (current === null && games.length) return games;
  return [...games, { ...(current ?? fresh(sides)), why: "stopped" }];
}

/** @param {Position} position @param {GameScore[]} games @param {string} [level] */
function leaderInTime({ cards, current }, games, level) {
  const { sides } = cards[0];
  const standings = [winsIn(games, sides), ...(current ? [current.totals] : []), sumIn(games, sides)];
  const winner = standings.map(ahead).find((side) => side !== null) ?? null;
  if (winner === null && level === "hand") throw new CannotBe();
  return winner;
}
