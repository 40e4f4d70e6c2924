"""The cards of the marriage group: their ranking and their values (pagat, Marianna)."""

from collections.abc import Collection, Iterable

from rules.cards import RANKS, SUITS, Card

HAND_SIZE = 5
SIDES = 2

RANKING = "24567JHK3A"
"""From the lowest to the highest, as in Briscola."""
STRENGTH = {rank: height for height, rank in enumerate(RANKING)}
POINTS = dict.fromkeys(RANKS, 0) | {"A": 11, "3": 10, "K": 4, "H": 3, "J": 2}
ALL_POINTS = 120
CANNOT_BE = frozenset({1, ALL_POINTS - 1})
"""Sums that no cards have: the least value of a card is two."""

KING, HORSE = "K", "H"
PAIR = (KING, HORSE)
MOST_MARRIAGES = len(SUITS)


def sum_points(cards: Iterable[Card]) -> int:
    return sum(POINTS[card[0]] for card in cards)


def find_other_of_pair(card: Card) -> Card:
    """The horse of a king, the king of a horse."""
    rank, suit = card[0], card[1]
    if rank == KING:
        return HORSE + suit
    return KING + suit


def marriage(suit: str) -> frozenset[Card]:
    return frozenset(rank + suit for rank in PAIR)


def holds_all_but_one(hand: Collection[Card], four_rank: str, one_rank: str) -> bool:
    """Whether the hand has all four cards of one rank, and a card of another: a mariannino is four
    horses and a king, a mariannone four kings and a horse."""
    has_all_four = {four_rank + suit for suit in SUITS} <= set(hand)
    return has_all_four and any(card[0] == one_rank for card in hand)
