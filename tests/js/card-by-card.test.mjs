// Hands card by card reach the state only after their module was loaded.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hasPlay, isComplete, loadPlay } from "../../static/js/pad/game/card-by-card.js";

test("lines and their corrections tell whether they were entered card by card", () => {
  const points = { kind: "hand", data: { points: [9, 2] } };
  assert.equal(hasPlay([]), false);
  assert.equal(hasPlay([points, { data: { line: 1, reason: "", data: { points: [8, 3] } } }]), false);
  assert.equal(hasPlay([points, { data: { play: {} } }]), true);
  assert.equal(hasPlay([points, { data: { line: 1, reason: "", data: { play: {} } } }]), true);
});

test("a play that nobody has loaded the rules for is a defect, not a wrong score", async () => {
  assert.throws(() => isComplete(/** @type {any} */ ({})), /loadPlay/);
  await loadPlay();
  assert.throws(() => isComplete(/** @type {any} */ ({})), TypeError);
});
