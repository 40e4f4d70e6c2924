// Carries out the effects of the reducer and reports back with events. The only module that knows
// both the network and the storage.

import { Away, Refused } from "./api.js";
import { hasPlay, loadPlay } from "../game/card-by-card.js";
import { say } from "../words.js";
import { giveFeedback } from "./feedback.js";
import { drawRescueSquares, loadCardScreens } from "./modules.js";

/** @typedef {import("../state/types.js").Effect} Effect */
/** @typedef {import("../state/types.js").Item} Item */
/** @typedef {import("../state/types.js").State} State */
/** @typedef {(event: {type: string, [name: string]: any}) => void} Dispatch */

const TICK = 500;
const RETRIES_OF_A_READ = 3;

/** The code of the table was replaced, or this phone has left it. @param {unknown} error @returns {error is Refused} */
const isSignedOut = (error) => error instanceof Refused && (error.status === 401 || error.problem.code === "code_gone");

/** Throws Away. @param {{data: Record<string, any>}[]} lines */
async function loadPlayOf(lines) {
  if (!hasPlay(lines)) return;
  await loadPlay().catch(() => {
    throw new Away();
  });
}

/** Runs one read at a time; of those that are requested during it, the last one follows. */
class OneAtATime {
  /** @param {(effect: any) => Promise<void>} read */
  constructor(read) {
    this.read = read;
    this.isReading = false;
    /** @type {Effect | null} */
    this.next = null;
  }

  /** @param {any} effect @returns {Promise<void>} */
  async ask(effect) {
    if (this.isReading) {
      this.next = effect;
      return;
    }
    this.isReading = true;
    try {
      await this.read(effect);
    } finally {
      const { next } = this;
      this.isReading = false;
      this.next = null;
      if (next) this.ask(next);
    }
  }
}

export class Effects {
  /**
   * ``place``: what the names of the values end with that are about the match on the screen.
   * @param {{api: import("./api.js").Api, place?: string, storage: Awaited<ReturnType<typeof import("./storage.js").openStorage>>,
   *   dispatch: Dispatch, state: () => State, loudness: () => import("./feedback.js").Loudness, onShow: () => void, addScreens: (screens: import("../screens/app.js").Screens) => void}} context
   */
  constructor({ api, place = "", storage, dispatch, state, loudness, onShow, addScreens }) {
    this.api = api;
    this.place = place;
    this.storage = storage;
    this.dispatch = dispatch;
    this.state = state;
    this.loudness = loudness;
    this.onShow = onShow;
    this.addScreens = addScreens;
    this.retryTimer = 0;
    this.ticking = 0;
    this.asked = 0;
    this.tables = new OneAtATime((effect) => this.readTable(effect));
    this.matches = new OneAtATime((effect) => this.readMatch(effect));
  }

  /** @param {Effect} effect */
  run(effect) {
    const act = /** @type {Record<string, (effect: any) => unknown>} */ (/** @type {unknown} */ (this))[effect.do];
    if (!act) throw new Error(`no such effect: ${effect.do}`);
    Promise.resolve(act.call(this, effect)).catch((error) => {
      // A defect of the pad: it is reported like any other, and the page goes on.
      setTimeout(() => { throw error; });
    });
  }

  // Keeping ------------------------------------------------------------------------------------

  /** @param {{items: Item[], forget?: string[]}} effect */
  async store({ items, forget = [] }) {
    const { storage } = this;
    try {
      await storage.writeItems(items, forget);
    } catch {
      this.dispatch({ type: "storingFailed", storage: "none" });
      return;
    }
    if (items.length) this.dispatch({ type: "stored", keys: items.map((item) => item.key), storage: storage.kind });
  }

  /** ``replaces``: the token that has to be kept now; undefined: any. @param {{phone: unknown, replaces?: string | null}} effect */
  keepPhone({ phone, replaces }) {
    const isOwn = (/** @type {any} */ kept) => replaces === undefined || (kept.token ?? null) === replaces;
    return this.storage.writeValue("phone", phone, isOwn).catch(() => {});
  }

