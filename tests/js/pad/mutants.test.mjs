// Puts each defect that was observed at real tables back into a copy of the pad, and expects the
// tests of the reducer to fail: they would notice if it came back.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const SCRIPTS = fileURLToPath(new URL("../../../static/js", import.meta.url));
const REDUCER = "state/reducer.js";
const SELECTORS = "state/selectors.js";
const OUTBOX = "state/outbox.js";

/** The same few sequences each time: a mutant that the model finds late has a test of its own. */
const MODEL_RUNS = "150";
const SEED = "4";

const directory = mkdtempSync(join(tmpdir(), "pad-mutants-"));
after(() => rmSync(directory, { recursive: true }));

let copies = 0;

/** A copy of the scripts with these texts replaced, each of which must be there exactly once. */
function makeCopy(changes) {
  const copy = join(directory, String((copies += 1)));
  cpSync(SCRIPTS, join(copy, "static/js"), { recursive: true });
  writeFileSync(join(copy, "package.json"), '{"type": "module"}');
  const pad = join(copy, "static/js/pad/");
  for (const [file, text, replacement] of changes) {
    const source = readFileSync(join(pad, file), "utf8");
    assert.equal(source.split(text).length - 1, 1, `${file} has this text exactly once: ${text}`);
    writeFileSync(join(pad, file), source.replace(text, () => replacement));
  }
  return pathToFileURL(pad).href;
}

