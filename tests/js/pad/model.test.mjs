// Random sequences of taps and faults against the model of the hall: tests/js/pad/evening.mjs says
// what must hold after every step. The browser plays sequences of the same kind: chromium/.

import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { Evening } from "./evening.mjs";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { sequences } from "./sequences.mjs";

const { card, book } = JSON.parse(readFileSync(new URL("../fixtures/marafon.json", import.meta.url), "utf8"));
const RUNS = Number(process.env.PAD_RUNS ?? 1000);
/** A failing run prints its seed; with it, the run is the same. */
const SEED = process.env.PAD_SEED ? { seed: Number(process.env.PAD_SEED) } : {};
const SHRINK = process.env.PAD_SHRINK !== "no";

test("every act is on the right sheet once, or visible as unsent", () =>
  fc.assert(
    fc.asyncProperty(sequences({ least: 5, most: 30, stories: 15 }), async (steps) => {
      const server = new Server({ card, book, target: 21 });
      const phones = ["AAAA", "BBBB"].map((name, at) => {
        const phone = new Phone(server, name);
        phone.arrive(3, at);
        return phone;
      });
      const evening = new Evening(server, phones);
      await evening.play(steps);
      await evening.finish();
    }),
    { ...SEED, numRuns: RUNS, includeErrorInReport: true, endOnFailure: !SHRINK },
  ));
