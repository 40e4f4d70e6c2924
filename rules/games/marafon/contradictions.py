"""Why a record is impossible: every smallest set of its facts that no hand has together.

Smallest, because these are the ones to correct: a set that contains an impossible one is impossible
for the same reason.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from kernel.violations import Violation
from rules.contract import Side
from rules.fields import Pair
from rules.games.marafon.cards import SIDES
from rules.games.marafon.outcomes import (
    ANY,
    LAST,
    MARAFONA,
    NUMBERS,
    PAIRS,
    Outcomes,
    members,
)
from rules.games.marafon.record import MarafonRecord

_NAMED_SIDES = {"last_trick": LAST, "marafona": MARAFONA}
"""The fields that name a side, with the outcomes of each side."""
_SUBJECTS = ("points", "thirds", "tricks")
"""The subject of a contradiction is the first of these that is part of it."""


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
    for field in _NAMED_SIDES:
        side = getattr(record, field)
        if side is not None:
            possible &= _find_outcomes_of_side(field, side)
    return possible


def _find_outcomes_of_side(field: str, side: Side) -> Outcomes:
    """The outcomes in which the field names this side; none for a side that there is not."""
    if side not in range(SIDES):
        return 0
    return _NAMED_SIDES[field][side]


def find_contradictions(record: MarafonRecord) -> list[Violation]:
    """All of them at once. There are at most eight facts, so at most 255 sets are tried."""
    facts = list(_list_facts(record))
    impossible_sets: list[frozenset[Fact]] = []
    # From small to large, so that a set is smallest if it contains none that was found before.
    for size in range(1, len(facts) + 1):
        for fact_set in map(frozenset, combinations(facts, size)):
            is_smallest = not any(smaller <= fact_set for smaller in impossible_sets)
            if is_smallest and not _intersect_outcomes(fact_set):
                impossible_sets.append(fact_set)
    ordered_sets = [sorted(fact_set, key=facts.index) for fact_set in impossible_sets]
    violations = map(_build_violation, ordered_sets)
    # A number out of range or a wrong sum is the simpler mistake, and comes first.
    return sorted(violations, key=lambda violation: violation.code == "cannot_be_together")


def _list_facts(record: MarafonRecord) -> Iterator[Fact]:
    for field in PAIRS:
        pair: Pair = getattr(record, field) or (None, None)
        side_facts = []
        for side, value in enumerate(pair):
            if value is not None:
                side_facts.append(Fact(field, side, value, NUMBERS[field][side].get(value, 0)))
        both_leave = _intersect_outcomes(side_facts)
        # Two numbers that agree are one fact, else each would be found wrong with the others.
        if len(side_facts) == SIDES and both_leave:
            yield Fact(field, None, pair, both_leave)
        else:
            yield from side_facts
    for field in _NAMED_SIDES:
        side = getattr(record, field)
        if side is not None:
            yield Fact(field, None, side, _find_outcomes_of_side(field, side))


def _intersect_outcomes(facts: Iterable[Fact]) -> Outcomes:
    possible = ANY
    for fact in facts:
        possible &= fact.leaves
    return possible


def _build_violation(facts: Sequence[Fact]) -> Violation:
    first_fact = facts[0]
    field = first_fact.field
    if len(facts) == 1:
        # A single fact is impossible only by its own value.
        most = PAIRS.get(field, SIDES - 1)
        params = {"field": field, "value": first_fact.value, "least": 0, "most": most}
        if first_fact.side is not None:
            params["side"] = first_fact.side
        return Violation("out_of_range", params)
    if len(facts) == 2 and field == facts[1].field:
        total = sum(fact.value for fact in facts if isinstance(fact.value, int))
        params = {"field": field, "sum": total, "must_be": PAIRS[field]}
        return Violation("wrong_sum", params)
    return Violation("cannot_be_together", _describe_possible(facts))


def _describe_possible(facts: Sequence[Fact]) -> dict[str, Any]:
    """The range in which one number would be possible, given the other facts."""
    numbers = [fact for fact in facts if fact.field in _SUBJECTS]
    subject = min(numbers, key=lambda fact: _SUBJECTS.index(fact.field))
    others = [fact for fact in facts if fact is not subject]
    if isinstance(subject.value, int):
        side, value = subject.side or 0, subject.value
    else:
        # Of a whole pair, the number of the side that the other facts name is described, so that
        # the sentence is about one side only.
        side = 0
        for fact in others:
            if fact.field in _NAMED_SIDES and isinstance(fact.value, int):
                side = fact.value
        side_value = subject.value[side]
        assert side_value is not None
        value = side_value
    # Without the subject the facts are possible, as the set is a smallest one: so there is a range.
    possible_numbers = set()
    for outcome in members(_intersect_outcomes(others)):
        own_outcome = outcome if side == 0 else outcome.mirror
        possible_numbers.add(getattr(own_outcome, subject.field))
    given: dict[str, int | list[int | None]] = {}
    for fact in others:
        if not isinstance(fact.value, int):
            given[fact.field] = list(fact.value)
        elif fact.side is None:
            given[fact.field] = fact.value
        else:
            numbers_by_side: list[int | None] = [None] * SIDES
            numbers_by_side[fact.side] = fact.value
            given[fact.field] = numbers_by_side
    return {
        "field": subject.field,
        "side": side,
        "value": value,
        "least": min(possible_numbers),
        "most": max(possible_numbers),
        "given": given,
    }
