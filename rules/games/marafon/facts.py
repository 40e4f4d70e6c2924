"""The facts of a record: its statements, each with the outcomes of a hand in which it is true."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.contract import Side
from rules.fields import Pair
from rules.games.marafon.cards import SIDES
from rules.games.marafon.outcomes import ANY, LAST, MARAFONA, NUMBERS, PAIRS, Outcomes
from rules.games.marafon.record import MarafonRecord

NAMED_SIDES = {"last_trick": LAST, "marafona": MARAFONA}
"""The fields that name a side, with the outcomes of each side."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement of a record, and the outcomes in which it is true."""

    field: str
    side: Side | None
    """The side whose number it is; None for both sides' numbers, and for the name of a side."""
    value: int | Pair
    leaves: Outcomes


def find_possible_outcomes(record: MarafonRecord) -> Outcomes:
    """The outcomes in which all of the record is true, 0 if it is impossible."""
    # A set of outcomes is a number with one bit for each: what two fields allow is their bitwise
    # and.
    possible = ANY
    for field in PAIRS:
        pair = getattr(record, field)
        if pair is not None:
            ours, theirs = pair
            of_ours, of_theirs = NUMBERS[field]
            if ours is not None:
                possible &= of_ours.get(ours, 0)
            if theirs is not None:
                possible &= of_theirs.get(theirs, 0)
    for field in NAMED_SIDES:
        side = getattr(record, field)
        if side is not None:
            possible &= _find_outcomes_of_side(field, side)
    return possible


def list_facts(record: MarafonRecord) -> Iterator[Fact]:
    """All statements of a record: the numbers of each side, then the sides that it names."""
    for field in PAIRS:
        pair: Pair = getattr(record, field) or (None, None)
        side_facts = []
        for side, value in enumerate(pair):
            if value is not None:
                side_facts.append(Fact(field, side, value, NUMBERS[field][side].get(value, 0)))
        both_leave = intersect_outcomes(side_facts)
        # Two numbers that agree are one fact, else each would be found wrong with the others.
        if len(side_facts) == SIDES and both_leave:
            yield Fact(field, None, pair, both_leave)
        else:
            yield from side_facts
    for field in NAMED_SIDES:
        side = getattr(record, field)
        if side is not None:
            yield Fact(field, None, side, _find_outcomes_of_side(field, side))


def _find_outcomes_of_side(field: str, side: Side) -> Outcomes:
    """The outcomes in which the field names this side; none for a side that there is not."""
    if side not in range(SIDES):
        return 0
    return NAMED_SIDES[field][side]


def intersect_outcomes(facts: Iterable[Fact]) -> Outcomes:
    """The outcomes in which all of these are true, 0 if there are none."""
    possible = ANY
    for fact in facts:
        possible &= fact.leaves
    return possible
