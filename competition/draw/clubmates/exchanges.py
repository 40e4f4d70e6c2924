"""Lots that change places in a circle, as long as any circle brings clubmates further apart."""

from collections.abc import Iterator, Sequence

from competition.draw.clubmates.cycles import CycleSearch
from competition.draw.clubmates.tree import Club, Holders, Node, Tree, members, path

Post = tuple[Club | None, Node]
"""A lot of this club on its way, at this node; None: a lot that may go to any leaf of the node."""


def exchange(tree: Tree, holders: Holders) -> Holders:
    """The holders after every circle of changes that lowers the cost; no order costs less.

    Who goes where is a flow in which each club has the bracket's tree to itself and shares the
    leaves with the others; the number of pairs is convex in every arc. Such a flow costs the least
    when its residual graph has no negative cycle.
    """
    residual = Residual(tree, holders)
    search = CycleSearch(residual.arcs)
    while circles := search.cycles():
        for circle in circles:
            search.changed(residual.turn(circle))
    return residual.holders


class Residual:
    """The possible changes to the holders: ``arcs`` from post to post, with their cost.

    An entrant that takes a leaf displaces its holder, who moves up to some node and down to
    another leaf.
    """

    def __init__(self, tree: Tree, holders: Holders) -> None:
        self.holders = dict(holders)
        self._tree = tree
        self._lots = members(holders)
        self._everybody = tree.seeds + self._lots
        posts: list[Post] = [*((None, node) for node in tree.free), *self._everybody]
        self.arcs = {post: list(self._ways(post)) for post in posts}

    def turn(self, circle: Sequence[Post]) -> list[Post]:
        """Moves every holder in the circle to its next leaf; the posts whose arcs that changes."""
        leaves = [node for club, node in circle if club is None and node >= self._tree.leaves]
        leaving = [self.holders[leaf] for leaf in leaves]
        posts: dict[Post, None] = {}
        for leaf, old, new in zip(leaves, leaving, (leaving[-1], *leaving[:-1]), strict=True):
            self.holders[leaf] = new
            posts |= dict.fromkeys([(None, leaf), *self._count(old, leaf, -1)])
            posts |= dict.fromkeys(self._count(new, leaf, 1))
        for post in posts:
            self.arcs[post] = list(self._ways(post))
        return list(posts)

    def _count(self, club: Club | None, leaf: Node, number: int) -> list[Post]:
        """Adds ``number`` lots of the club on the path from a leaf to the root; returns its
        posts."""
        posts: list[Post] = [(club, node) for node in path(leaf)] if club is not None else []
        for post in posts:
            self._lots[post] += number
            self._everybody[post] += number
        return posts

    def _ways(self, post: Post) -> Iterator[tuple[Post, int]]:
        club, node = post
        if club is not None:
            yield from self._out_of(club, node)
            yield from self._into_halves_of(club, node)
        elif node in self.holders:
            holder = self.holders[node]
            yield ((None, 1) if holder is None else (holder, node // 2)), 0
        else:
            yield from (((None, half), 0) for half in self._tree.halves[node])

    def _out_of(self, club: Club, node: Node) -> Iterator[tuple[Post, int]]:
        """The number of pairs fewer in the node when a lot of the club leaves it."""
        if self._lots[club, node] and node > 1:
            saved = self._everybody[club, node] - 1
            yield (club, node // 2), -self._tree.weight[node] * saved

    def _into_halves_of(self, club: Club, node: Node) -> Iterator[tuple[Post, int]]:
        """The number of pairs more in a half when a lot of the club goes into it."""
        for half in self._tree.halves.get(node, ()):
            mates = self._everybody[club, half]
            if mates and half < self._tree.leaves:
                yield (club, half), self._tree.weight[half] * mates
            else:
                yield (None, half), 0
