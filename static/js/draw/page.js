// The public page of the draws: checks a draw in this browser, copies its record.

import { verify } from "./drawing.js";

const checked = new Set();

// A page that was told anew is checked anew where it was checked before.
function ready() {
  for (const button of document.querySelectorAll("[data-check], [data-copy]")) button.hidden = false;
  for (const id of checked) check(document.getElementById(id));
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
  return card.querySelector("script[type='application/json']").textContent;
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
    const answers = verify(JSON.parse(recordOf(card)), card.querySelector("[data-seed]").textContent);
    for (const line of lines) {
      const answer = word(answers[line.dataset.what]);
      tell(line, answer, line.dataset[answer]);
    }
  });
}

function word(isRight) {
  if (isRight === null) return "unknown";
  return isRight ? "right" : "wrong";
}

function tell(line, answer, words) {
  line.className = answer;
  line.textContent = words;
}

// A hall's plain http has no navigator.clipboard.
async function copy(button) {
  const text = recordOf(button.closest(".draw"));
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyBySelecting(text, button);
  button.textContent = button.dataset.done;
}

function copyBySelecting(text, beside) {
  const field = document.createElement("textarea");
  field.value = text;
  beside.after(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  beside.focus();
}
