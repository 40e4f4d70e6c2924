// The public coin: every choice of a draw comes from one published seed (docs/explanation/draw.md).

import { sha256 } from "./sha256.js";

const BLOCKS = 1n << 256n;

/** The seed: of the secret that was committed to (hex) and the word that the hall then said. @param {string} secret @param {string} word */
export function toss(secret, word) {
  return sha256(`${secret}:${word.normalize("NFC")}`);
}

export class Coin {
  #seed;
  #next = 0;

  /** @param {string} seed */
  constructor(seed) {
    this.#seed = seed;
  }

  /** A whole number of 0 … n-1: a block that is too high is passed over. @param {number} n */
  below(n) {
    const many = BigInt(n);
    const limit = BLOCKS - (BLOCKS % many);
    let block = limit;
    while (block >= limit) {
      block = BigInt(`0x${sha256(`${this.#seed}:${this.#next}`)}`);
      this.#next += 1;
    }
    return Number(block % many);
  }

  /** The items in a new order, by Fisher and Yates from the last place down. @template T @param {Iterable<T>} items @returns {T[]} */
  shuffle(items) {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const chosen = this.below(last + 1);
      [order[last], order[chosen]] = [order[chosen], order[last]];
    }
    return order;
  }
}
