// A phone in Chromium that offers what the model's phone does. Its requests wait in the page until a
// step delivers them, its clock stands still until a step lets time pass (gate.mjs); taps, storage
// and what the server answers are real.

import { faceOf, FORMS, STOPPED } from "../steps.mjs";
import { installGate } from "./gate.mjs";
import { findControl, readScreen } from "./page.mjs";
import { summarizeView } from "./report.mjs";

const SETTLED = 500;
const RETRIED = 16_000;
const ROUNDS = 40;
const PLAY = ["hand", "redeal", "claim", "penalty", "award", "forfeit"];
const CONTROLS = {
  openHand: "button[name=open_hand]", submit: ".thumb button[type=submit]", back: "button.back",
  openStrike: "button[name=strike_button]", openRedeal: "button[name=redeal_button]", openSign: "button[name=open_sign]", sign: "button[name=sign]",
  withdraw: "button[name=withdraw]", callReferee: "button[name^=referee_]",
  sameHandTheirs: "button[name=same_theirs]", nextHandMine: "button[name=next_mine]", sameHandMine: "button[name=same_mine]",
  keepTheirs: "button[name=keep_theirs]", strikeTheirs: "button[name=strike_theirs]", correctTheirs: "button[name=correct_theirs]", writeAnother: "button[name=write_another]",
  askLeave: "button[name=leave_button]", leave: "form[data-screen=leave] button[type=submit]",
};
const ANSWERS = {
  same_theirs: "sameHandTheirs", next_mine: "nextHandMine", same_mine: "sameHandMine",
  keep_theirs: "keepTheirs", strike_theirs: "strikeTheirs", correct_theirs: "correctTheirs", write_another: "writeAnother",
};
/** What a browser says by itself of an answer that refuses, or of a network that is away. */
const OWN_WORDS = /Failed to load resource/;
/** Milliseconds between two ticks of a page that waits for an answer (effects.js). */
const TICK = 500;
const WRITTEN = /^matches\/(\d+)\/lines/;

export class ChromiumPhone {
  /** @param {import("playwright-core").BrowserContext} context @param {import("./hall.mjs").House} house */
  constructor(context, house) {
    this.context = context;
    this.house = house;
    this.view = null;
    this.key = "";
    this.errors = [];
    /** Milliseconds by which the page's clock has to be advanced. */
    this.passed = 0;
    this.isOffline = false;
    this.hall = null;
    this.page = null;
  }

  async start() {
    await this.context.addInitScript(`(${installGate})(); if (window.gate) Object.assign(window.gate, { read: ${readScreen}, find: ${findControl} });`);
    await this.loadPage(() => this.openPage());
  }

  async openPage() {
    await this.page?.close();
    this.page = await this.context.newPage();
    this.page.on("pageerror", (error) => this.errors.push(String(error)));
    this.page.on("console", (said) => {
      if (said.type() === "error" && !OWN_WORDS.test(said.text())) this.errors.push(said.text());
    });
    await this.page.goto("/pad/", { waitUntil: "commit" });
  }

  /** Comes to the table of a card, with what the phone has from before. */
  async arrive(hall, card, seat) {
    this.hall = hall;
    hall.phones.push(this);
    this.errors = [];
    this.target = this.calls = null;
    await this.house.whileUp(() => this.enterBySecret(card, seat));
    this.key = (await this.look()).phone;
  }

  /** Requests are delivered at once: the sequence begins after this. */
  async enterBySecret(card, seat) {
    await this.setTime(Date.now());
    await this.goOnline();
    await this.ask("setOpen", true);
    await this.ask("deliverAll");
    // The phone may show the question of its owner for another table: wait until that one is gone.
    await this.page.evaluate(async (secret) => {
      const changed = new Promise((resolve) => { addEventListener("hashchange", resolve, { once: true }); });
      location.hash = secret;
      await changed;
      await window.gate.rest();
    }, card.secret);
    await this.waitForScreen("whose");
    await this.sit(seat);
    await this.waitForScreen("match");
    await this.ask("rest");
    await this.ask("setOpen", false);
  }

  async waitForScreen(name) {
    await this.page.waitForSelector(`form.fill[data-screen=${name}]`);
    this.view = null;
  }

  // Seeing -------------------------------------------------------------------------------------

