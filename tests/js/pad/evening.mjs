// What must hold in a hall after every step, for the phones of the model and for real ones alike.
//
// The lines of a phone are those on the sheets that bear its name, and those that it keeps as
// unsent. A step says how it may change them; whatever else is gone, doubled, moved or changed
// fails. A phone has to offer what phone.mjs does, a hall what hall.mjs does.

import assert from "node:assert/strict";
import { faceOf, FORMS, linesAside, matchShown, STEPS, STOPPED, unchanged } from "./steps.mjs";

/** Milliseconds after which the screen has to say that a request hangs. */
const HANGS = 2000;
const ROUNDS_OF_FINISHING = 60;

export class Evening {
  /** Phones that have arrived at the first table, each of its own side. */
  constructor(hall, phones) {
    this.hall = hall;
    this.phones = phones;
    this.lines = new Map(phones.map((phone) => [phone, []]));
    /** Lines that the desk was asked to type. A phone may change the key of a line: when it was entered stays. */
    this.typed = [];
    /** What each phone showed at the last check. */
    this.views = new Map();
    phones.forEach((phone, at) => {
      phone.table = hall.tables[0];
      phone.match = hall.matchOf(phone.table);
      phone.side = at % 2;
      phone.holderSide = phone.side;
    });
  }

  async play(steps) {
    for (const [at, step] of steps.entries()) {
      try {
        await this.step(step);
      } catch (error) {
        error.stack = `Step ${at + 1}, ${step.name} of phone ${step.who + 1}: ${error.stack}`;
        throw error;
      }
    }
  }

  async step({ who, name, ...given }) {
    const phone = this.phones[who];
    await phone.passTime(200);
    const before = await phone.look();
    this.checkFormSince(phone, before);
    const judge = await STEPS[name](phone, given, this);
    await this.check(phone, typeof judge === "function" ? judge : unchanged, before, name);
  }

  /** All that holds after a step of a phone; what another process does may take a moment. */
  async check(phone, judge = unchanged, before = null, name = "") {
    await this.hall.eventually(async () => {
      const found = new Map();
      for (const each of this.phones) {
        const view = await each.look();
        each.match = matchShown(this.hall, each, view);
        if (view.table !== null) each.table = view.table;
        // A call is that of its table: it waits while the phone is at none, and is given up at another one.
        if (each.calls && ![null, each.calls].includes(view.callsFor ?? view.table)) each.calls = null;
        const lines = await this.readLines(each, view);
        const change = differenceOf(this.lines.get(each), lines);
        const last = this.views.get(each);
        if (each === phone) judge(change, view, last);
        else unchanged(change, view, last);
        checkView(each, view);
        if (view.screen === "next") await this.checkSigned(each, view);
        if (each === phone && before) checkForm(each, before, view, name);
        if (each === phone && before) checkTold(each, before, view);
        if (each === phone && before) checkCards(each, before, view, name);
        found.set(each, { lines, view });
      }
      for (const [each, { lines, view }] of found) {
        this.lines.set(each, lines);
        this.views.set(each, view);
      }
    });
  }

  /** The desk types a line that a phone shows. */
  noteTyped({ match, key, madeAt }) {
    this.typed.push({ match, key, madeAt });
  }

  /**
   * Whether an unsent line is this line of the sheet: under its own key, or as the desk has typed it. Keys end with
   * three digits of what the line says, so one in a thousand is the key of another line too: what it says decides.
   */
  isWrittenAs(item, line) {
    if (faceOf(line) !== faceOf(item)) return false;
    return line.key === item.key || this.typed.some(({ match, key, madeAt }) => match === item.match && key === line.key && madeAt === item.madeAt);
  }

  /** A form that moves after a step was checked, because an answer came late, still moves. */
  checkFormSince(phone, view) {
    const before = this.views.get(phone);
    if (before) checkForm(phone, before, view, "");
  }

  /** The lines of a phone, on the sheets and unsent: {match, n, face}. */
  async readLines(phone, { unsent }) {
    const found = [];
    const matches = new Set([...(await this.hall.matches()), ...unsent.map((item) => item.match)]);
    for (const match of matches) {
      // Read after the phone: a line that is written meanwhile is in both, never in neither.
      const sheet = await this.hall.read(match);
      const written = sheet.filter((line) => line.key.startsWith(`${phone.key}-`) && !this.hall.isMistyped(match, line.n));
      const keys = new Set(sheet.map((line) => line.key));
      assert.equal(keys.size, sheet.length, `a key stands twice on the sheet of ${match}`);
      const items = unsent.filter((item) => item.match === match);
      const waiting = items.filter((item) => !written.some((line) => this.isWrittenAs(item, line)));
      const onSheet = (n) => (sheet[n - 1] ? `${sheet[n - 1].key.split("-")[0]} ${faceOf(sheet[n - 1])}` : "nothing");
      for (const line of written) found.push({ match, n: line.n, face: faceOf(line, onSheet) });
      for (const item of waiting) {
        const corrected = items.find((each) => each.key === item.corrects);
        const isOwn = (n) => corrected !== undefined && (linesAside(items).includes(corrected) || corrected.version === n - 1);
        const target = (n) => (isOwn(n) ? `${phone.key} ${faceOf(corrected)}` : onSheet(n));
        found.push({ match, n: item.version + 1, face: faceOf(item, target) });
      }
    }
    return found;
  }

