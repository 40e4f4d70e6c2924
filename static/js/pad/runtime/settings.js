// The settings of this phone: language, theme, sound. Kept in localStorage; without it, for this page
// only.

import { say } from "../words.js";

/** Milliseconds that the server may take. */
const TIMEOUT = 8000;
const SOUND = "la-bella.sound";
const THEME = "theme";
const LOUDNESS = ["both", "vibrate", "none"];
const THEMES = ["system", "dark", "light"];

/** @type {Record<string, string>} */
const memory = {};

/** @param {string} name @param {string[]} values */
function readSetting(name, values) {
  let found = memory[name];
  try {
    found = localStorage.getItem(name) ?? found;
  } catch {
    // Kept for this page.
  }
  return values.includes(found) ? found : values[0];
}

/** @param {string} name @param {string} value */
function keepSetting(name, value) {
  memory[name] = value;
  try {
    localStorage.setItem(name, value);
  } catch {
    // Kept for this page.
  }
}

/** @param {string[]} values @param {string} value */
const after = (values, value) => values[(values.indexOf(value) + 1) % values.length];

export const loudness = () => /** @type {import("./feedback.js").Loudness} */ (readSetting(SOUND, LOUDNESS));

/** Whether the server has taken it. Without network it is not changed: the page would come back as it is. @param {any} page @param {string} language */
async function postLanguage(page, language) {
  const body = new URLSearchParams({ language, next: location.pathname });
  try {
    const answer = await fetch(page.setLanguage, { method: "POST", headers: { "X-CSRFToken": page.csrf }, body, signal: AbortSignal.timeout(TIMEOUT) });
    return answer.ok;
  } catch {
    return false;
  }
}

/** @param {{page: any, redraw: () => void, canReload: () => boolean, onFailed: (sentence: string) => void}} context */
export const makeSettings = ({ page, redraw, canReload, onFailed }) => ({
  get theme() {
    return readSetting(THEME, THEMES);
  },
  get nextTheme() {
    return after(THEMES, this.theme);
  },
  get loudness() {
    return loudness();
  },
  get nextLoudness() {
    return after(LOUDNESS, loudness());
  },
  otherLanguage: page.language === "it" ? "en" : "it",
  switchTheme() {
    const theme = after(THEMES, readSetting(THEME, THEMES));
    keepSetting(THEME, theme);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    redraw();
  },
  switchLoudness() {
    keepSetting(SOUND, after(LOUDNESS, loudness()));
    redraw();
  },
  async switchLanguage() {
    if (!canReload()) return onFailed(say("language_unsent"));
    if (!(await postLanguage(page, this.otherLanguage))) return onFailed(say("language_away"));
    location.reload();
  },
});
