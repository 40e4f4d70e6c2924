"""Cycles of negative length in a graph, by the method of Bellman and Ford."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

Vertex = TypeVar("Vertex", bound=Hashable)
Arcs: TypeAlias = Mapping[Vertex, Sequence[tuple[Vertex, int]]]
"""From every vertex to its neighbours, with the length of the way."""


class CycleSearch(Generic[Vertex]):
    """Finds negative cycles in a graph that is changed to be rid of them, without starting anew.

    What it knows of distances stays: any would do to begin with, good ones are soon corrected.
    """

    def __init__(self, arcs: Arcs[Vertex]) -> None:
        """``arcs`` may be changed later: the caller must then call ``changed``."""
        self._arcs = arcs
        self._distance = dict.fromkeys(arcs, 0)
        self._active: dict[Vertex, None] = dict.fromkeys(arcs)

    def changed(self, vertices: Iterable[Vertex]) -> None:
        """The arcs from these vertices are not what they were."""
        for vertex in vertices:
            self._distance.setdefault(vertex, 0)
            self._active[vertex] = None

    def cycles(self) -> list[list[Vertex]]:
        """Some cycles of negative length that share no vertex; none only if the graph has none."""
        before: dict[Vertex, Vertex] = {}
        while self._active:
            self._active = self._relaxed(before)
            if cycles := _list_cycles(before, self._active):
                return cycles
        return []

    def _relaxed(self, before: dict[Vertex, Vertex]) -> dict[Vertex, None]:
        """Follows every arc from the active vertices once; those that it brought nearer."""
        distance = self._distance
        nearer: dict[Vertex, None] = {}
        for vertex in self._active:
            reached = distance[vertex]
            for neighbour, length in self._arcs[vertex]:
                if reached + length < distance[neighbour]:
                    distance[neighbour] = reached + length
                    before[neighbour] = vertex
                    nearer[neighbour] = None
        return nearer


def _list_cycles(before: Mapping[Vertex, Vertex], starts: Iterable[Vertex]) -> list[list[Vertex]]:
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
