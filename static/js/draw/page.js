// The public page of the draws: checks a draw in this browser, copies its record.

import { copyText } from "../clipboard.js";
import { checkShown } from "./shown.js";

/** The ids of the draws that were checked, and of the buttons that have copied. */
const checked = new Set();
const copied = new Set();

// The live part of the page is replaced as a whole: what was done on it is done and shown again.
function ready() {
  for (const button of document.querySelectorAll("[data-check], [data-copy]")) button.hidden = false;
  for (const id of checked) check(document.getElementById(id));
  for (const id of copied) showCopied(document.getElementById(id));
}

document.addEventListener("refreshed", ready);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-check], [data-copy]");
  if (!button) return;
  if (button.matches("[data-copy]")) copy(button);
  else check(button.closest(".draw"));
});
ready();

function recordOf(card) {
  return card.querySelector("script[id^='record-']")?.textContent ?? "";
}

function namesOf(card) {
  return card.querySelector("script[id^='names-']")?.textContent ?? "";
}

// The page says that it draws before it does: thousands of entries take a moment.
function check(card) {
  if (!card) return;
  checked.add(card.id);
  const found = card.querySelector("[data-checks]");
  const lines = found.querySelectorAll("[data-what]");
  for (const line of lines) tell(line, "", found.dataset.wait);
  found.hidden = false;
  setTimeout(() => {
    const answers = checkShown(recordOf(card), namesOf(card), shownIn(card));
    for (const line of lines) {
      if (answers === null) {
        tell(line, "wrong", found.dataset.broken);
        continue;
      }
      const answer = word(answers[line.dataset.what]);
      tell(line, answer, line.dataset[answer]);
    }
  });
}

// What people read on the page, as it stands there now.
function shownIn(card) {
  const textOf = (root, what) => root.querySelector(what)?.textContent.trim() ?? "";
  return {
    seal: textOf(card, "[data-seal]"),
    seed: textOf(card, "[data-seed]"),
    lots: [...card.querySelectorAll("[data-lots]")].map((list) =>
      [...list.children].map((row) => ({ place: textOf(row, ".num"), name: textOf(row, "[data-name]") })),
    ),
  };
}

function word(isRight) {
  if (isRight === null) return "unknown";
  return isRight ? "right" : "wrong";
}

function tell(line, answer, words) {
  line.className = answer;
  line.textContent = words;
}

async function copy(button) {
  if (!(await copyText(recordOf(button.closest(".draw"))))) return;
  copied.add(button.id);
  showCopied(document.getElementById(button.id));
}

function showCopied(button) {
  if (button) button.textContent = button.dataset.done;
}