  /** The last sheet, so that the pad opens without network. @param {{sheet: any, device: any}} effect */
  keepSheet({ sheet, device }) {
    return this.storage.writeValue(`sheet${this.place}`, { sheet, device, at: Date.now() }).catch(() => {});
  }

  /** The hand that is being entered. @param {{draft: import("../state/types.js").Draft | null}} effect */
  keepDraft({ draft }) {
    return this.storage.writeValue(`draft${this.place}`, draft).catch(() => {});
  }

  // Sending ------------------------------------------------------------------------------------

  /** @param {{item: Item}} effect */
  async send({ item }) {
    const { key, token } = item;
    try {
      const answer = await this.writeLine(item);
      this.dispatch({ type: "sent", key, line: answer.line, match: answer.match });
    } catch (error) {
      if (error instanceof Away) this.dispatch({ type: "sendFailed" });
      else if (isSignedOut(error)) this.dispatch({ type: "signedOut", token, sentence: error.problem.title });
      else if (error instanceof Refused) this.dispatch({ type: "refused", key, problem: error.summary, sheet: error.problem.match ?? null });
      else throw error;
    }
  }

  /** @param {Item} item @returns {Promise<any>} */
  async writeLine({ key, match, kind, data, version, madeAt, token, holder = null, correctedNext = null, agreed = false }) {
    try {
      return await this.api.ask("POST", `matches/${match}/lines/`, {
        token,
        body: { kind, data, version, made_at: madeAt, holder, corrects: correctedNext, agreed },
        headers: { "Idempotency-Key": key },
      });
    } catch (error) {
      if (error instanceof Refused && error.problem.match) await loadPlayOf(error.problem.match.lines);
      throw error;
    }
  }