  /** A result that is shown as agreed has two signatures. */
  async checkSigned(phone, { unsent }) {
    const { match } = phone;
    const keys = [...(await this.hall.read(match)), ...unsent.filter((item) => item.match === match)]
      .filter((line) => line.kind === "sign").map((line) => line.key);
    assert.ok(new Set(keys).size >= 2, `${phone.key} calls a match signed that has ${keys.length} signatures`);
  }

  /** Faults end, every question is answered: then nothing is left on any phone. */
  async finish() {
    for (const phone of this.phones) {
      for (let rounds = 0; rounds < ROUNDS_OF_FINISHING; rounds += 1) {
        await phone.passTime(200);
        await phone.settle();
        await this.check(phone);
        const view = await phone.look();
        if (!view.unsent.length) break;
        await this.check(phone, await this.finishOne(phone, view));
      }
      assert.deepEqual((await phone.look()).unsent, [], `${phone.key} sends everything in the end`);
    }
    const atTable = this.phones.filter((phone) => (this.views.get(phone).callsFor ?? null) !== null);
    await this.hall.checkCalls?.(atTable);
  }

  /** One step towards an empty list of unsent lines. */
  async finishOne(phone, { screen, unsent }) {
    const stopped = unsent.find((item) => item.state !== "waiting");
    const table = stopped?.table ?? unsent[0].table;
    if (screen === "code") await phone.enter(table);
    else if (screen === "whose") await STEPS.sit(phone, { pick: phone.side });
    else if (screen === "overtaken") await phone.tap("sameHandTheirs");
    else if (screen === "conflict") return STEPS.answerConflict(phone, { pick: 0 }, this);
    else if (stopped?.state === "signed_out") await STEPS.changeTable(phone, { table }, this);
    else if (stopped) return STEPS.discard(phone, { pick: 0 }, this);
    return unchanged;
  }
}

/** The lines that are new, gone, and those that only have another number. */
function differenceOf(before, after) {
  const drops = [...before];
  const adds = [];
  for (const line of after) {
    const at = drops.findIndex((each) => each.match === line.match && each.n === line.n && each.face === line.face);
    if (at >= 0) drops.splice(at, 1);
    else adds.push(line);
  }
  const moved = [];
  for (const line of [...adds]) {
    const at = drops.findIndex((each) => each.match === line.match && each.face === line.face);
    if (at < 0) continue;
    drops.splice(at, 1);
    adds.splice(adds.indexOf(line), 1);
    moved.push(line);
  }
  return { adds, drops, moved };
}

/** What a screen says, against what is true of the phone. */
function checkView(phone, view) {
  if (view.unsent.length) assert.notEqual(view.status, "live", `${phone.key} says that all is sent`);
  if (phone.waitsFor > HANGS + phone.lag) assert.notEqual(view.status, "live", `${phone.key} hides a request that hangs: ${phone.waitsFor} ms`);
  assert.deepEqual(view.errors, [], `${phone.key} throws`);
  if (view.isStoring) {
    const faces = (items) => items.map((item) => `${item.key} ${item.match} ${item.version}`).sort();
    assert.deepEqual(faces(view.kept), faces(view.unsent), `${phone.key} keeps what it shows`);
  }
}

/** A line that was confirmed as stored is confirmed as written, on the same screen. */
function checkTold(phone, before, after) {
  const isSent = before.unsent.length > after.unsent.length && !after.unsent.some((item) => STOPPED.includes(item.state));
  if (isSent && before.screen === "match" && after.screen === "match" && before.isTold) assert.ok(after.isTold, `${phone.key} does not confirm what was written`);
}

/** Steps in which a person enters cards or gives them up. */
const GIVING_UP = ["placeCards", "home", "back", "answerOvertaken", "editRefused", "changeTable", "enterCode"];

/** Cards that were entered for the next hand of a match stay as long as it goes on. */
function checkCards(phone, before, after, name) {
  if ((before.cards ?? null) === null || GIVING_UP.includes(name) || before.match !== after.match || after.isLeaving || after.isOver) return;
  assert.equal(after.cards, before.cards, `${phone.key} throws cards away`);
}

/** Steps in which a person chooses the form that is open, or answers a question about it. */
const CHOOSING = ["openHand", "home", "answerOvertaken", "answerConflict", "editRefused", "openAmend", "openStrike", "openSign", "back"];

/** A form in which somebody has chosen keeps its hand until that person answers a question. */
function checkForm(phone, before, after, name) {
  if (CHOOSING.includes(name) || !FORMS.includes(before.screen) || before.screen !== after.screen) return;
  if (!before.isTouched || !after.isTouched) return;
  // A match that is moved takes its form along. A real screen says its table only, and the real desk moves none here.
  const place = ({ match, table }) => match ?? table;
  assert.deepEqual([after.number, place(after)], [before.number, place(before)], `${phone.key} moves a form to another hand`);
}
