// The wall turns its pages by itself: a cut, no slide. The space bar holds it, the arrows turn it.

import { clockWords } from "./clock.js";
import { listElements, requireElement } from "./elements.js";

const seconds = Number(requireElement(".screen", HTMLElement).dataset.turn);
const clock = requireElement("[data-clock]", HTMLElement);
const held = requireElement("[data-held]", HTMLElement);
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
