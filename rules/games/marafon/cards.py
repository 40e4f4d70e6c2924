"""The cards of Marafon: how high they stand and what they are worth (pagat, Players and Cards)."""

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
"""What the last trick gives besides its cards."""
ALL_THIRDS = 4 * sum(THIRDS.values()) + LAST_TRICK
ALL_POINTS = ALL_THIRDS // POINT
"""What both sides' points make: each is rounded down by itself, and two thirds are always lost."""

MARAFONA_RANKS = "A23"
FIRST_CALLER_HOLDS: Card = "4D"


def side_of(seat: Seat) -> Side:
    return seat % SIDES


def thirds_of(cards: Sequence[Card]) -> int:
    """What the cards are worth, in thirds."""
    return sum(THIRDS[card[0]] for card in cards)
