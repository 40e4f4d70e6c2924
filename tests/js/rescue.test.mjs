// The texts of the QR codes, and the rows that are read aloud.

import assert from "node:assert/strict";
import { test } from "node:test";

import { MOST_QR_BYTES, QR_BYTES, rescueText, rescueTexts, spokenLines } from "../../static/js/pad/game/rescue.js";
import { drawSquares } from "../../static/js/pad/runtime/squares.js";
import { lineKey } from "../../static/js/pad/game/keys.js";
import decodeQR from "../../static/vendor/qr/decode.js";

const item = (version, data = { points: [7, 4] }, more = {}) => {
  const line = { phone: "K4D9", match: 7, version, kind: "hand", data, madeAt: "2026-12-13T19:00:00.000Z", ...more };
  return { ...line, key: lineKey(line) };
};

test("a text has phone, match, version, check digits, kind, data and time", () => {
  assert.equal(rescueText([item(4)]), 'LB1{"m":[[7,[[4,957,"hand",{"points":[7,4]},1797188400000]]]],"p":"K4D9"}');
});

test("a text has the latest keys that a line had before", () => {
  const formerKeys = ["K4D9-0-001", "K4D9-1-017", "K4D9-2-018", "K4D9-3-019", "K4D9-5-020", "K4D9-6-021"].map((key) => ({ key, line: null }));
  const text = rescueText([{ ...item(4), formerKeys }]);
  assert.equal(text, 'LB1{"m":[[7,[[4,957,"hand",{"points":[7,4]},1797188400000,[[1,17],[2,18],[3,19],[5,20],[6,21]]]]]],"p":"K4D9"}');
});

test("lines of two matches stand apart", () => {
  const [match, other] = JSON.parse(rescueText([item(4), item(0, {}, { match: 9 })]).slice(3)).m;
  assert.deepEqual([match[0], other[0]], [7, 9]);
});

test("many lines are spread over several texts, and none is lost", () => {
  const items = Array.from({ length: 30 }, (_, at) => item(at, { points: [7, 4], marafona: 1, caller: at % 4 }));
  const texts = rescueTexts(items);
  assert.ok(texts.length > 3);
  assert.ok(texts.every((text) => new TextEncoder().encode(text).length <= QR_BYTES));
  const versions = texts.flatMap((text) => JSON.parse(text.slice(3)).m.flatMap(([, rows]) => rows.map(([version]) => version)));
  assert.deepEqual(versions, items.map(({ version }) => version));
});

test("a line that no QR code holds is only read aloud", () => {
  const long = item(5, { play: Array(MOST_QR_BYTES).fill(1) });
  assert.deepEqual(rescueTexts([item(4), long, item(6)]), [rescueText([item(4), item(6)])]);
});

test("a claim, a hand card by card and a correction with a reason cannot be typed", () => {
  const items = [
    item(4), item(5, {}, { kind: "redeal" }), item(6, { side: 0 }, { kind: "sign" }), item(7, { line: 3, reason: "" }, { kind: "strike" }),
    item(8, { line: 2, data: { points: [7, 4] }, reason: "" }, { kind: "amend" }),
    item(9, { play: [] }), item(10, { line: 2, data: { play: [] }, reason: "" }, { kind: "amend" }),
    item(11, { line: 2, data: { points: [7, 4] }, reason: "segni" }, { kind: "amend" }), item(12, { side: 0 }, { kind: "claim" }),
  ];
  const lines = spokenLines(items, { describe: () => "7 a 4, senza marafona", handNumber: ({ version }) => version + 1 });
  assert.deepEqual(lines.map(({ canBeTyped }) => canBeTyped), [true, true, true, true, true, false, false, false, false]);
  assert.deepEqual([lines[0].check, lines[0].number, lines[0].line, lines[3].line], ["957", 5, null, 3]);
});

test("what is drawn is read again", async () => {
  const texts = rescueTexts([item(4), item(5)]);
  const [{ size, path }] = await drawSquares(texts);
  assert.equal(decodeQR(painted(size, path)), texts[0]);
});

// The path as a camera would see it, four pixels a module.
function painted(size, path) {
  const width = size * 4;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
    for (let row = y * 4; row < y * 4 + 4; row += 1) {
      for (let column = x * 4; column < (Number(x) + Number(length)) * 4; column += 1) {
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
      }
    }
  }
  return { width, height: width, data };
}
