// Random sequences of steps: single ones, and stories. A story is what happens often at a table and
// what a single step seldom leads to; it is a list of steps like any other.

import fc from "fast-check";
import { STEPS } from "./steps.mjs";

const step = (who, name, given = {}) => ({ who, name, points: 0, pick: 0, ...given });
const list = (who, ...names) => names.map((name) => step(who, name));
const write = (who, points) => [step(who, "home"), step(who, "openHand"), step(who, "choose", { points }), step(who, "submit")];
const win = (who) => [...write(who, 11), ...write(who, 11), ...list(who, "settle")];

/** @type {Record<string, (given: {who: number, other: number, points: number, pick: number}) => ReturnType<typeof step>[]>} */
const STORIES = {
  write: ({ who, points }) => write(who, points),
  writeAndSettle: ({ who, points }) => [...write(who, points), step(who, "settle")],
  writeAndReload: ({ who, points, pick }) => [
    step(who, "offline"), ...write(who, points), ...write(who, pick), step(who, pick % 2 ? "reload" : "reopen"), ...list(who, "online", "settle"),
  ],
  hang: ({ who, points }) => [...write(who, points), ...list(who, "hang", "settle")],
  hangWhileAsking: ({ who }) => list(who, "settle", "notice", "hang"),
  setClock: ({ who, points, pick }) => [step(who, "setClock", { points, pick }), ...write(who, points), step(who, "settle")],
  cutDuring: ({ who, points }) => [...write(who, points), ...list(who, "killServer", "settle")],
  correct: ({ who, points, pick }) => [
    ...write(who, pick), step(who, ["unheard", "lose", "settle"][pick % 3]), step(who, "openAmend"), step(who, "choose", { points }), ...list(who, "submit", "settle"),
  ],
  correctUnsent: ({ who, points, pick }) => [
    step(who, "offline"), ...write(who, points), ...list(who, "openAmend", "back", "openAmend"), step(who, "choose", { points: pick }),
    ...list(who, "submit", "openStrike", "submit", "online", "settle"),
  ],
  race: ({ who, other, points, pick }) => [
    ...list(other, "home", "openHand"), step(other, "choose", { points: pick }), ...write(who, points), ...list(who, "settle"),
    ...list(other, "notice", "settle", "submit"), step(other, "answerOvertaken", { pick }), ...list(other, "submit", "settle"),
  ],
  bothOffline: ({ who, other, points, pick }) => [
    step(other, "offline"), ...write(other, pick), ...write(other, points), step(other, "openAmend", { pick }), step(other, "choose", { points }), step(other, "submit"),
    ...write(who, points), ...list(who, "settle"), ...list(other, "online", "settle"), step(other, "answerConflict", { pick }), ...list(other, "settle"),
  ],
  correctAcross: ({ who, other, points, pick }) => [
    step(other, "offline"), ...write(other, pick), ...write(other, points), step(other, "openAmend", { pick }), step(other, "choose", { points: pick }),
    ...(pick % 3 ? write(who, points) : []), ...list(who, "settle"), ...list(other, points % 2 ? "reload" : "lose", "online", "settle"),
    step(other, "answerConflict", { pick }), step(other, "answerConflict", { pick: points }), ...list(other, "retryItem", "back", "submit", "settle"),
  ],
  correctStruck: ({ who, other, points, pick }) => [
    ...write(who, points), ...list(who, "settle"), ...list(other, "notice", "settle", "home", "offline", "openAmend"), step(other, "choose", { points: pick }),
    ...list(other, "submit"), ...(pick % 2 ? write(other, points) : list(other, "home", points % 2 ? "openStrike" : "openAmend", "submit")),
    ...list(who, "home", "openStrike", "submit", "settle"), ...list(other, pick % 3 ? "online" : "reload", "online", "settle"),
    step(other, "answerConflict", { pick: points }), step(other, "answerConflict", { pick }), ...list(other, "settle"),
  ],
  changeTable: ({ who, points, pick }) => [
    step(who, "offline"), ...write(who, points), ...list(who, "online", "lose", "lose"), step(who, "changeTable", { pick }), ...list(who, "deliver", "deliver", "deliver", "lose", "settle"), step(who, "sit", { pick }),
    ...write(who, pick), step(who, "settle"),
  ],
  replaceCode: ({ who, points }) => [
    step(who, "offline"), ...write(who, points), ...write(who, points), step(who, "replaceCode", { pick: 1 }), ...list(who, "online", "settle"),
  ],
  moveMatch: ({ who, points, pick }) => [
    step(who, "offline"), ...write(who, points), ...write(who, pick), ...list(who, "swapTables", "online", "settle"),
    ...(pick % 2 ? list(who, "reload") : []), step(who, "changeTable", { pick }), ...list(who, "settle"), step(who, "sit", { pick }), step(who, "changeTable", { pick: pick + 1 }), step(who, "settle"),
  ],
  conflicts: ({ who, other, points, pick }) => [
    step(other, "offline"), ...write(other, pick), ...write(other, points), ...write(who, points), ...write(who, pick), ...list(who, "settle"),
    ...list(other, "online", "settle", "reload"), step(other, "answerConflict", { pick }), step(other, "answerConflict", { pick: points }), step(other, "settle"),
  ],
  sign: ({ who, pick }) => [...win(who), step(who, "openSign"), step(who, "sign", { pick }), step(who, "settle"), step(who, "handOver", { pick }), step(who, "sign", { pick })],
  handOverAndBack: ({ who }) => [...win(who), ...list(who, "openSign", "sign", "settle"), step(who, "handOver", { pick: 1 - who }), ...list(who, "home", "openSign"), step(who, "sign", { pick: 1 })],
  correctSigned: ({ who, points }) => [
    ...win(who), ...list(who, "openSign", "sign", "settle", "home", "openAmend"), step(who, "choose", { points }), ...list(who, "submit", "settle"),
  ],
  dealAgain: ({ who, other, points, pick }) => [
    ...(pick % 2 ? list(other, "home", "openRedeal", "submit") : write(other, pick)), ...list(who, "home", "openRedeal", "submit"), ...write(who, points),
    ...(pick % 3 ? list(who, "openStrike", "submit") : []), ...list(other, "settle"), ...list(who, "settle"), step(who, "answerConflict", { pick }), ...list(who, "settle"),
  ],
  claim: ({ who, other, points, pick }) => [
    ...(pick % 2 ? write(who, 11) : []), step(who, pick % 3 ? "home" : "offline"), step(who, "openClaim", { points, pick }), step(who, "submit"),
    ...(pick % 3 ? [] : write(other, points)), ...list(other, "settle"), ...list(who, "online", "settle"), step(who, "answerConflict", { pick }), step(who, "settle"),
  ],
  callReferee: ({ who, points, pick }) => [
    step(who, "home"), ...(pick % 2 ? write(who, points) : []), ...list(who, "offline", "callReferee", "lose", pick % 3 ? "reload" : "lose", "online", "settle"),
  ],
  typeAtDesk: ({ who, points, pick }) => [step(who, "offline"), ...write(who, points), step(who, "typeAtDesk", { pick }), ...list(who, "online", "settle")],
  typeBehindStopped: ({ who, other, points, pick }) => [
    step(other, "offline"), ...write(other, pick), ...write(other, points), ...write(other, pick), ...write(who, points), step(who, "settle"), ...list(other, "online", "settle", "offline"),
    step(other, "typeAtDesk", { pick }), step(other, "answerConflict", { pick }), ...list(other, "answerConflict", pick % 2 ? "reload" : "home", "online", "settle"),
  ],
  cards: ({ who, other, points, pick }) => [
    ...(pick % 2 ? [step(who, "offline"), ...write(who, pick)] : []), ...list(who, "home", "openHand"), step(who, "placeCards", { pick }),
    ...write(other, points), ...list(other, "settle"), ...list(who, pick % 3 ? "callReferee" : "back", "online", "settle", "notice", "settle"),
    step(who, "answerConflict", { pick }), step(who, "answerOvertaken", { pick: points }), step(who, "discard", { pick }), ...list(who, "back", "settle"),
  ],
  decide: ({ who, points, pick }) => [step(who, "offline"), ...write(who, points), step(who, "decide", { pick }), ...list(who, "online", "settle")],
};

