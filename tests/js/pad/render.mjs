// Renders screens of the pad without a browser: its components have no hooks, so they are called as functions.
// Each word is its own name, with what is filled in behind it, so that a test does not depend on a language.

import { importPad } from "./source.mjs";

const { speak } = await importPad("words.js");
const { App } = await importPad("screens/app.js");

/** Words with places for what is filled in. */
const PLACES = { signed_result: "%(side)s, %(result)s.", against: "%(ours)s against %(theirs)s", next_called_at: "%(time)s", next_expected: "%(time)s", clock: "%(hours)s.%(minutes)s" };

speak("en", new Proxy({}, { get: (_, name) => (["clock", "against"].includes(name) ? PLACES[name] : [String(name), PLACES[name]].filter(Boolean).join(" ")) }));

/** @param {any} state */
export const renderPage = (state) => App({ state, send() {}, submit() {}, settings: {} });

/** The elements of a rendered page, with their texts. @param {any} node @returns {{type: string, role?: string, className: string, text: string}[]} */
export function listElements(node) {
  if (Array.isArray(node)) return node.flatMap(listElements);
  if (node === null || typeof node !== "object") return [];
  if (typeof node.type === "function") return listElements(node.type(node.props));
  return [{ type: node.type, role: node.props.role, className: String(node.props.class ?? ""), text: textOf(node) }, ...listElements(node.props.children)];
}

/**
 * The controls of the page of a state, in their order. @param {any} state @param {(event: any) => void} dispatch
 * @returns {{id: string, name: string, value: string, text: string, isDisabled: boolean, tap: () => void}[]}
 */
export const listControls = (state, dispatch) =>
  controlsOf(App({ state, send: (type, params = {}) => dispatch({ type, ...params }), submit() {}, settings: {} }));

/** @param {any} node @returns {any[]} */
function controlsOf(node) {
  if (Array.isArray(node)) return node.flatMap(controlsOf);
  if (node === null || typeof node !== "object") return [];
  if (typeof node.type === "function") return controlsOf(node.type(node.props));
  const { id = "", name = "", value = "", disabled = false, onClick, onChange } = node.props;
  const own = onClick || onChange ? [{ id, name, value: String(value), text: textOf(node), isDisabled: Boolean(disabled), tap: onClick ?? onChange }] : [];
  return [...own, ...controlsOf(node.props.children)];
}

/** @param {any} node @returns {string} */
function textOf(node) {
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node !== "object") return String(node);
  return typeof node.type === "function" ? textOf(node.type(node.props)) : textOf(node.props.children);
}
