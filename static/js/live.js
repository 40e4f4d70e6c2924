// The live part of a page follows what happens. A notice says that something has changed, and then
// the part is asked for again as it is now: the part of this page with the same id.

import { clockWords } from "./clock.js";
import { findElement, isField, listElements } from "./elements.js";
import { follow } from "./stream.js";

const ASKS_AGAIN = 60_000;
const HOLDER = "[data-live]:not([data-live-chip])";
const chip = findElement("[data-live-chip]", HTMLElement);

/** Shows the current version of a part of the page. */
class LivePart {
  #holder;
  #part;
  #askedAt = Date.now();
  #isAsking = false;
  #asksAgain = false;
  #hasFailed = false;
  /** The content that is shown. @type {string | null} */
  #shown = null;
  /** What has arrived while somebody types. @type {HTMLElement | null} */
  #held = null;
  #isPressing = false;
  #polling = 0;

  /** @param {HTMLElement} holder has the ticket: the part itself, or an element around it @param {HTMLElement} part */
  constructor(holder, part) {
    this.#holder = holder;
    this.#part = part;
    this.#endTyping();
  }

  async refresh() {
    if (this.#isAsking) {
      this.#asksAgain = true;
      return;
    }
    this.#isAsking = true;
    try {
      this.#hasFailed = true;
      const fresh = (await readPage(this.#holder.dataset.source || location.href))?.getElementById(this.#part.id);
      this.#hasFailed = !fresh;
      if (fresh) this.#take(fresh);
    } catch {
      // The network is away: what is shown stays, and is asked for once the stream is back.
    } finally {
      this.#isAsking = false;
      if (this.#asksAgain) {
        this.#asksAgain = false;
        this.refresh();
      }
    }
  }

  /** The stream has opened, or was cut. @param {boolean} isLive */
  changeState(isLive) {
    if (isLive && this.#hasFailed) this.refresh();
    this.#poll(isLive);
  }

  /**
   * What depends on the time is asked for again by itself, each data-refresh seconds, also while nothing
   * is written; where no stream comes through, each data-poll seconds.
   * @param {boolean} isLive
   */
  #poll(isLive) {
    clearInterval(this.#polling);
    const { poll: whenStopped, refresh: always } = this.#holder.dataset;
    const seconds = Number((!isLive && whenStopped) || always);
    if (!seconds) return;
    this.#polling = setInterval(() => document.hidden || this.refresh(), seconds * 1000);
  }

  /**
   * Gets another ticket, and says whether there is one. A wall stays open for longer than a ticket is
   * good, and a ticket ends with a role: the page gives another to whom it is still shown.
   */
  async renewTicket() {
    if (Date.now() - this.#askedAt < ASKS_AGAIN) return false;
    this.#askedAt = Date.now();
    const page = await readPage(location.href).catch(() => null);
    const fresh = page && findElement(HOLDER, HTMLElement, page);
    if (!fresh) return false;
    this.#holder.dataset.live = fresh.dataset.live;
    return true;
  }

  /** While somebody types, the part stays as it is; what has arrived is shown when the typing ends. @param {HTMLElement} fresh */
  #take(fresh) {
    this.#held = null;
    if (fresh.innerHTML === this.#shown) return;
    if (isTypingIn(this.#part)) this.#held = fresh;
    else this.#replace(fresh);
  }

  // Between pressing a button and its click the button must not be replaced.
  #takeHeld() {
    if (this.#held && !this.#isPressing) this.#take(this.#held);
  }

  /** @param {HTMLElement} fresh */
  #replace(fresh) {
    const part = this.#part;
    this.#held = null;
    const restoreFocus = keepFocusIn(part);
    const open = new Set([...part.querySelectorAll("details[open]")].map((each) => each.id));
    const before = new Map(listElements("[data-key]", HTMLElement, part).map((each) => [each.dataset.key, each.innerHTML]));
    this.#shown = fresh.innerHTML;
    part.dispatchEvent(new CustomEvent("refreshing", { bubbles: true }));
    part.replaceChildren(...fresh.childNodes);
    for (const each of part.querySelectorAll("details")) if (each.id && open.has(each.id)) each.open = true;
    for (const each of listElements("[data-key]", HTMLElement, part)) {
      if (before.size && before.get(each.dataset.key) !== each.innerHTML) each.classList.add("told");
    }
    restoreFocus();
    part.dispatchEvent(new CustomEvent("refreshed", { bubbles: true }));
  }

  #endTyping() {
    this.#part.addEventListener("focusout", () => setTimeout(() => this.#takeHeld()));
    this.#part.addEventListener("submit", (event) => {
      // A form that is sent by a script stays; one that is sent by the browser leads to another page.
      setTimeout(() => {
        if (this.#held && event.defaultPrevented) this.#replace(this.#held);
      });
    });
    addEventListener("pointerdown", () => (this.#isPressing = true), true);
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, () => {
        this.#isPressing = false;
        setTimeout(() => this.#takeHeld());
      }, true);
    }
  }
}

/** @param {string} address */
async function readPage(address) {
  const answer = await fetch(address);
  if (!answer.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Also on a button of a form in which something was changed: what was typed there is not sent yet. @param {HTMLElement} part */
function isTypingIn(part) {
  const at = document.activeElement;
  if (!at || !part.contains(at)) return false;
  if (isField(at)) return true;
  return [...(at.closest("form")?.elements ?? [])].some(isChanged);
}

/** @param {Element} field */
function isChanged(field) {
  if (!isField(field)) return false;
  if (field instanceof HTMLSelectElement) return [...field.options].some((each) => each.selected !== each.defaultSelected);
  if (field instanceof HTMLInputElement && field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** What puts the focus back where it was: on the element of the same id, or the link to the same page. @param {HTMLElement} where */
function keepFocusIn(where) {
  const at = document.activeElement;
  if (!at || !where.contains(at) || at === where) return () => {};
  const same = at.id ? `#${CSS.escape(at.id)}` : `a[href="${CSS.escape(at.getAttribute("href") ?? "")}"]`;
  return () => findElement(same, HTMLElement, where)?.focus({ preventScroll: true });
}

/** "dal vivo", or "fermo alle 17.08": the words come with the page, in its language. @param {boolean} isLive @param {Date} since */
function showState(isLive, since) {
  if (!chip) return;
  chip.className = isLive ? "chip live" : "chip stale";
  chip.textContent = isLive ? chip.dataset.live ?? "" : clockWords(since, chip.dataset.stale ?? "", chip.dataset.zone);
  chip.hidden = false;
}

const holder = findElement(HOLDER, HTMLElement);
const part = holder?.dataset.part ? document.getElementById(holder.dataset.part) : holder;
if (holder && part) {
  const live = new LivePart(holder, part);
  const following = follow(() => holder.dataset.live ?? null, {
    onNotice: () => live.refresh(),
    onState: (isLive, since) => {
      live.changeState(isLive);
      showState(isLive, since);
    },
    onRefused: async () => {
      if (await live.renewTicket()) following.renew();
    },
    asksWhenBack: false,
  });
}
