"""The best pairing there is, by one blossom over packed weights."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import rustworkx

from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import Levels
from competition.pairing.swiss.weights import Weights

Edge: TypeAlias = tuple[int, int, int]
"""The places of two in the list of those who are to be matched, and their weight below 0."""
Pair: TypeAlias = tuple[int, int]
"""Upper, lower: indexes on the ladder; who meets nobody meets the one after its last."""


def optimum(
    ladder: Ladder,
    members: Sequence[int],
    order: tuple[int, ...],
    alone: Mapping[int, Levels] | None = None,
    helpers: Sequence[int] = (),
) -> list[Pair] | None:
    """The best pairing of the members (in order). Where ``alone`` is given, one of those it names
    meets nobody, at that price. ``helpers``, all above or all below the members, may be met and
    need not.

    None where forbidden pairs leave no pairing at all, or no parity does.
    """
    alone = alone or {}
    helpers = helpers[: len(helpers) - (len(members) + bool(alone) + len(helpers)) % 2]
    there = sorted([*members, *helpers])
    first = there.index(min(helpers)) if helpers else 0
    idle = range(first, first + len(helpers))
    weights = Weights(ladder, there, order, alone.values())
    edges = meetings(ladder, there, weights.units, idle)
    edges += [(one, other, 0) for one, other in combinations(idle, 2)]
    nobody = len(ladder)
    # Of those who rest at the same price it is the last.
    edges += [
        (place, len(there), 1 + member - nobody - weights.packed(alone[member]))
        for place, member in enumerate(there if alone else [])
        if member in alone
    ]
    found = least_weight([*there, *([nobody] if alone else [])], edges)
    if found is None or not helpers:
        return found
    idlers = set(helpers)
    return [pair for pair in found if not idlers.issuperset(pair)]


def least_weight(nodes: Sequence[int], edges: Sequence[Edge]) -> list[Pair] | None:
    """The perfect matching of the least weight, if there is one.

    The solver's integers have 128 bits, and it adds up a few weights at most.
    """
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(nodes)
    graph.extend_from_weighted_edge_list(edges)
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < len(nodes):
        return None
    pairs = [(nodes[one], nodes[other]) for one, other in matched]
    return sorted((min(pair), max(pair)) for pair in pairs)


def meetings(
    ladder: Ladder, members: Sequence[int], units: Levels, idle: range = range(0)
) -> list[Edge]:
    """Every two of the members who may meet, but two of the ``idle`` places. Written out, because
    of all that a round takes this is most: it says the same as ``ladder.meeting``, packed."""
    edges: list[Edge] = []
    fold, clash, rematch = -units.distance, -units.clashes, -units.rematches
    clubs = ladder.club
    for place, upper in enumerate(members):
        met, club, forbidden = ladder.met[upper], clubs[upper], ladder.forbidden[upper]
        size = ladder.size(ladder.group[upper])
        middle = 2 * upper + size
        end = bisect_left(members, ladder.start[ladder.group[upper] + 1], lo=place)
        begin = idle.stop if place in idle else place + 1
        for there in range(begin, end):
            lower = members[there]
            weight = fold * (abs(2 * lower - middle) // 2)
            if lower in met:
                weight += rematch
            if clubs[lower] == club:
                weight += clash
            if lower not in forbidden:
                edges.append((place, there, weight))
        edges += _list_edges_across(ladder, members, units, place, max(begin, end))
    return edges


def _list_edges_across(
    ladder: Ladder, members: Sequence[int], units: Levels, place: int, end: int
) -> Iterator[Edge]:
    """One of the members and those from ``end`` on, who are of other score groups."""
    upper = members[place]
    met, club, forbidden = ladder.met[upper], ladder.club[upper], ladder.forbidden[upper]
    group, down = ladder.group[upper], ladder.down[upper]
    below = ladder.size(group) - 1 - ladder.place[upper]
    for there in range(end, len(members)):
        lower = members[there]
        step = ladder.group[lower] - group
        weight = (
            units.steps * step * step
            + units.floats * (down + ladder.up[lower])
            + units.distance * (below + ladder.place[lower])
        )
        if lower in met:
            weight += units.rematches
        if ladder.club[lower] == club:
            weight += units.clashes
        if lower not in forbidden:
            yield place, there, -weight
