// Opens the pad without network. Unsent hands do not live here but in IndexedDB: an update of
// these files cannot touch them. A new edition waits until every page of the old one is closed.
{% autoescape off %}
const CACHE = "pad-{{ edition }}";
const HOME = "{{ home }}";
const ASSETS = [{% for asset in assets %}"{{ asset }}",{% endfor %}];
{% endautoescape %}
const PATIENCE = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...ASSETS, HOME])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) =>
      Promise.all(names.filter((name) => name.startsWith("pad-") && name !== CACHE).map((name) => caches.delete(name))),
    ),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === HOME) event.respondWith(openPage(request));
  else if (ASSETS.includes(pathname)) event.respondWith(openAsset(request));
});

// The page of the server where it answers soon, else the one that was kept.
async function openPage(request) {
  const cache = await caches.open(CACHE);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    const answer = await fetch(request.url, { signal: stop.signal, credentials: "same-origin", cache: "no-cache" });
    if (answer.ok && !answer.redirected) await cache.put(HOME, answer.clone());
    if (answer.status < 500) return answer;
  } catch {
    // No network: the kept page.
  } finally {
    clearTimeout(timer);
  }
  return (await cache.match(HOME)) ?? Response.error();
}

async function openAsset(request) {
  const kept = await (await caches.open(CACHE)).match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}
