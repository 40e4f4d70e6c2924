// Both sides at the target with one hand: the pad names the winner that the rulebook names, also
// where the record does not say who was first but proves it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { hand } from "../../static/js/pad/game/card.js";

const ALL = JSON.parse(readFileSync(new URL("fixtures/firsts.json", import.meta.url), "utf8"));

for (const [at, { card, hands }] of ALL.entries()) {
  test(`both sides get to the target and the rulebook says who has won, options ${at + 1}`, () => {
    assert.ok(hands.length > 20);
    for (const { record, totals, ending } of hands) {
      assert.deepEqual(hand(card, record, totals).ending, ending, JSON.stringify({ record, totals }));
    }
  });
}

test("a record of the first hand proves it without saying it", () => {
  const [{ hands }] = ALL;
  assert.ok(hands.some(({ record, ending }) => record.first === undefined && ending.why === "first" && record.last_trick !== undefined));
  assert.ok(hands.some(({ record, ending }) => record.first === undefined && ending.why === "first" && (record.marafona ?? null) !== null));
});
