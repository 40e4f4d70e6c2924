// Looks at a bracket from near and far: buttons, the keys + − 0, the wheel with Ctrl, two fingers. A mouse
// drags it; a finger and the arrow keys scroll it by themselves. The size is one font size.

import { findClosest, isField, listElements, requireElement } from "./elements.js";

/** @typedef {{ area: HTMLElement, x: number, y: number }} Point of a window, as a pointer has it */

const KEY = `zoom:${location.pathname}`;
const [LEAST, MOST, STEP] = [0.02, 2.5, 1.2];
/** The factor below which a bracket is a map. */
const CLOSE = 0.8;
/** The factor below which its lines would be wider than its letters. */
const FAR = 0.25;
const FIT = "fit";

/** The factor, or "fit": as small as it takes to see all. */
let chosen = kept() ?? "1";
let zoom = 1;
/** Where each window was scrolled to before the page was refreshed, by its id. @type {Map<string, {left: number, top: number}>} */
const places = new Map();

const listWindows = () => listElements("[data-bracket]", HTMLElement);
/** @param {HTMLElement} area */
const mapIn = (area) => requireElement(":scope > *", HTMLElement, area);

function kept() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep() {
  try {
    sessionStorage.setItem(KEY, chosen);
  } catch {
    // It holds for this page alone.
  }
}

/** @param {number} to */
const clamped = (to) => Math.min(MOST, Math.max(LEAST, to));

/** From far the rows stand closer together. @param {HTMLElement} area @param {number} factor */
function draw(area, factor) {
  const map = mapIn(area);
  map.style.fontSize = `${factor}em`;
  map.classList.toggle("close", factor < CLOSE);
  map.classList.toggle("far", factor < FAR);
}

/** The factor at which a window shows all. Lines of text and borders do not shrink evenly: it is measured again. @param {HTMLElement} area */
function measureFit(area) {
  const map = mapIn(area);
  const style = getComputedStyle(area);
  const across = area.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd);
  const down = heightFor(area) - parseFloat(style.paddingBlockStart) - parseFloat(style.paddingBlockEnd);
  let factor = zoom;
  // Not stretched to the window.
  map.style.minWidth = "0";
  const measure = () => {
    draw(area, factor);
    const { width, height } = map.getBoundingClientRect();
    return Math.min(across / width, down / height);
  };
  for (let turn = 0; turn < 3; turn += 1) factor = clamped(factor * measure());
  // What was rounded up on the way down.
  for (let turn = 0; turn < 30 && measure() < 1; turn += 1) factor = clamped(factor * 0.97);
  map.style.removeProperty("min-width");
  return factor * 0.995;
}

/** The most that a window can be high: its max-height, or all of a full screen. @param {HTMLElement} area */
function heightFor(area) {
  const { maxHeight, height } = getComputedStyle(area);
  return parseFloat(maxHeight === "none" ? height : maxHeight);
}

/**
 * Applies the chosen size; the point of a window, the middle of it by default, stays where it is.
 * @param {number | string} to a factor, or "fit" @param {Point | null} at
 */
function look(to, at = null) {
  chosen = String(to);
  keep();
  const before = zoom;
  const windows = listWindows();
  // A page may have the buttons before there is a bracket: then nothing has a size.
  if (windows.length === 0) return show();
  const stays = windows.map((area) => middleOf(area, at));
  zoom = chosen === FIT ? Math.min(...windows.map(measureFit)) : clamped(Number(chosen) || 1);
  windows.forEach((area, index) => {
    draw(area, zoom);
    const { x, y } = stays[index];
    const grown = zoom / before;
    area.scrollTo({ left: (area.scrollLeft + x) * grown - x, top: (area.scrollTop + y) * grown - y, behavior: "instant" });
  });
  show();
}

/** @param {HTMLElement} area @param {Point | null} at */
function middleOf(area, at) {
  const box = area.getBoundingClientRect();
  const isInside = at && area.contains(at.area);
  return isInside ? { x: at.x - box.left, y: at.y - box.top } : { x: area.clientWidth / 2, y: area.clientHeight / 2 };
}

function show() {
  for (const each of document.querySelectorAll("[data-zoom-now]")) each.textContent = `${Math.round(zoom * 100)} %`;
  for (const each of document.querySelectorAll(`[data-zoom="${FIT}"]`)) {
    each.setAttribute("aria-pressed", String(chosen === FIT));
  }
}

