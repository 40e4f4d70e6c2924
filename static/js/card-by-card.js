// The desk's page of a hand card by card: the pad's screen, in a form that sends the play as JSON.

import { requireElement } from "./elements.js";
import { html, render, setSprites } from "./pad/view.js";
import { speak } from "./pad/words.js";
import { CardsScreen, CardsSummary } from "./pad/screens/cards.js";
import { isComplete, lineData, readPlay } from "./pad/game/play.js";

/** @typedef {import("./pad/game/play-types.js").PlayState} PlayState */

const given = JSON.parse(requireElement("#card-screen", HTMLElement).textContent ?? "");
const place = requireElement("#cards", HTMLElement);
const asText = requireElement("#as-text", HTMLElement);
const text = requireElement("textarea", HTMLTextAreaElement, asText);
const game = { card: given.card, book: { words: { record: given.record } }, format: { hands: given.hands } };

let cards = sentBefore();

speak(given.language, given.words);
setSprites(given.urls);
asText.hidden = true;
place.hidden = false;
draw();

/** A play that was refused is still in the form: it can be taken back card by card. @returns {PlayState | null} */
function sentBefore() {
  try {
    const { play } = JSON.parse(text.value);
    return play ? { ...readPlay(given.card, play), given: 0 } : null;
  } catch {
    return null;
  }
}

/** @param {PlayState} state */
function takeState(state) {
  cards = state;
  text.value = isComplete(state) ? JSON.stringify(lineData(state)) : "";
  draw();
}

function draw() {
  const props = { game, draft: { cards }, turn: given.turn, totals: given.totals, names: given.names, act: { cards: takeState } };
  render(html`<div class="cards-in"><${CardsScreen} ...${props} /></div><div class="thumb"><div class="in"><${CardsSummary} ...${props} /></div></div>`, place);
}