const given = { who: fc.integer({ min: 0, max: 1 }), points: fc.integer({ min: 0, max: 11 }), pick: fc.integer({ min: 0, max: 11 }) };

/** What happens often, and what seldom. */
const OFTEN = ["openHand", "choose", "submit", "deliver", "notice", "settle", "enterCode", "sit", "home"];
const SOMETIMES = ["lose", "unheard", "late", "reorder", "tapTooSoon", "openAmend", "sign", "handOver", "answerConflict", "answerOvertaken"];
const names = Object.keys(STEPS).filter((name) => name !== "killServer");
const single = fc.record({ ...given, name: fc.constantFrom(...names, ...SOMETIMES, ...SOMETIMES, ...OFTEN, ...OFTEN, ...OFTEN) });
const storyOf = (/** @type {string[]} */ names) =>
  fc.record({ ...given, name: fc.constantFrom(...names) }).map(({ name, ...rest }) => STORIES[name]({ ...rest, other: 1 - rest.who }));

/** Sequences with these numbers of single steps and stories. @param {{least: number, most: number, stories: number}} size stories: of a hundred */
export const sequences = ({ least, most, stories }) =>
  fc.array(
    fc.oneof({ weight: 100 - stories, arbitrary: single.map((each) => [each]) }, { weight: stories, arbitrary: storyOf(Object.keys(STORIES)) }),
    { minLength: least, maxLength: most },
  ).map((parts) => parts.flat());

/** One story with random values. @param {string} name */
export const tellings = (name) => storyOf([name]);
