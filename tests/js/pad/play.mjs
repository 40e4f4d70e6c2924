// Plays a whole evening of two phones at one table.

import { readFileSync } from "node:fs";
import { Evening } from "./evening.mjs";
import { Server } from "./hall.mjs";
import { Phone } from "./phone.mjs";

const readFixture = (/** @type {string} */ name) => JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8"));
const { card, book } = readFixture("marafon");
const [{ card: { play } }] = readFixture("plays");

/** The same game card by card, with the rule that cards can be dealt again. */
const cardWithRedeals = { ...card, play, turn: { ...card.turn, after_redeal: [0, 1, 2, 3] } };

/** A match of one game, which two hands can win, or the best of three, where one hand can win a game: two hands can win any of them. */
const FORMATS = { 1: { target: 21, games: 1 }, 3: { target: 11, games: 3 } };

/** @param {any[]} steps as in sequences.mjs @param {1 | 3} games */
export async function playEvening(steps, games = 1) {
  const server = new Server({ card: cardWithRedeals, book, ...FORMATS[games] });
  const phones = ["AAAA", "BBBB"].map((name, at) => {
    const phone = new Phone(server, name);
    phone.arrive(3, at);
    return phone;
  });
  const evening = new Evening(server, phones);
  await evening.play(steps);
  await evening.finish();
}
