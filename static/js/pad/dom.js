// Makes elements. Nothing is written as markup, so nothing that was typed can become any.

const SVG = "http://www.w3.org/2000/svg";

// h("a.button.quiet", {href, onclick}, "words", child, …); null and false are left out.
export function h(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) hear(element, key.slice(2), value);
    else if (key === "class") element.className += ` ${value}`;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== false));
  return element;
}

// What an element does is kept beside it, so that it can do something else without being replaced.
const acts = new WeakMap();

function hear(element, kind, act) {
  if (!acts.has(element)) acts.set(element, {});
  acts.get(element)[kind] = act;
  element.addEventListener(kind, (event) => acts.get(element)[kind]?.(event));
}

// Two trees that look the same: the one on the page does from now on what the new one would.
function adopt(now, next) {
  if (acts.has(next)) acts.set(now, acts.get(next));
  next.childNodes.forEach((child, at) => adopt(now.childNodes[at], child));
}

let sprites = {};

export function drawFrom(urls) {
  sprites = urls;
}

export const mark = (name) => drawn("mark", sprites.marks, name);
export const suit = (name) => drawn("suit", sprites.suits, name);

function drawn(kind, file, name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", kind);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${file}#${name}`);
  svg.append(use);
  return svg;
}

export function banner(kind, symbol, strong, ...more) {
  return h(
    `div.banner.${kind}`,
    { role: kind === "wrong" ? "alert" : "status" },
    mark(symbol),
    h("div.body", {}, h("strong", {}, strong), ...more),
  );
}

// Makes what is on the page what it should be, and leaves alone what is so already: a button that is
// being touched and a word that is being typed stay. What can be touched is replaced as a whole.
export function patch(now, next) {
  const typing = now === document.activeElement && now.matches("input:not([type=radio]), textarea") && now.id === next.id;
  if (typing || now.isEqualNode(next)) {
    adopt(now, next);
    return;
  }
  if (!alike(now, next)) {
    now.replaceWith(next);
    return;
  }
  if (acts.has(next)) acts.set(now, acts.get(next));
  const [old, fresh] = [[...now.childNodes], [...next.childNodes]];
  old.forEach((child, at) => patch(child, fresh[at]));
}

function alike(now, next) {
  if (now.nodeType !== 1 || now.tagName !== next.tagName) return false;
  if (now.matches("button, label, input, summary, a, svg")) return false;
  const attributes = (element) => [...element.attributes].map(({ name, value }) => `${name}=${value}`).join(" ");
  return attributes(now) === attributes(next) && now.childNodes.length === next.childNodes.length;
}
