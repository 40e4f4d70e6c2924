// Opens the pad without network: its own page, and those of matches that a referee has opened. Unsent
// hands do not live here but in IndexedDB: an update of these files cannot touch them. A new edition
// waits until every page of the old one is closed. A page names the files of its own edition, so it is
// kept only together with those. What the server answers is shown, whether or not it can be kept.
{% autoescape off %}
const EDITION = "{{ edition }}";
const HOME = "{{ home }}";
const ASSETS = [{% for asset in assets %}"{{ asset }}",{% endfor %}];
{% endautoescape %}
const CACHE = `pad-${EDITION}`;
const PATIENCE = 4000;
const MOST_MATCHES = 10;

const isPage = (pathname) => pathname.startsWith(HOME) && /^(matches\/\d+\/)?$/.test(pathname.slice(HOME.length));
const isOfEdition = (answer) => answer.ok && answer.headers.get("X-Pad-Edition") === EDITION;
// A redirect, such as to the sign-in, is left to the browser: it refuses a page that was fetched under another address.
const fetchPage = (address, signal) => fetch(address, { signal, credentials: "same-origin", cache: "no-cache", redirect: "manual" });

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(deleteOthers()));

self.addEventListener("message", (event) => {
  const { keep } = event.data ?? {};
  if (keep && isPage(keep)) event.waitUntil(keepPage(keep).catch(() => {}));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && isPage(pathname)) event.respondWith(openPage(event, pathname));
  else if (ASSETS.includes(pathname)) event.respondWith(openAsset(request));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(ASSETS);
  // The server may be of a still newer edition by now: this one is then not installed.
  if (!(await keepPage(HOME))) throw new Error("another edition");
  // Pages of matches come along, where the person is still signed in.
  for (const pathname of await listMatches()) await keepPage(pathname).catch(() => {});
}

/** Pages of matches that any edition has kept, the last ones. */
async function listMatches() {
  const names = (await caches.keys()).filter((name) => name.startsWith("pad-"));
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const pathnames = requests.flat().map((request) => new URL(request.url).pathname);
  return [...new Set(pathnames)].filter((pathname) => pathname !== HOME && isPage(pathname)).slice(-MOST_MATCHES);
}

async function deleteOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("pad-") && name !== CACHE).map((name) => caches.delete(name)));
}

/** Whether the page was kept. */
async function keepPage(pathname) {
  const answer = await fetchPage(pathname);
  if (isOfEdition(answer)) await putPage(pathname, answer);
  return isOfEdition(answer);
}

async function putPage(pathname, answer) {
  const cache = await caches.open(CACHE);
  // It then stands last.
  await cache.put(pathname, answer);
  const matches = (await cache.keys()).filter(({ url }) => isPage(new URL(url).pathname) && new URL(url).pathname !== HOME);
  for (const request of matches.slice(0, -MOST_MATCHES)) await cache.delete(request);
}

// The page of the server where it answers soon, else the one that was kept.
async function openPage(event, pathname) {
  const answer = await askServer(event.request.url);
  if (!answer || answer.status >= 500) return (await (await caches.open(CACHE)).match(pathname)) ?? answer ?? Response.error();
  // The storage may be full or the network slow: neither holds up the page that is there.
  if (isOfEdition(answer)) event.waitUntil(putPage(pathname, answer.clone()).catch(() => {}));
  return answer;
}

// The answer of the server, as soon as it begins; null without network, or where none comes soon.
async function askServer(address) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  try {
    return await fetchPage(address, stop.signal);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

async function openAsset(request) {
  const kept = await (await caches.open(CACHE)).match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}
