"""The cards of Mariglia: what they are worth, and so how high they stand (Mariglia, The Count).

The source gives values and no ranking; as in the other games of the Manille family the dearer
card is the higher, and those worth nothing (``frilli``) stand as they are numbered.
"""

from collections.abc import Sequence
from typing import Literal

from rules.cards import Card
from rules.contract import Seat, Side
from rules.tricks import Strength

SEATS = 4
SIDES = 2
HAND_SIZE = 10
PLAYS = SEATS * HAND_SIZE
TRICKS = HAND_SIZE

Honours = Literal["J2H1", "H2J1"]
"""Which of jack and horse is worth two, and which one (note 3)."""

_MARIGLIA = {"7": 5, "A": 4, "K": 3}
_FRILLI = "65432"
VALUES: dict[Honours, dict[str, int]] = {
    "J2H1": {**_MARIGLIA, "J": 2, "H": 1, **dict.fromkeys(_FRILLI, 0)},
    "H2J1": {**_MARIGLIA, "H": 2, "J": 1, **dict.fromkeys(_FRILLI, 0)},
}
"""By rank, from the highest to the lowest."""
STRENGTH: dict[Honours, Strength] = {
    honours: {rank: -place for place, rank in enumerate(values)}
    for honours, values in VALUES.items()
}
MARIGLIA = "7"
"""The highest card of a suit; of trumps it cannot be beaten."""

TRICK = 1
"""What a trick gives besides its cards."""
ALL_CARDS = 4 * sum(VALUES["J2H1"].values())
ALL_POINTS = ALL_CARDS + TRICK * TRICKS
"""What both sides' points make."""
HALF = ALL_POINTS // 2
"""What a side must have more of to score: the difference is its score."""


def side_of(seat: Seat) -> Side:
    return seat % SIDES


def points_of(cards: Sequence[Card], honours: Honours) -> int:
    """What the cards are worth, without the tricks."""
    return sum(VALUES[honours][card[0]] for card in cards)
