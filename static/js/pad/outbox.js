// Every act is a line with its own key, put in here first and sent from here, one after the other.
// Sent twice it is written once: the key stays. It lives in memory; where it is kept is its own
// affair, nobody outside sees the difference.

import { Away, Refused } from "./api.js";
import { randomKey } from "./device.js";

const PAUSES = [1000, 2000, 4000, 8000, 15_000];

export const WAITING = "waiting";
export const CONFLICT = "conflict";
export const REFUSED = "refused";

export class Outbox {
  // send(item) writes one line; onSent(item, answer), onChange() and onStopped(item) are told.
  constructor({ send, onSent, onStopped, onChange }) {
    Object.assign(this, { send, onSent, onStopped, onChange });
    this.items = [];
    this.tries = 0;
    this.lastTry = null;
    this.sending = false;
    addEventListener("online", () => this.retry());
  }

  // Lines that still count as written on this phone.
  get waiting() {
    return this.items.filter((item) => item.state === WAITING);
  }

  get away() {
    return this.tries > 0;
  }

  // version: of the sheet as its writer saw it, with what waits here before it.
  add({ kind, data, version }) {
    const item = { kind, data, version, key: randomKey(), madeAt: new Date().toISOString() };
    item.state = WAITING;
    this.items.push(item);
    this.onChange();
    this.flush();
    return item;
  }

  drop(item) {
    this.items = this.items.filter((each) => each !== item);
    this.onChange();
  }

  // All that waits says another version from now on: the sheet has grown by something else.
  rebase(version) {
    this.waiting.forEach((item, at) => {
      item.version = version + at;
    });
  }

  retry() {
    clearTimeout(this.timer);
    this.flush();
  }

  async flush() {
    if (this.sending) return;
    this.sending = true;
    try {
      let item;
      while ((item = this.items[0]) && item.state === WAITING && (await this.sent(item)));
    } finally {
      this.sending = false;
      this.onChange();
    }
  }

  // Whether the next one may follow.
  async sent(item) {
    this.lastTry = new Date();
    try {
      const answer = await this.send(item);
      this.tries = 0;
      this.items = this.items.filter((each) => each !== item);
      this.onSent(item, answer);
      return true;
    } catch (error) {
      if (error instanceof Away) this.later();
      else if (error instanceof Refused) this.stop(item, error);
      else throw error;
      return false;
    }
  }

  later() {
    const pause = PAUSES[Math.min(this.tries, PAUSES.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(() => this.flush(), pause);
  }

  stop(item, error) {
    this.tries = 0;
    item.state = error.problem.code === "stale_version" ? CONFLICT : REFUSED;
    item.error = error;
    this.onStopped(item, error);
  }
}
