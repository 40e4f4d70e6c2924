// Berger's tables: everybody meets everybody once (competition/pairing/berger.py).

/** @typedef {[home: number, away: number]} Meeting two numbers from 1 */

/** The rounds for a number of entries. @param {number} entries @returns {Meeting[][]} */
export function bergerRounds(entries) {
  const highest = entries + (entries % 2);
  return Array.from({ length: highest - 1 }, (_, at) => roundOf(at + 1, highest));
}

/** @param {number} number @param {number} highest @returns {Meeting[]} */
function roundOf(number, highest) {
  const others = highest - 1;
  const ahead = Math.floor(((number - 1) * highest) / 2) % others;
  const within = (/** @type {number} */ place) => ((place % others) + others) % others;
  /** @type {Meeting[]} */
  const meetings = [number % 2 ? [ahead + 1, highest] : [highest, ahead + 1]];
  for (let step = 1; step < highest / 2; step += 1) meetings.push([within(ahead + step) + 1, within(ahead - step) + 1]);
  return meetings;
}
