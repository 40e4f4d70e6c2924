// Counts things, as Python's Counter does: in the order in which they first came; 0 of all others.

export class Counter extends Map {
  constructor(things = []) {
    super();
    for (const thing of things) this.add(thing, 1);
  }

  of(thing) {
    return this.get(thing) ?? 0;
  }

  add(thing, number) {
    this.set(thing, this.of(thing) + number);
  }

  // Both together: what this one has first.
  plus(other) {
    const sum = new Counter();
    for (const each of [this, other]) for (const [thing, number] of each) sum.add(thing, number);
    return sum;
  }
}
