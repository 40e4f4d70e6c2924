"""Cycles of negative length in a graph, by the method of Bellman and Ford."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

Vertex = TypeVar("Vertex", bound=Hashable)
Arcs: TypeAlias = Mapping[Vertex, Sequence[tuple[Vertex, int]]]
"""From every vertex to its neighbours, with the length of the arc."""


class CycleSearch(Generic[Vertex]):
    """Finds negative cycles in a graph that is changed to remove them, without starting anew.

    The distances are kept after a change: any initial distances are valid for the method, and good
    ones are soon corrected.
    """

    def __init__(self, arcs: Arcs[Vertex]) -> None:
        """``arcs`` may be changed later: the caller must then call ``mark_changed``."""
        self._arcs = arcs
        self._distance = dict.fromkeys(arcs, 0)
        # Dicts as sets that keep their order, so that the same graph gives the same cycles.
        self._active: dict[Vertex, None] = dict.fromkeys(arcs)

    def mark_changed(self, vertices: Iterable[Vertex]) -> None:
        """The arcs from these vertices have changed."""
        for vertex in vertices:
            self._distance.setdefault(vertex, 0)
            self._active[vertex] = None

    def find_cycles(self) -> list[list[Vertex]]:
        """Some cycles of negative length that share no vertex; none only if the graph has none."""
        distance = self._distance
        predecessors: dict[Vertex, Vertex] = {}
        while self._active:
            # Follow every arc from the active vertices once: those that got nearer are active next.
            nearer: dict[Vertex, None] = {}
            for vertex in self._active:
                reached = distance[vertex]
                for neighbour, length in self._arcs[vertex]:
                    if reached + length < distance[neighbour]:
                        distance[neighbour] = reached + length
                        predecessors[neighbour] = vertex
                        nearer[neighbour] = None
            self._active = nearer
            # A cycle among the predecessors is a negative one: it would shorten forever.
            if cycles := _list_cycles(predecessors, self._active):
                return cycles
        return []


def _list_cycles(
    predecessors: Mapping[Vertex, Vertex], starts: Iterable[Vertex]
) -> list[list[Vertex]]:
    """The cycles, in the direction of the arcs, that the ways back from ``starts`` run into."""
    visited_from: dict[Vertex, Vertex] = {}
    cycles: list[list[Vertex]] = []
    for start in starts:
        vertex = start
        while vertex in predecessors and vertex not in visited_from:
            visited_from[vertex] = start
            vertex = predecessors[vertex]
        # What was visited from another start has been followed: its cycle, if any, is listed.
        if vertex in predecessors and visited_from[vertex] == start:
            backwards = [vertex]
            while (vertex := predecessors[vertex]) != backwards[0]:
                backwards.append(vertex)
            cycles.append(backwards[::-1])
    return cycles
