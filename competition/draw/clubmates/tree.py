"""The bracket as a tree of halves, and the cost of clubmates in it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from itertools import islice
from typing import TypeAlias

from competition.brackets.bracket import count_slots, order_places
from competition.plan import number_items

Club: TypeAlias = str
Node: TypeAlias = int
"""1 is the whole bracket, 2v and 2v+1 are the halves of v, the leaves are the places."""
Holders: TypeAlias = Mapping[Node, Club | None]
"""Leaves with the club of their holders; None: the club does not matter."""
Members: TypeAlias = Counter[tuple[Club | None, Node]]
"""How many of a club are in a node."""


class Tree:
    """The clubs of the seeded entrants on their leaves, and the leaves that are left to the lots.

    A pair of clubmates in a node costs the node's ``weight``, which is more than all that could be
    saved in deeper nodes: so costs compare level by level, from the top.
    """

    def __init__(
        self, seeded: Sequence[Club | None], lots: Sequence[Club | None], behind: int = 0
    ) -> None:
        """``seeded`` have places 1 … k in order; the ``lots`` are for the places after them;
        ``behind`` is the number of entrants after those."""
        entrants = len(seeded) + len(lots)
        self.leaves = count_slots(entrants + behind)
        # The leaves of the first places: those behind the last entrant are left for byes.
        leaf_of_place = number_items(order_places(self.leaves), start=self.leaves)
        used_leaves = [leaf_of_place[place] for place in range(1, entrants + 1)]
        self.lot_leaves = used_leaves[len(seeded) :]
        """The leaves left to the lots, in the order of their places."""
        self.lots = Counter(lots)
        self.seeds = count_members(dict(zip(used_leaves, seeded, strict=False)))
        self.free: Counter[Node] = Counter()
        """How many of ``lot_leaves`` are in a node."""
        for leaf in self.lot_leaves:
            self.free.update(path(leaf))
        self.halves: dict[Node, list[Node]] = {}
        """Of a node with a free leaf, the halves that have one too; of a leaf none."""
        for node in self.free:
            self.halves[node] = [half for half in get_halves(node) if self.free[half]]
        # By node. The pairs of one level are fewer than entrants²: these bits hold their number, so
        # that it never carries over into the level above.
        bits, levels = 2 * entrants.bit_length() + 1, self.leaves.bit_length()
        self.weight = [1 << bits * (levels - node.bit_length()) for node in range(2 * self.leaves)]
        self._largest_club = max(count for club, count in self.lots.items() if club is not None)
        self._prices: dict[tuple[Club | None, Node], list[int]] = {}

    @property
    def forbidden(self) -> int:
        """More than all that clubmates can cost: index 0 is no node, but a level above the root."""
        return self.weight[0]

    def list_prices(self, club: Club | None, node: Node) -> list[int]:
        """The cost of the first lot of the club in this node, of the second, the third … (rising).

        Each is put where it costs the least, as if the club were alone with the seeds. ``club``
        None: any club without a seed in the node; they all pay the same.
        """
        seeds = self.seeds[club, node]
        if not seeds:
            club = None
        if (club, node) in self._prices:
            return self._prices[club, node]
        if node >= self.leaves:
            prices = [0] * self.free[node]
        else:
            # The prices of both halves rise, so merging them gives the cheapest leaf for each lot.
            first_half, second_half = get_halves(node)
            prices_below = merge(
                self.list_prices(club, first_half), self.list_prices(club, second_half)
            )
            most_lots = self._largest_club if club is None else self.lots[club]
            # In this node the n-th lot also makes a pair with each seed and each lot before it.
            prices_by_mates = enumerate(islice(prices_below, most_lots), start=seeds)
            prices = [self.weight[node] * mates + price for mates, price in prices_by_mates]
        self._prices[club, node] = prices
        return prices


def count_members(holders: Holders) -> Members:
    members: Members = Counter()
    for leaf, club in holders.items():
        if club is not None:
            members.update(list_club_nodes(club, leaf))
    return members


def list_club_nodes(club: Club, leaf: Node) -> list[tuple[Club | None, Node]]:
    """The nodes of a leaf, each with the club."""
    return [(club, node) for node in path(leaf)]


def get_halves(node: Node) -> tuple[Node, Node]:
    return 2 * node, 2 * node + 1


def path(leaf: Node) -> Iterator[Node]:
    """The nodes that a leaf is in, from itself up to the whole bracket."""
    while leaf:
        yield leaf
        leaf //= 2
