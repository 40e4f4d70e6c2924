"""The best pairing there is, by one blossom over packed weights."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import rustworkx

from tournaments.core.swiss.ladder import Ladder
from tournaments.core.swiss.levels import Levels
from tournaments.core.swiss.weights import Weights

Edge: TypeAlias = tuple[int, int, int]
"""Upper, lower (the rest: one after the last index of the ladder), weight."""
Pair: TypeAlias = tuple[int, int]


def optimum(
    ladder: Ladder,
    members: Sequence[int],
    order: tuple[int, ...],
    alone: Mapping[int, Levels] | None = None,
) -> list[Pair] | None:
    """The best pairing of the members (in order). Where ``alone`` is given, one of those it names
    meets nobody here, at that price: he is paired with the index after the last of the ladder.

    None where forbidden pairs leave no pairing at all.
    """
    alone = alone or {}
    weights = Weights(ladder, members, order, alone.values())
    edges = list(meetings(ladder, members, weights.units))
    nobody = len(ladder)
    # Of those who rest at the same price it is the last.
    edges += [
        (member, nobody, weights.packed(levels) + nobody - 1 - member)
        for member, levels in alone.items()
    ]
    return least_weight([*members, *([nobody] if alone else [])], edges)


def least_weight(nodes: Sequence[int], edges: Sequence[Edge]) -> list[Pair] | None:
    """The perfect matching of the least weight, if there is one.

    The solver's integers have 128 bits, and it adds up a few weights at most.
    """
    number = {node: place for place, node in enumerate(nodes)}
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(nodes)
    graph.extend_from_weighted_edge_list(
        [(number[upper], number[lower], -weight) for upper, lower, weight in edges]
    )
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < len(nodes):
        return None
    pairs = [(nodes[one], nodes[other]) for one, other in matched]
    return sorted((min(pair), max(pair)) for pair in pairs)


def meetings(ladder: Ladder, members: Sequence[int], units: Levels) -> Iterator[Edge]:
    """Every two of the members who may meet. Written out, because of all that a round takes this
    is most: it says the same as ``ladder.meeting``, packed."""
    for number, upper in enumerate(members):
        met, club, forbidden = ladder.met[upper], ladder.club[upper], ladder.forbidden[upper]
        group, down = ladder.group[upper], ladder.down[upper]
        size = ladder.size(group)
        below = size - 1 - ladder.place[upper]
        for lower in members[number + 1 :]:
            if lower in forbidden:
                continue
            step = ladder.group[lower] - group
            if step:
                weight = (
                    units.steps * step * step
                    + units.floats * (down + ladder.up[lower])
                    + units.distance * (below + ladder.place[lower])
                )
            else:
                weight = units.distance * (abs(2 * (lower - upper) - size) // 2)
            if lower in met:
                weight += units.rematches
            if ladder.club[lower] == club:
                weight += units.clashes
            yield upper, lower, weight
