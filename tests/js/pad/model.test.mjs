// Random sequences of taps and faults against the model of the hall. After every step each act that
// a screen confirmed is on the right sheet once, or in the phone's list of unsent lines.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { Phone, Server } from "./hall.mjs";
import { importPad } from "./source.mjs";

const { conflictOf, handsOf, isSigned, scoreOf, signatures, signingSide, statusOf } = await importPad("state/selectors.js");
const { TAP_TYPES } = await importPad("state/reducer.js");

const { card, book } = JSON.parse(readFileSync(new URL("../fixtures/marafon.json", import.meta.url), "utf8"));
const RUNS = Number(process.env.PAD_RUNS ?? 1000);
/** A failing run prints its seed; with it, the run is the same. */
const SEED = process.env.PAD_SEED ? { seed: Number(process.env.PAD_SEED) } : {};
const SHRINK = process.env.PAD_SHRINK !== "no";
const SEATS = 4;

/** Two phones in a hall of two tables, with what their people were shown. */
class Evening {
  constructor() {
    this.server = new Server({ card, book, target: 21 });
    this.phones = ["AAAA", "BBBB"].map((name, at) => {
      const phone = new Phone(this.server, name);
      phone.arrive(3, at);
      phone.table = 3;
      phone.side = at;
      return phone;
    });
  }

  /** What people were shown, against what is on the sheets and on the phones. */
  check() {
    for (const phone of this.phones) {
      const { state } = phone;
      if (state.items.length) assert.notEqual(statusOf(state).kind, "live", `${phone.name} says that all is sent`);
      if (state.screen === "match") assert.equal(state.draft, null, `${phone.name} keeps a form that is not shown`);
      for (const id of this.server.sheets.keys()) {
        const shown = phone.acts.filter((act) => act.match === id).map(faceOf).sort();
        const written = this.server.sheets.get(id).lines.filter((line) => line.key.startsWith(`${phone.name}-`));
        const keys = new Set(written.map((line) => line.key));
        const waiting = phone.state.items.filter((item) => item.match === id && !keys.has(item.key));
        assert.deepEqual([...written, ...waiting].map(faceOf).sort(), shown, `${phone.name} at match ${id}`);
      }
    }
    for (const { lines } of this.server.sheets.values()) {
      assert.equal(new Set(lines.map((line) => line.key)).size, lines.length);
    }
  }
}

const faceOf = ({ kind, data }) => `${kind} ${JSON.stringify(data)}`;

/** Notes the lines that an act put into the outbox. */
function noting(phone, act) {
  // Two lines of one version can share their three check digits: the data tells them apart.
  const nameOf = (item) => `${item.key} ${faceOf(item)}`;
  const before = new Set(phone.state.items.map(nameOf));
  act();
  for (const item of phone.state.items.filter((each) => !before.has(nameOf(each)))) {
    phone.acts.push({ match: phone.table * 100, kind: item.kind, data: structuredClone(item.data) });
  }
}

/** Signs; what was signed is for the side of the person who holds the phone. */
function sign(phone, holderSide, wanted) {
  const before = new Set(phone.state.items.map((item) => item.key));
  noting(phone, () => {
    phone.tap("sign", { side: wanted });
    phone.tapAgain("sign", { side: 1 - wanted });
  });
  for (const item of phone.state.items.filter((each) => !before.has(each.key))) {
    assert.deepEqual([item.kind, item.data], ["sign", { side: holderSide }], `${phone.name} signs for its holder`);
  }
}

/** The number of a hand that was just submitted is the one that its form showed. */
function checkNumber(phone, draft, before) {
  if (draft?.kind !== "hand" || draft.replaces) return;
  const row = handsOf(phone.state).find((each) => each.item?.kind === "hand" && !before.includes(each.item));
  if (row && !before.some((item) => item.key === row.item.key)) assert.equal(row.number, draft.hand, `${phone.name} writes under another number`);
}

/** A form that somebody has touched keeps its hand until that person answers a question. */
function checkDraft(phone, before, name) {
  const { draft } = phone.state;
  if (!before?.isTouched || !draft?.isTouched || QUESTIONS.includes(name)) return;
  assert.deepEqual([draft.hand, draft.match], [before.hand, before.match], `${phone.name} moves a form to another hand`);
}

function forget(phone, item) {
  const at = phone.acts.findIndex((act) => act.match === item.match && faceOf(act) === faceOf(item));
  assert.notEqual(at, -1, `${faceOf(item)} was never shown`);
  phone.acts.splice(at, 1);
}

