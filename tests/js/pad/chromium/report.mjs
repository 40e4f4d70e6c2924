// The report of a sequence that failed: its steps with what the screens showed after each, then the
// text of the screens and the sheets at the end.

import { Evening } from "../evening.mjs";
import { faceOf } from "../steps.mjs";

/** Writes its steps to the journal of the hall, where phones write what they show. */
export class RecordedEvening extends Evening {
  async step(step) {
    const { name, who, points, pick } = step;
    this.hall.journal.push(`${name} of phone ${who + 1}, points ${points}, pick ${pick}`);
    await super.step(step);
  }

  async finish() {
    this.hall.journal.push("all faults end");
    await super.finish();
  }
}

/** What a screen shows, in one line. */
export function summarizeView({ screen, table, number, points, status, unsent, requests, buttons }) {
  const items = unsent.map((item) => `${faceOf(item)} after line ${item.version} of match ${item.match} (${item.state}, ${item.attempts} attempts)`);
  const form = points ? `, hand ${number}: ${points.join("-")}` : "";
  return `${screen}, table ${table ?? "none"}${form}, ${status}, ${requests} under way, unsent: ${items.join("; ") || "none"}; buttons: ${buttons.join(" ")}`;
}

/** @param {import("./hall.mjs").RealHall} hall @param {import("./phone.mjs").ChromiumPhone[]} phones */
export async function describeFailure(hall, phones) {
  const screens = await Promise.all(phones.map(async (phone, at) => {
    const text = await phone.readText().catch((error) => String(error));
    return [`phone ${at + 1} (${phone.key}) shows:`, text.replace(/\s*\n\s*/g, " | "), ...phone.errors].join("\n");
  }));
  const sheets = await Promise.all(hall.matches().map(async (match) => {
    hall.touch(match);
    const lines = await hall.read(match);
    return [`sheet of match ${match}:`, ...lines.map((line) => `${line.n}. ${faceOf(line)}, key ${line.key}`)].join("\n");
  }));
  return ["Steps, and what the screens showed:", ...hall.journal, ...screens, ...sheets].join("\n");
}
