"""All possible outcomes of a hand of Marafon, computed from the values of the cards alone.

An outcome is the result of one side; the other side has the mirror of it. A set of outcomes is an
integer with one bit for each outcome, so that facts are combined by ``&`` and 0 is a contradiction.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rules.games.marafon.cards import (
    ALL_POINTS,
    ALL_THIRDS,
    LAST_TRICK,
    MARAFONA_RANKS,
    POINT,
    SEATS,
    SIDES,
    THIRDS,
    TRICKS,
    sum_thirds,
)


class Outcome(NamedTuple):
    """The result of one side."""

    tricks: int
    thirds: int
    last: bool
    """Whether it took the last trick."""

    @property
    def points(self) -> int:
        return self.thirds // POINT

    @property
    def mirror(self) -> "Outcome":
        """The result of the other side."""
        return Outcome(TRICKS - self.tricks, ALL_THIRDS - self.thirds, not self.last)


def _list_outcomes(held_trumps: str) -> Iterator[Outcome]:
    """All outcomes of a side that wins a trick with each of these ranks of trumps.

    Only the numbers of aces, figures and worthless cards matter: a side can take any cards that
    fill its tricks (the tables in tests/data, docs/reference/rules/marafon.md).
    """
    cards_left = Counter(4 * list(THIRDS.values()))
    cards_left.subtract(THIRDS[rank] for rank in held_trumps)
    aces_left, figures_left, blanks_left = cards_left[3], cards_left[1], cards_left[0]
    # Nobody can take these trumps from the side, so it wins at least as many tricks.
    for tricks in range(len(held_trumps), TRICKS + 1):
        other_cards = SEATS * tricks - len(held_trumps)
        for aces in range(aces_left + 1):
            for figures in range(figures_left + 1):
                blanks = other_cards - aces - figures
                if not 0 <= blanks <= blanks_left:
                    continue
                thirds = sum_thirds(list(held_trumps)) + 3 * aces + figures
                # A side with all tricks has the last one too, and a side with none does not.
                if tricks < TRICKS:
                    yield Outcome(tricks, thirds, last=False)
                if tricks:
                    yield Outcome(tricks, thirds + LAST_TRICK, last=True)


OUTCOMES = tuple(sorted(set(_list_outcomes(""))))
WITH_MARAFONA = frozenset(_list_outcomes(MARAFONA_RANKS))
"""The outcomes of a side that held 3, 2 and ace of trumps, each of which wins a trick."""

Outcomes = int
ANY: Outcomes = (1 << len(OUTCOMES)) - 1


def members(outcomes: Outcomes) -> list[Outcome]:
    """The outcomes of side 0 that are in the set."""
    return [outcome for bit, outcome in enumerate(OUTCOMES) if outcomes >> bit & 1]


_OUTCOMES_BY_SIDE = (OUTCOMES, tuple(outcome.mirror for outcome in OUTCOMES))
"""By side: its own result in each outcome, in the order of the bits."""


def _pack_outcomes(side: int, holds: Callable[[Outcome], bool]) -> Outcomes:
    """The set of outcomes in which something holds for the result of a side."""
    packed = 0
    for bit, own_outcome in enumerate(_OUTCOMES_BY_SIDE[side]):
        if holds(own_outcome):
            packed |= 1 << bit
    return packed


def _pack_by_number(field: str, side: int) -> dict[int, Outcomes]:
    """By number, the set of outcomes in which the side has that number in this field."""
    packed_by_number = dict.fromkeys(range(PAIRS[field] + 1), 0)
    for bit, own_outcome in enumerate(_OUTCOMES_BY_SIDE[side]):
        packed_by_number[getattr(own_outcome, field)] |= 1 << bit
    return packed_by_number


# These tables are computed once, when the module is loaded: a check is then a few look-ups.

PAIRS = {"thirds": ALL_THIRDS, "points": ALL_POINTS, "tricks": TRICKS}
"""The pairs of numbers in a record, with the sum of each pair."""
NUMBERS = {field: (_pack_by_number(field, 0), _pack_by_number(field, 1)) for field in PAIRS}
"""By field, side and number: the outcomes in which that side has that number."""
LAST = tuple(_pack_outcomes(side, lambda own: own.last) for side in range(SIDES))
"""By side: the outcomes in which it took the last trick."""
MARAFONA = tuple(_pack_outcomes(side, WITH_MARAFONA.__contains__) for side in range(SIDES))
"""By side: the outcomes that it can have with a marafona."""
