// Modules that the first screen does not need. The forms of a hand are loaded right after it, then its
// questions and its end; what is rarely used is loaded in the background while there is a network.

import { loadPlay } from "../game/card-by-card.js";

/** Milliseconds after the start: the first screen and its data are loaded before. */
const BACKGROUND_DELAY = 5000;
/** Milliseconds between tries to fetch a module. */
const RETRY_DELAY = 2000;

/** @typedef {import("../screens/app.js").Screens} Screens */

/** The screen of a hand card by card. Rejects if it cannot be fetched; the next call tries again. @returns {Promise<Screens>} */
export async function loadCardScreens() {
  const [{ CARD_SCREENS }] = await Promise.all([import("../screens/cards.js"), loadPlay(), loadStyle("card-style")]);
  return CARD_SCREENS;
}

/** Fetches a stylesheet that the page names as disabled. @param {string} id @returns {Promise<void>} */
function loadStyle(id) {
  const link = /** @type {HTMLLinkElement} */ (document.getElementById(id));
  if (!link.disabled && link.sheet) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve(), { once: true });
    link.addEventListener("error", () => { link.disabled = true; reject(new TypeError(`${id} cannot be fetched`)); }, { once: true });
    link.disabled = false;
  });
}

/**
 * The forms of a hand. hand.js is named as well, because the browser then
 * finds its modules one round trip earlier. @returns {Promise<Screens>}
 */
export const loadHandScreens = () => loadUntilThere(async () => {
  const [{ HAND_SCREENS }] = await Promise.all([import("../screens/hand-form.js"), import("../screens/hand.js")]);
  return HAND_SCREENS;
});

/** The QR codes of unsent lines, for the desk. Rejects if their modules cannot be fetched. @param {import("../state/types.js").Item[]} items */
export async function drawRescueSquares(items) {
  const [{ rescueTexts }, { drawSquares }] = await Promise.all([import("../game/rescue.js"), import("./squares.js")]);
  return drawSquares(rescueTexts(items));
}

/** The questions of a match and the screens of its end: signatures, the next match. @returns {Promise<Screens>} */
export const loadOtherScreens = () => loadUntilThere(async () => {
  const [{ QUESTION_SCREENS }, { SIGN_SCREENS }] = await Promise.all([import("../screens/questions.js"), import("../screens/signing.js")]);
  return { ...QUESTION_SCREENS, ...SIGN_SCREENS };
});

/** @typedef {{names: string[], load: () => Promise<Screens>, loading?: Promise<void>}} LaterPart */
/** Screens that are rarely shown: they are fetched in the background, or when one of them is shown before that. @type {LaterPart[]} */
const LATER = [
  { names: ["unsent", "discard", "rescue"], load: async () => (await import("../screens/rescue.js")).RESCUE_SCREENS },
  { names: ["claim"], load: async () => (await import("../screens/claim.js")).CLAIM_SCREENS },
];

/** @param {string} screen that is shown @param {(screens: Screens) => void} addScreens */
export function loadScreen(screen, addScreens) {
  for (const part of LATER) if (part.names.includes(screen)) loadPart(part, addScreens);
}

/** These are needed without network, so they are fetched until that succeeds. @param {LaterPart} part @param {(screens: Screens) => void} addScreens */
function loadPart(part, addScreens) {
  part.loading ??= loadUntilThere(part.load).then(addScreens);
}

/** If the modules of a hand card by card or of QR codes fail, they are fetched when they are needed. @param {(screens: Screens) => void} addScreens */
export function loadInBackground(addScreens) {
  setTimeout(() => {
    for (const part of LATER) loadPart(part, addScreens);
    loadCardScreens().then(addScreens).catch(() => {});
    import("./squares.js").then(({ loadEncoder }) => loadEncoder()).catch(() => {});
  }, BACKGROUND_DELAY);
}

/** @template T @param {() => Promise<T>} load @returns {Promise<T>} */
export async function loadUntilThere(load) {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    }
  }
}
