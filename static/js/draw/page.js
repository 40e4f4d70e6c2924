// The public page of the draws: checks a draw in this browser, copies its record.

import { copyText } from "../clipboard.js";
import { findClosest, listElements, requireElement } from "../elements.js";
import { checkShown } from "./shown.js";

/** The ids of the draws that were checked. @type {Set<string>} */
const checked = new Set();
/** By the id of a button that was to copy, whether it could. @type {Map<string, boolean>} */
const copied = new Map();

// The live part of the page is replaced as a whole: what was done on it is done and shown again.
function ready() {
  for (const button of listElements("[data-check], [data-copy]", HTMLElement)) button.hidden = false;
  for (const id of checked) check(document.getElementById(id));
  for (const [id, isCopied] of copied) showCopied(document.getElementById(id), isCopied);
}

document.addEventListener("refreshed", ready);
document.addEventListener("click", (event) => {
  const button = findClosest(event.target, "[data-check], [data-copy]", HTMLElement);
  if (!button) return;
  if (button.matches("[data-copy]")) copy(button);
  else check(button.closest(".draw"));
});
ready();

/** @param {Element} card */
function recordOf(card) {
  return card.querySelector("script[id^='record-']")?.textContent ?? "";
}

/** @param {Element} card */
function namesOf(card) {
  return card.querySelector("script[id^='names-']")?.textContent ?? "";
}

/** The page says that it draws before it does: thousands of entries take a moment. @param {Element | null} card */
function check(card) {
  if (!card) return;
  checked.add(card.id);
  const found = requireElement("[data-checks]", HTMLElement, card);
  const lines = listElements("[data-what]", HTMLElement, found);
  for (const line of lines) tell(line, "", found.dataset.wait);
  found.hidden = false;
  setTimeout(() => {
    const answers = checkShown(recordOf(card), namesOf(card), shownIn(card));
    for (const line of lines) {
      if (answers === null) {
        tell(line, "wrong", found.dataset.broken);
        continue;
      }
      const answer = word(answers[line.dataset.what ?? ""]);
      tell(line, answer, line.dataset[answer]);
    }
  });
}

/** What people read on the page, as it stands there now. @param {Element} card @returns {import("./types.js").ShownDraw} */
function shownIn(card) {
  const textOf = (/** @type {Element} */ root, /** @type {string} */ what) => root.querySelector(what)?.textContent?.trim() ?? "";
  return {
    commitment: textOf(card, "[data-commitment]"),
    seed: textOf(card, "[data-seed]"),
    lots: [...card.querySelectorAll("[data-lots]")].map((list) =>
      [...list.children].map((row) => ({ place: textOf(row, ".num"), name: textOf(row, "[data-name]") })),
    ),
  };
}

/** @param {boolean | null | undefined} isRight */
function word(isRight) {
  if (isRight === null) return "unknown";
  return isRight ? "right" : "wrong";
}

/** @param {HTMLElement} line @param {string} answer its class @param {string | undefined} words */
function tell(line, answer, words) {
  line.className = answer;
  line.textContent = words ?? "";
}

/** @param {HTMLElement} button */
async function copy(button) {
  const card = button.closest(".draw");
  if (!card) return;
  const isCopied = await copyText(recordOf(card));
  copied.set(button.id, isCopied);
  showCopied(document.getElementById(button.id), isCopied);
}

/** @param {HTMLElement | null} button @param {boolean} isCopied */
function showCopied(button, isCopied) {
  if (button) button.textContent = (isCopied ? button.dataset.done : button.dataset.failed) ?? "";
}