  /** @param {{after: number}} effect */
  retryLater({ after }) {
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.dispatch({ type: "retryDue" }), after);
  }

  // Reading ------------------------------------------------------------------------------------

  /**
   * Reads the table of this phone and the match there. A second tap while the server is slow
   * does not make it slower. @param {{token: string | null, match: number | null}} effect
   */
  load({ token, match }) {
    return match === null ? this.tables.ask({ token }) : this.loadMatch({ match, token });
  }

  /** @param {{match: number, token: string | null}} effect */
  loadMatch(effect) {
    return this.matches.ask(effect);
  }

  /** @param {{token: string | null}} effect */
  readTable({ token }) {
    return this.read(token, async (ask) => this.dispatch({ type: "deviceLoaded", ask, token, device: await this.api.get("device/", token) }));
  }

  /** @param {{match: number, token: string | null}} effect */
  readMatch({ match, token }) {
    const { sheet: shown } = this.state();
    const seen = shown?.id === match ? shown.version : 0;
    return this.read(token, async () => this.dispatch({ type: "matchLoaded", token, seen, sheet: await this.readSheet(match, token) }), match);
  }

  /** The match and its lines as they were at one moment. @param {number} id @param {string | null} token @returns {Promise<any>} */
  async readSheet(id, token) {
    for (let left = RETRIES_OF_A_READ; ; left -= 1) {
      const [match, sheet] = await Promise.all([this.api.get(`matches/${id}/`, token), this.api.get(`matches/${id}/lines/`, token)]);
      if (match.version !== sheet.version && left > 1) continue;
      const [{ cards, books }] = await Promise.all([this.readRules(match, token), loadPlayOf(sheet.lines)]);
      return { id, match, lines: sheet.lines, version: sheet.version, cards, books };
    }
  }

  /** The rulebooks of the games of a match, and a card for each game. @param {any} match @param {string | null} token */
  async readRules(match, token) {
    const known = this.state().sheet;
    if (known && known.id === match.id && JSON.stringify(known.match.format) === JSON.stringify(match.format)) return known;
    const names = [...new Set(match.format.games.map((/** @type {any} */ game) => game.game))];
    const asked = match.format.games.map((/** @type {any} */ game) =>
      `rulebooks/${game.game}/card/?options=${encodeURIComponent(JSON.stringify(game.options ?? {}))}`);
    const paths = [...new Set(asked)];
    const [books, cards] = await Promise.all([
      Promise.all(names.map((name) => this.api.get(`rulebooks/${name}/`, token))),
      Promise.all(paths.map((path) => this.api.get(path, token))),
    ]);
    return {
      books: Object.fromEntries(books.map((book) => [book.name, book])),
      cards: asked.map((/** @type {string} */ path) => cards[paths.indexOf(path)]),
    };
  }

  /** @param {string | null} token @param {(ask: number) => Promise<unknown>} work @param {number | null} [match] that is read */
  async read(token, work, match = null) {
    const ask = (this.asked += 1);
    this.dispatch({ type: "asking", ask });
    try {
      await work(ask);
      this.dispatch({ type: "answered", ask });
    } catch (error) {
      if (error instanceof Away) this.dispatch({ type: "askingFailed", ask });
      else if (isSignedOut(error)) this.dispatch({ type: "signedOut", ask, token, sentence: error.problem.title });
      else if (error instanceof Refused) this.dispatch({ type: "failed", ask, token, sentence: error.sentences.join(" "), match });
      else throw error;
    }
  }

  // The phone and its table --------------------------------------------------------------------

  /** @param {{body: Record<string, unknown>}} effect */
  async admit({ body }) {
    const ask = (this.asked += 1);
    this.dispatch({ type: "asking", ask });
    try {
      const { token, device } = await this.api.ask("POST", "devices/", { body });
      this.dispatch({ type: "admitted", ask, token, device });
    } catch (error) {
      if (error instanceof Away) this.dispatch({ type: "admissionRefused", ask, sentence: null });
      else if (error instanceof Refused) this.dispatch({ type: "admissionRefused", ask, sentence: error.problem.title });
      else throw error;
    }
  }

  /** @param {{player: number | null, token: string | null}} effect */
  async setOwner({ player, token }) {
    await this.read(token, async () => {
      this.dispatch({ type: "ownerSet", token, device: await this.api.ask("PATCH", "device/", { token, body: { player } }) });
    });
  }

  /** @param {{call: boolean, token: string | null}} effect */
  async call({ call, token }) {
    await this.read(token, async () => {
      await this.api.ask(call ? "PUT" : "DELETE", "device/referee/", { token });
      this.dispatch({ type: "callSent", token, call });
    });
  }

  /** Gives a token back. Without an answer this is tried again with the next change. @param {{token: string}} effect */
  async leave({ token }) {
    try {
      await this.api.ask("DELETE", "device/", { token });
    } catch (error) {
      if (error instanceof Away) return;
      if (!(error instanceof Refused)) throw error;
    }
    this.dispatch({ type: "left", token });
  }

  /** The unsent lines as QR codes, for the desk. If the encoder cannot be loaded, they are read aloud. @param {{items: Item[]}} effect */
  async drawSquares({ items }) {
    const squares = await drawRescueSquares(items).catch(() => []);
    this.dispatch({ type: "squaresDrawn", squares });
  }

  /** The screen and the rules of a hand card by card. */
  async loadCards() {
    try {
      this.addScreens(await loadCardScreens());
    } catch {
      this.dispatch({ type: "cardsMissing", sentence: say("cards_away") });
    }
  }

  // The page -----------------------------------------------------------------------------------

  show() {
    this.onShow();
  }

  /** @param {{after: number}} effect */
  wake({ after }) {
    setTimeout(() => this.dispatch({ type: "settled" }), after);
  }

  /** Moves the clock while a request is under way, so that the status shows a slow one. */
  watch() {
    if (this.ticking) return;
    this.ticking = setInterval(() => {
      const { sending, asking } = this.state().network;
      if (sending || asking.length) this.dispatch({ type: "ticked" });
      else {
        clearInterval(this.ticking);
        this.ticking = 0;
      }
    }, TICK);
  }

  /** @param {{kind: "written" | "refused" | "conflict"}} effect */
  feedback({ kind }) {
    giveFeedback(kind, this.loudness());
  }

  focusCode() {
    setTimeout(() => document.getElementById("code")?.focus());
  }
}
