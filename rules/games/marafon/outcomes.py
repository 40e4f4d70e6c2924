"""What a hand of Marafon can be: the exact set of outcomes, from the values of the cards alone.

An outcome is what one side ends with; the other has the mirror of it. Sets of outcomes are
integers, a bit an outcome, so that facts are put together by ``&`` and 0 is a contradiction.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from rules.games.marafon.cards import (
    ALL_POINTS,
    ALL_THIRDS,
    LAST_TRICK,
    MARAFONA_RANKS,
    POINT,
    SEATS,
    THIRDS,
    TRICKS,
    thirds_of,
)


class Outcome(NamedTuple):
    """What one side ends with."""

    tricks: int
    thirds: int
    last: bool
    """Whether it took the last trick."""

    @property
    def points(self) -> int:
        return self.thirds // POINT

    @property
    def mirror(self) -> "Outcome":
        """What the other side ends with."""
        return Outcome(TRICKS - self.tricks, ALL_THIRDS - self.thirds, not self.last)


def _list_outcomes(held: str) -> Iterator[Outcome]:
    """All outcomes of a side that wins a trick with each of the ``held`` ranks of trumps."""
    left = Counter(4 * list(THIRDS.values()))
    left.subtract(THIRDS[rank] for rank in held)
    aces, figures, blanks = left[3], left[1], left[0]
    for tricks in range(len(held), TRICKS + 1):
        taken = SEATS * tricks - len(held)
        for ace, figure in product(range(aces + 1), range(figures + 1)):
            if 0 <= taken - ace - figure <= blanks:
                cards = thirds_of(list(held)) + 3 * ace + figure
                if tricks < TRICKS:
                    yield Outcome(tricks, cards, last=False)
                if tricks:
                    yield Outcome(tricks, cards + LAST_TRICK, last=True)


OUTCOMES = tuple(sorted(set(_list_outcomes(""))))
WITH_MARAFONA = frozenset(_list_outcomes(MARAFONA_RANKS))
"""Those of the side that held 3, 2 and ace of trumps: they win a trick each."""

Outcomes = int
ANY: Outcomes = (1 << len(OUTCOMES)) - 1


def _pack_outcomes(holds: list[bool]) -> Outcomes:
    return sum(1 << bit for bit, held in enumerate(holds) if held)


def members(outcomes: Outcomes) -> list[Outcome]:
    """The outcomes of side 0 that are in the set."""
    return [outcome for bit, outcome in enumerate(OUTCOMES) if outcomes >> bit & 1]


_BY_SIDE = (OUTCOMES, tuple(outcome.mirror for outcome in OUTCOMES))

PAIRS = {"thirds": ALL_THIRDS, "points": ALL_POINTS, "tricks": TRICKS}
"""The pairs of numbers in a record, and what the two make together."""
NUMBERS = {
    name: tuple(
        {
            value: _pack_outcomes([getattr(own, name) == value for own in side])
            for value in range(total + 1)
        }
        for side in _BY_SIDE
    )
    for name, total in PAIRS.items()
}
"""By field, side and value: the outcomes in which that side has that number."""
LAST = tuple(_pack_outcomes([own.last for own in side]) for side in _BY_SIDE)
"""By side: the outcomes in which it took the last trick."""
MARAFONA = tuple(_pack_outcomes([own in WITH_MARAFONA for own in side]) for side in _BY_SIDE)
"""By side: the outcomes that it can have with a marafona."""
