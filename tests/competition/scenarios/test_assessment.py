"""What the outlook says, held against every ending of small stages."""

from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.cuts.cut import OfEach, Places
from competition.scenarios.assessment import assess_stage
from competition.scenarios.match_outcomes import PossibleOutcomes
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate, SearchLimits
from competition.standings.ruling import RankingPenalty, Ruling
from tests.competition.scenarios.brute import (
    BEST_OF_3,
    FEATS,
    GAMES_ALONE,
    HANDS,
    ODD,
    by_brute_force,
    stage,
)

SEEDS = st.integers(0, 10_000)
LEVELS: tuple[Literal["lots", "in", "out"], ...] = ("lots", "in", "out")


def exactly(state: StageState, cut: Places | OfEach) -> dict[Any, Fate]:
    """The outlook, which must have counted everything."""
    found = assess_stage(state, cut, Random(1))
    assert all(each.is_exact for each in found)
    return {each.entry: each.fate for each in found}


@settings(max_examples=25, deadline=None)
@given(
    seed=SEEDS,
    entries=st.integers(4, 7),
    last=st.integers(1, 5),
    level=st.sampled_from(LEVELS),
    possible=st.sampled_from([HANDS, ODD, FEATS]),
)
def test_a_last_round_of_hands_is_counted_exactly(
    seed: int,
    entries: int,
    last: int,
    level: Literal["lots", "in", "out"],
    possible: PossibleOutcomes,
) -> None:
    ruling = Ruling(options={"rest": "none"})
    state = stage(
        "qualifying", {"rounds": 3}, entries, possible, played=2, seed=seed, ruling=ruling
    )
    cut = Places(stage=1, last=last, level=level)
    assert exactly(state, cut) == by_brute_force(state, cut)


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, last=st.integers(1, 4), lots=st.permutations(range(1, 7)))
def test_lots_that_are_drawn_decide(seed: int, last: int, lots: list[int]) -> None:
    drawn = Ruling(lots=dict(zip(range(1, 7), lots, strict=True)))
    state = stage("qualifying", {"rounds": 3}, 6, HANDS, played=2, seed=seed, ruling=drawn)
    cut = Places(stage=1, last=last)
    assert exactly(state, cut) == by_brute_force(state, cut)


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, points=st.integers(1, 5), voids=st.booleans(), gone=st.sampled_from([3, 4]))
def test_penalties_and_those_who_left_are_reckoned_with(
    seed: int, points: int, voids: bool, gone: int
) -> None:
    ruling = Ruling(
        penalties=(RankingPenalty(1, points), RankingPenalty(2, voids=voids)), out=frozenset({gone})
    )
    state = stage("qualifying", {"rounds": 3}, 6, HANDS, played=2, seed=seed, ruling=ruling)
    cut = Places(stage=1, last=2)
    assert exactly(state, cut) == by_brute_force(state, cut)


@settings(max_examples=25, deadline=None)
@given(seed=SEEDS, of_each=st.integers(1, 3), possible=st.sampled_from([GAMES_ALONE, BEST_OF_3]))
def test_the_last_round_of_groups_agrees(
    seed: int, of_each: int, possible: PossibleOutcomes
) -> None:
    state = stage("groups", {"group_size": 4}, 4, possible, played=2, seed=seed)
    agrees(state, OfEach(stage=1, of_each=of_each))


@settings(max_examples=6, deadline=None)
@given(seed=SEEDS, of_each=st.integers(1, 2))
def test_two_rounds_of_groups_agree(seed: int, of_each: int) -> None:
    state = stage("groups", {"group_size": 4}, 4, GAMES_ALONE, played=1, seed=seed)
    agrees(state, OfEach(stage=1, of_each=of_each))


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, last=st.integers(1, 3))
def test_a_round_robin_of_five_agrees(seed: int, last: int) -> None:
    state = stage("round_robin", {}, 5, BEST_OF_3, played=4, seed=seed)
    agrees(state, Places(stage=1, last=last))


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, last=st.integers(1, 3))
def test_several_rounds_left_are_never_said_to_be_over_too_soon(seed: int, last: int) -> None:
    state = stage("qualifying", {"rounds": 3}, 4, ODD, played=1, seed=seed)
    agrees(state, Places(stage=1, last=last))


METRICS = [
    ("match_points", "buchholz", "points_difference", "lots"),
    ("wins", "head_to_head", "games_difference", "points_for"),
    ("points_difference", "mini_table", "points_for"),
    ("match_points", "sonneborn_berger", "points_against"),
    ("games_lost", "progressive", "points_for"),
]


@pytest.mark.parametrize("metrics", METRICS)
@settings(max_examples=15, deadline=None)
@given(seed=SEEDS, last=st.integers(1, 3))
def test_any_order_of_metrics_agrees(metrics: tuple[str, ...], seed: int, last: int) -> None:
    ruling = Ruling(metrics=metrics)
    state = stage("round_robin", {}, 4, BEST_OF_3, played=2, seed=seed, ruling=ruling)
    agrees(state, Places(stage=1, last=last))


def agrees(state: StageState, cut: Places | OfEach) -> None:
    """What is proved is so; what is not proved is said to be able to."""
    truth = by_brute_force(state, cut)
    for each in assess_stage(state, cut, Random(1), SearchLimits(endings=40)):
        if each.is_exact:
            assert each.fate == truth[each.entry], each
        else:
            assert each.fate == Fate.POSSIBLE


def test_when_all_is_played_nothing_is_left_but_lots() -> None:
    state = stage("qualifying", {"rounds": 3}, 6, HANDS, played=3, seed=2)
    found = assess_stage(state, Places(stage=1, last=2), Random(1))
    assert {each.why.code for each in found} <= {"through_now", "out_now", "lots_or_others"}