const STEPS = {
  openHand: (phone) => phone.tap("openHand"),
  choose: (phone, { points }) => phone.choosePoints(points),
  submit(phone) {
    const { draft } = phone.state;
    const item = draft?.replaces ? phone.state.items.find((each) => each.key === draft.replaces) : null;
    const isInPlace = item && (item.attempts === 0 || item.state === "refused");
    const before = phone.state.items;
    noting(phone, () => {
      phone.tap("submit", { draft: draft?.id });
      phone.tapAgain("submit", { draft: draft?.id });
      phone.tapAgain("openHand");
      phone.tapAgain("openSign");
      phone.tapAgain("sign", { side: 0 });
    });
    checkNumber(phone, draft, before);
    const isGone = item && !phone.state.items.some((each) => each.key === item.key);
    if (isInPlace && isGone) forget(phone, item);
    // A line that was taken out moves those behind it: they say the same on another version.
    if (isInPlace && draft.kind === "strike" && isGone) {
      const moved = before.length - 1 - before.indexOf(item);
      phone.acts.splice(phone.acts.length - moved, moved);
    }
  },
  /** A hand as it is mostly written, with both taps on the way; one that leads to the signatures. */
  write(phone, { points, pick }) {
    if (phone.state.screen !== "match") phone.tap("back");
    STEPS.openHand(phone);
    STEPS.choose(phone, { points: pick % 3 ? points : 11 });
    STEPS.submit(phone);
  },
  correct(phone, { points, pick }) {
    if (phone.state.screen !== "match") phone.tap("back");
    STEPS.amend(phone, { pick });
    if (phone.state.screen !== "amend") return;
    if (pick % 4 === 0) return phone.tap("back");
    STEPS.choose(phone, { points });
    STEPS.submit(phone);
  },
  back: (phone) => phone.tap("back"),
  amend: (phone, { pick }) => {
    const rows = phone.state.screen === "match" ? handsOf(phone.state).filter((row) => row.kind === "hand" && !row.isStruck) : [];
    if (rows.length) phone.tap("openAmend", { n: rows[pick % rows.length].n });
  },
  strike: (phone) => phone.tap("openStrike"),
  sign(phone, { pick }) {
    if (!phone.state.sheet || phone.state.screen !== "match" || !scoreOf(phone.state).over) return;
    phone.tap("openSign");
    assert.equal(signingSide(phone.state), phone.side);
    sign(phone, phone.side, pick % 4 ? phone.side : 1 - phone.side);
  },
  handOver(phone, { pick }) {
    if (phone.state.screen !== "sign" || isSigned(phone.state)) return;
    const side = pick % 2;
    phone.tap("handOver", { owner: { kind: "player", player: phone.table * 100 + side, side, seat: side, name: "" } });
    sign(phone, side, pick % 4 ? side : 1 - side);
  },
  withdraw(phone) {
    if (phone.state.screen !== "sign") return;
    const found = signatures(phone.state)[0];
    if (found) noting(phone, () => phone.tap("withdraw", { n: found.n }));
  },
  answerOvertaken(phone, { pick }) {
    if (phone.state.screen === "overtaken") phone.tap(["sameHandTheirs", "nextHandMine", "sameHandMine"][pick % 3]);
  },
  answerConflict(phone, { pick }) {
    if (phone.state.screen !== "conflict") return;
    const item = conflictOf(phone.state);
    if (!item) return;
    const kind = ["keepTheirs", "correctTheirs", "writeAnother"][pick % 3];
    const theirs = phone.state.sheet.lines.filter((line) => line.kind === "hand").at(-1);
    if (kind === "correctTheirs" && (item.kind !== "hand" || !theirs)) return;
    phone.tap(kind, { n: theirs?.n, reason: "" });
    forget(phone, item);
    if (kind === "correctTheirs") phone.acts.push({ match: item.match, kind: "amend", data: { line: theirs.n, data: item.data, reason: "" } });
    if (kind === "writeAnother") phone.acts.push({ match: item.match, kind: item.kind, data: item.data });
  },
  discard(phone, { pick }) {
    const stopped = phone.state.items.filter((item) => item.state !== "waiting");
    if (!stopped.length) return;
    const item = stopped[pick % stopped.length];
    phone.tap("showUnsent");
    phone.tap("askDiscard", { key: item.key });
    phone.tap("discard");
    forget(phone, item);
  },
  editRefused(phone, { pick }) {
    const refused = phone.state.items.filter((item) => item.state === "refused");
    if (!refused.length) return;
    phone.tap("showUnsent");
    phone.tap("editRefused", { key: refused[pick % refused.length].key });
  },
  retryItem(phone, { pick }) {
    const stopped = phone.state.items.filter((item) => item.state !== "waiting");
    if (!stopped.length) return;
    phone.tap("showUnsent");
    phone.tap("retryItem", { key: stopped[pick % stopped.length].key });
  },
  /** A tap that was on its way when an answer changed the screen. */
  tapTooSoon(phone, { pick, points }) {
    phone.deliver();
    if (phone.isJustShown) phone.tapAgain(TAP_TYPES[(pick * 12 + points) % TAP_TYPES.length], { side: pick % 2, n: 1, field: "points", value: [11, 0] });
  },
  deliver: (phone) => phone.deliver("through"),
  lose: (phone) => phone.deliver("lost"),
  unheard: (phone) => phone.deliver("unheard"),
  late: (phone) => phone.deliver("late"),
  /** Requests may overtake each other. */
  reorder(phone, { pick }) {
    if (phone.requests.length) phone.requests.unshift(...phone.requests.splice(pick % phone.requests.length, 1));
  },
  notice: (phone) => phone.dispatch({ type: "noticed" }),
  retryDue: (phone) => phone.dispatch({ type: "retryDue" }),
  offline: (phone) => phone.dispatch({ type: "wentOffline" }),
  online: (phone) => phone.dispatch({ type: "wentOnline" }),
  reload: (phone) => phone.reload(),
  skew: (phone, { pick }) => {
    phone.setClock((pick - 5) * 3_600_000);
  },
  replaceCode: (phone, { pick }) => phone.server.replaceCode(3 + (pick % 2)),
  changeTable(phone, { pick }) {
    phone.tap("askLeave");
    phone.tap("leave");
    phone.enter(3 + (pick % 2));
  },
  enterCode(phone, { pick }) {
    if (phone.state.screen === "code") phone.enter(3 + (pick % 2));
  },
  sit(phone, { pick }) {
    if (phone.state.screen !== "whose") return;
    const seat = pick % SEATS;
    phone.tap("setOwner", { owner: { kind: "player", player: phone.state.sheet.id + seat, side: seat % 2, seat, name: "" } });
    phone.side = seat % 2;
  },
  settle: (phone) => phone.settle(),
};
/** Steps in which a person chooses the form that is open, or answers a question about it. */
const QUESTIONS = ["openHand", "write", "correct", "answerOvertaken", "answerConflict", "editRefused", "amend", "strike"];

