// The real server, as a hall of two tables for evening.mjs. Its codes, sheets and the desk are asked
// through the API; the process that runs it is killed by the test that started it.

import { setTimeout as wait } from "node:timers/promises";

/** Milliseconds within which a server that was killed answers again. */
const PATIENCE = 30_000;
const PAUSE = 30;

/** What all halls share: the server, the desk's token, and the one who may kill processes. */
export class House {
  /** @param {{base: string, token: string, killServer: () => Promise<void>, killEvery: number}} given killEvery: minimum of milliseconds between two kills */
  constructor({ base, token, killServer, killEvery }) {
    this.base = base;
    this.token = token;
    this.killServer = killServer;
    this.killEvery = killEvery;
    /** Resolved while the server runs. */
    this.isUp = Promise.resolve();
    this.killedAt = Date.now() - killEvery / 2;
    /** Page loads in progress. @type {Set<Promise<void>>} */
    this.loads = new Set();
  }

  /** @param {string} method @param {string} path @param {any} [body] @param {Record<string, string>} [headers] */
  async ask(method, path, body, headers = {}) {
    for (const end = Date.now() + PATIENCE; ;) {
      try {
        const answer = await fetch(`${this.base}/api/v1/${path}`, {
          method, body: body && JSON.stringify(body),
          headers: { Authorization: `Token ${this.token}`, "Content-Type": "application/json", ...headers },
        });
        if (answer.status < 500) return { status: answer.status, body: await answer.json() };
      } catch (error) {
        if (Date.now() > end) throw error;
      }
      await wait(PAUSE);
    }
  }

  /** Loads a page while the server runs, and is not killed: a page without its modules cannot go on. @param {() => Promise<void>} load */
  async whileUp(load) {
    for (let up = null; up !== this.isUp;) {
      up = this.isUp;
      await up;
    }
    const loading = load();
    this.loads.add(loading);
    await loading.finally(() => this.loads.delete(loading));
  }

  /** Kills the server during ``begin``, unless it was killed a short time ago. Returns when it answers again. @param {() => Promise<unknown>} begin @returns whether it was killed */
  async kill(begin) {
    await this.isUp;
    const isKilled = Date.now() - this.killedAt >= this.killEvery;
    if (!isKilled) await begin();
    else {
      this.killedAt = Date.now();
      const restarted = this.restart(begin);
      this.isUp = restarted.catch(() => {});
      await restarted;
    }
    return isKilled;
  }

  async restart(begin) {
    await Promise.allSettled(this.loads);
    const under = begin();
    await this.killServer();
    await this.ask("GET", "rulebooks/marafon/");
    await under;
  }
}

export class RealHall {
  /** @param {House} house @param {{table: number, match: number, event: string, code: string, secret: string}[]} cards @param {number} patience milliseconds */
  constructor(house, cards, patience) {
    this.house = house;
    this.patience = patience;
    this.cards = new Map(cards.map((card) => [card.table, card]));
    this.tables = [...this.cards.keys()];
    this.mistyped = new Set();
    this.phones = [];
    /** Steps and what the screens showed, for the report of a failure. @type {string[]} */
    this.journal = [];
    /** Sheets as they were read last; forgotten when something is sent to them. */
    this.sheets = new Map();
  }

  matchOf(table) {
    return this.cards.get(table)?.match ?? 0;
  }

  matches() {
    return [...this.cards.values()].map((card) => card.match);
  }

  async read(match) {
    if (!this.sheets.has(match)) this.sheets.set(match, (await this.house.ask("GET", `matches/${match}/lines/`)).body.lines);
    return this.sheets.get(match) ?? [];
  }

  /** Something may have been written there. */
  touch(match) {
    this.sheets.delete(match);
  }

  isMistyped(match, n) {
    return this.mistyped.has(`${match} ${n}`);
  }

  /** Tries until it passes: a phone stores and draws in its own time. */
  async eventually(check) {
    for (const end = Date.now() + this.patience; ; await wait(PAUSE)) {
      try {
        return await check();
      } catch (error) {
        if (Date.now() > end) throw error;
        this.sheets.clear();
        for (const phone of this.phones) phone.view = null;
      }
    }
  }

  async replaceCode(table) {
    const card = this.cards.get(table);
    const { body } = await this.house.ask("POST", `events/${card.event}/table-codes/`, { tables: [table] });
    this.cards.set(table, { ...card, code: body.results[0].code, secret: body.results[0].secret });
  }

  decide(match, side) {
    return this.write(match, `desk-${match}-${side}`, { kind: "forfeit", data: { side, of: "match" } });
  }

  async typeLine({ match, key, kind, data, version }, isWrong) {
    const isOther = isWrong && data.points[0] !== data.points[1];
    const typed = isOther ? { ...data, points: [data.points[1], data.points[0]] } : data;
    const status = await this.write(match, key, { kind, data: typed, version });
    if (isOther && status === 201) this.mistyped.add(`${match} ${version + 1}`);
  }

  async write(match, key, body) {
    const version = (await this.read(match)).length;
    this.touch(match);
    return (await this.house.ask("POST", `matches/${match}/lines/`, { version, ...body, data: { ...body.data } }, { "Idempotency-Key": key })).status;
  }

  /** The server is killed while a request of this phone is under way. */
  async kill(phone) {
    const isKilled = await this.house.kill(() => phone.deliver("through"));
    this.journal.push(`  the server was ${isKilled ? "killed" : "left alone: it has just been started"}`);
    this.sheets.clear();
  }
}
