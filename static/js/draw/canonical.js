// Canonical JSON, letter by letter as kernel/canonical.py writes it: keys sorted, no spaces.

// Raises RangeError for a number that is no whole one, or too large to be exact here.
/** @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const keys = Object.keys(value).sort(byCodePoint);
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new RangeError(`${value}`);
  return JSON.stringify(value);
}

// JavaScript compares UTF-16 code units, Python code points.
/** @param {string} one @param {string} other */
function byCodePoint(one, other) {
  const [first, second] = [[...one], [...other]];
  const at = first.findIndex((sign, index) => sign !== second[index]);
  if (at < 0) return first.length - second.length;
  const codePoint = (/** @type {string} */ sign) => /** @type {number} */ (sign.codePointAt(0));
  return at < second.length ? codePoint(first[at]) - codePoint(second[at]) : 1;
}
