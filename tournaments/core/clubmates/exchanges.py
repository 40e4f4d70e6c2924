"""Lots that change places in a circle, as long as any circle brings clubmates further apart."""

from collections.abc import Iterator

from tournaments.core.clubmates.cycles import Arcs, negative_cycles
from tournaments.core.clubmates.tree import Club, Holders, Members, Node, Tree, members

Post = tuple[Club | None, Node]
"""A lot of this club on its way, at this node; None: a lot that may go to any leaf of the node."""


def exchange(tree: Tree, holders: Holders) -> Holders:
    """The holders after every circle of changes that lowers the cost; no order costs less.

    Who goes where is a flow in which each club has the bracket's tree to itself and shares the
    leaves with the others; the number of pairs is convex in every arc. Such a flow costs the least
    when its residual graph, which is what ``_arcs`` draws, has no negative cycle.
    """
    while cycles := negative_cycles(_arcs(tree, holders)):
        moved = dict(holders)
        for cycle in cycles:
            leaves = [node for club, node in cycle if club is None and node >= tree.leaves]
            for leaf, goal in zip(leaves, (*leaves[1:], leaves[0]), strict=True):
                moved[goal] = holders[leaf]
        holders = moved
    return holders


def _arcs(tree: Tree, holders: Holders) -> Arcs[Post]:
    lots = members(holders)
    everybody = tree.seeds + lots
    arcs: dict[Post, list[tuple[Post, int]]] = {}
    for node in tree.free:
        arcs[None, node] = [((None, half), 0) for half in tree.halves[node]]
    for leaf, club in holders.items():
        # Whoever comes to a leaf sends its holder on his way.
        arcs[None, leaf] = [((None, 1) if club is None else (club, leaf // 2), 0)]
    for club, node in everybody:
        if node < tree.leaves and tree.free[node]:
            arcs[club, node] = list(_ways(tree, club, node, lots, everybody))
    return arcs


def _ways(
    tree: Tree, club: Club | None, node: Node, lots: Members, everybody: Members
) -> Iterator[tuple[Post, int]]:
    """A lot out of the node is so many pairs less, a lot into a half so many more."""
    if lots[club, node] and node > 1:
        yield (club, node // 2), -tree.weight[node] * (everybody[club, node] - 1)
    for half in tree.halves[node]:
        mates = everybody[club, half]
        if mates and half < tree.leaves:
            yield (club, half), tree.weight[half] * mates
        else:
            yield (None, half), 0
