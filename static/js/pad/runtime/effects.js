// Carries out what the reducer asks for, and reports back with events. The only module that knows
// both the network and the store.

import { Away, Refused } from "./api.js";
import { rescueTexts } from "../game/rescue.js";
import { giveFeedback } from "./feedback.js";
import { drawSquares } from "./squares.js";

/** @typedef {import("../state/types.js").Effect} Effect */
/** @typedef {import("../state/types.js").Item} Item */
/** @typedef {import("../state/types.js").State} State */
/** @typedef {(event: {type: string, [name: string]: any}) => void} Dispatch */

const TICK = 500;
const RETRIES_OF_A_READ = 3;

/** The code of the table was replaced, or this phone has left it. @param {unknown} error @returns {error is Refused} */
const isSignedOut = (error) => error instanceof Refused && (error.status === 401 || error.problem.code === "code_gone");

export class Effects {
  /**
   * @param {{api: import("./api.js").Api, storage: Awaited<ReturnType<typeof import("./storage.js").openStorage>>,
   *   dispatch: Dispatch, state: () => State, loudness: () => import("./feedback.js").Loudness, onShow: () => void}} context
   */
  constructor({ api, storage, dispatch, state, loudness, onShow }) {
    this.api = api;
    this.storage = storage;
    this.dispatch = dispatch;
    this.state = state;
    this.loudness = loudness;
    this.onShow = onShow;
    this.retryTimer = 0;
    this.ticking = 0;
    this.isLoading = false;
    /** @type {Effect | null} asked for while another read was under way */
    this.loadNext = null;
  }

  /** @param {Effect} effect */
  run(effect) {
    const act = /** @type {Record<string, (effect: any) => unknown>} */ (/** @type {unknown} */ (this))[effect.do];
    if (!act) throw new Error(`no such effect: ${effect.do}`);
    Promise.resolve(act.call(this, effect)).catch((error) => {
      // A defect of ours: it is reported like any other, after the page could go on.
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

  /** @param {{phone: unknown}} effect */
  keepPhone({ phone }) {
    return this.storage.writeValue("phone", phone).catch(() => {});
  }

  /** The last sheet, so that the pad opens without network. @param {{sheet: any, device: any}} effect */
  keepSheet({ sheet, device }) {
    return this.storage.writeValue("sheet", { sheet, device }).catch(() => {});
  }

  // Sending ------------------------------------------------------------------------------------

  /** @param {{item: Item}} effect */
  async send({ item }) {
    const { key, match, kind, data, version, madeAt, token } = item;
    try {
      const answer = await this.api.ask("POST", `matches/${match}/lines/`, {
        token,
        body: { kind, data, version, made_at: madeAt },
        headers: { "Idempotency-Key": key },
      });
      this.dispatch({ type: "sent", key, line: answer.line, match: answer.match });
    } catch (error) {
      if (error instanceof Away) this.dispatch({ type: "sendFailed" });
      else if (isSignedOut(error)) this.dispatch({ type: "signedOut", token, sentence: error.problem.title });
      else if (error instanceof Refused) this.dispatch({ type: "refused", key, problem: error.summary, sheet: error.problem.match ?? null });
      else throw error;
    }
  }

  /** @param {{after: number}} effect */
  retryLater({ after }) {
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => this.dispatch({ type: "retryDue" }), after);
  }

  // Reading ------------------------------------------------------------------------------------

  /** Where this phone is, and the match that is on there. @param {{token: string | null, match: number | null}} effect */
  async load({ token, match }) {
    if (match !== null) return this.loadMatch({ match, token });
    await this.read(token, async () => this.dispatch({ type: "deviceLoaded", device: await this.api.get("device/", token) }));
  }

  /** One read of a match at a time; one more after it where it was asked for meanwhile. @param {{match: number, token: string | null}} effect */
  async loadMatch(effect) {
    if (this.isLoading) {
      this.loadNext = /** @type {any} */ (effect);
      return;
    }
    this.isLoading = true;
    try {
      const { match, token } = effect;
      await this.read(token, async () => this.dispatch({ type: "matchLoaded", sheet: await this.readSheet(match, token) }), match);
    } finally {
      this.isLoading = false;
      const next = /** @type {any} */ (this.loadNext);
      this.loadNext = null;
      if (next) this.loadMatch(next);
    }
  }

  /** The match and its lines as they were at one moment. @param {number} id @param {string | null} token @returns {Promise<any>} */
  async readSheet(id, token) {
    for (let left = RETRIES_OF_A_READ; ; left -= 1) {
      const [match, sheet] = await Promise.all([this.api.get(`matches/${id}/`, token), this.api.get(`matches/${id}/lines/`, token)]);
      if (match.version !== sheet.version && left > 1) continue;
      const { cards, books } = await this.readRules(match, token);
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

  /** @param {string | null} token @param {() => Promise<unknown>} work @param {number | null} [match] that is read */
  async read(token, work, match = null) {
    this.dispatch({ type: "asking" });
    try {
      await work();
      this.dispatch({ type: "answered" });
    } catch (error) {
      if (error instanceof Away) this.dispatch({ type: "askingFailed" });
      else if (isSignedOut(error)) this.dispatch({ type: "signedOut", token, sentence: error.problem.title });
      else if (error instanceof Refused) this.dispatch({ type: "failed", sentence: error.sentences.join(" "), match });
      else throw error;
    }
  }

  // The phone and its table --------------------------------------------------------------------

  /** @param {{body: Record<string, unknown>}} effect */
  async admit({ body }) {
    try {
      const { token, device } = await this.api.ask("POST", "devices/", { body });
      this.dispatch({ type: "admitted", token, device });
    } catch (error) {
      if (error instanceof Away) this.dispatch({ type: "admissionRefused", sentence: null });
      else if (error instanceof Refused) this.dispatch({ type: "admissionRefused", sentence: error.problem.title });
      else throw error;
    }
  }

  /** @param {{player: number | null, token: string | null}} effect */
  async setOwner({ player, token }) {
    await this.read(token, async () => {
      this.dispatch({ type: "ownerSet", device: await this.api.ask("PATCH", "device/", { token, body: { player } }) });
    });
  }

  /** @param {{call: boolean, token: string | null}} effect */
  async call({ call, token }) {
    await this.read(token, async () => {
      await this.api.ask(call ? "PUT" : "DELETE", "device/referee/", { token });
      this.dispatch({ type: "callSent", call });
    });
  }

  /** Gives a token back. Without an answer it is tried again with the next change. @param {{token: string}} effect */
  async leave({ token }) {
    try {
      await this.api.ask("DELETE", "device/", { token });
    } catch (error) {
      if (error instanceof Away) return;
      if (!(error instanceof Refused)) throw error;
    }
    this.dispatch({ type: "left", token });
  }

  /** The unsent lines as QR codes, for the desk. Where the encoder cannot be loaded they are read aloud. @param {{items: Item[]}} effect */
  async drawSquares({ items }) {
    const squares = await drawSquares(rescueTexts(items)).catch(() => []);
    this.dispatch({ type: "squaresDrawn", squares });
  }

  // The page -----------------------------------------------------------------------------------

  show() {
    this.onShow();
  }

  /** @param {{after: number}} effect */
  wake({ after }) {
    setTimeout(() => this.dispatch({ type: "settled" }), after);
  }

  /** Moves the clock while a request is under way, so that a slow one is seen. */
  watch() {
    if (this.ticking) return;
    this.ticking = setInterval(() => {
      const { sending, asking } = this.state().network;
      if (sending || asking) this.dispatch({ type: "ticked" });
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
