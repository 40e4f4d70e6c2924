// The public API, as a phone at a table or a person who is signed in.

/** A request without an answer is given up after this long. */
const TIMEOUT = 12_000;

/** No answer: the network or the server is down. */
export class Away extends Error {}

/** A refusal: a problem document. */
export class Refused extends Error {
  /** @param {number} status @param {Record<string, any>} problem */
  constructor(status, problem) {
    super(problem.title);
    this.status = status;
    this.problem = problem;
  }

  /** The problem in sentences: what a correction would change, the violations, or the title if there are none. @returns {string[]} */
  get sentences() {
    if (this.problem.effect) return this.problem.effect.sentences;
    const violations = (this.problem.violations ?? []).map((/** @type {any} */ violation) => violation.sentence);
    return violations.length ? violations : [this.problem.title];
  }

  /** As the state keeps it. @returns {import("../state/types.js").Problem} */
  get summary() {
    return { code: this.problem.code ?? "", title: this.problem.title ?? "", sentences: this.sentences, status: this.status };
  }
}

export class Api {
  /**
   * The token of a person is that of the page, not the one that the browser has by now: as it changes with each sign-in,
   * a page never writes as somebody who has signed in after it was opened.
   * @param {string} base @param {string | null} csrf of a person who is signed in; null for a phone
   */
  constructor(base, csrf) {
    this.base = base;
    this.csrf = csrf;
  }

  /** @param {string} path @param {string | null} token @returns {Promise<any>} */
  get(path, token) {
    return this.ask("GET", path, { token });
  }

  /**
   * @param {string} method @param {string} path
   * @param {{token?: string | null, body?: unknown, headers?: Record<string, string>}} [options]
   * @returns {Promise<any>} the document; null for an empty answer. Throws Away, Refused.
   */
  async ask(method, path, { token = null, body, headers = {} } = {}) {
    const stop = new AbortController();
    // The timer runs until the whole answer is there: a network may stop in the middle of it.
    const timer = setTimeout(() => stop.abort(), TIMEOUT);
    try {
      const answer = await this.#fetch(method, path, token, body, headers, stop.signal);
      // Too many requests are a reason to wait, not to give up.
      if (answer.status >= 500 || answer.status === 429) throw new Away();
      const data = answer.status === 204 ? null : await readJson(answer);
      if (!answer.ok) throw new Refused(answer.status, data ?? { title: "", code: "", violations: [] });
      return data;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {string} method @param {string} path @param {string | null} token @param {unknown} body @param {Record<string, string>} headers @param {AbortSignal} signal */
  async #fetch(method, path, token, body, headers, signal) {
    /** @type {Record<string, string>} */
    const who = this.csrf === null ? (token ? { Authorization: `Device ${token}` } : {}) : { "X-CSRFToken": this.csrf };
    /** @type {Record<string, string>} */
    const json = body === undefined ? {} : { "Content-Type": "application/json" };
    try {
      return await fetch(this.base + path, {
        method,
        headers: { Accept: "application/json", ...json, ...who, ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
        cache: "no-store",
      });
    } catch {
      throw new Away();
    }
  }
}

/** @param {Response} answer @returns {Promise<any>} */
async function readJson(answer) {
  try {
    return await answer.json();
  } catch {
    throw new Away();
  }
}
