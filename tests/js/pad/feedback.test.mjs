// Sound and vibration of a phone: what was written, refused and asked differ without a look at the screen.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { importPad } from "./source.mjs";

const { giveFeedback } = await importPad("runtime/feedback.js");
const KINDS = ["written", "refused", "conflict"];

let vibrations = [];
let tones = [];
let lengths = [];
let volumes = [];
let closed = 0;

/** A browser's audio context, which notes what it plays. */
class AudioContext {
  currentTime = 0;
  destination = null;

  createOscillator() {
    const tone = { frequency: { value: 0 }, connect: (node) => node, start: (at) => tones.push([tone.frequency.value, at]), stop: (at) => { lengths.push(at - tones.at(-1)[1]); queueMicrotask(() => tone.onended?.()); } };
    return tone;
  }

  createGain() {
    return { gain: { setValueAtTime: (volume) => volumes.push(volume), linearRampToValueAtTime() {} }, connect: () => null };
  }

  async close() {
    closed += 1;
  }
}

/** What a phone plays for this. @param {string} kind @param {string} [loudness] @param {boolean} [isTouched] */
function hear(kind, loudness = "both", isTouched = true) {
  vibrations = [];
  tones = [];
  lengths = [];
  volumes = [];
  const vibrate = (pattern) => vibrations.push(pattern);
  Object.defineProperty(globalThis, "navigator", { value: { userActivation: { hasBeenActive: isTouched }, vibrate }, configurable: true });
  giveFeedback(kind, loudness);
  return { vibrations, tones: tones.map(([frequency]) => frequency) };
}

beforeEach(() => {
  globalThis.AudioContext = AudioContext;
  closed = 0;
});

test("a written hand, a refusal and a question differ in sound and in vibration", () => {
  const heard = KINDS.map((kind) => hear(kind));
  for (const name of ["vibrations", "tones"]) assert.equal(new Set(heard.map((each) => JSON.stringify(each[name]))).size, KINDS.length);
  assert.ok(heard.every((each) => each.vibrations.length === 1 && each.tones.length > 0));
});

test("none of them is silent", () => {
  for (const kind of KINDS) {
    const { vibrations: [pattern], tones: frequencies } = hear(kind);
    const beats = pattern.filter((_, at) => at % 2 === 0);
    assert.ok(beats.every((milliseconds) => milliseconds >= 40), `${kind} vibrates so that it can be felt`);
    assert.ok(frequencies.every((hertz) => hertz >= 150 && hertz <= 4000), `${kind} can be heard from the loudspeaker of a phone`);
    assert.ok(lengths.length === frequencies.length && lengths.every((seconds) => seconds >= 0.08), `${kind} is long enough to be heard`);
    assert.ok(volumes.length === frequencies.length && volumes.every((volume) => volume >= 0.1), `${kind} is loud enough`);
  }
});

test("a question is longer than a refusal, and both have more than one beat", () => {
  const [written, refused, conflict] = KINDS.map((kind) => hear(kind).vibrations[0].length);
  assert.ok(written === 1 && refused > written && conflict > refused);
});

test("the sound can be turned off, and the vibration with it", () => {
  assert.deepEqual(hear("refused", "vibrate").tones, []);
  assert.equal(hear("refused", "vibrate").vibrations.length, 1);
  assert.deepEqual(hear("refused", "none"), { vibrations: [], tones: [] });
});

test("a page that nobody has touched is silent", () => {
  assert.deepEqual(hear("refused", "both", false), { vibrations: [], tones: [] });
});

test("the audio context is closed after the last tone", async () => {
  hear("conflict");
  await Promise.resolve();
  assert.equal(closed, 1);
});
