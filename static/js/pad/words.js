// The words of the page, in its language, and numbers as people write them.

const PLACE = /%\((\w+)\)s/g;
const FRACTIONS = ["", "⅓", "⅔"];

let words = {};
let plurals = null;

export function speak(language, given) {
  words = given;
  plurals = new Intl.PluralRules(language);
}

// say("written", {hand, total}): a sentence with its places filled; by ``count`` where it has
// a singular and a plural.
export function say(key, params = {}) {
  const found = words[key];
  if (found === undefined) throw new Error(`no words for ${key}`);
  const form = typeof found === "string" ? found : found[plurals.select(params.count)] ?? found.other;
  return form.replace(PLACE, (_, name) => params[name]);
}

export function score(total, unit) {
  if (unit !== "thirds") return String(total).replace("-", "−");
  const whole = Math.floor(Math.abs(total) / 3);
  const rest = Math.abs(total) % 3;
  return `${total < 0 ? "−" : ""}${whole || (rest ? "" : 0)}${FRACTIONS[rest]}`;
}

// 25 to 22, in a sentence.
export function against(totals, unit) {
  const [ours, theirs, ...more] = totals.map((total) => score(total, unit));
  if (more.length || theirs === undefined) return [ours, theirs, ...more].join(MANY);
  return say("against", { ours, theirs });
}

// 25–22, in a table.
export const between = (totals, unit) => totals.map((total) => score(total, unit)).join(totals.length > 2 ? MANY : "–");

const MANY = " · ";

export function time(moment) {
  const parts = new Date(moment);
  const two = (number) => String(number).padStart(2, "0");
  return say("clock", { hours: two(parts.getHours()), minutes: two(parts.getMinutes()) });
}

// Italian elides before "ottava", "undicesima", "ottantesima".
export function write(key, n) {
  const vowel = n === 8 || n === 11 || (n >= 80 && n < 90);
  return say(vowel ? `${key}_vowel` : key, { n: ordinal(n) });
}

export function ordinal(n) {
  return say(`nth_${suffix(n)}`, { n });
}

function suffix(n) {
  const tens = n % 100;
  if (tens > 10 && tens < 14) return "other";
  return { 1: "one", 2: "two", 3: "few" }[n % 10] ?? "other";
}
