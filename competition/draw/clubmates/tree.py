"""The bracket as a tree of halves, and what clubmates cost in it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from itertools import islice
from typing import TypeAlias

from competition.brackets.bracket import places_in_order, slots_for

Club: TypeAlias = str
Node: TypeAlias = int
"""1 is the whole bracket, 2v and 2v+1 are the halves of v, the leaves are the places."""
Holders: TypeAlias = Mapping[Node, Club | None]
"""Leaves with the club of their holders; None: the club does not matter."""
Members: TypeAlias = Counter[tuple[Club | None, Node]]
"""How many of a club are in a node."""


class Tree:
    """Who is seeded where, and which leaves are left to the lots.

    A pair of clubmates in a node costs the node's ``weight``, more than all that could be saved
    in deeper nodes: so costs compare level by level, from the top.
    """

    def __init__(
        self, seeded: Sequence[Club | None], lots: Sequence[Club | None], behind: int = 0
    ) -> None:
        """``seeded`` have places 1 … k in order; the ``lots`` are for the places after them;
        ``behind`` is the number of entrants after those."""
        entrants = len(seeded) + len(lots)
        self.leaves = slots_for(entrants + behind)
        taken = _leaves_by_place(self.leaves)[:entrants]
        self.drawn = taken[len(seeded) :]
        """The leaves left to the lots, in the order of their places."""
        self.lots = Counter(lots)
        self.seeds = members(dict(zip(taken, seeded, strict=False)))
        self.free = Counter(node for leaf in self.drawn for node in path(leaf))
        """How many of ``drawn`` are in a node."""
        self.halves = {
            node: [half for half in _get_halves(node) if self.free[half]] for node in self.free
        }
        """Of a node with a free leaf, the halves that have one too; of a leaf none."""
        self.weight = self._weights(2 * entrants.bit_length() + 1)
        self._longest = max(number for club, number in self.lots.items() if club is not None)
        self._prices: dict[tuple[Club | None, Node], list[int]] = {}

    def _weights(self, digit: int) -> list[int]:
        """By node; ``digit`` bits hold the number of all the pairs of one level."""
        levels = self.leaves.bit_length()
        return [1 << digit * (levels - node.bit_length()) for node in range(2 * self.leaves)]

    @property
    def forbidden(self) -> int:
        """More than all that clubmates can cost."""
        return self.weight[0]

    def prices(self, club: Club | None, node: Node) -> list[int]:
        """What the first lot of the club in this node costs, the second, the third … (they rise).

        Each is put where it costs the least, as if the club were alone with the seeds. None is any
        club without a seed in the node: they all pay the same.
        """
        alike = (club if self.seeds[club, node] else None, node)
        if alike not in self._prices:
            self._prices[alike] = self._priced(*alike)
        return self._prices[alike]

    def _priced(self, club: Club | None, node: Node) -> list[int]:
        if node >= self.leaves:
            return [0] * self.free[node]
        halves = merge(self.prices(club, 2 * node), self.prices(club, 2 * node + 1))
        lots = self._longest if club is None else self.lots[club]
        weight, seeds = self.weight[node], self.seeds[club, node]
        return [weight * mates + price for mates, price in enumerate(islice(halves, lots), seeds)]


def members(holders: Holders) -> Members:
    return Counter(
        (club, node) for leaf, club in holders.items() if club is not None for node in path(leaf)
    )


def _get_halves(node: Node) -> tuple[Node, Node]:
    return 2 * node, 2 * node + 1


def path(leaf: Node) -> Iterator[Node]:
    """The nodes that a leaf is in, from itself up to the whole bracket."""
    while leaf:
        yield leaf
        leaf //= 2


def _leaves_by_place(leaves: int) -> list[Node]:
    numbered = enumerate(places_in_order(leaves), start=leaves)
    return [leaf for leaf, _ in sorted(numbered, key=lambda each: each[1])]
