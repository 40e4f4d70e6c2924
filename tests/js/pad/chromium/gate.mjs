// Controls the clock and the network of a page; installed before the page's scripts. Timers and dates
// stand still until a test advances them. Requests to the API are held until a test delivers them; they
// are real requests then. The function is sent to the browser.

export function installGate() {
  if (location.protocol !== "http:") return;
  const real = { setTimeout: window.setTimeout.bind(window), fetch: window.fetch.bind(window), Date, isOnline: navigator.onLine };
  /** Kept in localStorage, for the next page of the same phone. */
  const TIME = "test.time";
  const OFFLINE = "test.offline";
  /** Number of idle turns of the event loop after which the page counts as idle. */
  const QUIET = 3;
  const POLLING = 20;
  /** Milliseconds within which the page asks after a notice. */
  const NOTICED = 1000;

  /** Number of storage transactions and delivered requests that have not ended. */
  let working = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  const end = () => {
    working -= 1;
    if (working === 0) for (const go of waiting.splice(0)) go();
  };
  /** The stream of notices that the page opened last. @type {EventSource | null} */
  let stream = null;
  window.EventSource = class extends EventSource {
    constructor(...given) {
      super(...given);
      stream = this;
    }
  };

  const { port1, port2 } = new MessageChannel();
  const turn = () => new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });

  /** Waits until the page has stored and rendered everything. */
  async function rest() {
    for (let quiet = 0; quiet < QUIET; quiet += 1) {
      await turn();
      if (!working) continue;
      await new Promise((resolve) => { waiting.push(resolve); });
      quiet = 0;
    }
  }

  /** Waits until the screens of a match are there, which the page imports after the first one, and those that it imports in the background. */
  async function waitForScreens() {
    for (const screens of ["hand-form", "questions", "signing"]) await waitForModule(`/js/pad/screens/${screens}.`);
    // The timer of the background stands still, so the same function is called here.
    const { loadScreen } = await waitForModule("/js/pad/runtime/modules.");
    const { addScreens } = await waitForModule("/js/pad/screens/app.");
    for (const screen of ["unsent", "claim"]) loadScreen(screen, addScreens);
    for (const screens of ["rescue", "claim"]) await waitForModule(`/js/pad/screens/${screens}.`);
  }

  /** @param {string} path @returns {Promise<any>} the module */
  async function waitForModule(path) {
    for (;;) {
      const found = performance.getEntriesByType("resource").find(({ name }) => name.includes(path));
      if (found) return import(found.name);
      await new Promise((resolve) => { real.setTimeout(resolve, POLLING); });
    }
  }

  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    const begun = transaction.apply(this, given);
    working += 1;
    for (const name of ["complete", "abort"]) begun.addEventListener(name, end);
    return begun;
  };

  // The clock ----------------------------------------------------------------------------------

  /** Milliseconds since the page was opened, for timers. Dates are later by the offset. */
  let now = 0;
  let offset = Number(localStorage.getItem(TIME)) || real.Date.now();
  let made = 0;
  /** @type {Map<number, {at: number, every: number | null, act: () => void}>} */
  const timers = new Map();

  window.Date = class extends real.Date {
    constructor(...given) {
      super(...(given.length ? given : [now + offset]));
    }

    static now() {
      return now + offset;
    }
  };

  const addTimer = (repeats) => (act, after = 0, ...given) => {
    timers.set((made += 1), { at: now + Math.max(0, after), every: repeats ? Math.max(1, after) : null, act: () => act(...given) });
    return made;
  };
  window.setTimeout = addTimer(false);
  window.setInterval = addTimer(true);
  window.clearTimeout = window.clearInterval = (id) => void timers.delete(id);

  /** Runs a timer as a task of its own, so that an error in it is reported as the page's. */
  function fire(id) {
    const timer = timers.get(id);
    if (!timer) return null;
    if (timer.every === null) timers.delete(id);
    else timer.at = now + timer.every;
    return new Promise((resolve) => {
      real.setTimeout(() => {
        real.setTimeout(resolve);
        timer.act();
      });
    });
  }

  const keepTime = () => localStorage.setItem(TIME, String(now + offset));

  /** Advances the clock; each timer fires at its time. */
  async function passTime(milliseconds) {
    await rest();
    const target = now + milliseconds;
    for (;;) {
      const [next] = [...timers].filter(([, { at }]) => at <= target).sort(([, one], [, other]) => one.at - other.at);
      if (!next) break;
      now = Math.max(now, next[1].at);
      await fire(next[0]);
    }
    now = target;
    keepTime();
    await rest();
  }

  /** Advances the clock as if the page had been suspended: timers that are due fire once, at the end. */
  async function skipTime(milliseconds) {
    await rest();
    now += milliseconds;
    keepTime();
    const due = [...timers].filter(([, { at }]) => at <= now).sort(([, one], [, other]) => one.at - other.at);
    for (const [id] of due) await fire(id);
    await rest();
  }

  /** Sets the phone's clock; no time passes for timers. */
  function setDate(date) {
    offset = date - now;
    keepTime();
  }

  const moveDate = (by) => setDate(now + offset + by);

  // The network --------------------------------------------------------------------------------

  /** Whether requests are delivered at once. */
  let isOpen = false;
  const isOffline = () => localStorage.getItem(OFFLINE) !== null;
  /** Requests without an answer, the oldest first. @type {any[]} */
  let requests = [];
  /** Rulebooks, which never change, by path. */
  const files = new Map();
  const failure = () => new TypeError("Failed to fetch");

  Object.defineProperty(navigator, "onLine", { get: () => !isOffline() });
  // Only setOffline() decides: a page is loaded with the network on, even where the phone is offline.
  for (const name of ["online", "offline"]) {
    addEventListener(name, (event) => { if (event.isTrusted) event.stopImmediatePropagation(); }, true);
  }

  window.fetch = async (input, given = {}) => {
    const { pathname, search } = new URL(input, location.href);
    const path = pathname.replace("/api/v1/", "");
    if (isOffline()) throw failure();
    if (path === pathname) return real.fetch(input, given);
    if (path.startsWith("rulebooks/")) return fetchOnce(path + search, input, given);
    const { signal = null, ...sent } = given;
    if (isOpen) return (await send({ input, sent })) ?? Promise.reject(failure());
    return new Promise((resolve, reject) => {
      const request = { input, sent, path, method: sent.method ?? "GET", since: now, answer: null, resolve, fail: () => reject(failure()) };
      requests.push(request);
      signal?.addEventListener("abort", () => {
        requests = requests.filter((each) => each !== request);
        reject(signal.reason);
      });
    });
  };

  async function fetchOnce(name, input, given) {
    const known = files.get(name);
    if (known) return known.clone();
    working += 1;
    const answer = await real.fetch(input, given).finally(end);
    // A refusal is about the token of the one who asked.
    if (answer.ok) files.set(name, answer);
    return answer.clone();
  }

  /** The whole answer of the server; null where none came. */
  async function send({ input, sent }) {
    working += 1;
    try {
      const answer = await real.fetch(input, sent);
      const body = await answer.arrayBuffer();
      return new Response(answer.status === 204 ? null : body, { status: answer.status, headers: answer.headers });
    } catch {
      return null;
    } finally {
      end();
    }
  }

  /** The oldest request, with all reads where it is one: a sheet is read in two parts. */
  function takeOldest() {
    const oldest = requests.shift();
    if (oldest?.method !== "GET") return oldest ? [oldest] : [];
    const reads = requests.filter((each) => each.method === "GET" && !each.answer);
    requests = requests.filter((each) => !reads.includes(each));
    return [oldest, ...reads];
  }

  /** Delivers the oldest request: "through", "lost", "unheard" or "late". Returns the paths of delivered POST requests. */
  async function deliver(fate) {
    const taken = takeOldest();
    const isLost = fate === "lost";
    await Promise.all(taken.map(async (request) => {
      const answer = isLost ? null : request.answer ?? await send(request);
      request.answer = answer;
      if (fate === "late" && answer) requests.push(request);
      else if (fate === "unheard" || !answer) request.fail();
      else request.resolve(answer);
    }));
    await rest();
    return isLost ? [] : taken.filter(({ method }) => method === "POST").map(({ path }) => path);
  }

  async function deliverAll() {
    const written = [];
    while (requests.length) written.push(...(await deliver("through")));
    return written;
  }

  const reorder = (pick) => {
    if (requests.length) requests.unshift(...requests.splice(pick % requests.length, 1));
  };

  /** Lets the stream say that something has changed. Its own notices come whenever the server is ready. */
  async function notice() {
    if (!isOffline()) stream?.dispatchEvent(new MessageEvent("message", { data: "{}" }));
    await passTime(NOTICED);
  }

  function setOffline(isAway) {
    if (isAway) localStorage.setItem(OFFLINE, "yes");
    else localStorage.removeItem(OFFLINE);
    if (isAway) for (const request of requests.splice(0)) request.fail();
    window.dispatchEvent(new Event(isAway ? "offline" : "online"));
    return rest();
  }

  window.gate = {
    rest, waitForScreens, passTime, skipTime, setDate, moveDate, deliver, deliverAll, reorder, notice, setOffline,
    setOpen: (/** @type {boolean} */ open) => { isOpen = open; },
    count: () => requests.length,
    /** Age of the oldest request, in milliseconds. Requests for or of tokens are not counted. */
    waitsFor: () => Math.max(0, ...requests.filter(({ path }) => !path.startsWith("devices")).map(({ since }) => now - since)),
  };
}
