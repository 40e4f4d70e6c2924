// Puts an embedded view where this script stands, in a page of any site:
// <script async src="https://…/embed.js" data-event="…" data-view="standings"></script>
// data-view: standings, bracket or tables; data-theme: light or dark; data-lang: it or en.

(() => {
  const VIEWS = ["standings", "bracket", "tables"];
  const EVENT = /^[0-9a-f-]{36}$/i;
  const LEAST = 80;
  const MOST = 20_000;

  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) throw new TypeError("La Bella: this script is no module");
  const { event = "", view = "standings", theme, lang } = script.dataset;
  if (!EVENT.test(event) || !VIEWS.includes(view)) {
    console.error("La Bella: data-event or data-view is wrong");
    return;
  }
  const address = new URL(`embed/events/${event}/${view}/`, new URL(".", script.src));
  if (theme) address.searchParams.set("theme", theme);
  if (lang) address.searchParams.set("lang", lang);

  const frame = document.createElement("iframe");
  frame.src = address.href;
  frame.title = script.dataset.title || "La Bella";
  frame.loading = "lazy";
  frame.referrerPolicy = "origin";
  frame.style.cssText = "display: block; width: 100%; height: 24rem; border: 0; color-scheme: auto";
  script.after(frame);

  addEventListener("message", (message) => {
    if (message.origin !== address.origin || message.source !== frame.contentWindow) return;
    const { type, height } = message.data ?? {};
    if (type !== "la-bella:height" || !Number.isFinite(height)) return;
    frame.style.height = `${Math.min(Math.max(height, LEAST), MOST)}px`;
  });
})();
