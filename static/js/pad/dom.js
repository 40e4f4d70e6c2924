// Makes elements. Nothing is written as markup, so nothing that was typed can become any.

const SVG = "http://www.w3.org/2000/svg";

// h("a.button.quiet", {href, onclick}, "words", child, …); null and false are left out.
export function h(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className += ` ${value}`;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== false));
  return element;
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
  if (now.isEqualNode(next)) return;
  const typing = now === document.activeElement && now.matches("input:not([type=radio]), textarea");
  if (typing && now.id === next.id) return;
  if (!alike(now, next)) {
    now.replaceWith(next);
    return;
  }
  const [old, fresh] = [[...now.childNodes], [...next.childNodes]];
  old.forEach((child, at) => patch(child, fresh[at]));
}

function alike(now, next) {
  if (now.nodeType !== 1 || now.tagName !== next.tagName) return false;
  if (now.matches("button, label, input, summary, a, svg")) return false;
  const attributes = (element) => [...element.attributes].map(({ name, value }) => `${name}=${value}`).join(" ");
  return attributes(now) === attributes(next) && now.childNodes.length === next.childNodes.length;
}
