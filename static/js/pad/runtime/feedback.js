// Sound and vibration. They differ for a written hand, a refusal and a question, so that nobody has to
// look at the screen.

const VIBRATIONS = { written: [60], refused: [90, 70, 90], conflict: [40, 50, 40, 50, 160] };
const TONES = { written: [[880, 0.09]], refused: [[220, 0.16], [180, 0.2]], conflict: [[520, 0.1], [390, 0.1], [520, 0.16]] };
const LOUDNESS = 0.12;

/** @typedef {"both" | "vibrate" | "none"} Loudness */

/** @param {"written" | "refused" | "conflict"} kind @param {Loudness} loudness */
export function giveFeedback(kind, loudness) {
  if (loudness === "none") return;
  // Browsers allow neither before the first touch of the page.
  if (!navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(VIBRATIONS[kind]);
  if (loudness === "both") playTones(TONES[kind]);
}

/**
 * Each call opens an audio context and closes it after the last tone: an open one drains the battery.
 * @param {number[][]} tones frequency in hertz and length in seconds of each
 */
function playTones(tones) {
  if (typeof AudioContext === "undefined") return;
  const audio = new AudioContext();
  let start = audio.currentTime;
  for (const [at, [frequency, length]] of tones.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.linearRampToValueAtTime(0, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
    start += length;
    if (at === tones.length - 1) tone.onended = () => void audio.close();
  }
}
