// One stream of notices (server-sent events) for a page: open while somebody looks, closed while
// the page is hidden, and by itself again after a cut.

const RETRY = 3000;
// Where the server has no room, or does not take the ticket, each wait is twice the one before.
const LONGEST_RETRY = 30_000;
const SILENCE = 40_000;
const SPREAD = 800;

// A ticket that was refused is tried again later: meanwhile there may be another one.
const REFUSED = 20_000;

// ticket: what the page was given for its topics, or a function that gives it (or null).
// onNotice is called at most once for all notices of a moment, a random while after the first, so
// that a hall does not ask at once: where many follow a topic the server says how long (spread). It
// gets the last version of each topic, or null where anything may have changed. A
// reader that keeps count of what failed (asksWhenBack false) is not called for each cut: the stream
// tells what was missed. onState(live, since) when the stream opens or is cut (since the last
// that was heard of it); onRefused when the ticket was not taken.
/**
 * @param {string | (() => string | null)} ticket
 * @param {{onNotice: (versions: Record<string, number> | null) => void, onState?: (isLive: boolean, since: Date) => void, onRefused?: () => void, asksWhenBack?: boolean}} handlers
 */
export function follow(ticket, { onNotice, onState = () => {}, onRefused = () => {}, asksWhenBack = true }) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {string | null} */
  let last = null;
  /** @type {number | null} */
  let timer = null;
  // For the reader, when the timer ends.
  /** @type {Record<string, number> | null} */
  let versions = {};
  let heard = 0;
  /** @type {boolean | null} */
  let live = null;
  let opened = false;
  let wait = RETRY;
  let since = new Date();

  const reportState = (/** @type {boolean} */ now) => {
    if (live === now) return;
    live = now;
    onState(live, live ? new Date() : since);
  };
  /** Without a topic anything may have changed. @param {{topic?: string, version?: number, spread?: number}} notice */
  const scheduleNotice = ({ topic, version = 0, spread = SPREAD }) => {
    versions = topic === undefined || versions === null ? null : { ...versions, [topic]: version };
    timer ??= setTimeout(() => {
      const collected = versions;
      timer = null;
      versions = {};
      onNotice(collected);
    }, Math.random() * spread);
  };
  const close = () => {
    clearTimeout(heard);
    source?.close();
    source = null;
  };
  const reopenLater = (/** @type {number} */ delay = RETRY) => {
    close();
    reportState(false);
    setTimeout(open, delay + Math.random() * SPREAD);
  };
  // What let this page in was taken back.
  const refuse = () => {
    reopenLater(REFUSED);
    onRefused();
  };
  const awaitSign = () => {
    clearTimeout(heard);
    heard = setTimeout(() => reopenLater(), SILENCE);
  };
  const noteSign = () => {
    since = new Date();
    awaitSign();
  };

  function open() {
    const current = typeof ticket === "function" ? ticket() : ticket;
    if (source || document.hidden || !current) return;
    const after = last === null ? "" : `&last_event_id=${last}`;
    source = new EventSource(`/live/?ticket=${encodeURIComponent(current)}${after}`);
    // Nothing tells of a connection that is never answered.
    awaitSign();
    // The stream begins with what was missed since the page was made, or since its last notice;
    // after a cut it is asked for whatever the stream knows.
    source.onopen = () => {
      noteSign();
      reportState(true);
      wait = RETRY;
      if (opened && asksWhenBack) scheduleNotice({});
      opened = true;
    };
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) {
        reopenLater();
        return;
      }
      onRefused();
      reopenLater(wait);
      wait = Math.min(2 * wait, LONGEST_RETRY);
    };
    source.onmessage = readEvent;
    source.addEventListener("reload", readEvent);
    source.addEventListener("refused", refuse);
    source.addEventListener("here", noteSign);
  }

  /** @param {MessageEvent} event */
  function readEvent(event) {
    noteSign();
    if (event.lastEventId) last = event.lastEventId;
    scheduleNotice(JSON.parse(event.data));
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) close();
    else open();
  });
  addEventListener("online", open);
  addEventListener("offline", () => reopenLater());
  addEventListener("pagehide", close);
  addEventListener("pageshow", open);
  open();
  return {
    // With another ticket from now on.
    renew() {
      close();
      last = null;
      open();
    },
  };
}
