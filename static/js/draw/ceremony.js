// The order of a draw, one by one, for the hall. It goes by itself; the space bar stops it, the arrow keys
// turn it by hand, End shows all, Home begins again. With reduced motion it is turned by hand only.

import { clockWords } from "../clock.js";
import { findElement, listElements, requireElement } from "../elements.js";

const IN_A_ROW = 3;
const ROWS = 8;
const ROWS_AT_THE_END = 11;
const ROWS_OF_A_HEADING = 2;
const LONGEST = 2500;
const WHOLE = 150_000;
const TURN = 12_000;
const clock = requireElement("[data-clock]", HTMLElement);
const wantsLess = matchMedia("(prefers-reduced-motion: reduce)").matches;
let held = wantsLess;
/** @type {string | null} */
let drawn = null;
let shown = 0;
let timer = 0;

const listLots = () => listElements("[data-lot]", HTMLElement);
const listGroups = () => listElements(".wlots", HTMLElement);

/** @param {HTMLElement} list @returns {HTMLElement | null} */
function headingOf(list) {
  const before = list.previousElementSibling;
  return before instanceof HTMLElement && before.matches("[data-heading]") ? before : null;
}

/** The lots in pages of `rows` rows; a group begins on a page that has room for it. @param {number} rows */
function pagesOf(rows) {
  /** @type {Element[][]} */
  const pages = [];
  /** @type {Element[]} */
  let page = [];
  let left = 0;
  for (const list of listGroups()) {
    const heading = headingOf(list) ? ROWS_OF_A_HEADING : 0;
    const whole = heading + Math.ceil(list.children.length / IN_A_ROW);
    if (whole > left && whole <= rows) left = 0;
    for (let at = 0; at < list.children.length; ) {
      if (left <= heading) {
        page = [];
        pages.push(page);
        left = rows;
      }
      const fit = [...list.children].slice(at, at + (left - heading) * IN_A_ROW);
      page.push(...fit);
      left -= heading + Math.ceil(fit.length / IN_A_ROW);
      at += fit.length;
    }
  }
  return pages;
}

// How many are shown: 1 … all; beyond, the pages of the whole order turn.
function show() {
  const all = listLots();
  if (!all.length) return;
  const done = shown > all.length;
  const pages = pagesOf(done ? ROWS_AT_THE_END : ROWS);
  const last = all[shown - 1];
  const page = pages[done ? (shown - all.length - 1) % pages.length : pages.findIndex((each) => each.includes(last))];
  all.forEach((lot, at) => {
    lot.hidden = !page.includes(lot) || (!done && at >= shown);
  });
  for (const list of listGroups()) {
    list.hidden = listElements(":scope > *", HTMLElement, list).every((lot) => lot.hidden);
    const heading = headingOf(list);
    if (heading) heading.hidden = list.hidden;
  }
  call(done ? null : last);
}

/** Shows the one that has just come out, large. @param {HTMLElement | null} lot */
function call(lot) {
  const called = requireElement("[data-called]", HTMLElement);
  called.hidden = !lot;
  if (!lot) return;
  called.replaceChildren(...[...lot.children].map((child) => child.cloneNode(true)));
  if (!lot.dataset.group) return;
  const group = document.createElement("span");
  group.className = "group";
  group.textContent = lot.dataset.group;
  called.prepend(group);
}

/** @param {number} to */
function go(to) {
  shown = Math.max(1, to);
  show();
  wait();
}

function wait() {
  clearTimeout(timer);
  const count = listLots().length;
  if (held || !count) return;
  const pause = shown >= count ? TURN : Math.min(LONGEST, WHOLE / count);
  timer = setTimeout(() => go(shown + 1), pause);
}

// Another draw begins with its first; a page that gets the same one again stays where it is.
function begin() {
  const now = findElement("[data-draw]", HTMLElement)?.dataset.draw ?? null;
  requireElement("[data-keys]", HTMLElement).hidden = now === null;
  if (now !== drawn) shown = 1;
  drawn = now;
  go(shown);
}

function tick() {
  clock.textContent = clockWords(new Date(), clock.dataset.clock ?? "", clock.dataset.zone);
}

/** @type {Record<string, () => void>} */
const KEYS = {
  " ": () => {
    held = !held;
    wait();
  },
  ArrowRight: () => go(shown + 1),
  PageDown: () => go(shown + 1),
  ArrowLeft: () => go(shown - 1),
  PageUp: () => go(shown - 1),
  Home: () => go(1),
  End: () => go(listLots().length + 1),
};

document.addEventListener("refreshed", begin);
document.addEventListener("keydown", (event) => {
  if (!listLots().length || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});
setInterval(tick, 1000);
tick();
begin();
