// The order of the lines of a match on their phone: it outlives the storage, a refusal and another code.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { importPad } from "./source.mjs";

const { groupByMatch, sortItems } = await importPad("state/outbox.js");
const { card, book } = JSON.parse(readFileSync(new URL("../fixtures/marafon.json", import.meta.url), "utf8"));
const hands = (server, match) => server.sheets.get(match).lines.filter((line) => line.kind === "hand").map((line) => line.data.points);
const POINTS = [9, 4, 7];

function arrive() {
  const server = new Server({ card, book, target: 101 });
  const phone = new Phone(server, "K4D9");
  phone.arrive(3, 0);
  return { server, phone };
}

function moveTo(phone, table) {
  phone.tap("askLeave");
  phone.tap("leave");
  phone.enter(table);
  phone.settle();
}

/** A phone whose match was moved to table 4 while these hands waited on it. */
function moveMatch(points) {
  const { server, phone } = arrive();
  phone.goOffline();
  for (const each of points) phone.writeHand(each);
  server.swapTables(3, 4);
  phone.settle();
  assert.equal(phone.state.items[0].problem.code, "another_table");
  return { server, phone };
}

for (const count of [2, 3]) {
  const written = POINTS.slice(0, count).map((points) => [points, 11 - points]);

  test(`${count} hands whose match was moved go on in their order with the code of its new table`, () => {
    const { server, phone } = moveMatch(POINTS.slice(0, count));
    moveTo(phone, 4);
    assert.deepEqual(phone.state.items, []);
    assert.deepEqual(hands(server, 300), written);
    assert.deepEqual(hands(server, 400), []);
  });

  test(`${count} hands that wait behind a refused one are sent in their order after a reload`, () => {
    const { server, phone } = moveMatch(POINTS.slice(0, count));
    phone.reload();
    moveTo(phone, 4);
    assert.deepEqual(phone.state.items, []);
    assert.deepEqual(hands(server, 300), written);
  });

  test(`${count} hands whose code was replaced go on in their order, wherever the match is by then`, () => {
    const { server, phone } = arrive();
    phone.goOffline();
    for (const points of POINTS.slice(0, count)) phone.writeHand(points);
    server.replaceCode(3);
    phone.settle();
    assert.equal(phone.state.screen, "code");
    server.swapTables(3, 4);
    phone.reload();
    phone.enter(4);
    phone.settle();
    assert.deepEqual(phone.state.items, []);
    assert.deepEqual(hands(server, 300), written);
  });
}

test("hands go on by themselves where this phone is already at the new table of their match", () => {
  const { server, phone } = arrive();
  phone.goOffline();
  phone.writeHand(9);
  phone.writeHand(4);
  moveTo(phone, 4);
  phone.goOffline();
  server.swapTables(3, 4);
  phone.settle();
  phone.notice();
  phone.settle();
  assert.deepEqual(phone.state.items, []);
  assert.deepEqual(hands(server, 300), [[9, 2], [4, 7]]);
});

test("a hand behind one that somebody else was faster with stays behind it after a reload", () => {
  // Which of the two keys comes first depends on their check digits.
  for (let mine = 0; mine < 11; mine += 1) {
    const { server, phone } = arrive();
    phone.goOffline();
    phone.writeHand(mine);
    phone.writeHand(mine + 1);
    server.typeLine({ match: 300, key: "desk-0", kind: "hand", data: { points: [11 - mine, mine] }, version: 0 }, false);
    phone.settle();
    phone.reload();
    assert.deepEqual(phone.state.items.map((item) => [item.state, item.data.points[0]]), [["conflict", mine], ["waiting", mine + 1]]);
  }
});

test("a hand behind a refused one stays behind it after a reload", () => {
  // Both wait for the same place, so nothing but their order tells which came first.
  for (let mine = 0; mine < 11; mine += 1) {
    const { phone } = moveMatch([mine, mine + 1]);
    phone.reload();
    assert.deepEqual(phone.state.items.map((item) => [item.state, item.data.points[0]]), [["refused", mine], ["waiting", mine + 1]]);
  }
});

test("lines that an older edition has stored without their order are read by version, the one that stopped first", () => {
  const item = (key, version, state = "waiting", match = 300) => ({ key, version, state, match });
  const items = [item("b", 1), item("a", 1, "refused"), item("d", 0, "waiting", 400), item("c", 2), { ...item("0", 1), order: 7 }, { ...item("e", 1), order: 3 }];
  assert.deepEqual(sortItems(items).map(({ key }) => key), ["a", "b", "c", "d", "e", "0"]);
});

test("lines without an order get one when they are read, and keep it", () => {
  const { phone } = arrive();
  phone.goOffline();
  phone.writeHand(9);
  phone.writeHand(4);
  for (const item of phone.kept.items.values()) delete item.order;
  phone.reload();
  assert.deepEqual([...phone.kept.items.values()].map(({ order }) => order).sort(), [0, 1]);
});

test("an unsent line keeps what is said of it, wherever its phone is", () => {
  const { server, phone } = arrive();
  phone.goOffline();
  phone.writeHand(9);
  const [{ shown }] = phone.state.items;
  assert.deepEqual([shown.adds, shown.sides, shown.surnames[0]], [[9, 2], ["Zoffoli", "Bartolini"], ["Zoffoli", "Casadei"]]);
  phone.tap("openAmendLast");
  phone.choosePoints(4);
  phone.submit();
  assert.deepEqual(phone.state.items.map((item) => item.shown.adds), [[4, 7]]);
  server.replaceCode(3);
  phone.settle();
  phone.reload();
  assert.equal(phone.state.sheet, null);
  assert.deepEqual(phone.state.items.map((item) => item.shown.adds), [[4, 7]]);
});

test("unsent lines stand by match, those of a table together", () => {
  const item = (key, match, table) => ({ key, match, table });
  const groups = groupByMatch([item("a", 7, 4), item("b", 9, 3), item("c", 7, 4), item("d", 5, 4)]);
  assert.deepEqual(groups.map((group) => group.map(({ key }) => key)), [["b"], ["a", "c"], ["d"]]);
});
