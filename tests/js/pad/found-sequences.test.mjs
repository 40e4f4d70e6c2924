// Sequences that random ones once found, each with the invariant that was missing.

import { test } from "node:test";
import { playEvening } from "./play.mjs";


/** @param {any[][]} steps each [name, number of the phone, what else is given] */
const play = (steps) =>
  playEvening(steps.map(([name, who, given]) => ({ name, who, points: 0, pick: 0, ...given })));

// The desk typed the first of two unsent hands wrongly; written again behind it, that hand ended the
// match, and the phone showed neither it nor the one behind it.
test("an unsent hand behind the end of the match hides none before it", () => play([
  ["offline", 1], ["home", 1], ["openHand", 1], ["choose", 1], ["submit", 1], ["online", 1], ["lose", 1],
  ["lose", 1], ["changeTable", 1, { pick: 1 }], ["deliver", 1], ["deliver", 1], ["deliver", 1], ["lose", 1],
  ["settle", 1], ["sit", 1, { pick: 1 }], ["home", 1], ["openHand", 1], ["choose", 1, { points: 1 }],
  ["submit", 1], ["settle", 1], ["home", 1], ["openHand", 1], ["choose", 1, { points: 1 }], ["submit", 1],
  ["offline", 1], ["home", 1], ["openHand", 1], ["choose", 1], ["submit", 1], ["typeAtDesk", 1], ["online", 1],
  ["settle", 1], ["submit", 1], ["home", 0], ["home", 0], ["home", 1], ["openHand", 1], ["choose", 1],
  ["submit", 1], ["home", 0], ["openHand", 0], ["choose", 0], ["submit", 0], ["home", 0],
]));

// A hand was taken back, and counted again on that phone until the sheet was read anew: the next tap
// took back the hand before it.
test("a hand that was taken back never counts again", () => play([
  ["openHand", 0], ["choose", 0, { points: 9 }], ["submit", 0], ["settle", 0], ["openHand", 0], ["choose", 0, { points: 4 }],
  ["submit", 0], ["settle", 0], ["openStrike", 0], ["submit", 0], ["deliver", 0], ["openStrike", 0], ["back", 0],
]));

// The tables were changed while a phone said whose it is: the answer brought the match of its waiting
// hand to the table, and nothing took the hand along.
test("a match that comes to the table with the answer about the owner brings its waiting hand along", () => play([
  ["replaceCode", 0], ["openHand", 1], ["choose", 1], ["submit", 1], ["settle", 1],
  ["enterCode", 1, { pick: 3 }], ["openHand", 1], ["choose", 1], ["submit", 1], ["settle", 1],
  ["offline", 0], ["openHand", 0], ["choose", 0], ["submit", 0], ["home", 0], ["openHand", 0], ["choose", 0],
  ["submit", 0], ["swapTables", 0], ["online", 0], ["settle", 0], ["changeTable", 0], ["settle", 0], ["sit", 0],
  ["changeTable", 0, { pick: 1 }], ["settle", 0], ["home", 0], ["openHand", 0], ["choose", 0], ["submit", 0],
]));

// A refused signature was corrected in the form of a hand.
test("a refused signature has no form", () => play([
  ["openHand", 0], ["choose", 0, { points: 11 }], ["submit", 0], ["openHand", 0], ["choose", 0, { points: 11 }], ["submit", 0],
  ["settle", 0], ["openSign", 0], ["sign", 0, { pick: 1 }], ["settle", 0], ["handOver", 0, { pick: 1 }], ["sign", 0, { pick: 1 }],
  ["swapTables", 0], ["hang", 0], ["settle", 0], ["editRefused", 0], ["notice", 0], ["submit", 0],
]));

// The result was corrected while a signature for it waited: the pad still offered to write the
// signature, and the hand behind it counted nowhere on the screen.
test("a signature cannot follow a correction after which the match goes on", () => play([
  ["openHand", 0], ["choose", 0, { points: 11 }], ["submit", 0], ["openHand", 0], ["choose", 0, { points: 11 }], ["submit", 0], ["settle", 0],
  ["notice", 1], ["settle", 1], ["openSign", 1], ["offline", 1], ["sign", 1, { pick: 1 }],
  ["openAmend", 0], ["choose", 0], ["submit", 0], ["settle", 0],
  ["online", 1], ["settle", 1], ["answerConflict", 1, { pick: 1 }], ["offline", 1], ["openHand", 1], ["choose", 1], ["submit", 1],
]));

// A refused hand was written again, and its older correction, still behind it, said something else.
test("what is written instead of a refused hand is the last word on it", () => play([
  ["swapTables", 0], ["openHand", 0], ["choose", 0], ["submit", 0], ["unheard", 0], ["openAmend", 0], ["choose", 0], ["submit", 0], ["settle", 0],
  ["openHand", 0], ["choose", 0, { points: 11 }], ["submit", 0], ["openHand", 0], ["choose", 0, { points: 11 }], ["submit", 0], ["settle", 0],
  ["openSign", 0], ["sign", 0, { pick: 1 }], ["settle", 0], ["home", 0], ["openAmend", 0], ["choose", 0], ["submit", 0],
]));

// The desk had typed something else under the key of a waiting hand: its form opened as that of a refused one,
// and what was written in it was a second hand for the same deal.
test("a hand that the desk typed otherwise is asked about", () => play([
  ["offline", 0], ["openHand", 0], ["choose", 0], ["submit", 0], ["typeAtDesk", 0], ["online", 0], ["settle", 0],
  ["choose", 0, { points: 1 }], ["submit", 0], ["answerConflict", 0, { pick: 1 }], ["settle", 0],
]));

// After the first of two hands was decided, the second was asked about, and counted nevertheless.
test("a hand that is asked about counts nowhere, also behind a correction that waits", () => play([
  ["offline", 0], ["openHand", 0], ["choose", 0], ["submit", 0], ["openHand", 0], ["choose", 0], ["submit", 0],
  ["openHand", 1], ["choose", 1, { points: 5 }], ["submit", 1], ["openHand", 1], ["choose", 1, { points: 5 }], ["submit", 1], ["settle", 1],
  ["online", 0], ["settle", 0], ["offline", 0], ["answerConflict", 0, { pick: 1 }], ["back", 0], ["openAmend", 0], ["choose", 0], ["submit", 0],
]));

// The code was replaced while a sheet was on its way: its answer brought the match back to a phone that had
// been signed out.
test("an answer for a table that the phone has left shows nothing", () => play([
  ["retryDue", 1], ["tapTooSoon", 1], ["callReferee", 1], ["late", 1], ["replaceCode", 0],
]));

// A refused hand and the next one had the same check digits, and so the same key: what was entered was lost.
test("a hand with the check digits of a refused one is kept too", () => play([
  ["changeTable", 0, { pick: 1 }], ["settle", 0], ["sit", 0, { pick: 3 }], ["settle", 0],
  ["openHand", 0], ["choose", 0, { points: 3 }], ["submit", 0], ["openHand", 0], ["choose", 0], ["submit", 0], ["settle", 0],
  ["swapTables", 0], ["openHand", 0], ["choose", 0, { points: 11 }], ["submit", 0], ["settle", 0],
  ["home", 0], ["openHand", 0], ["choose", 0], ["submit", 0],
]));
