"""Lots that change places in a circle, as long as any circle brings clubmates further apart."""

from collections.abc import Iterator, Sequence

from competition.draw.clubmates.cycles import CycleSearch
from competition.draw.clubmates.tree import (
    Club,
    Holders,
    Node,
    Tree,
    count_members,
    list_club_nodes,
)

Post = tuple[Club | None, Node]
"""A lot of this club on its way, at this node; None: a lot that may go to any leaf of the node."""


def minimise_cost(tree: Tree, holders: Holders) -> Holders:
    """The holders after every circle of changes that lowers the cost; no order costs less.

    Who goes where is a flow in which each club has the bracket's tree to itself and shares the
    leaves with the others; the number of pairs is convex in every arc. Such a flow costs the least
    when its residual graph has no negative cycle.
    """
    residual = ResidualGraph(tree, holders)
    search = CycleSearch(residual.arcs)
    while circles := search.find_cycles():
        for circle in circles:
            search.mark_changed(residual.apply(circle))
    return residual.holders


class ResidualGraph:
    """The possible changes to the holders: ``arcs`` from post to post, with their cost.

    An entrant that takes a leaf displaces its holder, who moves up to some node and down to
    another leaf.
    """

    def __init__(self, tree: Tree, holders: Holders) -> None:
        self.holders = dict(holders)
        self._tree = tree
        self._lots = count_members(holders)
        self._members = tree.seeds + self._lots
        free_posts: list[Post] = [(None, node) for node in tree.free]
        posts: list[Post] = [*free_posts, *self._members]
        self.arcs = {post: list(self._list_arcs(post)) for post in posts}

    def apply(self, circle: Sequence[Post]) -> list[Post]:
        """Moves every holder in the circle to its next leaf; returns the posts whose arcs that
        changes."""
        leaves = [node for club, node in circle if club is None and node >= self._tree.leaves]
        old_holders = [self.holders[leaf] for leaf in leaves]
        new_holders = [old_holders[-1], *old_holders[:-1]]
        changed_posts: dict[Post, None] = {}  # a set that keeps its order: the result must not vary
        for leaf, old_club, new_club in zip(leaves, old_holders, new_holders, strict=True):
            self.holders[leaf] = new_club
            changed_posts |= dict.fromkeys([(None, leaf), *self._add_lots(old_club, leaf, -1)])
            changed_posts |= dict.fromkeys(self._add_lots(new_club, leaf, 1))
        for post in changed_posts:
            self.arcs[post] = list(self._list_arcs(post))
        return list(changed_posts)

    def _add_lots(self, club: Club | None, leaf: Node, number: int) -> list[Post]:
        """Adds ``number`` lots of the club on the path from a leaf to the root; returns its
        posts."""
        if club is None:
            return []
        posts = list_club_nodes(club, leaf)
        for post in posts:
            self._lots[post] += number
            self._members[post] += number
        return posts

    def _list_arcs(self, post: Post) -> Iterator[tuple[Post, int]]:
        club, node = post
        if club is not None:
            # A lot of the club leaves the node: its pairs there are saved.
            if self._lots[club, node] and node > 1:
                pairs_saved = self._members[club, node] - 1
                yield (club, node // 2), -self._tree.weight[node] * pairs_saved
            # A lot of the club goes into a half: it makes a pair with each clubmate there.
            for half in self._tree.halves.get(node, ()):
                mates = self._members[club, half]
                if mates and half < self._tree.leaves:
                    yield (club, half), self._tree.weight[half] * mates
                else:
                    # Without clubmates in the half (and in a leaf) the club no longer matters: all
                    # such lots share the posts of None, which keeps the graph small.
                    yield (None, half), 0
        elif node in self.holders:
            # A taken leaf: its holder leaves. Who has no clubmates may go anywhere (the root).
            holder = self.holders[node]
            if holder is None:
                yield (None, 1), 0
            else:
                yield (holder, node // 2), 0
        else:
            # Where the club does not matter, a lot goes down to any leaf of the lots at no cost.
            for half in self._tree.halves[node]:
                yield (None, half), 0
