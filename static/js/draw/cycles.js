// Cycles of negative length in a graph that changes (Bellman and Ford): competition/draw/clubmates/cycles.py.
// What is known of distances stays. Lengths are BigInt.

// arcs: from every vertex to its neighbours, with the length of the way. They may be changed: `changed`
// wants to be told.
export class CycleSearch {
  #arcs;
  #distance;
  #active;

  constructor(arcs) {
    this.#arcs = arcs;
    this.#distance = new Map([...arcs.keys()].map((vertex) => [vertex, 0n]));
    this.#active = new Set(arcs.keys());
  }

  changed(vertices) {
    for (const vertex of vertices) {
      if (!this.#distance.has(vertex)) this.#distance.set(vertex, 0n);
      this.#active.add(vertex);
    }
  }

  // Some cycles that share no vertex; none only if there is none.
  cycles() {
    const before = new Map();
    while (this.#active.size) {
      this.#active = this.#relaxed(before);
      const found = cyclesIn(before, this.#active);
      if (found.length) return found;
    }
    return [];
  }

  #relaxed(before) {
    const nearer = new Set();
    for (const vertex of this.#active) {
      const reached = this.#distance.get(vertex);
      for (const [neighbour, length] of this.#arcs.get(vertex)) {
        if (reached + length < this.#distance.get(neighbour)) {
          this.#distance.set(neighbour, reached + length);
          before.set(neighbour, vertex);
          nearer.add(neighbour);
        }
      }
    }
    return nearer;
  }
}

// The cycles, in the direction of the arcs, that the ways back from the starts run into.
function cyclesIn(before, starts) {
  const seen = new Map();
  const cycles = [];
  for (const start of starts) {
    let vertex = start;
    while (before.has(vertex) && !seen.has(vertex)) {
      seen.set(vertex, start);
      vertex = before.get(vertex);
    }
    if (before.has(vertex) && seen.get(vertex) === start) cycles.push(cycleThrough(vertex, before));
  }
  return cycles;
}

function cycleThrough(vertex, before) {
  const cycle = [vertex];
  for (let at = before.get(vertex); at !== vertex; at = before.get(at)) cycle.push(at);
  return cycle.reverse();
}
