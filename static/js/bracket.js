// Looks at a bracket from near and far: buttons and the keys + − 0, the wheel with Ctrl, a finger or a
// mouse that drags. The browser scrolls by itself with the arrows.

const KEY = `zoom:${location.pathname}`;
const [LEAST, MOST, STEP] = [0.3, 2, 1.2];
let zoom = Number(kept()) || 1;
let seen = { left: 0, top: 0 };

const areas = () => [...document.querySelectorAll("[data-bracket]")];

function kept() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function look(to) {
  zoom = Math.min(MOST, Math.max(LEAST, to));
  for (const area of areas()) area.firstElementChild.style.setProperty("zoom", String(zoom));
  try {
    sessionStorage.setItem(KEY, String(zoom));
  } catch {
    // It holds for this page alone.
  }
}

function fit() {
  const [area] = areas();
  const rounds = area.firstElementChild;
  const frame = area.closest(".bracket");
  if (!document.fullscreenElement && frame.requestFullscreen) frame.requestFullscreen().catch(() => {});
  look((zoom * area.clientWidth) / rounds.scrollWidth);
}

const acts = { "-1": () => look(zoom / STEP), 0: () => look(1), 1: () => look(zoom * STEP), fit };

for (const tools of document.querySelectorAll("[data-zoom-tools]")) tools.hidden = false;
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) acts[button.dataset.zoom]();
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey) return;
  const act = { "+": acts[1], "-": acts["-1"], 0: acts[0] }[event.key];
  if (act) act();
});
document.addEventListener(
  "wheel",
  (event) => {
    if (!event.ctrlKey || !event.target.closest("[data-bracket]")) return;
    event.preventDefault();
    look(event.deltaY < 0 ? zoom * 1.1 : zoom / 1.1);
  },
  { passive: false },
);

// A mouse drags the bracket along; a finger does so by itself.
let held = null;
document.addEventListener("pointerdown", (event) => {
  const area = event.target.closest("[data-bracket]");
  if (!area || event.pointerType !== "mouse" || event.button) return;
  held = { area, x: event.clientX + area.scrollLeft, y: event.clientY + window.scrollY, moved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const left = held.x - event.clientX;
  held.moved ||= Math.abs(left - held.area.scrollLeft) > 4;
  held.area.scrollLeft = left;
});
document.addEventListener("pointerup", () => {
  setTimeout(() => (held = null));
});
document.addEventListener(
  "click",
  (event) => {
    if (held?.moved) event.preventDefault();
  },
  true,
);
document.addEventListener("dragstart", (event) => {
  if (event.target.closest("[data-bracket]")) event.preventDefault();
});

// Refreshed, it stays where it was.
document.addEventListener(
  "scroll",
  (event) => {
    if (event.target.matches?.("[data-bracket]")) seen = { left: event.target.scrollLeft };
  },
  true,
);
document.addEventListener("refreshed", () => {
  look(zoom);
  for (const area of areas()) area.scrollLeft = seen.left;
});

look(zoom);
const chosen = document.querySelector(".row.chosen");
if (chosen) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  chosen.scrollIntoView({ block: "center", inline: "center", behavior: calm ? "auto" : "smooth" });
}
