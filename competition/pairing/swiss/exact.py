"""The best pairing of some players: one minimum-weight matching over packed weights."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeAlias

import rustworkx

from competition.pairing.swiss.costs import PairingCost
from competition.pairing.swiss.score_groups import ScoreGroups, sort_pair
from competition.pairing.swiss.weights import Weights

Edge: TypeAlias = tuple[int, int, int]
"""The positions of two players in the list to be matched, and the negated weight of their pair."""
Pair: TypeAlias = tuple[int, int]
"""Upper and lower index in the score groups. The bye is a pair with the index behind the last."""


def find_best_pairing(
    score_groups: ScoreGroups,
    members: Sequence[int],
    order: tuple[int, ...],
    bye_costs: Mapping[int, PairingCost] | None = None,
    helpers: Sequence[int] = (),
) -> list[Pair] | None:
    """The best pairing of the ``members``, which are sorted.

    ``bye_costs``: the players of whom one gets the bye, each with the cost of it; empty or None if
    there is no bye. ``helpers``: players, all above or all below the members, who may be paired but
    need not be.

    None if forbidden pairs leave no pairing, or an odd number of players does.
    """
    bye_costs = bye_costs or {}
    # A perfect matching needs an even number of nodes: one helper less makes it even.
    is_odd = (len(members) + bool(bye_costs) + len(helpers)) % 2
    helpers = helpers[: len(helpers) - is_odd]
    nodes = sorted([*members, *helpers])
    helper_positions = range(0)
    if helpers:
        # The helpers are all above or all below, so their positions are one range.
        first_helper = nodes.index(min(helpers))
        helper_positions = range(first_helper, first_helper + len(helpers))

    weights = Weights(score_groups, nodes, order, bye_costs.values())
    edges = list_edges(score_groups, nodes, weights.units, helper_positions)
    # Two helpers matched with each other cost nothing: it means that both stay in their window.
    edges += [(one, other, 0) for one, other in combinations(helper_positions, 2)]
    if bye_costs:
        nobody = len(score_groups)
        for position, member in enumerate(nodes):
            if member in bye_costs:
                # Below all criteria: at equal cost, the last player gets the bye.
                rank_from_last = nobody - 1 - member
                weight = weights.pack(bye_costs[member]) + rank_from_last
                edges.append((position, len(nodes), -weight))
        nodes.append(nobody)

    pairs = find_least_weight_matching(nodes, edges)
    if pairs is None or not helpers:
        return pairs
    unused = set(helpers)
    return [pair for pair in pairs if not unused.issuperset(pair)]


def find_least_weight_matching(nodes: Sequence[int], edges: Sequence[Edge]) -> list[Pair] | None:
    """The perfect matching of the least weight, if there is a perfect matching.

    The solver's integers have 128 bits and it adds up a few weights at most; a test checks that
    the weights of the largest exact field stay far below that.
    """
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(nodes)
    graph.extend_from_weighted_edge_list(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) < len(nodes):
        return None
    return sorted(sort_pair(nodes[one], nodes[other]) for one, other in matching)


def list_edges(
    score_groups: ScoreGroups,
    members: Sequence[int],
    units: PairingCost,
    helper_positions: range = range(0),
) -> list[Edge]:
    """The edges between all members who may meet, except between two helpers."""
    # Most of the time of a round is spent in this loop and in the one below. So they compute
    # ``compute_pair_cost`` in packed form themselves, instead of calling it for each pair.
    edges: list[Edge] = []
    distance_unit, clash, rematch = -units.distance, -units.clashes, -units.rematches
    clubs = score_groups.club
    for position, upper in enumerate(members):
        met, club, forbidden = score_groups.met[upper], clubs[upper], score_groups.forbidden[upper]
        group = score_groups.group[upper]
        size = score_groups.size(group)
        # The ideal opponent is half a group below; doubled, so that it is a whole number.
        ideal_twice = 2 * upper + size
        group_end = bisect_left(members, score_groups.start[group + 1], lo=position)
        begin = position + 1
        if position in helper_positions:
            begin = helper_positions.stop
        for lower_position in range(begin, group_end):
            lower = members[lower_position]
            weight = distance_unit * (abs(2 * lower - ideal_twice) // 2)
            if lower in met:
                weight += rematch
            if clubs[lower] == club:
                weight += clash
            if lower not in forbidden:
                edges.append((position, lower_position, weight))
        edges += _list_edges_across(score_groups, members, units, position, max(begin, group_end))
    return edges


def _list_edges_across(
    score_groups: ScoreGroups, members: Sequence[int], units: PairingCost, position: int, begin: int
) -> Iterator[Edge]:
    """The edges between one member and those from ``begin`` on, who are in lower score groups."""
    upper = members[position]
    met, forbidden = score_groups.met[upper], score_groups.forbidden[upper]
    club, group = score_groups.club[upper], score_groups.group[upper]
    down = score_groups.down[upper]
    places_below = score_groups.size(group) - 1 - score_groups.place[upper]
    for lower_position in range(begin, len(members)):
        lower = members[lower_position]
        step = score_groups.group[lower] - group
        weight = (
            units.steps * step * step
            + units.floats * (down + score_groups.up[lower])
            + units.distance * (places_below + score_groups.place[lower])
        )
        if lower in met:
            weight += units.rematches
        if score_groups.club[lower] == club:
            weight += units.clashes
        if lower not in forbidden:
            yield position, lower_position, -weight
