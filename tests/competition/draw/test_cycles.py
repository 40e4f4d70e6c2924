"""Negative cycles, against a search that looks at every way."""

from itertools import pairwise
from typing import TypeAlias

from hypothesis import given
from hypothesis import strategies as st

from competition.draw.clubmates.cycles import CycleSearch

Lengths: TypeAlias = dict[tuple[int, int], int]
Graph: TypeAlias = tuple[int, Lengths]

graphs = st.integers(1, 6).flatmap(
    lambda size: st.dictionaries(
        st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)),
        st.integers(-5, 9),
        max_size=16,
    ).map(lambda lengths: (size, lengths))
)


def has_negative_cycle(size: int, lengths: Lengths) -> bool:
    """Floyd and Warshall: the shortest way from everywhere to everywhere."""
    ways = {(a, b): lengths.get((a, b), 10**6) for a in range(size) for b in range(size)}
    for over in range(size):
        for a in range(size):
            for b in range(size):
                ways[a, b] = min(ways[a, b], ways[a, over] + ways[over, b])
    return any(ways[vertex, vertex] < 0 for vertex in range(size))


def arcs_of(size: int, lengths: Lengths) -> dict[int, list[tuple[int, int]]]:
    return {a: [(b, lengths[a, b]) for b in range(size) if (a, b) in lengths] for a in range(size)}


@given(graphs)
def test_cycles_are_found_where_there_are_any(graph: Graph) -> None:
    assert bool(CycleSearch(arcs_of(*graph)).find_cycles()) == has_negative_cycle(*graph)


@given(graphs)
def test_what_is_found_is_negative_and_shares_no_vertex(graph: Graph) -> None:
    size, lengths = graph
    cycles = CycleSearch(arcs_of(size, lengths)).find_cycles()
    for cycle in cycles:
        assert sum(lengths[arc] for arc in pairwise((*cycle, cycle[0]))) < 0
    vertices = [vertex for cycle in cycles for vertex in cycle]
    assert len(vertices) == len(set(vertices))


@given(graphs, st.integers(0, 5))
def test_a_graph_that_is_changed_is_searched_as_it_is(graph: Graph, added: int) -> None:
    size, lengths = graph
    arcs = arcs_of(size, lengths)
    search = CycleSearch(arcs)
    while cycles := search.find_cycles():
        for first, second, *_ in ((*cycle, cycle[0]) for cycle in cycles):
            lengths[first, second] = 100
            arcs[first] = arcs_of(size, lengths)[first]
            search.mark_changed([first])
    assert not has_negative_cycle(size, lengths)
    arcs[size] = [(0, added - 3)]
    arcs[0].append((size, 0))
    search.mark_changed([size, 0])
    assert bool(search.find_cycles()) == (added < 3)
