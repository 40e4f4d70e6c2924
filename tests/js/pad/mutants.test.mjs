// Puts each defect that was observed at real tables back into a copy of the pad, and expects the
// tests of the reducer to fail: they would notice if it came back.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { EVERY_ACT, MUTANTS } from "./mutants.mjs";

const STATIC = fileURLToPath(new URL("../../../static", import.meta.url));

/** The same few sequences each time: enough to find each of the nine defects. */
const MODEL_RUNS = "150";
const SEED = "4";

/** Of the defects that were observed, those that random sequences find late. */
const FOUND_LATE = ["waiting lines follow the phone to another table"];

const directory = mkdtempSync(join(tmpdir(), "pad-mutants-"));
after(() => rmSync(directory, { recursive: true }));

let copies = 0;

/** A copy of the scripts and what they import, with these texts replaced, each of which must be there exactly once. */
function makeCopy(changes) {
  const copy = join(directory, String((copies += 1)));
  for (const folder of ["js", "vendor"]) cpSync(join(STATIC, folder), join(copy, "static", folder), { recursive: true });
  writeFileSync(join(copy, "package.json"), '{"type": "module"}');
  const pad = join(copy, "static/js/pad/");
  for (const [file, text, replacement] of changes) {
    const source = readFileSync(join(pad, file), "utf8");
    assert.equal(source.split(text).length - 1, 1, `${file} has this text exactly once: ${text}`);
    writeFileSync(join(pad, file), source.replace(text, () => replacement));
  }
  return pathToFileURL(pad).href;
}

/** The names of the tests of a file that fail with that copy of the pad; only of the test of this name, if one is given. */
function failuresOf(file, source, name = "") {
  const env = { ...process.env, PAD_SOURCE: source, PAD_RUNS: MODEL_RUNS, PAD_SEED: SEED, PAD_SHRINK: "no" };
  // Inside a run of node --test it would make the child report in a binary form.
  delete env.NODE_TEST_CONTEXT;
  const pattern = name ? [`--test-name-pattern=^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`] : [];
  const words = ["--test-reporter=tap", ...pattern, fileURLToPath(new URL(file, import.meta.url))];
  const { stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  if (!name) assert.match(stdout, /^# tests [1-9]/m, `${file} did not run: ${stderr}`);
  assert.doesNotMatch(stdout, /SyntaxError|ReferenceError/, `${file} met a mutant that is no program`);
  return [...stdout.matchAll(/^not ok \d+ - (.*)$/gm)].map(([, name]) => name);
}

/** The files that may have a test of that name: all of them, if it is put together there. @param {string} name */
function filesOf(name) {
  const found = UNITS.filter((file) => readFileSync(new URL(file, import.meta.url), "utf8").includes(name));
  return found.length ? found : UNITS;
}

const UNITS = ["defects.test.mjs", "order.test.mjs", "games.test.mjs", "entering.test.mjs"];
const MODEL = "model.test.mjs";

test("a copy without a defect passes", () => {
  const source = makeCopy([]);
  for (const file of [...UNITS, MODEL]) assert.deepEqual(failuresOf(file, source), []);
});

for (const [defect, name, changes, expected] of MUTANTS) {
  test(`the tests notice that ${name}`, () => {
    const source = makeCopy(changes);
    const files = expected === EVERY_ACT ? [MODEL] : filesOf(expected);
    const failures = files.flatMap((file) => failuresOf(file, source, expected));
    assert.ok(failures.includes(expected), `survived "${expected}"; failed: ${failures.join("; ") || "none"}`);
  });
  if (defect === 0 || expected === EVERY_ACT || FOUND_LATE.includes(name)) continue;
  test(`random sequences alone find defect ${defect}: ${name}`, () => {
    assert.deepEqual(failuresOf(MODEL, makeCopy(changes)), [EVERY_ACT]);
  });
}

test("random sequences alone find each of the nine defects", () => {
  const found = MUTANTS.filter(([defect, name]) => defect > 0 && !FOUND_LATE.includes(name)).map(([defect]) => defect);
  assert.deepEqual([...new Set(found)], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
