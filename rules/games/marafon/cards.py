"""The cards of Marafon: their ranking and their values (pagat, Players and Cards)."""

from collections.abc import Sequence

from rules.cards import Card
from rules.contract import Seat, Side

SEATS = 4
SIDES = 2
HAND_SIZE = 10
PLAYS = SEATS * HAND_SIZE
TRICKS = HAND_SIZE

RANKING = "4567JHKA23"
"""From the lowest to the highest."""
STRENGTH = {rank: height for height, rank in enumerate(RANKING)}

POINT = 3
"""A point is three thirds ("figure"), the exact unit."""
THIRDS = {"A": 3, "3": 1, "2": 1, "K": 1, "H": 1, "J": 1, "7": 0, "6": 0, "5": 0, "4": 0}
LAST_TRICK = POINT
"""What the last trick is worth besides its cards."""
# Eleven points and two thirds (pagat, The Scoring).
ALL_THIRDS = 4 * sum(THIRDS.values()) + LAST_TRICK
ALL_POINTS = ALL_THIRDS // POINT
"""The sum of both sides' points. Each is rounded down by itself, and 35 thirds leave remainders of
2 and 0 or of 1 and 1, so two thirds are always lost."""

MARAFONA_RANKS = "A23"
"""The highest three trumps (pagat, The Play)."""
FIRST_CALLER_HOLDS: Card = "4D"
"""The 4 of coins (pagat, The Deal and Making Trumps)."""


def find_side(seat: Seat) -> Side:
    return seat % SIDES


def sum_thirds(cards: Sequence[Card]) -> int:
    """The value of the cards, in thirds."""
    return sum(THIRDS[card[0]] for card in cards)
