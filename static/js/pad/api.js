// The public API, as a phone at a table or a person who is signed in.

const PATIENCE = 12_000;

// No answer came: the network, or a server that is away.
export class Away extends Error {}

// An answer that says no: a problem document.
export class Refused extends Error {
  constructor(status, problem) {
    super(problem.title);
    this.status = status;
    this.problem = problem;
  }

  // What is wrong, in sentences: the violations, or the refusal itself where there are none.
  get sentences() {
    const said = (this.problem.violations ?? []).map((violation) => violation.sentence);
    return said.length ? said : [this.problem.title];
  }
}

export class Api {
  constructor(base, headers) {
    this.base = base;
    this.headers = headers;
  }

  get(path) {
    return this.ask("GET", path);
  }

  async ask(method, path, body, headers = {}) {
    const answer = await this.fetched(method, path, body, headers);
    const data = answer.status === 204 ? null : await read(answer);
    if (answer.status >= 500) throw new Away();
    if (!answer.ok) throw new Refused(answer.status, data ?? { title: "", code: "", violations: [] });
    return data;
  }

  async fetched(method, path, body, headers) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    const json = body === undefined ? {} : { "Content-Type": "application/json" };
    try {
      return await fetch(this.base + path, {
        method,
        headers: { Accept: "application/json", ...json, ...this.headers(), ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: stop.signal,
      });
    } catch {
      throw new Away();
    } finally {
      clearTimeout(timer);
    }
  }
}

async function read(answer) {
  try {
    return await answer.json();
  } catch {
    throw new Away();
  }
}
