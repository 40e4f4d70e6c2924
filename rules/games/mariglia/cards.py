"""The cards of Mariglia: their values, and the ranking that follows from them (Mariglia, The Game).

The source gives values and no ranking. As in the other games of the Manille family, a card of more
value is higher, and the worthless ones (``frilli``) rank by their numbers.
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
"""Which of jack and horse is worth two points, and which is worth one (Mariglia, note 3)."""

_MARIGLIA = {"7": 5, "A": 4, "K": 3}
_FRILLI = "65432"
VALUES: dict[Honours, dict[str, int]] = {
    "J2H1": {**_MARIGLIA, "J": 2, "H": 1, **dict.fromkeys(_FRILLI, 0)},
    "H2J1": {**_MARIGLIA, "H": 2, "J": 1, **dict.fromkeys(_FRILLI, 0)},
}
"""By rank, from the highest to the lowest."""
STRENGTH: dict[Honours, Strength] = {}
for _honours, _values in VALUES.items():
    # From the highest to the lowest, so an earlier place is more strength.
    STRENGTH[_honours] = {rank: -place for place, rank in enumerate(_values)}
MARIGLIA = "7"
"""The highest card of a suit. As a trump it cannot be beaten."""

TRICK = 1
"""What a trick is worth besides its cards (The Count, note 5)."""
ALL_CARDS = 4 * sum(VALUES["J2H1"].values())
ALL_POINTS = ALL_CARDS + TRICK * TRICKS
"""The sum of both sides' points: 70 (The Count)."""
HALF = ALL_POINTS // 2
"""A side with more points than this scores the difference (The Count)."""


def find_side(seat: Seat) -> Side:
    return seat % SIDES


def sum_points(cards: Sequence[Card], honours: Honours) -> int:
    """The value of the cards, without the tricks."""
    return sum(VALUES[honours][card[0]] for card in cards)
