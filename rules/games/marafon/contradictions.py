"""Why a record is impossible: every smallest set of its facts that no hand has together.

Smallest, because these are the ones to correct: a set that contains an impossible one is impossible
for the same reason.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from kernel.violations import Violation
from rules.games.marafon.cards import SIDES
from rules.games.marafon.facts import NAMED_SIDES, Fact, intersect_outcomes, list_facts
from rules.games.marafon.outcomes import PAIRS, members
from rules.games.marafon.record import MarafonRecord

_SUBJECTS = ("points", "thirds", "tricks")
"""The subject of a contradiction is the first of these that is part of it."""


def find_contradictions(record: MarafonRecord) -> list[Violation]:
    """All of them at once. There are at most eight facts, so at most 255 sets are tried."""
    facts = list(list_facts(record))
    impossible_sets: list[frozenset[Fact]] = []
    # From small to large, so that a set is smallest if it contains none that was found before.
    for size in range(1, len(facts) + 1):
        for fact_set in map(frozenset, combinations(facts, size)):
            is_smallest = not any(smaller <= fact_set for smaller in impossible_sets)
            if is_smallest and not intersect_outcomes(fact_set):
                impossible_sets.append(fact_set)
    ordered_sets = [sorted(fact_set, key=facts.index) for fact_set in impossible_sets]
    violations = map(_build_violation, ordered_sets)
    # A number out of range or a wrong sum is the simpler mistake, and comes first.
    return sorted(violations, key=lambda violation: violation.code == "cannot_be_together")


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
            if fact.field in NAMED_SIDES and isinstance(fact.value, int):
                side = fact.value
        side_value = subject.value[side]
        assert side_value is not None
        value = side_value
    # Without the subject the facts are possible, as the set is a smallest one: so there is a range.
    possible_numbers = set()
    for outcome in members(intersect_outcomes(others)):
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
