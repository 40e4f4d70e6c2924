// The order of a draw, one by one, for the hall. It goes by itself; the space bar stops it, the arrows
// turn it by hand, End shows all, Home begins again. Whoever wants less motion turns it by hand.

import { clockWords } from "../clock.js";

const MOST = 24;
const LONGEST = 2500;
const WHOLE = 150_000;
const TURN = 12_000;
const clock = document.querySelector("[data-clock]");
const wantsLess = matchMedia("(prefers-reduced-motion: reduce)").matches;
let held = wantsLess;
let drawn = null;
let shown = 0;
let timer = null;

const lots = () => [...document.querySelectorAll("[data-lot]")];

// How many are shown: 1 … all; beyond, the pages of the whole order turn.
function show() {
  const all = lots();
  if (!all.length) return;
  const done = shown > all.length;
  const pages = Math.ceil(all.length / MOST);
  const page = done ? (shown - all.length - 1) % pages : Math.floor((shown - 1) / MOST);
  all.forEach((lot, at) => {
    lot.hidden = Math.floor(at / MOST) !== page || (!done && at >= shown);
  });
  for (const heading of document.querySelectorAll("[data-heading]")) {
    heading.hidden = ![...heading.nextElementSibling.children].some((lot) => !lot.hidden);
  }
  call(done ? null : all[shown - 1]);
}

// The one that has just come out, large.
function call(lot) {
  const called = document.querySelector("[data-called]");
  called.hidden = !lot;
  if (!lot) return;
  called.replaceChildren(...[...lot.children].map((child) => child.cloneNode(true)));
  if (!lot.dataset.group) return;
  const group = document.createElement("span");
  group.className = "group";
  group.textContent = lot.dataset.group;
  called.prepend(group);
}

function go(to) {
  shown = Math.max(1, to);
  show();
  wait();
}

function wait() {
  clearTimeout(timer);
  const count = lots().length;
  if (held || !count) return;
  const pause = shown >= count ? TURN : Math.min(LONGEST, WHOLE / count);
  timer = setTimeout(() => go(shown + 1), pause);
}

// Another draw begins with its first; a page that is told of the same again stays where it is.
function begin() {
  const now = document.querySelector("[data-draw]")?.dataset.draw ?? null;
  document.querySelector("[data-keys]").hidden = now === null;
  if (now !== drawn) shown = 1;
  drawn = now;
  go(shown);
}

function tick() {
  clock.textContent = clockWords(new Date(), clock.dataset.clock, clock.dataset.zone);
}

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
  End: () => go(lots().length + 1),
};

document.addEventListener("refreshed", begin);
document.addEventListener("keydown", (event) => {
  if (!lots().length || !(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});
setInterval(tick, 1000);
tick();
begin();
