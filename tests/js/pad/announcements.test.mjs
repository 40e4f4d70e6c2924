// A written hand, a refusal and a conflict as somebody perceives them who does not look at the phone: the
// sound and vibration that the reducer asks for, and what a screen reader announces on the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";
import { listElements, renderPage } from "./render.mjs";
import { importPad } from "./source.mjs";

const { addScreens } = await importPad("screens/app.js");
const { HAND_SCREENS } = await importPad("screens/hand-form.js");
const { QUESTION_SCREENS } = await importPad("screens/questions.js");

addScreens({ ...HAND_SCREENS, ...QUESTION_SCREENS });

const { card, book } = JSON.parse(readFileSync(new URL("../fixtures/marafon.json", import.meta.url), "utf8"));
/** The forms ask how a field is entered. */
const BOOK = { ...book, record: { properties: {} } };
const LIVE = ["alert", "status"];

/** A phone that notes for what it gives a sound and a vibration. */
class AudiblePhone extends Phone {
  sounds = [];

  perform(effect, queue) {
    if (effect.do === "feedback") this.sounds.push(effect.kind);
    super.perform(effect, queue);
  }
}

/** What a screen reader announces of a page, without the status of the network: [role, text]. */
function announcementsOf({ state }) {
  return listElements(renderPage(state))
    .filter(({ role, className, text }) => LIVE.includes(role) && !className.startsWith("net ") && text)
    .map(({ role, text }) => [role, text]);
}

/** What the status in the bar says. */
const statusOf = ({ state }) => listElements(renderPage(state)).find(({ className }) => className.startsWith("net ")).text;

function makeHall() {
  const server = new Server({ card, book: BOOK, target: 101 });
  const [phone, other] = [new AudiblePhone(server, "AAAA"), new AudiblePhone(server, "BBBB")];
  phone.arrive(3, 0);
  other.arrive(3, 1);
  phone.sounds = [];
  return { server, phone, other };
}

const OUTCOMES = {
  written() {
    const { phone } = makeHall();
    phone.writeHand(9);
    phone.settle();
    return phone;
  },
  refused() {
    const { server, phone } = makeHall();
    server.refusal = () => "a hand of this game has eleven points";
    phone.writeHand(9);
    phone.settle();
    return phone;
  },
  conflict() {
    const { phone, other } = makeHall();
    phone.goOffline();
    phone.writeHand(9);
    other.writeHand(5);
    other.settle();
    phone.settle();
    return phone;
  },
};

const outcomes = Object.entries(OUTCOMES).map(([name, play]) => [name, play()]);

for (const [name, phone] of outcomes) {
  test(`${name}: one sound, its own`, () => assert.deepEqual(phone.sounds, [name]));
}

test("a screen reader announces each of them once, and says something else for each", () => {
  const found = outcomes.map(([name, phone]) => [name, announcementsOf(phone)]);
  assert.deepEqual(found, [
    ["written", [["status", "told_hand"]]],
    ["refused", [["alert", "a hand of this game has eleven points"]]],
    ["conflict", [["alert", "conflictconflict_help"]]],
  ]);
});

test("the status does not say that a refused hand or a conflict is done", () => {
  assert.deepEqual(outcomes.map(([, phone]) => statusOf(phone)), ["online", "status_look", "status_look"]);
});

test("a hand of the match before has its sound too, after the phone has come to another table", () => {
  const { phone } = makeHall();
  phone.goOffline();
  phone.writeHand(9);
  phone.tap("askLeave");
  phone.tap("leave");
  phone.goOnline();
  phone.enter(4);
  phone.settle();
  assert.deepEqual(phone.state.items, []);
  assert.deepEqual(phone.sounds, ["written"]);
});
