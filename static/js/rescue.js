// Reads the QR codes that phones show, with the camera of this computer, into the field that is
// sent. The browser's own reader is taken where it has one; else the vendored one is loaded.

import { findElement, requireElement } from "./elements.js";

const TAG = "LB1";
const PAUSE = 120; // milliseconds between two looks: a person holds a phone longer

/** @typedef {(video: HTMLVideoElement) => Promise<string | null>} QrReader the text of the QR code that a video shows */

const camera = findElement("[data-camera]", HTMLElement);
const field = findElement("textarea[name=text]", HTMLTextAreaElement);

if (camera && field && window.isSecureContext && "getUserMedia" in (navigator.mediaDevices ?? {})) {
  requireElement("[data-no-camera]", HTMLElement).hidden = true;
  camera.hidden = false;
  offerCamera(camera, field);
}

/** @param {HTMLElement} place @param {HTMLTextAreaElement} text */
function offerCamera(place, text) {
  const start = requireElement("[data-camera-start]", HTMLButtonElement, place);
  const stop = requireElement("[data-camera-stop]", HTMLButtonElement, place);
  const video = requireElement("video", HTMLVideoElement, place);
  const status = requireElement("[data-camera-status]", HTMLElement, place);
  /** @type {MediaStream | null} */
  let stream = null;

  /** @param {string} name of a sentence that comes with the page */
  const tell = (name, count = 0) => {
    status.textContent = (status.dataset[name] ?? "").replace("{count}", String(count));
  };

  const show = (/** @type {boolean} */ isOn) => {
    start.hidden = isOn;
    stop.hidden = !isOn;
    video.hidden = !isOn;
  };

  const end = () => {
    stream?.getTracks().forEach((track) => track.stop());
    stream = null;
    video.srcObject = null;
    show(false);
  };

  start.addEventListener("click", async () => {
    start.disabled = true;
    try {
      const [read, opened] = await Promise.all([makeReader(), navigator.mediaDevices.getUserMedia({ video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 } } })]);
      stream = opened;
      video.srcObject = opened;
      show(true);
      await video.play();
      tell("looking");
      await look(opened, read);
    } catch {
      end();
      tell("refused");
    } finally {
      start.disabled = false;
    }
  });
  stop.addEventListener("click", end);
  // Who leaves the page does not leave the camera on.
  addEventListener("pagehide", end);

  /** @param {MediaStream} opened @param {QrReader} read */
  async function look(opened, read) {
    while (stream === opened) {
      const found = await read(video);
      if (found !== null && stream === opened) take(found);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /** @param {string} found */
  function take(found) {
    if (!found.startsWith(TAG)) {
      tell("other");
      return;
    }
    const texts = addText(text.value, found);
    const whole = texts.join("\n");
    if (new TextEncoder().encode(whole).length > Number(place.dataset.most)) {
      tell("full");
      return;
    }
    text.value = whole;
    tell("read", texts.length);
  }
}

/** The texts read so far with one more, each of them once. @param {string} before @param {string} found */
function addText(before, found) {
  const texts = before.split("\n").map((line) => line.trim()).filter(Boolean);
  return texts.includes(found) ? texts : [...texts, found];
}

/** @returns {Promise<QrReader>} */
async function makeReader() {
  const { BarcodeDetector } = window;
  if (BarcodeDetector && (await BarcodeDetector.getSupportedFormats()).includes("qr_code")) {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { decodeQR } = await import("../vendor/qr/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new TypeError("this browser cannot read a picture");
  return async (video) => {
    if (!video.videoWidth) return null;
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    context.drawImage(video, 0, 0);
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // Thrown where a picture has no code in it, which is most of them.
      return null;
    }
  };
}
