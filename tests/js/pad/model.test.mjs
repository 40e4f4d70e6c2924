// Random sequences of taps and faults against the model of the hall: tests/js/pad/evening.mjs says
// what must hold after every step. The browser plays sequences of the same kind: chromium/.

import { test } from "node:test";
import fc from "fast-check";
import { playEvening } from "./play.mjs";
import { sequences } from "./sequences.mjs";

const RUNS = Number(process.env.PAD_RUNS ?? 1000);
/** Every run plays the same sequences, so that a change is judged by itself; who asks for more runs
 * searches in new ones. A failing run prints its seed. */
const SEED = chooseSeed(process.env.PAD_SEED ?? (process.env.PAD_RUNS ? undefined : "1"));
const SHRINK = process.env.PAD_SHRINK !== "no";

/** @param {string | undefined} seed */
function chooseSeed(seed) {
  return seed === undefined ? {} : { seed: Number(seed) };
}

test("every act is on the right sheet once, or visible as unsent", () =>
  fc.assert(
    fc.asyncProperty(sequences({ least: 5, most: 30, stories: 15 }), fc.constantFrom(1, 3), playEvening),
    { ...SEED, numRuns: RUNS, includeErrorInReport: true, endOnFailure: !SHRINK },
  ));
