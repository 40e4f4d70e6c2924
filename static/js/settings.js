// The settings of an event: a bar says what has changed and saves it, and leaving without saving is
// asked about. Without this script the button stands at the end of the form.

import { findElement, isField, listElements, requireElement } from "./elements.js";

/** @typedef {import("./elements.js").Field} Field */

const LONGEST_NAMES = 20;

/** Whether it differs from what is stored. @param {Field} field @param {Set<string>} sent names of fields */
function isChanged(field, sent) {
  if (sent.has(field.name)) return true;
  if (field instanceof HTMLSelectElement) {
    const usual = [...field.options].findIndex((each) => each.defaultSelected);
    return field.selectedIndex !== Math.max(usual, 0);
  }
  return field.value !== field.defaultValue;
}

/** @param {HTMLFormElement} form */
function listFields(form) {
  return [...form.elements].filter(isField).filter((each) => each.name && each.type !== "hidden");
}

/** @param {Field} field */
function labelOf(field) {
  const text = field.labels?.[0]?.textContent?.trim() ?? field.name;
  return text.charAt(0).toLocaleLowerCase() + text.slice(1);
}

/** Shows in the bar which settings have changed. @param {HTMLElement} bar @param {string[]} changed their labels */
function showChanges(bar, changed) {
  bar.hidden = changed.length === 0;
  const names = new Intl.ListFormat(document.documentElement.lang).format(changed);
  const count = String(changed.length);
  const { first: one = "", some = "", button: few = "", single = "", many = "" } = bar.dataset;
  const start = changed.length === 1 ? one : some.replace("{count}", count);
  const heading = Object.assign(document.createElement("strong"), { textContent: start });
  requireElement("[data-what]", HTMLElement, bar).replaceChildren(heading, ` ${names}`);
  const button = requireElement("button[type=submit]", HTMLElement, bar);
  if (names.length <= LONGEST_NAMES) button.textContent = few.replace("{names}", names);
  else button.textContent = changed.length === 1 ? single : many.replace("{count}", count);
}

/** @param {HTMLFormElement} form */
function watchForm(form) {
  const bar = requireElement("[data-save]", HTMLElement, form);
  // What a refused form has sent is not what is stored, although the page came with it.
  const sent = new Set(form.dataset.sent?.split(" ").filter(Boolean));
  let isSaving = false;

  const update = () => {
    const changed = [];
    for (const field of listFields(form)) {
      const differs = isChanged(field, sent);
      field.closest(".field")?.classList.toggle("changed", differs);
      // The reason of a change is no change by itself.
      if (differs && field.name !== "amendment") changed.push(labelOf(field));
    }
    showChanges(bar, changed);
  };

  requireElement("[data-what]", HTMLElement, bar).hidden = false;
  bar.classList.add("sticky");
  form.addEventListener("input", update);
  form.addEventListener("change", update);
  form.addEventListener("submit", () => (isSaving = true));
  // "Leave it as it was" loads the page again: nothing has to be asked.
  requireElement("[data-reset]", HTMLElement, bar).addEventListener("click", () => (isSaving = true));
  addEventListener("beforeunload", (event) => {
    if (!isSaving && !bar.hidden) event.preventDefault();
  });
  // A page that the browser has kept may hold other values than it came with.
  addEventListener("pageshow", () => {
    isSaving = false;
    update();
  });
  update();
}

const form = findElement("[data-settings]", HTMLFormElement);
if (form) watchForm(form);

// The part that is read now is marked in the list beside it.
const parts = listElements("[data-parts] a", HTMLAnchorElement);
const headings = parts.map((link) => document.getElementById(link.hash.slice(1)));

function markPart() {
  const top = headings.findLastIndex((each) => each && each.getBoundingClientRect().top < innerHeight / 3);
  parts.forEach((link, number) => {
    if (number === Math.max(top, 0)) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
}

if (parts.length) {
  addEventListener("scroll", markPart, { passive: true });
  markPart();
}
