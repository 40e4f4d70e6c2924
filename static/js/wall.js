// The wall turns its pages by itself: a cut, no slide. The space bar holds it, the arrows turn it.

import { clockWords } from "./clock.js";

const seconds = Number(document.querySelector(".screen").dataset.turn);
const clock = document.querySelector("[data-clock]");
const held = document.querySelector("[data-held]");
let page = 0;
let timer = null;

function show() {
  const pages = [...document.querySelectorAll("#wall > [data-page]")];
  page = ((page % pages.length) + pages.length) % pages.length;
  pages.forEach((each, at) => {
    each.hidden = at !== page;
  });
  document.querySelectorAll(".wsuits .suit").forEach((suit, at) => {
    suit.classList.toggle("on", at === page % 4);
  });
}

// A page that is turned to by hand stays as long as any other.
function turn(by) {
  page += by;
  show();
  wait();
}

function wait() {
  clearInterval(timer);
  timer = held.hidden ? setInterval(() => turn(1), seconds * 1000) : null;
}

function tick() {
  clock.textContent = clockWords(new Date(), clock.dataset.clock, clock.dataset.zone);
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
