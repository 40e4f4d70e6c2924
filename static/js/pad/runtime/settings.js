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

/**
 * The CSRF token that the browser has by now: each sign-in makes another one. A line is sent with that of its page, because it
 * is one person's (api.js); the language is that of the browser, whichever page changes it.
 */
const readToken = () => /\bcsrftoken=(\w+)/.exec(document.cookie)?.[1] ?? "";

/**
 * Has the server keep the language; the page then comes back in it. @param {string} address @param {string} language
 * @returns {Promise<string | null>} the key of the words for why it was not changed; null if it was
 */
async function postLanguage(address, language) {
  try {
    const { ok, status } = await fetch(address, {
      method: "POST",
      // As JSON the answer is empty, rather than a page that may be refused for reasons of its own.
      headers: { Accept: "application/json", "X-CSRFToken": readToken() },
      body: new URLSearchParams({ language }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (ok) return null;
    return status >= 500 || status === 429 ? "language_away" : "language_refused";
  } catch {
    return "language_away";
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
    const reason = await postLanguage(page.setLanguage, this.otherLanguage);
    if (reason) return onFailed(say(reason));
    location.reload();
  },
});
