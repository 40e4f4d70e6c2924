"""Cycles of negative length in a graph, by the method of Bellman and Ford."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeAlias, TypeVar

Vertex = TypeVar("Vertex", bound=Hashable)
Arcs: TypeAlias = Mapping[Vertex, Sequence[tuple[Vertex, int]]]
"""From every vertex to its neighbours, with the length of the way."""


def negative_cycles(arcs: Arcs[Vertex]) -> list[list[Vertex]]:
    """Some cycles of negative length that share no vertex; none only if the graph has none."""
    distance = dict.fromkeys(arcs, 0)
    before: dict[Vertex, Vertex] = {}
    active = list(arcs)
    while active:
        active = _relaxed(arcs, active, distance, before)
        if cycles := _cycles(before, active):
            return cycles
    return []


def _relaxed(
    arcs: Arcs[Vertex],
    active: Sequence[Vertex],
    distance: dict[Vertex, int],
    before: dict[Vertex, Vertex],
) -> list[Vertex]:
    """Follows every arc from the ``active`` once; the vertices that it brought nearer."""
    nearer: dict[Vertex, None] = {}
    for vertex in active:
        reached = distance[vertex]
        for neighbour, length in arcs[vertex]:
            if reached + length < distance[neighbour]:
                distance[neighbour] = reached + length
                before[neighbour] = vertex
                nearer[neighbour] = None
    return list(nearer)


def _cycles(before: Mapping[Vertex, Vertex], starts: Sequence[Vertex]) -> list[list[Vertex]]:
    """The cycles, in the direction of the arcs, that the ways back from ``starts`` run into."""
    seen: dict[Vertex, Vertex] = {}
    cycles = []
    for start in starts:
        vertex = start
        while vertex in before and vertex not in seen:
            seen[vertex] = start
            vertex = before[vertex]
        if vertex in before and seen[vertex] == start:
            cycles.append(_cycle_through(vertex, before))
    return cycles


def _cycle_through(vertex: Vertex, before: Mapping[Vertex, Vertex]) -> list[Vertex]:
    cycle = [vertex]
    while (vertex := before[vertex]) != cycle[0]:
        cycle.append(vertex)
    return cycle[::-1]
