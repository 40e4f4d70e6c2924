"""The lots of every club dealt to the bracket's halves, to the halves of each, and so on."""

from collections import Counter
from collections.abc import Iterator

from competition.draw.clubmates.tree import Club, Holders, Node, Tree, get_halves
from competition.draw.coin import Coin

LotsByClub = Counter[Club | None]
"""How many lots of each club are in a node; None: those without clubmates."""


def split_lots(tree: Tree, coin: Coin) -> Holders:
    """A club for every leaf that is left to the lots, ties decided by the coin.

    Each node is split at the least sum of what every club alone would pay from there on, given the
    seeds and byes. Without seeds nothing better exists; where clubs with seeds conflict,
    ``minimise_cost`` makes the final changes.
    """
    return dict(_place_clubs(tree, coin, 1, tree.lots))


def _place_clubs(
    tree: Tree, coin: Coin, node: Node, lots: LotsByClub
) -> Iterator[tuple[Node, Club | None]]:
    if node >= tree.leaves:
        yield from ((node, club) for club in lots)
        return
    first_half, second_half = get_halves(node)
    # A step for each lot: the cost of having one more of its club in the first half. A club's steps
    # rise, so taking the cheapest of all clubs gives the best half of the right size.
    steps: list[tuple[int, Club | None]] = []
    for club, count in lots.items():
        if club is None:
            steps += [(0, None)] * count
            continue
        first_prices = tree.list_prices(club, first_half)
        second_prices = tree.list_prices(club, second_half)
        for number in range(count):
            # One more in the first half is one less in the second.
            added_cost = _get_price(tree, first_prices, number)
            saved_cost = _get_price(tree, second_prices, count - 1 - number)
            steps.append((added_cost - saved_cost, club))

    # Shuffled before a stable sort: the coin decides between equal costs.
    steps = coin.shuffle(steps)
    steps.sort(key=lambda step: step[0])
    clubs = [club for _, club in steps]
    size = tree.free[first_half]
    yield from _place_clubs(tree, coin, first_half, Counter(clubs[:size]))
    yield from _place_clubs(tree, coin, second_half, Counter(clubs[size:]))


def _get_price(tree: Tree, prices: list[int], number: int) -> int:
    """The price of a club's lot with this number in a node; forbidden if the node is full."""
    if number >= len(prices):
        return tree.forbidden
    return prices[number]
