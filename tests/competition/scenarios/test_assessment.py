"""What the outlook says, held against every ending of small stages."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.cuts.cut import OfEach, Places
from competition.plan import Placing, Result
from competition.scenarios.assessment import assess_stage
from competition.scenarios.match_outcomes import PossibleOutcomes, list_outcomes
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate, SearchLimits
from competition.scenarios.what_if import rank_what_if
from competition.standings.ruling import NO_RULING, RankingPenalty, Ruling
from scoring.core.format import read_format
from tests.competition.scenarios.brute import (
    BEST_OF_3,
    FEATS,
    GAMES_ALONE,
    HANDS,
    ODD,
    agrees_with_cut,
    by_brute_force,
    endings,
    fates_by_cut,
    stage,
)

SEEDS = st.integers(0, 10_000)
LEVELS: tuple[Literal["lots", "in", "out"], ...] = ("lots", "in", "out")

CUTS = st.one_of(
    st.builds(
        Places,
        stage=st.just(1),
        first=st.integers(1, 3),
        last=st.integers(3, 6),
        level=st.sampled_from(LEVELS),
    ),
    st.builds(
        OfEach,
        stage=st.just(1),
        of_each=st.integers(1, 2),
        runners_up=st.integers(0, 1),
    ),
)
STAGES: list[tuple[str, dict[str, Any]]] = [
    ("groups", {"groups": 2}),
    ("qualifying", {"rounds": 2}),
    ("round_robin", {}),
]


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
@given(seed=SEEDS, last=st.integers(1, 4), drawn=st.permutations(range(1, 7)))
def test_lots_that_are_drawn_decide(seed: int, last: int, drawn: list[int]) -> None:
    ruling = Ruling(drawings=(tuple(drawn),))
    state = stage("qualifying", {"rounds": 3}, 6, HANDS, played=2, seed=seed, ruling=ruling)
    cut = Places(stage=1, last=last)
    agrees_with_cut(state, cut, endings(state))


@settings(max_examples=40, deadline=None)
@given(
    seed=SEEDS,
    entries=st.integers(4, 6),
    last=st.integers(1, 5),
    level=st.sampled_from(LEVELS),
    out=st.sets(st.integers(1, 6), max_size=2),
    possible=st.sampled_from([GAMES_ALONE, HANDS, ODD]),
)
def test_places_over_groups_agree_with_the_cut_of_every_ending(
    seed: int,
    entries: int,
    last: int,
    level: Literal["lots", "in", "out"],
    out: set[int],
    possible: PossibleOutcomes,
) -> None:
    ruling = Ruling(out=frozenset(out))
    state = stage("groups", {"groups": 2}, entries, possible, played=2, seed=seed, ruling=ruling)
    agrees_with_cut(state, Places(stage=1, last=last, level=level, seeded=0), endings(state))


def two_groups_of_three(ruling: Ruling = NO_RULING) -> StageState:
    """In one group all places are decided. In the other one all matches are drawn, and the last
    one is open."""
    state = stage("groups", {"groups": 2}, 6, HANDS, played=0, seed=1, ruling=ruling)
    results: dict[str, Result] = {}
    played = [pairing for pairing in state.pairings if pairing.is_played]
    open_pairing = played[-1]
    for pairing in played:
        if pairing.group == open_pairing.group and pairing != open_pairing:
            results[pairing.id] = Result(None, (2, 2), (0, 0))
        elif pairing.group != open_pairing.group:
            # The lower number wins.
            winner = pairing.entries.index(min(pairing.entries))
            totals = (4, 0) if winner == 0 else (0, 4)
            results[pairing.id] = Result(winner, totals, (1 - winner, winner))
    return replace(state, results=results)


def find_decided_group(state: StageState) -> Sequence[Placing]:
    return next(rows for rows in state.ranking.groups if not any(row.still_in for row in rows))


def test_the_second_of_a_group_may_advance_while_all_of_another_may_be_tied() -> None:
    state = two_groups_of_three()
    first, second, _third = (row.entry for row in find_decided_group(state))
    cut = Places(stage=1, last=2)

    found = {each.entry: each.fate for each in assess_stage(state, cut, Random(1))}

    # The three that are tied share the third place of their group: that is behind the second.
    assert (found[first], found[second]) == (Fate.CLINCHED, Fate.POSSIBLE)
    agrees_with_cut(state, cut, endings(state))


def test_the_second_of_a_group_is_not_its_first_if_that_one_has_left() -> None:
    winner = find_decided_group(two_groups_of_three())[0].entry
    state = two_groups_of_three(Ruling(out=frozenset({winner})))
    second = find_decided_group(state)[1].entry
    cut = Places(stage=1, last=2)

    found = {each.entry: each.fate for each in assess_stage(state, cut, Random(1))}

    assert found[second] == Fate.POSSIBLE
    agrees_with_cut(state, cut, endings(state))


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, of_each=st.integers(1, 2), level=st.sampled_from(["lots", "in"]), data=st.data())
def test_the_first_of_each_group_agree_with_the_cut_of_every_ending(
    seed: int, of_each: int, level: Literal["lots", "in"], data: st.DataObject
) -> None:
    room = None
    if level == "in":
        room = data.draw(st.sampled_from([None, 3, 5]))
    ruling = Ruling(out=frozenset(data.draw(st.sets(st.integers(1, 6), max_size=2))))
    state = stage("groups", {"groups": 2}, 6, GAMES_ALONE, played=2, seed=seed, ruling=ruling)
    cut = OfEach(stage=1, of_each=of_each, level=level, room=room)
    agrees_with_cut(state, cut, endings(state))


@settings(max_examples=60, deadline=None)
@given(seed=SEEDS, cut=CUTS, out=st.sets(st.integers(1, 7), max_size=2), data=st.data())
def test_a_stage_that_is_over_has_the_fates_of_its_cut(
    seed: int, cut: Places | OfEach, out: set[int], data: st.DataObject
) -> None:
    drawn = data.draw(st.one_of(st.just(()), st.permutations(range(1, 8)).map(tuple)))
    name, options = data.draw(st.sampled_from(STAGES))
    ruling = Ruling(out=frozenset(out), drawings=(drawn,) if drawn else ())
    state = stage(name, options, 7, GAMES_ALONE, played=7, seed=seed, ruling=ruling)
    found = {each.entry: each.fate for each in assess_stage(state, cut, Random(1))}
    supposed = {row.placing.entry: row.fate for row in rank_what_if(state, cut, {})}

    through = state.ranking.select_through(cut)

    if not through.awaits_runners_up:
        assert found == fates_by_cut(state, cut, state.results)
    assert found == supposed


def test_a_table_of_several_counts_without_an_entry_whose_results_are_voided() -> None:
    match_format = read_format({"games": [{"game": "trionfo", "hands": 1}], "wins": None})
    metrics = ("points_for", "mini_table", "lots")
    possible = list_outcomes(match_format, metrics)
    ruling = Ruling(metrics=metrics, penalties=(RankingPenalty(1, voids=True),))
    options = {"rounds": 2, "table_size": 5}
    state = stage("sittings", options, 5, possible, played=1, seed=1, ruling=ruling)

    agrees_with_cut(state, Places(stage=1, last=2), islice(endings(state), 2000))


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
