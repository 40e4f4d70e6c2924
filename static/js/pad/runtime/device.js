// The phone itself: its screen stays on at the table, and the pad opens without network where the
// browser allows it (https, localhost).

/** Keeps the screen on while the page is visible. */
export function keepAwake() {
  const wakeLock = /** @type {any} */ (navigator).wakeLock;
  if (!wakeLock) return;
  // Refused on a low battery: the screen then turns off as usual.
  const ask = () => { if (!document.hidden) wakeLock.request("screen").catch(() => {}); };
  document.addEventListener("visibilitychange", ask);
  document.addEventListener("click", ask, { once: true });
}

/** @param {string | undefined} address */
export function registerWorker(address) {
  if (!address || !isSecureContext || !navigator.serviceWorker) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register(address, { scope: "/pad/" }).catch(() => {});
    // The first visit of a match's page did not go through the worker.
    navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ keep: location.pathname }));
  });
}
