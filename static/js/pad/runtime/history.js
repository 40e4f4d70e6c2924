// The phone's back button: a screen other than the table adds one step to the browser's history, never
// more, so that two quick steps back cannot leave the pad.

import { isInner as isInnerScreen } from "../state/steps.js";

/** @param {() => void} onBack */
export function followHistory(onBack) {
  let isInner = false;
  let isLeaving = false;

  history.scrollRestoration = "manual";
  history.replaceState({ inner: false }, "");
  addEventListener("popstate", (event) => {
    if (isLeaving) {
      isLeaving = false;
      // Another inner screen has opened meanwhile.
      if (isInner) history.pushState({ inner: true }, "");
      return;
    }
    if (isInner && !event.state?.inner) {
      isInner = false;
      onBack();
    }
  });

  return {
    /** @param {import("../state/types.js").State} state */
    sync(state) {
      const wanted = isInnerScreen(state);
      if (wanted === isInner) return;
      isInner = wanted;
      // The browser goes back later: what is on the screen by then decides.
      if (isLeaving) return;
      if (wanted) history.pushState({ inner: true }, "");
      else {
        isLeaving = true;
        history.back();
      }
    },
  };
}
