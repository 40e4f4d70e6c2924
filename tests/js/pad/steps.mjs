// What people and networks do in a hall, a step each. A step acts through a phone's screen and says
// how it may change the lines of that phone: a judge of {adds, drops, moved}. Without a judge
// nothing may change. The same steps are played by phones of the model and by real ones.

import assert from "node:assert/strict";

export const FORMS = ["hand", "amend", "claim", "strike", "redeal"];
/** States of a line that waits for somebody to decide. */
export const STOPPED = ["conflict", "refused"];
const HOUR = 3_600_000;
const PLACES_OF_TABLE = ["match", "next", "nothing"];

/** @typedef {{match: number, n: number, face: string}} Line */

/**
 * Nothing that was written or kept may change; lines behind one that waits for a decision move with the
 * sheet, and follow it when it goes on; a signature moves with those of other sides.
 */
export function unchanged({ adds, drops, moved }, { unsent }, before = { unsent: [] }) {
  const isBehindIn = (items, { match, n }) => {
    const first = items.find((item) => item.match === match);
    return first !== undefined && (STOPPED.includes(first.state) || first.version + 1 < n);
  };
  const isBehind = (line) => isBehindIn(unsent, line) || isBehindIn(before.unsent, line);
  assert.deepEqual({ adds, drops, moved: moved.filter((line) => !isBehind(line) && !line.face.startsWith("sign ")) }, { adds: [], drops: [], moved: [] });
}

/** What a line says. ``target`` tells what stands at a number that it is about. */
export function faceOf({ kind, data }, target = (n) => n) {
  if (kind === "hand") return `hand ${data.points.join("-")}`;
  if (kind === "amend") return `amend (${target(data.line)}) to ${data.data.points.join("-")}`;
  if (kind === "strike") return `strike (${target(data.line)})`;
  if (kind === "sign") return `sign ${data.side}`;
  return `${kind} ${JSON.stringify(data)}`;
}

/** The unsent lines of a match that have no number until somebody decides: one that has stopped, and the corrections of it. */
export const linesAside = (items) =>
  items.filter((each) => STOPPED.includes(each.state) || items.some((other) => STOPPED.includes(other.state) && other.key === each.corrects));

/** The match that a screen shows. A real screen says its table only. */
export const matchShown = (hall, phone, { match, table }) => match ?? (table === null ? phone.match : hall.matchOf(table));

/** Lines that never left the phone may get another place. */
const judgeMoved = ({ adds, drops }) => assert.deepEqual({ adds, drops }, { adds: [], drops: [] });

