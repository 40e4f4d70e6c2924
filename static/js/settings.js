// The settings of an event: a bar says what has changed and saves it, and leaving without saving is
// asked about. Without this script the button stands at the end of the form.

const form = document.querySelector("[data-settings]");
const bar = form?.querySelector("[data-save]");
const what = bar?.querySelector("[data-what]");
const button = bar?.querySelector("button[type=submit]");
// What a refused form has sent is not what is stored, although the page came with it.
const sent = new Set(form?.dataset.sent.split(" ").filter(Boolean));
const LONGEST_NAMES = 20;
let isSaving = false;

function isChanged(field) {
  if (sent.has(field.name)) return true;
  if (field.matches("select")) {
    const usual = [...field.options].findIndex((each) => each.defaultSelected);
    return field.selectedIndex !== Math.max(usual, 0);
  }
  return field.value !== field.defaultValue;
}

function listFields() {
  return [...form.elements].filter((each) => each.name && each.type !== "hidden" && each.matches("input, select, textarea"));
}

function labelOf(field) {
  const text = field.labels?.[0]?.textContent.trim() ?? field.name;
  return text.charAt(0).toLocaleLowerCase() + text.slice(1);
}

function update() {
  const changed = [];
  for (const field of listFields()) {
    const differs = isChanged(field);
    field.closest(".field")?.classList.toggle("changed", differs);
    // The reason of a change is no change by itself.
    if (differs && field.name !== "amendment") changed.push(labelOf(field));
  }
  bar.hidden = changed.length === 0;
  const names = new Intl.ListFormat(document.documentElement.lang).format(changed);
  const { first: one, some, button: few, single, many } = bar.dataset;
  const start = changed.length === 1 ? one : some.replace("{count}", changed.length);
  what.replaceChildren(Object.assign(document.createElement("strong"), { textContent: start }), ` ${names}`);
  if (names.length <= LONGEST_NAMES) button.textContent = few.replace("{names}", names);
  else button.textContent = changed.length === 1 ? single : many.replace("{count}", changed.length);
  return changed.length > 0;
}

if (form) {
  what.hidden = false;
  bar.classList.add("sticky");
  form.addEventListener("input", update);
  form.addEventListener("change", update);
  form.addEventListener("submit", () => (isSaving = true));
  // "Leave it as it was" loads the page again: nothing has to be asked.
  bar.querySelector("[data-reset]").addEventListener("click", () => (isSaving = true));
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

// The part that is read now is marked in the list beside it.
const parts = [...document.querySelectorAll("[data-parts] a")];
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
