"""Cards of the marriage group: how high they stand, what they are worth (pagat, Marianna)."""

from collections.abc import Collection, Iterable, Sequence

from rules.cards import RANKS, SUITS, Card

HAND_SIZE = 5
SIDES = 2

RANKING = "24567JHK3A"
"""From the lowest to the highest, as in Briscola."""
STRENGTH = {rank: height for height, rank in enumerate(RANKING)}
POINTS = dict.fromkeys(RANKS, 0) | {"A": 11, "3": 10, "K": 4, "H": 3, "J": 2}
ALL_POINTS = 120
CANNOT_BE = frozenset({1, ALL_POINTS - 1})
"""What no cards make: the least that is worth anything is worth two."""

KING, HORSE = "K", "H"
PAIR = (KING, HORSE)
MOST_MARRIAGES = len(SUITS)


def points_of(cards: Iterable[Card]) -> int:
    return sum(POINTS[card[0]] for card in cards)


def other_of_pair(card: Card) -> Card:
    """The horse of a king, the king of a horse."""
    return (HORSE if card[0] == KING else KING) + card[1]


def marriage(suit: str) -> frozenset[Card]:
    return frozenset(rank + suit for rank in PAIR)


def holds_all_but_one(hand: Collection[Card], many: str, one: str) -> bool:
    """Four of a rank, and one of another: the mariannino (horses, a king) and the mariannone."""
    return {many + suit for suit in SUITS} <= set(hand) and any(card[0] == one for card in hand)


def duty_free(hand: Sequence[Card], table: Sequence[Card], trump: str | None) -> list[Card]:
    """Every card may follow: nobody has to follow suit."""
    return list(hand)