/** What happens often in an evening, and what seldom. */
const OFTEN = ["openHand", "choose", "submit", "deliver", "notice", "settle", "enterCode", "sit"];
const ACTS = ["write", "write", "correct", "sign", "handOver", "answerConflict", "answerOvertaken"];
const FAULTS = ["lose", "unheard", "late", "reorder", "tapTooSoon", "amend", "sign"];
const names = [...Object.keys(STEPS), ...FAULTS, ...ACTS, ...ACTS, ...OFTEN, ...OFTEN, ...OFTEN];

const step = fc.record({
  who: fc.integer({ min: 0, max: 1 }), name: fc.constantFrom(...names),
  points: fc.integer({ min: 0, max: 11 }), pick: fc.integer({ min: 0, max: 11 }),
});

function play(steps) {
  const evening = new Evening();
  for (const { who, name, ...given } of steps) {
    const phone = evening.phones[who];
    phone.now += 700;
    const { draft } = phone.state;
    STEPS[name](phone, given);
    checkDraft(phone, draft, name);
    // The table that the person sees in the bar.
    for (const each of evening.phones) if (each.state.sheet) each.table = each.state.sheet.match.table;
    evening.check();
  }
  return evening;
}

test("every act is on the right sheet once, or visible as unsent", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const evening = play(steps);
      // When faults end and every question is answered, nothing is left on any phone.
      for (const phone of evening.phones) finishEvening(evening, phone);
      evening.check();
    }),
    { ...SEED, numRuns: RUNS, includeErrorInReport: true, endOnFailure: !SHRINK },
  );
});

function finishEvening(evening, phone) {
  for (let rounds = 0; rounds < 200 && phone.state.items.length; rounds += 1) {
    phone.now += 700;
    const stopped = phone.state.items.find((item) => item.state !== "waiting");
    const table = stopped?.table ?? phone.state.items[0].table;
    if (phone.state.screen === "code") phone.enter(table);
    else if (stopped?.state === "signed_out" && phone.table !== table) STEPS.changeTable(phone, { pick: table - 3 });
    else if (phone.state.screen === "conflict") STEPS.answerConflict(phone, { pick: 0 });
    else if (stopped) STEPS.discard(phone, { pick: phone.state.items.filter((item) => item.state !== "waiting").indexOf(stopped) });
    phone.settle();
    if (phone.state.sheet) phone.table = phone.state.sheet.match.table;
    evening.check();
  }
  assert.deepEqual(phone.state.items, []);
}
