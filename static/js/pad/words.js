// The words of the page, in its language, and numbers as people write them.

const PLACE = /%\((\w+)\)s/g;
const FRACTIONS = ["", "⅓", "⅔"];

/** @type {Record<string, any>} */
let words = {};
let plurals = new Intl.PluralRules("it");

/** @param {string} language @param {Record<string, any>} given */
export function speak(language, given) {
  words = given;
  plurals = new Intl.PluralRules(language);
}

// say("written", {hand, total}): a sentence with its places filled; by ``count`` where it has
// a singular and a plural.
/** @param {string} key @param {Record<string, any>} [params] @returns {string} */
export function say(key, params = {}) {
  const found = words[key];
  if (found === undefined) throw new Error(`no words for ${key}`);
  const form = typeof found === "string" ? found : found[plurals.select(params.count)] ?? found.other;
  return form.replace(PLACE, (/** @type {string} */ _, /** @type {string} */ name) => params[name]);
}

/** @param {number} total @param {string} unit */
export function score(total, unit) {
  if (unit !== "thirds") return String(total).replace("-", "−");
  const whole = Math.floor(Math.abs(total) / 3);
  const rest = Math.abs(total) % 3;
  return `${total < 0 ? "−" : ""}${whole || (rest ? "" : 0)}${FRACTIONS[rest]}`;
}

// 25 to 22, in a sentence.
/** @param {number[]} totals @param {string} unit */
export function against(totals, unit) {
  const [ours, theirs, ...more] = totals.map((total) => score(total, unit));
  if (more.length || theirs === undefined) return [ours, theirs, ...more].join(MANY);
  return say("against", { ours, theirs });
}

// 25–22, in a table.
/** @param {number[]} totals @param {string} unit */
export const between = (totals, unit) => totals.map((total) => score(total, unit)).join(totals.length > 2 ? MANY : "–");

const MANY = " · ";

/** @param {string | number | Date} moment */
export function time(moment) {
  const parts = new Date(moment);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return say("clock", { hours: two(parts.getHours()), minutes: two(parts.getMinutes()) });
}

// Italian elides before "ottava", "undicesima", "ottantesima".
/** @param {string} key @param {number} n */
export function write(key, n) {
  const vowel = n === 8 || n === 11 || (n >= 80 && n < 90);
  return say(vowel ? `${key}_vowel` : key, { n: ordinal(n) });
}

/** @param {number} n */
export function ordinal(n) {
  return say(`nth_${suffix(n)}`, { n });
}

/** @param {number} n */
function suffix(n) {
  const tens = n % 100;
  if (tens > 10 && tens < 14) return "other";
  return ["", "one", "two", "few"][n % 10] || "other";
}
