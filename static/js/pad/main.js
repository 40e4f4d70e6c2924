// The pad: connects the reducer with the page, the network and the phone. All decisions are made in
// state/reducer.js; this module only passes events and effects on.

import { Api } from "./runtime/api.js";
import { Effects } from "./runtime/effects.js";
import { openStorage } from "./runtime/storage.js";
import { initialState, reduce } from "./state/reducer.js";
import { addScreens, App, bodyClass, titles } from "./screens/app.js";
import { chosenOwner } from "./screens/people.js";
import { makePhone } from "./game/keys.js";
import { listOutdated, placeOf, readShown } from "./runtime/kept.js";
import { hasPlay, loadPlay } from "./game/card-by-card.js";
import { keepAwake, registerWorker } from "./runtime/device.js";
import { loadHandScreens, loadInBackground, loadOtherScreens, loadScreen, loadUntilThere } from "./runtime/modules.js";
import { makeSettings, loudness } from "./runtime/settings.js";
import { followHistory } from "./runtime/history.js";
import { html, render, setLongest, setSprites } from "./view.js";
import { speak } from "./words.js";
import { follow } from "../stream.js";

const page = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("pad")).textContent ?? "{}");
speak(page.language, page.words);
setSprites(page.urls);
setLongest(page.longest);

const WAITING = 20_000;
const isPerson = page.match !== undefined && page.match !== null;
let state = initialState(
  {
    language: page.language, event: page.event ?? null, match: page.match ?? null, sheet: page.sheet ?? null, isSecure: isSecureContext,
    signIn: page.signIn ?? null, person: page.person ?? null, newMatch: page.newMatch ?? null,
  },
  Date.now(),
);

/** @type {{type: string, [name: string]: any}[]} */
const queue = [];
let isReducing = false;

/** @param {{type: string, [name: string]: any}} event */
function dispatch(event) {
  queue.push(event);
  if (isReducing) return;
  isReducing = true;
  /** @type {import("./state/types.js").Effect[]} */
  const effects = [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const step = reduce(state, { at: Date.now(), ...next });
    state = step.state;
    effects.push(...step.effects);
  }
  isReducing = false;
  draw();
  for (const effect of effects) runner.run(effect);
}

/** @param {string} type @param {Record<string, unknown>} [params] */
const send = (type, params = {}) => dispatch({ type, ...params });

/** @param {Event} event a submitted form of the screen that is shown */
function submit(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  if (state.screen === "code") send("enterCode", { typed: form.code.value });
  else if (state.screen === "whose") {
    const owner = chosenOwner(state);
    if (owner) send("setOwner", { owner });
  } else if (["leave", "discard", "abandon"].includes(state.screen)) send(state.screen);
  else send("submit", { draft: state.draft?.id });
}

// On the page ----------------------------------------------------------------------------------

const app = /** @type {HTMLElement} */ (document.getElementById("app"));
let isFirst = true;
let hasMoved = false;

function draw() {
  if (isFirst) app.replaceChildren();
  isFirst = false;
  document.body.className = bodyClass(state);
  document.title = `${titles(state).top} · La Bella`;
  render(html`<${App} state=${state} send=${send} submit=${submit} settings=${settings} />`, app);
  history_.sync(state);
  stream();
  if (!hasMoved) return;
  hasMoved = false;
  // A new screen starts at its top, where its notice is.
  scrollTo(0, 0);
  if (state.screen !== "code") document.getElementById("main")?.focus({ preventScroll: true });
}

const settings = makeSettings({
  page, redraw: draw, canReload: () => state.storage !== "none" || !state.items.length,
  onFailed: (/** @type {string} */ sentence) => send("settingFailed", { sentence }),
});
const history_ = followHistory(() => send("popped"));

// The stream -----------------------------------------------------------------------------------

/** @type {ReturnType<typeof follow> | null} */
let following = null;
/** @type {string | undefined} the matches that the ticket in use is about */
let followed;

function stream() {
  const ticket = () => page.ticket ?? state.device?.ticket ?? null;
  if (!ticket()) return;
  const matches = `${state.device?.match} ${state.device?.last_match}`;
  if (!following) {
    following = follow(ticket, {
      onNotice: (/** @type {Record<string, number> | null} */ versions) => send("noticed", { versions }),
      onState: (/** @type {boolean} */ isLive) => send("streamed", { isLive }),
      onRefused: () => send("noticed"),
    });
  } else if (followed !== matches && !isPerson) following.renew();
  followed = matches;
}

// Starting -------------------------------------------------------------------------------------

/** @type {Effects} */
let runner;

/** The secret of a card's QR code is in the fragment: it is never logged, and removed from the address immediately. */
function takeSecret() {
  const found = /^#([\w-]{20,32})$/.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname + location.search);
  return found[1];
}

/** What a phone keeps of itself. @param {Record<string, any>} kept */
const readPhone = ({ key, token = null, leaving = [], signedOut = "", callsFrom = null }) => ({ key: key || makePhone(), token, leaving, signedOut, callsFrom });

async function start() {
  const secret = takeSecret();
  const storage = await openStorage(isPerson ? "person" : "table");
  const { items, values } = await storage.read();
  const kept = values.get("phone") ?? {};
  const phone = readPhone(kept);
  const { sheet, device, draft } = readShown(values, page);
  runner = new Effects({
    api: new Api(page.api, isPerson ? page.csrf : null), place: placeOf(page),
    storage, dispatch, state: () => state, loudness,
    onShow: () => { hasMoved = true; draw(); loadScreen(state.screen, showScreens); },
    addScreens: showScreens,
  });
  await storage.writeValue("phone", { ...kept, ...phone }).catch(() => {});
  storage.forgetValues(listOutdated(values, page)).catch(() => {});
  if (draft?.cards || hasPlay([...items, ...(sheet?.lines ?? [])])) await loadUntilThere(loadPlay);
  dispatch({ type: "booted", storage: storage.kind, items, phone, sheet, device, owner: kept.owner ?? null, call: kept.call ?? null, draft });
  if (secret) send("secretFound", { secret });
  listen();
  loadInBackground(showScreens);
  showScreens(await loadHandScreens());
  showScreens(await loadOtherScreens());
}

/** @param {import("./screens/app.js").Screens} screens */
function showScreens(screens) {
  send("screensLoaded", { screens: addScreens(screens) });
}

/** What the page and the network report. Nothing is dispatched before the state that was kept is there. */
function listen() {
  addEventListener("online", () => send("wentOnline"));
  addEventListener("offline", () => send("wentOffline"));
  addEventListener("hashchange", enterBySecret);
  addEventListener("beforeunload", (event) => {
    if (state.items.length && state.storage === "none") event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && state.items.length) send("retryNow");
  });
  // The stream tells of every change; a phone that waits for its next match, or whose stream is cut,
  // asks by itself.
  setInterval(() => {
    if (!document.hidden && (!state.network.isLive || ["next", "nothing"].includes(state.screen))) send("noticed");
  }, WAITING);
  // What has happened while the state was read.
  if (!navigator.onLine) send("wentOffline");
  enterBySecret();
}

function enterBySecret() {
  const secret = takeSecret();
  if (secret) send("secretFound", { secret });
}

start();
keepAwake();
registerWorker(page.worker);
