// The wall turns its pages by itself: a cut, no slide. The space bar holds it, the arrow keys turn it. Names
// that do not fit are written smaller, as far as they can still be read from the back of the hall.

import { clockWords } from "./clock.js";
import { listElements, requireElement } from "./elements.js";

const seconds = Number(requireElement(".screen", HTMLElement).dataset.turn);
const clock = requireElement("[data-clock]", HTMLElement);
const held = requireElement("[data-held]", HTMLElement);
const NAMES = ".top :is(h1, p), #wall > :not([hidden]) :is(.name, .wnames > li, .wstand tbody th)";
/** In rem: below it a name is cut rather than written smaller. */
const SMALLEST_NAME = 1.65;
let page = 0;
let timer = 0;

function show() {
  const pages = listElements("#wall > [data-page]", HTMLElement);
  page = ((page % pages.length) + pages.length) % pages.length;
  pages.forEach((each, at) => {
    each.hidden = at !== page;
  });
  document.querySelectorAll(".wsuits .suit").forEach((suit, at) => {
    suit.classList.toggle("on", at === page % 4);
  });
  fitNames();
}

/** All sizes are taken back, then all widths are read, then those that are too wide are set: one layout each. */
function fitNames() {
  const names = listElements(NAMES, HTMLElement);
  for (const name of names) name.style.fontSize = "";
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const sizes = names.map((name) => {
    if (name.scrollWidth <= name.clientWidth) return "";
    const size = (parseFloat(getComputedStyle(name).fontSize) * name.clientWidth) / name.scrollWidth;
    return `${Math.max(size / rem - 0.01, SMALLEST_NAME)}rem`;
  });
  names.forEach((name, at) => {
    name.style.fontSize = sizes[at];
  });
}

/** Turns to another page. It stays as long as any other. @param {number} by */
function turn(by) {
  page += by;
  show();
  wait();
}

function wait() {
  clearInterval(timer);
  timer = held.hidden ? setInterval(() => turn(1), seconds * 1000) : 0;
}

function tick() {
  clock.textContent = clockWords(new Date(), clock.dataset.clock ?? "", clock.dataset.zone);
}

document.addEventListener("refreshed", show);
addEventListener("resize", fitNames);
document.addEventListener("keydown", (event) => {
  if (event.key === " ") {
    held.hidden = !held.hidden;
    wait();
    event.preventDefault();
  } else if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
});
document.documentElement.classList.add("turning");
setInterval(tick, 1000);
tick();
show();
wait();
