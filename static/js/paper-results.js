// The keyboard screen of the desk: what is typed is read at once, Enter writes it, and the focus
// stays in the two fields. Without this script the form does the same with two Enters.

import { findClosest, findElement, listElements, requireElement } from "./elements.js";

const WAIT = 250;
/** The status of an answer to a form whose cookies are gone, or those of somebody else. */
const FORBIDDEN = 403;
const root = requireElement("[data-paper]", HTMLElement);
const form = requireElement("form", HTMLFormElement, root);
const table = requireElement("[name=table]", HTMLInputElement, form);
const score = requireElement("[name=score]", HTMLInputElement, form);
const PARTS = ["paper-reading", "paper-copied", "paper-missing"];
let timer = 0;
/** @type {AbortController | null} */
let asked = null;
let isWriting = false;
/** The text whose reading is on the page. @type {string | null} */
let readText = null;
/** The keys of the forms that were written here, the last one behind: Ctrl Z takes back nothing that another desk has
 * written. @type {string[]} */
const writtenKeys = [];

const textNow = () => `${table.value}|${score.value}`;

/** The match that was shown for the number in the field. */
const shownMatch = () => requireElement("[name=match]", HTMLInputElement, form).value;

// The number is typed again, so it names what is at the table now, not what was shown before.
function forgetMatch() {
  requireElement("[name=match]", HTMLInputElement, form).value = "";
  readText = null;
}

/** @param {number} wait in milliseconds */
function readSoon(wait) {
  clearTimeout(timer);
  timer = setTimeout(readResult, wait);
}

