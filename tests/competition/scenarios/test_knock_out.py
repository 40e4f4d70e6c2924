"""The outlook of a knock-out, and of entries that the organizer has chosen."""

from random import Random
from typing import Any

import pytest

from competition.cuts.cut import Chosen, Cut, Losers, Places
from competition.plan import Result
from competition.scenarios.assessment import assess_stage
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate
from tests.competition.scenarios.brute import BEST_OF_3, stage


def fates(state: StageState, cut: Cut) -> dict[Any, tuple[Fate, str]]:
    return {each.entry: (each.fate, each.why.code) for each in assess_stage(state, cut, Random(1))}


@pytest.fixture
def bracket() -> StageState:
    """Of four; one semifinal is played."""
    state = stage("single_elimination", {}, 4, BEST_OF_3, played=0, seed=1)
    first = state.pairings[0]
    return StageState(
        state.format,
        state.options,
        state.pairings,
        {first.id: Result(0, (4, 0), (2, 0))},
        BEST_OF_3,
    )


def test_in_a_bracket_who_has_lost_is_out_and_who_plays_is_in(bracket: StageState) -> None:
    final = fates(bracket, Places(stage=1, last=2))
    assert sorted(final.values()) == [
        (Fate.POSSIBLE, "still_in_it"),
        (Fate.POSSIBLE, "still_in_it"),
        (Fate.ELIMINATED, "out_now"),
        (Fate.CLINCHED, "through_anyway"),
    ]


def test_losers_go_on_where_the_cut_takes_them(bracket: StageState) -> None:
    first_round = fates(bracket, Losers(stage=1, rounds=(1,)))
    assert sorted(first_round.values()) == [
        (Fate.POSSIBLE, "goes_on_by_losing"),
        (Fate.POSSIBLE, "goes_on_by_losing"),
        (Fate.ELIMINATED, "out_now"),
        (Fate.CLINCHED, "through_now"),
    ]


def test_the_chosen_are_through(bracket: StageState) -> None:
    chosen = fates(bracket, Chosen(stage=1, entries=(3, 4), reason="wild cards"))
    assert {entry for entry, (fate, _) in chosen.items() if fate == Fate.CLINCHED} == {3, 4}
