"""Why a record cannot be: every smallest set of facts that no hand can bring together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import and_
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

_BY_SIDE = {"last_trick": LAST, "marafona": MARAFONA}
_SUBJECTS = ("points", "thirds", "tricks")
"""The subject of a contradiction is the first of these that is part of it."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a record says, and the outcomes that it leaves."""

    field: str
    side: Side | None
    """The side whose number it is; None where it says both sides' or names one."""
    value: int | Pair
    leaves: Outcomes


def possible_outcomes(record: MarafonRecord) -> Outcomes:
    """The outcomes that the record leaves, 0 if it cannot be."""
    left = ANY
    for name in PAIRS:
        pair = getattr(record, name)
        if pair is not None:
            ours, theirs = pair
            of_ours, of_theirs = NUMBERS[name]
            if ours is not None:
                left &= of_ours.get(ours, 0)
            if theirs is not None:
                left &= of_theirs.get(theirs, 0)
    for name, by_side in _BY_SIDE.items():
        side = getattr(record, name)
        if side is not None:
            left &= by_side[side] if side in range(SIDES) else 0
    return left


def contradictions(record: MarafonRecord) -> list[Violation]:
    """All of them at once. The facts are eight at most, so the sets are few."""
    facts = list(_list_facts(record))
    found: list[frozenset[Fact]] = []
    for size in range(1, len(facts) + 1):
        for together in map(frozenset, combinations(facts, size)):
            if not _intersect_outcomes(together) and not any(
                smaller <= together for smaller in found
            ):
                found.append(together)
    violations = [_make_violation(sorted(together, key=facts.index)) for together in found]
    return sorted(violations, key=lambda violation: violation.code == "cannot_be_together")


def _list_facts(record: MarafonRecord) -> Iterator[Fact]:
    for name in PAIRS:
        pair: Pair = getattr(record, name) or (None, None)
        sides = [
            Fact(name, side, value, NUMBERS[name][side].get(value, 0))
            for side, value in enumerate(pair)
            if value is not None
        ]
        # Two numbers that agree are one fact, else each would be found wrong with the others.
        if len(sides) == SIDES and _intersect_outcomes(sides):
            yield Fact(name, None, pair, _intersect_outcomes(sides))
        else:
            yield from sides
    for name, by_side in _BY_SIDE.items():
        side = getattr(record, name)
        if side is not None:
            yield Fact(name, None, side, by_side[side] if side in range(SIDES) else 0)


def _intersect_outcomes(facts: "Sequence[Fact] | frozenset[Fact]") -> Outcomes:
    return reduce(and_, (fact.leaves for fact in facts), ANY)


def _make_violation(facts: Sequence[Fact]) -> Violation:
    first = facts[0]
    if len(facts) == 1:
        return Violation("out_of_range", _out_of_range(first))
    if len(facts) == 2 and first.field == facts[1].field:
        total = sum(fact.value for fact in facts if isinstance(fact.value, int))
        params = {"field": first.field, "sum": total, "must_be": PAIRS[first.field]}
        return Violation("wrong_sum", params)
    return Violation("cannot_be_together", _describe_possible(facts))


def _out_of_range(fact: Fact) -> dict[str, Any]:
    most = PAIRS.get(fact.field, SIDES - 1)
    params = {"field": fact.field, "value": fact.value, "least": 0, "most": most}
    return params if fact.side is None else {**params, "side": fact.side}


def _describe_possible(facts: Sequence[Fact]) -> dict[str, Any]:
    """What one number may be, given the other facts: from the side that these speak of."""
    subject = min(
        (fact for fact in facts if fact.field in _SUBJECTS),
        key=lambda fact: _SUBJECTS.index(fact.field),
    )
    others = [fact for fact in facts if fact is not subject]
    side, value = _find_side_and_value(subject, others)
    left = members(_intersect_outcomes(others))
    numbers = {getattr(outcome if side == 0 else outcome.mirror, subject.field) for outcome in left}
    return {
        "field": subject.field,
        "side": side,
        "value": value,
        "least": min(numbers),
        "most": max(numbers),
        "given": {fact.field: _as_given(fact) for fact in others},
    }


def _find_side_and_value(subject: Fact, others: Sequence[Fact]) -> tuple[Side, int]:
    if isinstance(subject.value, int):
        return subject.side or 0, subject.value
    named = [fact.value for fact in others if fact.field in _BY_SIDE]
    side = named[-1] if named and isinstance(named[-1], int) else 0
    value = subject.value[side]
    assert value is not None
    return side, value


def _as_given(fact: Fact) -> int | list[int | None]:
    if not isinstance(fact.value, int):
        return list(fact.value)
    if fact.side is None:
        return fact.value
    return [fact.value if side == fact.side else None for side in range(SIDES)]
