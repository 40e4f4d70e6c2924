// The names under which a page keeps the match on its screen and the form that is open. A phone at a table keeps one of
// each. The pages of a referee are about one match each, and may be open side by side: each keeps its own.

/** Matches of which a referee's browser keeps the sheet: as many as the service worker keeps pages. */
const MOST_MATCHES = 10;
const NAME = /^(sheet|draft):(.+)$/;

/** @typedef {{match?: number | null, person?: {id: string} | null}} Page */

/** What the names of a page end with: its match and its person, nothing on a phone at a table. @param {Page} page */
export const placeOf = ({ match, person }) => (match ? `:${match}:${person?.id ?? ""}` : "");

/**
 * The match that was on the screen, and the form that was open. @param {Map<string, any>} values @param {Page} page
 * @returns {{sheet: any, device: any, draft: any}}
 */
export function readShown(values, page) {
  const place = placeOf(page);
  // Older editions kept those of all matches under one name.
  const names = ["sheet", "draft"].map((name) => (values.has(name + place) ? name + place : name));
  const { sheet = null, device = null } = values.get(names[0]) ?? {};
  if (page.match && sheet?.id !== page.match) return { sheet: null, device: null, draft: null };
  return { sheet, device, draft: values.get(names[1]) ?? null };
}

/**
 * The names of matches other than that of the page which need not be kept any longer. @param {Map<string, any>} values
 * @param {Page} page @returns {string[]}
 */
export function listOutdated(values, page) {
  const places = new Set([...values.keys()].map((name) => NAME.exec(name)?.[2]).filter((place) => place !== undefined && `:${place}` !== placeOf(page)));
  const keptAt = (/** @type {string | undefined} */ place) => values.get(`sheet:${place}`)?.at ?? 0;
  const outdated = [...places].sort((one, other) => keptAt(other) - keptAt(one)).slice(MOST_MATCHES);
  return outdated.flatMap((place) => [`sheet:${place}`, `draft:${place}`]).filter((name) => values.has(name));
}