// All that fits is also to be seen, below the head of the page.
function fit() {
  look(FIT);
  listWindows()[0]?.closest(".bracket")?.scrollIntoView({ block: "start", behavior: "instant" });
}

function fillScreen() {
  const frame = listWindows()[0]?.closest(".bracket");
  if (document.fullscreenElement) document.exitFullscreen();
  else frame?.requestFullscreen?.().catch(() => {});
}

/** @type {Record<string, () => void>} */
const acts = {
  [FIT]: fit,
  0: () => look(1),
  1: () => look(zoom * STEP),
  "-1": () => look(zoom / STEP),
  screen: fillScreen,
};
/** @type {Record<string, () => void>} */
const KEYS = { "+": acts[1], "=": acts[1], "-": acts["-1"], "−": acts["-1"], 0: acts[FIT] };

for (const tools of listElements("[data-zoom-tools]", HTMLElement)) tools.hidden = false;
document.addEventListener("click", (event) => {
  const button = findClosest(event.target, "[data-zoom]", HTMLElement);
  if (button) acts[button.dataset.zoom ?? ""]();
});
document.addEventListener("keydown", (event) => {
  if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  KEYS[event.key]?.();
});
document.addEventListener(
  "wheel",
  (event) => {
    const area = findClosest(event.target, "[data-bracket]", HTMLElement);
    if (!event.ctrlKey || !area) return;
    event.preventDefault();
    look(zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1), { area, x: event.clientX, y: event.clientY });
  },
  { passive: false },
);
// What fits depends on the window.
addEventListener("resize", () => chosen === FIT && look(FIT));
document.addEventListener("fullscreenchange", () => chosen === FIT && look(FIT));

// A mouse drags the bracket along in both directions.
/** @type {Point & {hasMoved: boolean} | null} */
let held = null;
document.addEventListener("pointerdown", (event) => {
  const area = findClosest(event.target, "[data-bracket]", HTMLElement);
  if (!area || event.pointerType !== "mouse" || event.button) return;
  held = { area, x: event.clientX + area.scrollLeft, y: event.clientY + area.scrollTop, hasMoved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [left, top] = [held.x - event.clientX, held.y - event.clientY];
  held.hasMoved ||= Math.hypot(left - held.area.scrollLeft, top - held.area.scrollTop) > 4;
  held.area.scrollTo({ left, top, behavior: "instant" });
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    setTimeout(() => (held = null));
  });
}
document.addEventListener(
  "click",
  (event) => {
    // The end of a drag is no click on the match below the mouse.
    if (held?.hasMoved) event.preventDefault();
  },
  true,
);
document.addEventListener("dragstart", (event) => {
  if (findClosest(event.target, "[data-bracket]", HTMLElement)) event.preventDefault();
});

// Two fingers change the size; the point between them stays below them.
/** @type {{area: HTMLElement, zoom: number, apart: number} | null} */
let pinch = null;
/** @param {TouchList} touches */
const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
document.addEventListener(
  "touchstart",
  (event) => {
    const area = findClosest(event.target, "[data-bracket]", HTMLElement);
    const isWindow = area && getComputedStyle(area).overflowY === "auto";
    pinch = area && isWindow && event.touches.length === 2 ? { area, zoom, apart: apart(event.touches) } : null;
    if (pinch) event.preventDefault();
  },
  { passive: false },
);
document.addEventListener(
  "touchmove",
  (event) => {
    if (!pinch || event.touches.length !== 2) return;
    event.preventDefault();
    const [one, other] = event.touches;
    const at = { area: pinch.area, x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
    look((pinch.zoom * apart(event.touches)) / pinch.apart, at);
  },
  { passive: false },
);

// Refreshed, every window stays where it was. Its place is read at that moment: a scroll event comes a frame late.
document.addEventListener("refreshing", () => {
  for (const area of listWindows()) places.set(area.id, { left: area.scrollLeft, top: area.scrollTop });
});
document.addEventListener("refreshed", () => {
  for (const area of listWindows()) {
    draw(area, zoom);
    area.scrollTo({ ...places.get(area.id), behavior: "instant" });
  }
  show();
});

look(chosen);
const row = document.querySelector(".row.chosen");
if (row) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  row.scrollIntoView({ block: "center", inline: "center", behavior: isCalm ? "auto" : "smooth" });
}
