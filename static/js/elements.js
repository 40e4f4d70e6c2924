// Elements of a page, by a selector and the class that the script needs.

/** @template {Element} E @typedef {new () => E} ElementClass */
/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * The first element that matches; null where there is none of this class.
 * @template {Element} E @param {string} selector @param {ElementClass<E>} type @param {ParentNode} [root]
 * @returns {E | null}
 */
export function findElement(selector, type, root = document) {
  const found = root.querySelector(selector);
  return found instanceof type ? found : null;
}

/**
 * The first element that matches. Throws where the page has none of this class: it was not made for the script.
 * @template {Element} E @param {string} selector @param {ElementClass<E>} type @param {ParentNode} [root]
 * @returns {E}
 */
export function requireElement(selector, type, root = document) {
  const found = findElement(selector, type, root);
  if (!found) throw new TypeError(`no ${selector} in the page`);
  return found;
}

/**
 * All elements that match, in their order.
 * @template {Element} E @param {string} selector @param {ElementClass<E>} type @param {ParentNode} [root]
 * @returns {E[]}
 */
export function listElements(selector, type, root = document) {
  return [...root.querySelectorAll(selector)].filter((each) => isOfType(each, type));
}

/**
 * The target of an event, or the nearest element around it, that matches; null where there is none of this class.
 * @template {Element} E @param {EventTarget | null} target @param {string} selector @param {ElementClass<E>} type
 * @returns {E | null}
 */
export function findClosest(target, selector, type) {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof type ? found : null;
}

/** @template {Element} E @param {Element} element @param {ElementClass<E>} type @returns {element is E} */
function isOfType(element, type) {
  return element instanceof type;
}

/** Whether people type or choose in it. @param {unknown} target @returns {target is Field} */
export function isField(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}
