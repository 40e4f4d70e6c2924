"""Sittings: everybody sits once a round, with others as far as can be, and the sum ranks."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.formats import format_named
from competition.plan import PlannedPairing, Result, Seated
from kernel.refusals import Refused

POINTS_ABOVE = {"metric": "points_for", "mine": 8, "theirs": -2, "among": 10}
FORMAT = format_named("sittings")


def planned(entries: int, rounds: int, size: int = 5) -> tuple[PlannedPairing, ...]:
    options = FORMAT.options({"rounds": rounds, "table_size": size})
    return FORMAT.plan(list(range(entries)), options)


def seated(pairing: PlannedPairing) -> list[int]:
    return [int(slot.entry) for slot in pairing.slots if isinstance(slot, Seated)]


@given(st.integers(5, 120), st.integers(1, 8))
def test_everybody_sits_once_a_round_but_those_who_are_over(entries: int, rounds: int) -> None:
    pairings = planned(entries, rounds)
    rests = Counter(dict.fromkeys(range(entries), 0))
    for number in range(1, rounds + 1):
        there = [
            each
            for pairing in pairings
            if pairing.round == number and pairing.is_played
            for each in seated(pairing)
        ]
        assert len(there) == len(set(there)) == entries - entries % 5
        rests.update(set(range(entries)) - set(there))
    assert max(rests.values()) - min(rests.values()) <= 1


@pytest.mark.parametrize("tables", [5, 7, 11])
def test_with_a_prime_number_of_tables_nobody_meets_twice(tables: int) -> None:
    met = Counter(
        pair
        for pairing in planned(5 * tables, tables)
        for pair in combinations(sorted(seated(pairing)), 2)
    )
    assert set(met.values()) == {1}


def test_fewer_than_fill_a_table_are_refused() -> None:
    with pytest.raises(Refused) as refused:
        planned(4, 1)
    assert refused.value.violations[0].code == "too_few_entries"


def test_the_sum_ranks_and_the_level_share_a_place() -> None:
    pairings = planned(10, 2)
    results = {
        pairing.id: Result(None, (8, -2, -2, -2, -2)) for pairing in pairings if pairing.round == 1
    }
    placings = FORMAT.placings(pairings, results)
    assert [(each.first, each.last) for each in placings] == [(1, 2)] * 2 + [(3, 10)] * 8
    assert all(each.still_in for each in placings)
    assert placings[0].values == {"points_for": 8, "lots": None}
    assert placings[0].why.code == "level"
    assert placings[1].why.params == POINTS_ABOVE | {"over": placings[2].entry}
    both = {pairing.id: Result(None, (8, -2, -2, -2, -2)) for pairing in pairings}
    assert not any(each.still_in for each in FORMAT.placings(pairings, both))
