// The live part of a page follows what happens. A notice says that something has changed, and then
// the part is asked for again as it is now: the part of this page with the same id.

import { clockWords } from "./clock.js";
import { follow } from "./stream.js";

const ASKS_AGAIN = 60_000;

// The element that has the ticket may be the part itself, or hold it.
const holder = document.querySelector("[data-live]:not([data-live-chip])");
const part = holder?.dataset.part ? document.getElementById(holder.dataset.part) : holder;
const chip = document.querySelector("[data-live-chip]");
let askedAt = Date.now();
let asking = false;
let again = false;
let failed = false;
let shown = null;
let held = null;
let isPressing = false;
let polling = null;
let following = null;

async function refresh() {
  if (asking) {
    again = true;
    return;
  }
  asking = true;
  try {
    failed = true;
    const fresh = (await read(holder.dataset.source || location.href))?.getElementById(part.id);
    failed = !fresh;
    if (fresh) take(fresh);
  } catch {
    // The network is away: what is shown stays, and is asked for once the stream is back.
  } finally {
    asking = false;
    if (again) {
      again = false;
      refresh();
    }
  }
}

async function read(address) {
  const answer = await fetch(address);
  if (!answer.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// While somebody types, the part stays as it is; what has arrived is shown when the typing ends.
function take(fresh) {
  held = null;
  if (fresh.innerHTML === shown) return;
  if (isTyping()) held = fresh;
  else replace(fresh);
}

// Between pressing a button and its click the button must not be replaced.
function takeHeld() {
  if (held && !isPressing) take(held);
}

function replace(fresh) {
  held = null;
  const back = focusIn(part);
  const open = new Set([...part.querySelectorAll("details[open]")].map((each) => each.id));
  const before = new Map([...part.querySelectorAll("[data-key]")].map((each) => [each.dataset.key, each.innerHTML]));
  shown = fresh.innerHTML;
  part.replaceChildren(...fresh.childNodes);
  for (const each of part.querySelectorAll("details")) if (each.id && open.has(each.id)) each.open = true;
  for (const each of part.querySelectorAll("[data-key]")) {
    if (before.size && before.get(each.dataset.key) !== each.innerHTML) each.classList.add("told");
  }
  back();
  part.dispatchEvent(new CustomEvent("refreshed", { bubbles: true }));
}

// Also on a button of a form in which something was changed: what was typed there is not sent yet.
function isTyping() {
  const at = document.activeElement;
  if (!part.contains(at)) return false;
  if (at.matches("input, select, textarea")) return true;
  return [...(at.closest("form")?.elements ?? [])].some(isChanged);
}

function isChanged(field) {
  if (field.matches("select")) return [...field.options].some((each) => each.selected !== each.defaultSelected);
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  return field.matches("input, textarea") && field.value !== field.defaultValue;
}

function endTyping() {
  part.addEventListener("focusout", () => setTimeout(takeHeld));
  part.addEventListener("submit", (event) => {
    // A form that is sent by a script stays; one that is sent by the browser leads to another page.
    setTimeout(() => {
      if (held && event.defaultPrevented) replace(held);
    });
  });
  addEventListener("pointerdown", () => (isPressing = true), true);
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      isPressing = false;
      setTimeout(takeHeld);
    }, true);
  }
}

// What puts the focus back where it was: on the element of the same id, or the link to the same page.
function focusIn(where) {
  const at = document.activeElement;
  if (!where.contains(at) || at === where) return () => {};
  const same = at.id ? `#${CSS.escape(at.id)}` : `a[href="${CSS.escape(at.getAttribute("href") ?? "")}"]`;
  return () => where.querySelector(same)?.focus({ preventScroll: true });
}

// dal vivo, or fermo alle 17.08: the words come with the page, in its language.
function say(live, since) {
  if (live && failed) refresh();
  poll(live);
  if (!chip) return;
  chip.className = live ? "chip live" : "chip stale";
  chip.textContent = live ? chip.dataset.live : clockWords(since, chip.dataset.stale, chip.dataset.zone);
  chip.hidden = false;
}

// What depends on the time is asked for again by itself, each data-refresh seconds, also while nothing
// is written; where no stream comes through, each data-poll seconds.
function poll(live) {
  clearInterval(polling);
  const { poll: whenStopped, refresh: always } = holder.dataset;
  const seconds = Number((!live && whenStopped) || always);
  if (!seconds) return;
  polling = setInterval(() => document.hidden || refresh(), seconds * 1000);
}

// A wall stays open for longer than a ticket is good, and a ticket ends with a role: the page gives
// another to whom it is still shown.
async function renewTicket() {
  if (Date.now() - askedAt < ASKS_AGAIN) return;
  askedAt = Date.now();
  const fresh = (await read(location.href).catch(() => null))?.querySelector("[data-live]:not([data-live-chip])");
  if (!fresh) return;
  holder.dataset.live = fresh.dataset.live;
  following?.renew();
}

if (part) {
  endTyping();
  following = follow(() => holder.dataset.live, { onNotice: refresh, onState: say, onRefused: renewTicket, asksWhenBack: false });
}