  /** Read once between two acts. */
  async look() {
    this.view ??= await this.readView();
    return this.view;
  }

  /** What the screen says, for a report. */
  readText() {
    return this.page.evaluate(() => document.body.innerText);
  }

  /** @param {string} line */
  note(line) {
    const text = `  phone ${this.hall.phones.indexOf(this) + 1}: ${line}`;
    if (this.hall.journal.findLast((each) => each.slice(0, 10) === text.slice(0, 10)) !== text) this.hall.journal.push(text);
  }

  async readView() {
    const seen = await this.ask("read");
    this.note(summarizeView(seen));
    const { screen, buttons, unsent, rows } = seen;
    const match = this.hall.matchOf(seen.table);
    const kept = unsent.filter((item) => item.match === match && PLAY.includes(item.kind) && !STOPPED.includes(item.state));
    const written = screen === "match" ? (await this.hall.read(match)).filter((line) => PLAY.includes(line.kind)) : [];
    const counts = [rows.filter((row) => row.isUnsent).length, rows.filter((row) => !row.isUnsent).length];
    const hands = rows.map((row, at) => ({ ...row, item: kept[counts[0] - 1 - at], line: written[counts[1] - 1 - (at - counts[0])] }));
    return {
      ...seen,
      isTouched: seen.points !== null,
      canSubmit: FORMS.includes(screen) && seen.isSubmittable,
      rows: screen === "match" ? hands.filter((row) => row.canAmend) : [],
      isSigned: false,
      canSign: buttons.includes("sign"),
      answers: buttons.map((name) => ANSWERS[name]).filter(Boolean),
      kept: unsent,
      isStoring: false,
      errors: this.errors,
    };
  }

  faceOfRow({ isUnsent, item, line }) {
    if (isUnsent) return item ? `${this.key} ${faceOf(item)}` : null;
    return line ? `${line.key.split("-")[0]} ${faceOf(line)}` : null;
  }

  /** Milliseconds by which its screen may be behind its clock. A page that waits ticks twice a second; setting its clock back loses what has passed since the last tick. */
  get lag() {
    return 2 * TICK;
  }

  /** As of the last look. */
  get waitsFor() {
    return this.view?.waitsFor ?? 0;
  }

  // Touching -----------------------------------------------------------------------------------

  /** @param {string} selector @param {number} [at] */
  async touch(selector, at = 0) {
    const point = await this.ask("find", { selector, at });
    if (point) await this.page.mouse.click(point.x, point.y);
    return point;
  }

  async tap(type) {
    await this.passTime(SETTLED);
    return (await this.touch(CONTROLS[type])) !== null;
  }

  async tapTwice(type) {
    await this.passTime(SETTLED);
    const point = await this.touch(CONTROLS[type]);
    await this.passTime(120);
    await this.ask("rest");
    if (point) await this.page.mouse.click(point.x, point.y);
    this.view = null;
    return point !== null;
  }

  /** It offers its own side's button only. */
  signTwice() {
    return this.tapTwice("sign");
  }

  async choosePoints(points) {
    await this.passTime(SETTLED);
    const isForm = ["hand", "amend"].includes((await this.look()).screen);
    const found = await this.touch(`label.choice:has(input[name=points][value="${points}-${11 - points}"])`);
    if (isForm && !found) throw new Error(`the form has no key for ${points}`);
  }

  async openAmend(at) {
    await this.passTime(SETTLED);
    await this.touch("table.hands button", at);
  }

  async handOver(side) {
    await this.passTime(SETTLED);
    return (await this.touch(`button[name=hand_over]:has(.side.${"ab"[side]})`)) !== null;
  }

  async sit(seat) {
    await this.passTime(SETTLED);
    await this.touch(`label.choice:has(#who-${seat})`);
    await this.tap("submit");
  }

  async enter(table) {
    const card = this.hall.cards.get(table);
    await this.ask("rest");
    if (!card || (await this.page.locator("#code").count()) === 0) return;
    await this.page.locator("#code").fill(card.code);
    await this.passTime(SETTLED);
    await this.touch("main button[type=submit]");
  }

