"""The lots of every club dealt to the bracket's halves, to the halves of each, and so on."""

from collections import Counter
from collections.abc import Iterator

from competition.draw.clubmates.tree import Club, Holders, Node, Tree
from competition.draw.coin import Coin

Inside = Counter[Club | None]
"""How many lots of each club are in a node; None: those without clubmates."""


def split(tree: Tree, coin: Coin) -> Holders:
    """A club for every leaf that is left to the lots, ties decided by the coin.

    At each node the least is paid that every club alone would pay from there on, seeds and byes
    seen. Without seeds nothing better exists; where clubs with seeds get into one another's way,
    ``exchange`` has the last word.
    """
    return dict(_place_clubs(tree, coin, 1, tree.lots))


def _place_clubs(
    tree: Tree, coin: Coin, node: Node, inside: Inside
) -> Iterator[tuple[Node, Club | None]]:
    if node >= tree.leaves:
        yield from ((node, club) for club in inside)
        return
    steps = coin.shuffle(_list_steps(tree, node, inside))
    clubs = [club for _, club in sorted(steps, key=lambda step: step[0])]
    first, second = 2 * node, 2 * node + 1
    yield from _place_clubs(tree, coin, first, Counter(clubs[: tree.free[first]]))
    yield from _place_clubs(tree, coin, second, Counter(clubs[tree.free[first] :]))


def _list_steps(tree: Tree, node: Node, inside: Inside) -> Iterator[tuple[int, Club | None]]:
    """A step for each lot: what it costs to have one more of its club in the first half.

    A club's steps rise, so the cheapest of all clubs make the best half of the right size.
    """
    for club, lots in inside.items():
        if club is None:
            yield from ((0, None) for _ in range(lots))
            continue
        first, second = tree.prices(club, 2 * node), tree.prices(club, 2 * node + 1)
        for step in range(lots):
            dearer = _get_price(tree, first, step)
            cheaper = _get_price(tree, second, lots - 1 - step)
            yield dearer - cheaper, club


def _get_price(tree: Tree, prices: list[int], number: int) -> int:
    return prices[number] if number < len(prices) else tree.forbidden
