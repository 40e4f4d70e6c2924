// The offer to take an act back goes away when its time is over; the server would refuse it then.

import { listElements } from "./elements.js";

const TICK = 250;

/** @param {HTMLElement} offer */
function follow(offer) {
  const until = Date.now() + Number(offer.dataset.undo) * 1000;
  const left = offer.querySelector("[data-left]");
  const timer = setInterval(tick, TICK);
  tick();

  function tick() {
    const seconds = Math.ceil((until - Date.now()) / 1000);
    if (seconds > 0) {
      if (left) left.textContent = ` ${seconds}`;
      return;
    }
    clearInterval(timer);
    // Keyboard focus on it must not be lost.
    if (offer.contains(document.activeElement)) document.getElementById("main")?.setAttribute("tabindex", "-1");
    if (offer.contains(document.activeElement)) document.getElementById("main")?.focus({ preventScroll: true });
    offer.remove();
  }
}

for (const offer of listElements("[data-undo]", HTMLElement)) follow(offer);