  /** The list of unsent lines, and there the button of one that stopped. */
  async touchStopped(name, { state, table }) {
    await this.passTime(SETTLED);
    await this.touch("button.mine");
    if ((await this.look()).screen === "phone") {
      await this.passTime(SETTLED);
      await this.touch("button[name=show_unsent]");
    }
    await this.passTime(SETTLED);
    await this.ask("rest");
    const at = await this.page.evaluate(({ state, table }) =>
      [...document.querySelectorAll("section.card[data-state]")].findIndex((card) => card.dataset.state === state && card.querySelector("h2")?.textContent.includes(`Tavolo ${table}`)),
    { state, table });
    return at >= 0 && (await this.touch(`section.card[data-state]:nth-of-type(${at + 1}) button[name=${name}]`)) !== null;
  }

  async discard(item) {
    if (!(await this.touchStopped("ask_discard", item))) return false;
    return this.tap("submit");
  }

  editRefused(item) {
    return this.touchStopped("edit_refused", item);
  }

  retryItem(item) {
    return this.touchStopped("retry_item", item);
  }

  /** A tap that was on its way when an answer changed the screen. */
  async tapTooSoon() {
    const before = await this.look();
    await this.deliver("through");
    const after = await this.look();
    if (before.screen !== after.screen) await this.touch(".thumb button");
  }

  // Time ---------------------------------------------------------------------------------------

  /** Calls a function of the page's gate, after the clock was advanced by what has passed. @param {string} name @param {any} [given] @returns {Promise<any>} */
  ask(name, given) {
    const { passed } = this;
    this.view = null;
    this.passed = 0;
    return this.page.evaluate(async ([passed, name, given]) => {
      if (passed) await window.gate.passTime(passed);
      return window.gate[name](given);
    }, [passed, name, given]);
  }

  /** The page's clock is advanced with the next call: that saves a call for each pause. */
  async passTime(milliseconds) {
    this.passed += milliseconds;
    this.view = null;
  }

  setTime(date) {
    return this.ask("setDate", date);
  }

  setClock(by) {
    return this.ask("moveDate", by);
  }

  retry() {
    return this.ask("skipTime", RETRIED);
  }

  // The network --------------------------------------------------------------------------------

  async deliver(fate) {
    this.noteWritten(await this.ask("deliver", fate));
  }

  /** @param {string[]} paths to which something was sent */
  noteWritten(paths) {
    for (const path of paths) {
      const [, match] = WRITTEN.exec(path) ?? [];
      if (match) this.hall.touch(Number(match));
    }
  }

  reorder(pick) {
    return this.ask("reorder", pick);
  }

  notice() {
    return this.ask("notice");
  }

  async goOffline() {
    await this.ask("rest");
    this.isOffline = true;
    await this.context.setOffline(true);
    await this.ask("setOffline", true);
  }

  async goOnline() {
    if (!this.isOffline) return;
    await this.ask("rest");
    this.isOffline = false;
    await this.context.setOffline(false);
    await this.ask("setOffline", false);
  }

  /** Delivers everything until nothing is under way, with retries. */
  async settle() {
    await this.goOnline();
    let isTried = false;
    for (let rounds = 0; rounds < ROUNDS; rounds += 1) {
      await this.house.isUp;
      const written = await this.ask("deliverAll");
      this.noteWritten(written);
      if (written.length) isTried = false;
      const { unsent, screen, requests } = await this.look();
      if (requests) continue;
      const isWaiting = screen === "loading" || unsent.some((item, at) => item.state === "waiting" && !unsent.slice(0, at).some((each) => each.match === item.match));
      if (isTried && !isWaiting) return;
      await (isWaiting && isTried ? this.retry() : this.passTime(1000));
      isTried = true;
    }
    throw new Error("does not come to rest");
  }

  // The page -----------------------------------------------------------------------------------

  async reload() {
    await this.loadPage(() => this.page.reload({ waitUntil: "commit" }));
  }

  async reopen() {
    await this.loadPage(() => this.openPage());
  }

  /** Without network the page itself comes as if the service worker had it; the API stays away. */
  async loadPage(load) {
    if (this.page) await this.ask("rest");
    if (this.isOffline) await this.context.setOffline(false);
    await this.house.whileUp(async () => {
      await load();
      await this.page.waitForSelector("form.fill");
      await this.page.evaluate(() => window.gate.waitForScreens());
    });
    if (this.isOffline) await this.context.setOffline(true);
    await this.ask("rest");
  }
}
