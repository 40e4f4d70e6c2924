// The reader's choice of light or dark, kept on this device. Loaded before the page is painted.
const KEY = "theme";
const root = document.documentElement;

/** @param {string | null} theme */
function choose(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
}

try {
  choose(localStorage.getItem(KEY));
} catch {
  // A browser that keeps nothing shows the theme of its system.
}

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-theme-switch]")) {
    if (button instanceof HTMLElement) button.hidden = false;
    button.addEventListener("click", () => {
      const dark = root.dataset.theme
        ? root.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
      const theme = dark ? "light" : "dark";
      choose(theme);
      try {
        localStorage.setItem(KEY, theme);
      } catch {
        // It holds for this page alone.
      }
    });
  }
});
