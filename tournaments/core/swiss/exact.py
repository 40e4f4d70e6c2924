"""The best pairing there is, by one blossom over packed weights."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import rustworkx

from tournaments.core.swiss.ladder import Ladder
from tournaments.core.swiss.weights import Weights

Edge: TypeAlias = tuple[int, int, int]
"""Upper, lower (the rest: one after the last index of the ladder), weight."""
Pair: TypeAlias = tuple[int, int]


def optimum(
    ladder: Ladder, members: Sequence[int], order: tuple[int, ...], *, rest: bool
) -> list[Pair] | None:
    """The best pairing of the members (in order); with ``rest`` one of them meets the rest.

    None where forbidden pairs leave no pairing at all.
    """
    if not members:
        return []
    weights = Weights(ladder, members, order)
    edges = list(_meetings(ladder, members, weights))
    if rest:
        edges += [(member, len(ladder), weights.resting(member)) for member in members]
    return least_weight([*members, *([len(ladder)] if rest else [])], edges)


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


def _meetings(ladder: Ladder, members: Sequence[int], weights: Weights) -> Iterator[Edge]:
    """Every two of the members who may meet. Written out, because of all that a round takes this
    is most: it says the same as ``weights.meeting``."""
    units = weights.units
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