/** The names of the tests of a file that fail with that copy of the pad. */
function failuresOf(file, source) {
  const env = { ...process.env, PAD_SOURCE: source, PAD_RUNS: MODEL_RUNS, PAD_SEED: SEED, PAD_SHRINK: "no" };
  // Inside a run of node --test it would make the child report in a binary form.
  delete env.NODE_TEST_CONTEXT;
  const { stdout, stderr } = spawnSync(process.execPath, ["--test-reporter=tap", fileURLToPath(new URL(file, import.meta.url))], {
    env, encoding: "utf8",
  });
  assert.match(stdout, /^# tests [1-9]/m, `${file} did not run: ${stderr}`);
  assert.doesNotMatch(stdout, /SyntaxError|ReferenceError/, `${file} met a mutant that is no program`);
  return [...stdout.matchAll(/^not ok \d+ - (.*)$/gm)].map(([, name]) => name);
}

const DEFECTS = "defects.test.mjs";
const MODEL = "model.test.mjs";
const EVERY_ACT = "every act is on the right sheet once, or visible as unsent";

test("a copy without a defect passes", () => {
  const source = makeCopy([]);
  for (const file of [DEFECTS, MODEL]) assert.deepEqual(failuresOf(file, source), []);
});

/** @type {[string, [string, string, string][], string][]} the defect, its changes, and the test that fails */
const MUTANTS = [
  // 1. a hand of table 3 on the sheet of table 4
  ["lines are sent to the match on the screen", [[REDUCER,
    '{ do: "send", item: attempted }',
    '{ do: "send", item: state.sheet ? { ...attempted, match: state.sheet.id, token: state.phone.token } : attempted }',
  ]], "a hand that waited at table 3 goes to table 3 after the phone went to table 4"],
  ["waiting lines follow the phone to another table", [[REDUCER,
    'item.state === "signed_out" && item.event === device.event.id && item.table === device.table',
    "item.event === device.event.id",
  ]], "a hand that waited at table 3 goes to table 3 after the phone went to table 4"],

  // 2. a double tap
  ["a screen that has just appeared takes taps", [[REDUCER,
    "state.now - state.appearedAt < GUARD", "state.now - state.appearedAt < 0",
  ]], "a double tap in mid-match writes one hand and opens no other"],
  ["submitting leaves the form where it is", [[REDUCER,
    '{ ...show(state, "match"), draft: null, overtaken: [], firstTurn: null }, effects };', "state, effects };",
  ]], "a double tap on the deciding hand writes it and signs nothing"],
  ["submitting keeps the draft behind the table", [[REDUCER,
    '{ ...show(state, "match"), draft: null, overtaken: [], firstTurn: null }, effects };',
    '{ ...show(state, "match"), overtaken: [], firstTurn: null }, effects };',
  ]], EVERY_ACT],

  // 2b. a result that is corrected after somebody has signed it
  ["a correction leaves the signatures in force", [[REDUCER,
    "read.signatures(state).map(({ n })", "read.signatures(state).slice(0, 0).map(({ n })",
  ]], "after one signature the last hand can be corrected, and the signature is withdrawn first"],
  ["a phone signs for the other side", [[REDUCER,
    " || side !== read.signingSide(state)) return", ") return",
  ]], "a phone signs for its owner's side only, until it is handed over"],
  ["a phone that was handed over stays with that person", [[REDUCER,
    'openSign: (state) => to({ ...show(state, "sign"), holder: null }),', 'openSign: (state) => to(show(state, "sign")),',
  ]], "a phone that was handed over is its owner's again when the signatures are opened again"],

  // 3. two phones enter the same hand
  ["a form that was overtaken becomes the next hand", [[REDUCER,
    'return { ...show(state, "overtaken"), overtaken: [...state.overtaken, ...changing] };',
    "return { ...state, draft: { ...draft, hand: read.nextHand(state), seen: state.sheet.version } };",
  ]], "a hand that the other phone wrote meanwhile is asked about, never counted twice"],
  ["a form that was overtaken is not noticed", [[REDUCER,
    'return { ...show(state, "overtaken"), overtaken: [...state.overtaken, ...changing] };', "return state;",
  ]], "a hand that the other phone wrote meanwhile is asked about, never counted twice"],
  ["a line that met another writer is sent again on top", [[REDUCER,
    '{ state: isStale ? "conflict" : "refused", problem }',
    '{ state: isStale ? "waiting" : "refused", version: sheet?.version ?? 0, problem }',
  ]], "two phones that were both offline are told apart, and nothing is lost"],

  // 4. hands that are gone after the page was reloaded
  ["lines are not stored", [
    [REDUCER, '{ ...state, items: [...state.items, item] }, { do: "store", items: [item], table });', "{ ...state, items: [...state.items, item] });"],
    [OUTBOX, '(item.isStored || storage === "none")', "(item.isStored || storage)"],
  ], "hands entered offline are there after the page was reloaded"],
  ["stored lines are not read", [[REDUCER, "storage, items: kept, phone:", "storage, items: [], phone:"],
  ], "hands entered offline are there after the page was reloaded"],

  // 5. hands whose code was replaced
  ["a line that was signed out is dropped", [[REDUCER,
    "const next = { ...state, items, network: { ...state.network, asking: null, sending: null } };",
    'const next = { ...state, items: items.filter((item) => item.state !== "signed_out"), network: { ...state.network, asking: null, sending: null } };',
  ]], "hands whose code was replaced are visible, and go on with the new code"],
  ["a line that was signed out waits behind a status that says online", [[SELECTORS,
    "const { items, network, now } = state;",
    'const { network, now } = state;\n  const items = state.items.filter((item) => item.state !== "signed_out");',
  ]], "hands whose code was replaced are visible, and go on with the new code"],
  ["a line that was signed out does not go on with the new code", [[REDUCER,
    'const isOurs = (/** @type {Item} */ item) => item.state', 'const isOurs = (/** @type {Item} */ item) => item.phone === "" && item.state',
  ]], "hands whose code was replaced are visible, and go on with the new code"],

  // 6. what was written offline
  ["going back from correcting an unsent hand drops it", [[REDUCER,
    "return to({ ...show(state, home(state)), draft: null, holder: state.screen",
    "return to({ ...show(state, home(state)), items: state.items.filter((item) => item.key !== state.draft?.replaces), draft: null, holder: state.screen",
  ]], "going back from correcting an unsent hand keeps it, and taking it back works"],
  ["taking back an unsent hand throws", [[REDUCER,
    'kind: "strike", line: row.n, hand: row.number, replaces', 'kind: "strike", line: row.line.n, hand: row.number, replaces',
  ]], "going back from correcting an unsent hand keeps it, and taking it back works"],
  ["a call is not kept", [[REDUCER, "owner: state.owner, call: state.call }", "owner: state.owner, call: null }"],
  ], "a call for the referee made offline is sent when the network is back"],
  ["a call is not sent again", [[REDUCER, "if (state.call !== null) effects.push(", "if (state.call === undefined) effects.push("],
  ], "a call for the referee made offline is sent when the network is back"],

  // 7. a wrong clock (what the server does with it is tested in tests/api)
  ["a clock that jumps stops the writing", [[REDUCER,
    "if (findItem(state.items, item.key)) return to(state);",
    "if (findItem(state.items, item.key) || state.now - state.appearedAt > 3_000_000) return to(state);",
  ], [REDUCER, "state = { ...state, appearedAt: state.now };", "state = { ...state, appearedAt: state.appearedAt || state.now };"],
  ], "an hour's jump of the clock does not stop the taps"],
  ["a clock that is set back stops the taps", [[REDUCER,
    "const state = atTime(before, event.at);", "const state = { ...before, now: Math.max(before.now, event.at) };",
  ]], "a clock that is set back does not stop the taps"],

  // 8. a request that hangs
  ["a line that hangs is called online", [[SELECTORS,
    "if (network.sending) {", 'if (network.sending) return { kind: "live", word: "online" };\n  if (network.sending) {',
  ]], "a hanging request is visible within two seconds"],
  ["a question that hangs is called online", [[SELECTORS,
    "network.asking && now - network.asking.since >= SLOW", "network.asking && now < SLOW",
  ]], "a question to the server that hangs is visible within two seconds"],
  ["lines that wait are called online", [[SELECTORS,
    'if (items.length) return { kind: "waiting", word: "status_waiting", count: items.length };', "",
  ]], "a hand that could not be sent is counted in the status"],

  // 9. no word that it was written
  ["a written hand is not confirmed", [[REDUCER,
    'notice: noticeOf("told", next, item, line) };', "notice: null };",
  ]], "a written hand is confirmed on top of the screen"],

  // An act is one line.
  ["a line that may be on the sheet gets another key", [[REDUCER,
    "if (item.attempts > 0 && (item.state ===", "if (item.attempts < 0 && (item.state ===",
  ], [REDUCER, "itemsOf(state.items, item.match)[0].version", "item.version"],
  ], "a hand that may have reached the server stays the same line when one behind it is discarded"],
  ["discarding a line moves those before it", [[REDUCER, "itemsOf(state.items, item.match)[0].version", "item.version"],
  ], "an unsent hand keeps its place when one behind it is discarded at the code screen"],
  ["a line that may be on the sheet says something else", [[REDUCER,
    '(item.attempts === 0 || item.state === "refused")', "(item.attempts >= 0)",
  ]], "a hand that may have reached the server is corrected by another line"],
  ["an answer to an unknown line loses one", [[REDUCER,
    "if (!item) return to({ ...state, network });\n    const items = state.items.filter((each) => each.key !== key);",
    "const items = item ? state.items.filter((each) => each.key !== key) : state.items.slice(1);\n    if (!item) return to({ ...state, items, network });",
  ]], "an answer that comes after the sheet has told it takes no other line away"],
  ["a lost answer is followed by another key", [[REDUCER,
    "return to({ ...state, network: rest({ ...state.network, sending: null }) }, retryLater(state));",
    "const items = state.items.map((item) => (item.key === state.network.sending?.key ? { ...item, key: `${item.key}0` } : item));\n"
      + "    return to({ ...state, items, network: rest({ ...state.network, sending: null }) }, retryLater(state));",
  ]], "an answer that was lost is not a second line, even after somebody wrote behind it"],
  ["a line that stopped does not hold back the next", [[OUTBOX, "    blocked.add(item.match);\n", ""],
  ], "a hand behind one that met another writer waits for the answer"],
];

for (const [name, changes, expected] of MUTANTS) {
  test(`the tests notice that ${name}`, () => {
    const source = makeCopy(changes);
    const file = expected === EVERY_ACT ? MODEL : DEFECTS;
    const failures = failuresOf(file, source);
    assert.ok(failures.includes(expected), `survived "${expected}"; failed: ${failures.join("; ") || "none"}`);
  });
}