/** @param {string} action @param {FormData} body @param {AbortSignal} [signal] */
async function send(action, body, signal) {
  const answer = await fetch(action, { method: "POST", body, signal, headers: { "x-requested-with": "fetch" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // What was written, or taken back, leads to the screen again; another address is the sign-in page.
  const isHere = new URL(answer.url).pathname === new URL(form.action).pathname;
  const isSignedOut = answer.status === FORBIDDEN || (answer.redirected && !isHere);
  return { page, isWritten: answer.redirected && isHere, isSignedOut };
}

/**
 * Shows the parts of an answer; false for a page without them. Signed out, the page is loaded again, as nothing can be
 * written from it. Anything else is an error that may pass: what was typed stays, and a sentence says what to do.
 * @param {{ page: Document, isSignedOut: boolean }} answer @param {string[]} parts their ids
 * @param {string} [sentence]
 */
function show({ page, isSignedOut }, parts, sentence = root.dataset.failed ?? "") {
  if (isSignedOut) location.reload();
  else if (!page.getElementById("paper-reading")) complain(sentence);
  else return showParts(page, parts);
  return false;
}

/** @param {Document} page @param {string[]} parts their ids */
function showParts(page, parts) {
  complain("");
  for (const id of parts) document.getElementById(id)?.replaceChildren(...requireElement(`#${id}`, HTMLElement, page).childNodes);
  for (const name of ["table", "score"]) showField(page, name);
  countDown();
  return true;
}

/** Of a field only its state and the sentence below it: the field itself is being typed in. @param {Document} page @param {string} name */
function showField(page, name) {
  const [here, there] = [document, page].map((each) => requireElement(`#paper-${name}`, HTMLElement, each));
  here.className = there.className;
  const [input, fresh] = [here, there].map((each) => requireElement("input", HTMLInputElement, each));
  for (const attribute of ["aria-invalid", "aria-describedby"]) {
    const value = fresh.getAttribute(attribute);
    if (value === null) input.removeAttribute(attribute);
    else input.setAttribute(attribute, value);
  }
  for (const old of here.querySelectorAll("p")) old.remove();
  here.append(...there.querySelectorAll("p"));
}

// While something is typed it is only looked at: nothing is written, and nothing is called wrong.
function bodyToRead() {
  const body = new FormData(form);
  body.set("seen", "");
  body.set("peek", "1");
  return body;
}

async function readResult() {
  asked?.abort();
  asked = new AbortController();
  const text = textNow();
  try {
    const answer = await send(form.action, bodyToRead(), asked.signal);
    if (text !== textNow()) return;
    if (show(answer, ["paper-reading", "paper-missing"])) readText = text;
  } catch (error) {
    // Newer text is being read, or the network is away: then writing reports it.
    if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
  }
}

async function write() {
  if (isWriting) return;
  isWriting = true;
  clearTimeout(timer);
  try {
    if (readText !== textNow()) {
      const seen = shownMatch();
      await readResult();
      // Typed faster than it was read: nobody has seen yet that this is a match of another round.
      if (shownMatch() !== seen && findElement("[data-other-round]", HTMLElement, form)) return;
    }
    asked?.abort();
    const body = new FormData(form);
    const answer = await send(form.action, body);
    if (!show(answer, PARTS)) return;
    if (answer.isWritten) {
      writtenKeys.push(String(body.get("key")));
      startNext(answer.page);
    } else takeField(answer.page, "key");
  } catch {
    // The network is away: what was typed stays, and the key of the form writes it once.
    complain(root.dataset.away ?? "");
  } finally {
    isWriting = false;
  }
}

/** What went wrong on the way to the server; an empty sentence once something came back. @param {string} sentence */
function complain(sentence) {
  const place = requireElement("#paper-away", HTMLElement);
  place.textContent = sentence;
  place.hidden = !sentence;
}

/** @param {string} sentence */
function announce(sentence) {
  requireElement("#paper-said", HTMLElement).textContent = sentence;
}

/** @param {Document} page @param {string} name of a field of the form */
function takeField(page, name) {
  const [here, there] = [document, page].map((each) => requireElement(`[data-paper] form [name=${name}]`, HTMLInputElement, each));
  here.value = there.value;
}

/** @param {Document} page */
function startNext(page) {
  for (const name of ["table", "key", "round"]) takeField(page, name);
  score.value = "";
  readText = null;
  announce(requireElement("#paper-said", HTMLElement, page).textContent ?? "");
  // When the round is complete, Enter goes on from it.
  const onward = findElement("[data-go-on]", HTMLElement);
  if (onward && !table.value) {
    onward.focus();
    return;
  }
  table.focus();
  table.select();
}

function countDown() {
  for (const each of listElements("[data-take-back]", HTMLFormElement, root)) {
    if (each.dataset.isCounting) continue;
    each.dataset.isCounting = "yes";
    const end = Date.now() + Number(each.dataset.takeBack) * 1000;
    const tick = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      if (left > 0 && each.isConnected) {
        requireElement("[data-seconds]", HTMLElement, each).textContent = ` ${left} s`;
        setTimeout(tick, 250);
        return;
      }
      each.closest("tr")?.classList.remove("fresh");
      each.parentElement?.querySelector("[data-then]")?.removeAttribute("hidden");
      each.remove();
    };
    tick();
  }
}

/** The form that takes back what was written here last, as long as its seconds last. */
function findOwnLast() {
  const forms = new Map(listElements("[data-take-back]", HTMLFormElement, root).map((each) => [new FormData(each).get("key"), each]));
  const key = writtenKeys.findLast((each) => forms.has(each));
  return key === undefined ? null : forms.get(key);
}

/** @param {HTMLFormElement} each */
async function takeBack(each) {
  try {
    const answer = await send(each.action, new FormData(each));
    if (!show(answer, PARTS, root.dataset.notTakenBack)) return;
    complain(answer.page.querySelector("#main > .banner.wrong .body")?.textContent ?? "");
    startNext(answer.page);
  } catch {
    // The form stays while its seconds last; a second try finds what the first one has done.
    complain(root.dataset.notTakenBack ?? "");
  }
}

/** @param {KeyboardEvent} event */
function handleKeys(event) {
  if (event.key === "Enter" && event.repeat) {
    // A key that is held down would write what nobody has read.
    event.preventDefault();
  } else if (/^\d$/.test(event.key) && findClosest(event.target, "[data-go-on]", HTMLElement)) {
    // The round is complete and Enter would go on; here a number is a table of another round, not
    // the key of a tab.
    event.preventDefault();
    table.focus();
    table.value = event.key;
    forgetMatch();
  } else if (event.key === "Escape") {
    event.preventDefault();
    score.value = "";
    forgetMatch();
    table.focus();
    table.select();
    readSoon(0);
  } else if (event.key === "z" && (event.ctrlKey || event.metaKey) && score.value === "") {
    const last = findOwnLast();
    if (!last) return;
    event.preventDefault();
    takeBack(last);
  }
}

for (const each of listElements("[data-with-script]", HTMLElement, root)) each.hidden = false;
table.addEventListener("input", forgetMatch);
form.addEventListener("input", () => {
  clearTimeout(timer);
  if (score.value) readSoon(WAIT);
});
// Leaving the table's field names the pairs, before any score is typed.
table.addEventListener("change", () => readSoon(0));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (document.activeElement === table && score.value === "") {
    // Enter takes the number that was in the field as one that was typed.
    forgetMatch();
    score.focus();
    readSoon(0);
  } else write();
});
root.addEventListener("submit", (event) => {
  const each = findClosest(event.target, "[data-take-back]", HTMLFormElement);
  if (!each) return;
  event.preventDefault();
  takeBack(each);
});
root.addEventListener("keydown", handleKeys);
countDown();
table.focus();
table.select();
