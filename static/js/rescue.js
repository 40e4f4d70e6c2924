// Reads the QR codes that phones show, with the camera of this computer, into the field that is
// sent. The browser's own reader is taken where it has one; else the vendored one is loaded.

const TAG = "LB1";
const PAUSE = 120; // milliseconds between two looks: a person holds a phone longer

const camera = document.querySelector("[data-camera]");
const field = document.querySelector("textarea[name=text]");

if (camera && field && window.isSecureContext && navigator.mediaDevices?.getUserMedia) {
  document.querySelector("[data-no-camera]").hidden = true;
  camera.hidden = false;
  offerCamera(camera, field);
}

function offerCamera(place, text) {
  const [start, stop] = ["start", "stop"].map((name) => place.querySelector(`[data-camera-${name}]`));
  const video = place.querySelector("video");
  const status = place.querySelector("[data-camera-status]");
  let stream = null;

  const show = (isOn) => {
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
      status.textContent = status.dataset.looking;
      await look(opened, read);
    } catch {
      end();
      status.textContent = status.dataset.refused;
    } finally {
      start.disabled = false;
    }
  });
  stop.addEventListener("click", end);
  // Who leaves the page does not leave the camera on.
  addEventListener("pagehide", end);

  async function look(opened, read) {
    while (stream === opened) {
      const found = await read(video);
      if (found !== null && stream === opened) take(found);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  function take(found) {
    if (!found.startsWith(TAG)) {
      status.textContent = status.dataset.other;
      return;
    }
    const texts = addText(text.value, found);
    const whole = texts.join("\n");
    if (new TextEncoder().encode(whole).length > Number(place.dataset.most)) {
      status.textContent = status.dataset.full;
      return;
    }
    text.value = whole;
    status.textContent = status.dataset.read.replace("{count}", String(texts.length));
  }
}

/** The texts read so far with one more, each of them once. */
export function addText(before, found) {
  const texts = before.split("\n").map((line) => line.trim()).filter(Boolean);
  return texts.includes(found) ? texts : [...texts, found];
}

/** A function from the video to the text of a QR code, or null where there is none. */
async function makeReader() {
  if ("BarcodeDetector" in window && (await window.BarcodeDetector.getSupportedFormats()).includes("qr_code")) {
    const detector = new window.BarcodeDetector({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { decodeQR } = await import("../vendor/qr/decode.js");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
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
