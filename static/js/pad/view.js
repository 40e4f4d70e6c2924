// Preact with htm: screens are functions of the state. No hooks, no component state: whatever a
// screen needs to know is in the state of the reducer.

import { h, render } from "../../vendor/preact.mjs";
import htm from "../../vendor/htm.mjs";

export { render };
/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(h);

/** The longest texts of the page's fields, as the server has them. @type {{reason?: number}} */
let longest = {};

/** @param {{reason?: number}} given */
export function setLongest(given) {
  longest = given;
}

export const longestReason = () => longest.reason;

let sprites = { marks: "", suits: "" };

/** @param {{marks: string, suits: string}} urls the addresses of the two SVG sprites */
export function setSprites(urls) {
  sprites = urls;
}

/** @param {string} name a symbol of marks.svg */
export const mark = (name) => icon("mark", sprites.marks, name);

/** @param {string} name a symbol of suits.svg */
export const suit = (name) => icon("suit", sprites.suits, name);

/** @param {string} kind @param {string} file @param {string} name */
const icon = (kind, file, name) =>
  html`<svg class=${kind} aria-hidden="true"><use href=${`${file}#${name}`}></use></svg>`;

export const MARKS = ["a", "b"];

/** The class of a side's mark: full, hollow, none for more than two sides. @param {number | null} side */
export const sideClass = (side) => (side !== null && MARKS[side] ? `side ${MARKS[side]}` : "");

/**
 * A banner of components.css.
 * @param {{kind: string, symbol: string, title: unknown, children?: unknown, id?: string}} props
 */
export const Banner = ({ kind, symbol, title, children, id }) => html`
  <div id=${id} class=${`banner ${kind}`} role=${kind === "wrong" ? "alert" : "status"}>
    ${mark(symbol)}
    <div class="body"><strong>${title}</strong>${children}</div>
  </div>`;

// Names ----------------------------------------------------------------------------------------

/** A name is never broken inside a word: where a word is long, its type is smaller. @param {string} name */
export const longClass = (name) => (name.split(/[\s-]/).some((word) => word.length > LONG_WORD) ? "long" : "");
const LONG_WORD = 10;

/** @param {{name: string, end?: string}} props */
export const Name = ({ name, end = "" }) => html`<span class=${`nm ${longClass(name)}`}>${name}${end}</span>`;

/** A pair, stacked: no dash to the eye, one to the ear. @param {{names: string[]}} props */
export const Pair = ({ names }) => html`<span class="people">${names.map((name, at) =>
  html`${at ? html`<span class="hidden-text"> – </span>` : null}<${Name} name=${name} />`)}</span>`;

/** A pair in a sentence: it breaks after its dash only. @param {{names: string[]}} props */
export const InLine = ({ names }) => html`<span class="in-line">${names.map((name, at) =>
  html`${at ? " " : null}<${Name} name=${name} end=${at < names.length - 1 ? "\u00a0–" : ""} />`)}</span>`;
