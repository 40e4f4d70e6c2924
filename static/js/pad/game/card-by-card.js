// Hands entered card by card. Their modules are large and rarely used, so they are loaded separately:
// in the background, or when a sheet, a stored line or a player needs them. Code that brings a play
// into the state awaits loadPlay() first.

/** @typedef {typeof import("./play.js")} PlayModule */

/** @type {PlayModule | null} */
let play = null;

/** Rejects if the module cannot be fetched; the next call tries again. */
export async function loadPlay() {
  play ??= await import("./play.js");
}

/** Whether a hand among these lines was entered card by card. @param {{data: Record<string, any>}[]} lines */
export const hasPlay = (lines) => lines.some(({ data }) => data.play || data.data?.play);

/** @type {PlayModule["recordOfPlay"]} */
export const recordOfPlay = (...given) => loaded().recordOfPlay(...given);

/** @type {PlayModule["recordOf"]} */
export const recordOf = (...given) => loaded().recordOf(...given);

/** @type {PlayModule["resumePlay"]} */
export const resumePlay = (...given) => loaded().resumePlay(...given);

/** @type {PlayModule["isComplete"]} */
export const isComplete = (state) => loaded().isComplete(state);

/** @type {PlayModule["lineData"]} */
export const lineData = (state) => loaded().lineData(state);

function loaded() {
  if (!play) throw new Error("loadPlay() comes first");
  return play;
}
