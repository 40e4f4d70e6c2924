// The desk's page of a hand card by card: the pad's screen, in a form that sends the play as JSON.

import { html, render, setSprites } from "./pad/view.js";
import { speak } from "./pad/words.js";
import { CardsScreen, CardsSummary } from "./pad/screens/cards.js";
import { isComplete, lineData, readPlay } from "./pad/game/play.js";

const given = JSON.parse(document.getElementById("card-screen").textContent);
const place = document.getElementById("cards");
const text = document.querySelector("#as-text textarea");
const game = { card: given.card, book: { words: { record: given.record } }, format: { hands: given.hands } };

let cards = sentBefore();

speak(given.language, given.words);
setSprites(given.urls);
document.getElementById("as-text").hidden = true;
place.hidden = false;
draw();

// A play that was refused is still in the form: it can be taken back card by card.
function sentBefore() {
  try {
    const { play } = JSON.parse(text.value);
    return play ? { ...readPlay(given.card, play), given: 0 } : null;
  } catch {
    return null;
  }
}

function takeState(state) {
  cards = state;
  text.value = isComplete(state) ? JSON.stringify(lineData(state)) : "";
  draw();
}

function draw() {
  const props = { game, draft: { cards }, turn: given.turn, totals: given.totals, names: given.names, act: { cards: takeState } };
  render(html`<div class="cards-in"><${CardsScreen} ...${props} /></div><div class="thumb"><div class="in"><${CardsSummary} ...${props} /></div></div>`, place);
}
