// Counts things, as Python's Counter does: in the order in which they first came; 0 of all others.

/** @template T @extends {Map<T, number>} */
export class Counter extends Map {
  /** @param {Iterable<T>} things */
  constructor(things = []) {
    super();
    for (const thing of things) this.add(thing, 1);
  }

  /** @param {T} thing */
  of(thing) {
    return this.get(thing) ?? 0;
  }

  /** @param {T} thing @param {number} number */
  add(thing, number) {
    this.set(thing, this.of(thing) + number);
  }

  /** Both together: what this one has first. @param {Counter<T>} other @returns {Counter<T>} */
  plus(other) {
    /** @type {Counter<T>} */
    const sum = new Counter();
    for (const each of [this, other]) for (const [thing, number] of each) sum.add(thing, number);
    return sum;
  }
}
