// Copies text to the clipboard.

/**
 * Copies `text` and says whether it could. Over plain HTTP, as in a hall, there is no navigator.clipboard, and a page
 * in the background may not use it: a selected field is copied instead.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

/** @param {string} text */
function copyBySelecting(text) {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
