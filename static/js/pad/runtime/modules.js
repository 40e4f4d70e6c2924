// Modules that the first screen does not need. The screens of a match are loaded right after it, then
// those of its end; what is rarely used is loaded in the background while there is a network.

import { loadPlay } from "../game/card-by-card.js";

/** Milliseconds after the start: the first screen and its data are loaded before. */
const BACKGROUND_DELAY = 5000;
/** Milliseconds between tries to fetch a module. */
const RETRY_DELAY = 2000;

/** @typedef {import("../screens/app.js").Screens} Screens */

/** The screen of a hand card by card. Rejects if it cannot be fetched; the next call tries again. @returns {Promise<Screens>} */
export async function loadCardScreens() {
  const [{ CARD_SCREENS }] = await Promise.all([import("../screens/cards.js"), loadPlay()]);
  return CARD_SCREENS;
}

/**
 * The screens of a match other than its table. hand.js is named as well, because the browser then
 * finds its modules one round trip earlier. @returns {Promise<Screens>}
 */
export const loadMatchScreens = () => loadUntilThere(async () => {
  const [{ MATCH_SCREENS }] = await Promise.all([import("../screens/match.js"), import("../screens/hand.js")]);
  return MATCH_SCREENS;
});

/** The QR codes of unsent lines, for the desk. Rejects if their modules cannot be fetched. @param {import("../state/types.js").Item[]} items */
export async function drawRescueSquares(items) {
  const [{ rescueTexts }, { drawSquares }] = await Promise.all([import("../game/rescue.js"), import("./squares.js")]);
  return drawSquares(rescueTexts(items));
}

/** The screens for the end of a match: a claim, signatures, the next match. @returns {Promise<Screens>} */
export const loadEndScreens = () => loadUntilThere(async () => {
  const [{ CLAIM_SCREENS }, { SIGN_SCREENS }] = await Promise.all([import("../screens/claim.js"), import("../screens/signing.js")]);
  return { ...CLAIM_SCREENS, ...SIGN_SCREENS };
});

/**
 * The screens of unsent lines and of a correction that asks are needed without network, so they are
 * fetched until that succeeds. If other modules fail, they are fetched when they are needed. @param {(screens: Screens) => void} addScreens */
export function loadInBackground(addScreens) {
  setTimeout(() => {
    loadUntilThere(() => import("../screens/rescue.js")).then(({ RESCUE_SCREENS }) => addScreens(RESCUE_SCREENS));
    loadUntilThere(() => import("../screens/moves.js")).then(({ MOVES_SCREENS }) => addScreens(MOVES_SCREENS));
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
