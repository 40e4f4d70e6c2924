// Plays random sequences in Chromium against a running server. Settings come as JSON on the first
// line of the input: {base, chromium, token, cards, runs, seed, path, workers, shrink}; with {defect, story}
// the pad has that defect, and only that story is played. To have the server killed it prints "kill" and
// waits for the next line. The report of a failing sequence says how to replay it.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { chromium } from "playwright-core";
import { MUTANTS } from "../mutants.mjs";
import { sequences, tellings } from "../sequences.mjs";
import { House, RealHall } from "./hall.mjs";
import { ChromiumPhone } from "./phone.mjs";
import { describeFailure, RecordedEvening } from "./report.mjs";

const PAD = new URL("../../../../static/js/pad/", import.meta.url);
const SIZE = { least: 1, most: 3, stories: 50 };
/** Milliseconds within which a phone has stored and drawn what a step led to. */
const PATIENCE = 15_000;
const SHORT_PATIENCE = 5000;
/** Minimum of milliseconds between two kills of the server: its supervisor waits longer after each, and gives up after six within a minute. */
const KILL_EVERY = 20_000;
/** Milliseconds that a sequence may take. */
const TIMEOUT = 120_000;
/** The first two are pages of each browser window, which cost more than the pad's; the others are Playwright's defaults. */
const DISABLED_FEATURES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AvoidUnnecessaryBeforeUnloadCheckSync", "HttpsUpgrades", "LensOverlay", "MediaRouter", "OptimizationHints", "PaintHolding"];
const ARGUMENTS = [
  "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking", `--disable-features=${DISABLED_FEATURES}`,
];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "it-IT", reducedMotion: /** @type {const} */ ("reduce"), serviceWorkers: /** @type {const} */ ("block") };

const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const given = JSON.parse((await input.next()).value);
const cards = [...given.cards];
const changes = MUTANTS.find(([, name]) => name === given.defect)?.[2] ?? [];
let replaced = 0;

async function killServer() {
  process.stdout.write("kill\n");
  await input.next();
}

const house = new House({ base: given.base, token: given.token, killServer, killEvery: given.path ? 0 : KILL_EVERY });
const browser = await chromium.launch({ executablePath: given.chromium, args: ARGUMENTS });
const files = new Map();

/** Serves static files with the defect. */
async function serveFile(route) {
  const url = route.request().url();
  if (!files.has(url)) {
    const answer = await route.fetch();
    files.set(url, { status: answer.status(), contentType: answer.headers()["content-type"], body: putDefect(url, await answer.text()) });
  }
  await route.fulfill(files.get(url));
}

/** Names of modules under which they are served: "../game/keys.0f3a….js". */
const SERVED_NAMES = /"([^"]+)\.[0-9a-f]{12}(\.m?js)"/g;

/**
 * The module with the defect that is to be found, if it has one. Served modules are compacted, so the
 * defect is put into the source, which then imports the modules that are served.
 */
function putDefect(url, served) {
  const found = changes.filter(([file]) => url.includes(`/js/pad/${file.replace(".js", ".")}`));
  if (!found.length) return served;
  const [[file]] = found;
  const source = [...served.matchAll(SERVED_NAMES)].reduce(
    (text, [name, path, extension]) => text.replaceAll(`"${path}${extension}"`, name),
    readFileSync(new URL(file, PAD), "utf8"),
  );
  return found.reduce((text, [, before, after]) => {
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    replaced += 1;
    return text.replace(before, () => after);
  }, source);
}

async function openPhone() {
  const context = await browser.newContext({ ...PHONE, baseURL: given.base });
  if (changes.length) await context.route(/\/static\//, serveFile);
  const phone = new ChromiumPhone(context, house);
  await phone.start();
  return phone;
}

/** Plays sequences on the same two phones; after a failure on new ones. */
class Worker {
  phones = null;

  /** Plays a sequence at two tables that nobody has played at. */
  async play(steps) {
    const hall = new RealHall(house, cards.splice(0, 2), given.story ? SHORT_PATIENCE : PATIENCE);
    if (hall.tables.length < 2) throw new Error("all tables have been used");
    const phones = this.phones ?? [await openPhone(), await openPhone()];
    this.phones = null;
    try {
      await withTimeout(this.playAt(hall, phones, steps));
    } catch (error) {
      error.stack += `\n${await describeFailure(hall, phones)}`;
      for (const phone of phones) await phone.context.close();
      throw error;
    }
    this.phones = phones;
  }

  async playAt(hall, phones, steps) {
    const [first] = hall.cards.values();
    await Promise.all(phones.map((phone, seat) => phone.arrive(hall, first, seat)));
    const evening = new RecordedEvening(hall, phones);
    await evening.play(steps);
    await evening.finish();
  }
}

/** Rejects where a sequence does not end. @param {Promise<void>} playing */
async function withTimeout(playing) {
  const stop = new AbortController();
  const late = wait(TIMEOUT, null, { signal: stop.signal }).then(() => Promise.reject(new Error(`the sequence has not ended after ${TIMEOUT} ms`)));
  try {
    await Promise.race([playing, late]);
  } finally {
    late.catch(() => {});
    stop.abort();
  }
}

/** Plays a share of the sequences. Throws an error that says how to replay a failure. */
async function playShare(at) {
  const worker = new Worker();
  const property = fc.asyncProperty(given.story ? tellings(given.story) : sequences(SIZE), (steps) => worker.play(steps));
  const found = await fc.check(property, {
    seed: given.seed + at, path: given.path, numRuns: Math.ceil(given.runs / given.workers), endOnFailure: !given.shrink, includeErrorInReport: true,
  });
  if (!found.failed) return;
  const replay = `PAD_BROWSER_SEED=${found.seed} PAD_BROWSER_PATH=${found.counterexamplePath} make test-sequences`;
  throw new Error(`${fc.defaultReportMessage(found)}\n\nReplay: ${replay}`);
}

const workers = Array.from({ length: given.workers }, (_, at) => playShare(at));
const said = await Promise.all(workers).then(() => `passed ${given.runs}, with ${replaced} of ${changes.length} changes`, (error) => `failed ${JSON.stringify(error.message)}`);
await browser.close();
process.stdout.write(`${said}\n`, () => process.exit());