const facesOf = (lines) => lines.map((line) => line.face);
const isOfSignature = (face) => /^strike \(\S+ sign/.test(face);
const isCorrection = (face) => /^(amend|strike) /.test(face);
const isAbout = (face, item) => face.includes(`(${item})`);

/** What a submitted form may do. @param {any} phone @param {any} form what the screen showed @param {any} evening */
function judgeForm(phone, form, { hall, typed }) {
  if (!form.canSubmit || !FORMS.includes(form.screen)) return unchanged;
  const { target } = phone;
  phone.target = null;
  const match = matchShown(hall, phone, form);
  const points = form.points?.join("-");
  return ({ adds, drops, moved }, view) => {
    const hasStopped = form.unsent.some((item) => STOPPED.includes(item.state));
    const act = adds.filter((line) => !isOfSignature(line.face));
    if (!hasStopped) assert.deepEqual(moved, [], "other lines stay where they are");
    assert.ok(adds.every((line) => line.match === match), "it is written at the table that was shown");
    // A result that is about to change is nobody's any more. (A real screen does not show how many have signed.)
    const mayWithdraw = form.screen !== "hand" && form.signatures !== undefined && !drops.length && !hasStopped;
    if (mayWithdraw) assert.equal(adds.length - act.length, form.signatures, "signatures in force are withdrawn first");
    if (form.screen === "strike") {
      // The desk may have written an unsent one from this phone's list; then it is gone from the phone only.
      const isGone = view.unsent.length === form.unsent.length - 1;
      assert.equal(act.length + drops.length || Number(isGone), 1, "one line is taken back");
      if (act.length) assert.match(act[0].face, /^strike/);
      return;
    }
    if (form.screen === "redeal") return judgeRedeal(form, view, act, drops);
    if (form.screen === "claim") return judgeClaim(form, view, act, drops);
    // What is written is the last word: corrections that waited behind a refused line are gone with what it said.
    const [replaced, ...others] = act.length ? drops : [null, ...drops];
    assert.ok(others.every(({ face }) => hasStopped && isCorrection(face)), `${facesOf(others)} are gone too`);
    // A line that never left the phone, or was refused, may say the same again.
    const isSame = (item) => (item.data.data ?? item.data).points?.join("-") === points;
    if (!act.length && form.unsent.some(isSame)) return assert.ok(hasChanged(form, view) || ["unsent", "conflict"].includes(view.screen), "what holds it up is shown");
    assert.equal(act.length, 1, `a form submits once, not ${act.length} times`);
    const [{ face }] = act;
    if (saysHand(form, replaced, face, typed)) assert.equal(face, `hand ${points}`);
    else {
      assert.ok(face.startsWith("amend (") && face.endsWith(`) to ${points}`), `${face} is not what was entered`);
      if (target) assert.equal(face, `amend (${target}) to ${points}`, "it corrects the hand that was touched");
    }
    judgeAfterForm(form, view, drops, hasStopped);
  };
}

/**
 * Whether a form writes a hand, and no correction of one: also where the desk has typed that hand, and this phone
 * knows it as unsent only. The sheet keeps the desk's line then.
 */
function saysHand(form, replaced, face, typed) {
  if (form.screen === "hand" || replaced?.face.startsWith("hand")) return true;
  const isTyped = (item) => item.kind === "hand" && typed.some(({ match, madeAt }) => match === item.match && madeAt === item.madeAt);
  return face.startsWith("hand ") && form.unsent.some(isTyped);
}

/** Cards are dealt again once; one such line that has stopped, or waits behind one, is in the list already. */
function judgeRedeal(form, view, act, drops) {
  const isListed = view.screen === "unsent" && form.unsent.some(({ kind }) => kind === "redeal") && form.unsent.some(({ state }) => STOPPED.includes(state));
  assert.deepEqual([facesOf(act), drops], [isListed ? [] : ["redeal {}"], []], "the cards are dealt again once");
}

/** A claim is written once, in the place of one that was refused if the form was opened from it. */
function judgeClaim(form, view, act, drops) {
  if (!act.length && form.unsent.some((item) => item.kind === "claim")) return assert.deepEqual(drops, [], "a claim that is listed already is not lost");
  assert.equal(act.length, 1, `a form submits once, not ${act.length} times`);
  assert.match(act[0].face, new RegExp(`^claim .*"side":${form.claim.side},"thirds":${form.claim.thirds}`));
  assert.ok(drops.length <= 1 && drops.every(({ face }) => face.startsWith("claim ")), `${facesOf(drops)} are gone`);
}

/** Whether a form changed the unsent lines: the same line that waits again has another state or order. */
const hasChanged = (form, view) => JSON.stringify(form.unsent) !== JSON.stringify(view.unsent);

/** The screen after a form that was written. */
function judgeAfterForm(form, view, drops, hasStopped) {
  assert.ok(PLACES_OF_TABLE.includes(view.screen) || view.screen === "conflict" || drops.length, `a written line leads back to the table, not to ${view.screen}`);
  if (view.screen === "match") assert.ok(view.isTold, "what was written is confirmed on the screen");
  // Behind one that waits for a decision a line may have no row. (A real screen does not say what each row was made of.)
  const hasRows = view.screen === "match" && !view.unsent.some((item) => STOPPED.includes(item.state));
  const row = hasRows ? view.rows.find(({ number, data }) => number === form.number && data) : null;
  // A hand behind the end of the match has none either.
  if (row && (form.screen !== "hand" || row.item)) assert.equal(row.data.points.join("-"), form.points.join("-"), "what was entered last is what counts");
  if (form.screen === "hand" && !hasStopped && view.screen === "match" && view.rows.length) {
    assert.equal(view.rows[0].number, form.number, "a hand is written under the number that its form showed");
  }
}

/** A line that stopped is taken out, with the corrections of it and of what others have taken back; those behind it move up. */
const judgeDropped = (stopped, adds = () => true, takenBack = []) => (change) => {
  const [item] = facesOf(stopped).filter((face) => facesOf(change.drops).includes(face));
  const others = facesOf(change.drops).filter((face) => face !== item);
  const subjects = [...stopped.map((each) => each.target ?? each.face), ...takenBack];
  assert.ok(others.every((face) => subjects.some((subject) => isAbout(face, subject))), `${others} are gone too`);
  assert.ok(facesOf(change.adds).every(adds), `${facesOf(change.adds)} were never entered`);
};

export const STEPS = {
  // entering
  async home(phone) {
    // From the list of unsent lines back leads to a form that is open, and from there to the table.
    for (let left = 3; left > 0; left -= 1) {
      const { screen } = await phone.look();
      if ([...PLACES_OF_TABLE, "code", "whose", "loading", "trouble", "overtaken", "conflict"].includes(screen)) return;
      await phone.tap(screen === "abandon" ? "abandon" : "back");
    }
  },
  openHand(phone) {
    phone.target = null;
    return phone.tap("openHand");
  },
  choose: (phone, { points }) => phone.choosePoints(points),
  async submit(phone, _, evening) {
    const form = await phone.look();
    await phone.tapTwice("submit");
    return judgeForm(phone, form, evening);
  },
  back: (phone) => phone.tap("back"),
  async openAmend(phone, { pick }, { hall }) {
    const { screen, rows, match, table, isSigned } = await phone.look();
    if (screen !== "match" || !rows.length) return;
    const at = pick % rows.length;
    phone.target = await phone.faceOfRow(rows[at], await hall.read(matchShown(hall, phone, { match, table })));
    await phone.openAmend(at);
    const view = await phone.look();
    if (!isSigned) assert.equal(view.screen, "amend", "a hand can be corrected until both sides have signed");
  },
  // Real phones are not asked for this: the tests of other games claim in a browser.
  openClaim: (phone, { pick, points }) => phone.openClaim?.(pick % 2, points * 3),
  // Nor for this: they enter hands card by card in tests of their own.
  placeCards: (phone, { pick }) => phone.placeCards?.(pick),
  openStrike: (phone) => phone.tap("openStrike"),
  openRedeal: (phone) => phone.tap("openRedeal"),

  // signatures
  async openSign(phone) {
    await phone.tap("openSign");
    phone.holderSide = phone.side;
  },
  async sign(phone, { pick }) {
    const { screen, canSign } = await phone.look();
    if (screen !== "sign") return;
    const side = phone.holderSide;
    await phone.signTwice(pick % 4 ? side : 1 - side);
    phone.holderSide = phone.side;
    return ({ adds, drops, moved }) => {
      assert.deepEqual([drops, moved], [[], []]);
      assert.ok(adds.length <= Number(canSign), "one signature at most");
      if (adds.length) assert.equal(adds[0].face, `sign ${side}`, "a phone signs for the person who holds it");
    };
  },
  async handOver(phone, { pick }) {
    if (await phone.handOver(pick % 2)) phone.holderSide = pick % 2;
  },
  async withdraw(phone) {
    await phone.tap("withdraw");
    return ({ adds, drops, moved }) => {
      assert.deepEqual([drops, moved], [[], []]);
      assert.ok(adds.length <= 1 && adds.every((line) => isOfSignature(line.face)), "a signature is withdrawn");
    };
  },

  // questions
  async answerOvertaken(phone, { pick }) {
    const { screen, answers } = await phone.look();
    if (screen !== "overtaken") return;
    phone.target = null;
    await phone.tapTwice(answers[pick % answers.length]);
  },
  async answerConflict(phone, { pick }, evening) {
    const { screen, answers, unsent } = await phone.look();
    if (screen !== "conflict") return;
    const answer = answers[pick % answers.length];
    const stopped = stoppedOf(evening, phone, unsent, (item) => item.state === "conflict");
    const takenBack = await listTakenBack(evening.hall, unsent.filter((item) => item.state === "conflict"));
    await phone.tapTwice(answer);
    // What the other side has signed is corrected after its signature was withdrawn.
    const added = { correctTheirs: /^amend \(|^strike \(\S+ sign /, strikeTheirs: /^strike \(/ };
    // A correction of what others have taken back is written as a hand.
    if (takenBack.length) added.writeAnother = /^hand /;
    return judgeDropped(stopped, (face) => added[answer]?.test(face) ?? false, takenBack);
  },
  async discard(phone, { pick }, evening) {
    const { unsent } = await phone.look();
    const stopped = unsent.filter((item) => item.state !== "waiting");
    if (!stopped.length || !(await phone.discard(stopped[pick % stopped.length]))) return;
    return judgeDropped(stoppedOf(evening, phone, unsent, (item) => item.state !== "waiting"), () => false);
  },
  async editRefused(phone, { pick }) {
    const refused = (await phone.look()).unsent.filter((item) => item.state === "refused");
    if (refused.length) await phone.editRefused(refused[pick % refused.length]);
  },
  async retryItem(phone, { pick }) {
    const { unsent } = await phone.look();
    const stopped = unsent.filter((item) => item.state === "refused");
    if (!stopped.length) return;
    await phone.retryItem(stopped[pick % stopped.length]);
    return judgeMoved;
  },

  // the network
  tapTooSoon: (phone, { pick, points }) => phone.tapTooSoon(pick * 12 + points),
  deliver: (phone) => phone.deliver("through"),
  lose: (phone) => phone.deliver("lost"),
  unheard: (phone) => phone.deliver("unheard"),
  late: (phone) => phone.deliver("late"),
  reorder: (phone, { pick }) => phone.reorder(pick),
  hang: (phone) => phone.passTime(2500),
  notice: (phone) => phone.notice(),
  retryDue: (phone) => phone.retry(),
  offline: (phone) => phone.goOffline(),
  online: (phone) => phone.goOnline(),
  settle: (phone) => phone.settle(),
  killServer: (phone, _, { hall }) => hall.kill(phone),

  // the phone
  reload: (phone) => phone.reload(),
  reopen: (phone) => phone.reopen(),
  setClock: (phone, { pick, points }) => phone.setClock((pick - 5) * (points % 2 ? 1 : 24) * HOUR),
  async callReferee(phone) {
    const { table, callsFor = table } = await phone.look();
    // Before the sheet is there, the screen does not say at which table this phone is.
    if (await phone.tapTwice("callReferee")) phone.calls = callsFor;
  },

  // the desk
  replaceCode: (phone, { pick }, { hall }) => hall.replaceCode(hall.tables[pick % 2]),
  // The desk of the real hall is not asked for this.
  swapTables: (phone, _, { hall }) => hall.swapTables?.(...hall.tables),
  decide: (phone, { pick }, { hall }) => hall.decide(hall.matchOf(phone.table), pick % 2),
  async typeAtDesk(phone, { pick }, evening) {
    const { unsent } = await phone.look();
    const item = unsent.find((each) => each.kind === "hand" && each.state === "waiting");
    // Not one of two equal hands: discarding the one that was typed leaves the other one, which may then get its key. One
    // line is on the sheet, as was wanted, but this model cannot tell which of them it is.
    const isEqual = (each) => each.match === item.match && faceOf(each) === faceOf(item);
    if (!item || unsent.filter(isEqual).length > 1) return;
    evening.noteTyped(item);
    await evening.hall.typeLine(item, pick % 3 === 0);
  },

  // the table
  async changeTable(phone, { pick, table }, { hall }) {
    await STEPS.home(phone);
    const { screen } = await phone.look();
    if (screen !== "code") {
      await phone.tap("askLeave");
      await phone.tap("leave");
    }
    phone.calls = null;
    await phone.enter(table ?? hall.tables[pick % 2]);
  },
  async enterCode(phone, { pick }, { hall }) {
    if ((await phone.look()).screen === "code") await phone.enter(hall.tables[pick % 2]);
  },
  async sit(phone, { pick }) {
    if ((await phone.look()).screen !== "whose") return;
    await phone.sit(pick % 4);
    phone.side = phone.holderSide = pick % 2;
  },
};

/** The lines of the sheet that these corrections are about and that others have taken back. */
async function listTakenBack(hall, items) {
  const found = [];
  for (const { match, data } of items.filter(({ kind }) => ["amend", "strike"].includes(kind))) {
    const sheet = await hall.read(match);
    const subject = sheet[data.line - 1];
    const word = sheet.findLast((line) => ["amend", "strike"].includes(line.kind) && line.data.line === data.line);
    if (word?.kind === "strike") found.push(`${subject.key.split("-")[0]} ${faceOf(subject)}`);
  }
  return found;
}

/** Lines of a phone as the evening knows them, of those items that stopped. */
function stoppedOf({ lines }, phone, unsent, isMeant) {
  const stopped = unsent.filter(isMeant);
  return lines.get(phone)
    .filter((line) => stopped.some((item) => item.match === line.match && item.version === line.n - 1))
    .map((line) => ({ ...line, target: `${phone.key} ${line.face}` }));
}
