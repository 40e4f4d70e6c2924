// Cycles of negative length in a graph that changes (Bellman and Ford): competition/draw/clubmates/cycles.py.
// What is known of distances stays. Lengths are BigInt.

import { getExisting } from "./lookup.js";

/** @template V @typedef {Map<V, [neighbour: V, length: bigint][]>} Arcs from every vertex to its neighbours, with the length of the way */

/** @template V */
export class CycleSearch {
  #arcs;
  #distance;
  #active;

  /** @param {Arcs<V>} arcs They may be changed; then `changed` has to be called. */
  constructor(arcs) {
    this.#arcs = arcs;
    this.#distance = new Map([...arcs.keys()].map((vertex) => [vertex, 0n]));
    this.#active = new Set(arcs.keys());
  }

  /** @param {Iterable<V>} vertices */
  changed(vertices) {
    for (const vertex of vertices) {
      if (!this.#distance.has(vertex)) this.#distance.set(vertex, 0n);
      this.#active.add(vertex);
    }
  }

  /** Some cycles that share no vertex; none only if there is none. @returns {V[][]} */
  cycles() {
    /** @type {Map<V, V>} */
    const before = new Map();
    while (this.#active.size) {
      this.#active = this.#relaxed(before);
      const found = cyclesIn(before, this.#active);
      if (found.length) return found;
    }
    return [];
  }

  /** @param {Map<V, V>} before */
  #relaxed(before) {
    /** @type {Set<V>} */
    const nearer = new Set();
    for (const vertex of this.#active) {
      const reached = getExisting(this.#distance, vertex);
      for (const [neighbour, length] of getExisting(this.#arcs, vertex)) {
        if (reached + length < getExisting(this.#distance, neighbour)) {
          this.#distance.set(neighbour, reached + length);
          before.set(neighbour, vertex);
          nearer.add(neighbour);
        }
      }
    }
    return nearer;
  }
}

/**
 * The cycles, in the direction of the arcs, that the ways back from the starts run into.
 * @template V @param {Map<V, V>} before @param {Set<V>} starts
 */
function cyclesIn(before, starts) {
  /** @type {Map<V, V>} */
  const seen = new Map();
  const cycles = [];
  for (const start of starts) {
    let vertex = start;
    while (before.has(vertex) && !seen.has(vertex)) {
      seen.set(vertex, start);
      vertex = getExisting(before, vertex);
    }
    if (before.has(vertex) && seen.get(vertex) === start) cycles.push(cycleThrough(vertex, before));
  }
  return cycles;
}

/** @template V @param {V} vertex @param {Map<V, V>} before */
function cycleThrough(vertex, before) {
  const cycle = [vertex];
  for (let at = getExisting(before, vertex); at !== vertex; at = getExisting(before, at)) cycle.push(at);
  return cycle.reverse();
}
