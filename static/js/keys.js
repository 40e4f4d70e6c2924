// The keys of the desk: an element says its own in aria-keyshortcuts, and "?" shows the list.

import { findElement, isField, listElements } from "./elements.js";

const list = findElement("#keys", HTMLDialogElement);

/** What is typed goes into it: a key may do something only outside of it. @param {EventTarget | null} target @returns {target is HTMLElement} */
function takesKeys(target) {
  return isField(target) || (target instanceof HTMLElement && target.isContentEditable);
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
  if (event.key === "Escape" && takesKeys(event.target)) event.target.blur();
  if (takesKeys(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key === "?" && list) {
    list.showModal();
  } else {
    const name = event.key === "/" ? "input[type=search]" : `[aria-keyshortcuts="${CSS.escape(event.key)}"]`;
    const found = listElements(name, HTMLElement).find((each) => each.checkVisibility());
    if (!found) return;
    // A button that changes something is not pressed by one key alone.
    if (found.matches("a[href]")) found.click();
    else found.focus();
  }
  event.preventDefault();
}

document.addEventListener("keydown", pressed);
for (const link of document.querySelectorAll("[data-keys]")) {
  link.addEventListener("click", (event) => {
    if (!list) return;
    event.preventDefault();
    list.showModal();
  });
}
