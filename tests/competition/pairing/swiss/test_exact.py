"""The best round there is: against all rounds there are."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.pairing.swiss.costs import order_criteria, rank_cost
from competition.pairing.swiss.players import PresentEntry
from competition.pairing.swiss.preferences import PairingPreferences
from competition.pairing.swiss.rounds import pair_best_round
from competition.pairing.swiss.score_groups import ScoreGroups
from kernel.refusals import Refused
from tests.competition.pairing.swiss.fields import (
    assert_everybody_once,
    cost,
    counted_out,
    fields,
)


@given(fields(most=8), st.integers(0, 5))
@settings(max_examples=200, deadline=None)
def test_no_other_round_is_better(players: list[PresentEntry], club_level: int) -> None:
    preferences = PairingPreferences(order_criteria(club_level))
    found = pair_best_round(players, preferences)
    assert_everybody_once(players, found)
    assert found.proved
    assert cost(ScoreGroups(players), found.pairings) == found.cost
    assert rank_cost(found.cost, preferences.order) == counted_out(players, preferences)


@given(fields(least=9, most=10))
@settings(max_examples=10, deadline=None)
def test_no_other_round_of_ten_is_better(players: list[PresentEntry]) -> None:
    found = pair_best_round(players, PairingPreferences())
    assert rank_cost(found.cost, PairingPreferences().order) == counted_out(
        players, PairingPreferences()
    )


def pairs(players: Sequence[PresentEntry]) -> st.SearchStrategy[tuple[int, int]]:
    both = st.integers(0, len(players) - 1)
    return st.tuples(both, both).filter(lambda pair: pair[0] != pair[1])


@given(st.data(), fields(least=2, most=8))
@settings(max_examples=200, deadline=None)
def test_forced_pairs_meet_and_forbidden_never(
    data: st.DataObject, players: list[PresentEntry]
) -> None:
    forced = data.draw(st.lists(pairs(players), max_size=2, unique_by=max))
    forced = [pair for number, pair in enumerate(forced) if not taken(pair, forced[:number])]
    forbidden = data.draw(st.lists(pairs(players), max_size=12))
    wanted = {frozenset(pair) for pair in forced}
    preferences = PairingPreferences(
        forced=forced,
        forbidden=[pair for pair in forbidden if frozenset(pair) not in wanted],
    )
    best = counted_out(players, preferences)
    if best is None:
        with pytest.raises(Refused) as refused:
            pair_best_round(players, preferences)
        assert [each.code for each in refused.value.violations] == ["no_round_possible"]
    else:
        found = pair_best_round(players, preferences)
        assert_everybody_once(players, found)
        met = {frozenset(pair) for pair in found.pairings}
        assert wanted <= met
        assert not met & {frozenset(pair) for pair in preferences.forbidden}
        assert rank_cost(found.cost, preferences.order) == best


def test_a_pair_that_is_asked_for_twice_meets_once() -> None:
    players = [PresentEntry(number) for number in range(5)]
    for forced in ([(0, 1), (1, 0)], [(0, 1), (0, 1)]):
        assert pair_best_round(players, PairingPreferences(forced=forced)) == pair_best_round(
            players, PairingPreferences(forced=[(0, 1)])
        )


def taken(pair: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(set(pair) & set(other) for other in others)


def test_what_cannot_be_asked_is_refused_all_at_once() -> None:
    players = [PresentEntry(number) for number in (1, 2, 3, 4, 4)]
    preferences = PairingPreferences(
        forced=[(1, 2), (2, 3), (3, 9)], forbidden=[(2, 1), (5, 6), (1, 1)]
    )
    with pytest.raises(Refused) as refused:
        pair_best_round(players, preferences)
    assert [(each.code, dict(each.params)) for each in refused.value.violations] == [
        ("entry_twice", {"entry": 4, "times": 2}),
        ("meets_itself", {"entry": 1}),
        ("forced_twice", {"entry": 2, "times": 2}),
        ("forced_twice", {"entry": 3, "times": 2}),
        ("forced_and_not_here", {"entry": 9}),
        ("forced_and_forbidden", {"one": 1, "other": 2}),
    ]
