"""However play continues, an entry that is out never advances, and one that is through always
does."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.cuts.cut import Chosen, Cut, Losers, OfEach, Places
from competition.formats import format_named
from competition.pairing.field import EntryField
from competition.plan import Entrant, Result
from competition.scenarios.endings import judged_at_the_end, random_ending, random_result
from competition.scenarios.look import outlook
from competition.scenarios.matches import ways_of
from competition.scenarios.state import StageState
from competition.scenarios.verdict import Bounds, Fate
from competition.stages.stage import plan_stage
from scoring.core.format import best_of, read_format
from tests.competition.scenarios.brute import BEST_OF_3, HANDS, stage

SEEDS = st.integers(0, 10_000)


def holds(state: StageState, cut: Places | OfEach, seed: int, endings: int = 30) -> None:
    found = outlook(state, cut, Random(seed), Bounds(endings=10))
    fates = {each.entry: each.fate for each in found}
    random = Random(seed + 1)
    for _ in range(endings):
        ended = judged_at_the_end(state, cut, *random_ending(state, random))
        for entry, judged in ended.items():
            assert not (fates[entry] == Fate.OUT and judged.can), entry
            assert not (fates[entry] == Fate.THROUGH and judged.fail), entry


@settings(max_examples=10, deadline=None)
@given(seed=SEEDS, played=st.integers(1, 3), of_each=st.integers(1, 2), more=st.integers(0, 2))
def test_in_groups_of_four_and_three(seed: int, played: int, of_each: int, more: int) -> None:
    state = stage("groups", {"group_size": 4}, 11, BEST_OF_3, played=played, seed=seed)
    holds(state, OfEach(stage=1, of_each=of_each, runners_up=more), seed)
    holds(state, Places(stage=1, last=2 * of_each + 1), seed)


@settings(max_examples=5, deadline=None)
@given(seed=SEEDS, played=st.integers(1, 3), first=st.integers(1, 4))
def test_in_a_qualifying_with_rests(seed: int, played: int, first: int) -> None:
    state = stage("qualifying", {"rounds": 4}, 9, HANDS, played=played, seed=seed)
    holds(state, Places(stage=1, first=first, last=first + 2), seed)


@settings(max_examples=5, deadline=None)
@given(seed=SEEDS, played=st.integers(1, 2))
def test_in_real_matches_of_marafon(seed: int, played: int) -> None:
    ways = ways_of(read_format(best_of(3, "marafon")), format_named("round_robin").metrics)
    state = stage("round_robin", {}, 4, ways, played=played, seed=seed)
    holds(state, Places(stage=1, last=2), seed)


@settings(max_examples=5, deadline=None)
@given(seed=SEEDS, entries=st.integers(10, 12))
def test_at_tables_of_five_each_for_himself(seed: int, entries: int) -> None:
    document = {"games": [{"game": "trionfo", "hands": 3}], "wins": None}
    ways = ways_of(read_format(document), format_named("sittings").metrics)
    options = {"rounds": 2, "table_size": 5}
    state = stage("sittings", options, entries, ways, played=1, seed=seed)
    cut = Places(stage=1, last=2)
    holds(state, cut, seed)
    told = outlook(state, cut, Random(seed))
    known = {"last_match_and_others", "others_decide", "through_anyway", "out_anyway"}
    assert {each.why.code for each in told} <= known


def swiss(entries: int, rounds: int, played: int, seed: int) -> StageState:
    """A Swiss of ``rounds`` rounds after ``played`` of them; the next is not paired."""
    format_ = format_named("swiss")
    options = format_.options({"rounds": rounds})
    order = tuple(range(1, entries + 1))
    entrants = [Entrant(entry) for entry in order]
    random, pairings = Random(seed), list(plan_stage(format_, options, (order,)))
    results: dict[str, Result] = {}

    def play() -> None:
        left = [each for each in pairings if each.is_played and each.id not in results]
        results.update({each.id: random_result(BEST_OF_3, random) for each in left})

    def field() -> EntryField:
        return EntryField(order, entrants, tuple(pairings), dict(results), {})

    play()
    for _ in range(played - 1):
        pairings += format_.next_round(field(), options)
        play()
    return StageState(
        format_,
        options,
        tuple(pairings),
        dict(results),
        BEST_OF_3,
        to_come=rounds - played,
        fields=lambda: [field()],
    )


@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, played=st.integers(2, 4), entries=st.integers(7, 8))
def test_in_a_swiss_whose_next_rounds_are_not_paired(seed: int, played: int, entries: int) -> None:
    state = swiss(entries, 5, played, seed)
    holds(state, Places(stage=1, last=2), seed, endings=8)


def test_rounds_to_come_are_sampled_and_say_so() -> None:
    state = swiss(8, 5, 3, 1)
    found = outlook(state, Places(stage=1, last=1), Random(1), Bounds(endings=10))
    can = [each for each in found if each.fate == Fate.CAN]
    assert {each.why.code for each in can} == {"rounds_to_come"}
    assert all(each.share is not None and each.share[1] == 10 for each in can)
    assert outlook(state, Places(stage=1, last=1), Random(1), Bounds(endings=10)) == found


def fates(state: StageState, cut: Cut) -> dict[Any, tuple[Fate, str]]:
    return {each.entry: (each.fate, each.why.code) for each in outlook(state, cut, Random(1))}


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
        (Fate.CAN, "still_in_it"),
        (Fate.CAN, "still_in_it"),
        (Fate.OUT, "out_now"),
        (Fate.THROUGH, "through_anyway"),
    ]


def test_losers_go_on_where_the_cut_takes_them(bracket: StageState) -> None:
    first_round = fates(bracket, Losers(stage=1, rounds=(1,)))
    assert sorted(first_round.values()) == [
        (Fate.CAN, "goes_on_by_losing"),
        (Fate.CAN, "goes_on_by_losing"),
        (Fate.OUT, "out_now"),
        (Fate.THROUGH, "through_now"),
    ]


def test_the_chosen_are_through(bracket: StageState) -> None:
    chosen = fates(bracket, Chosen(stage=1, entries=(3, 4), reason="wild cards"))
    assert {entry for entry, (fate, _) in chosen.items() if fate == Fate.THROUGH} == {3, 4}


def test_when_all_is_played_nothing_is_left_but_lots() -> None:
    state = stage("qualifying", {"rounds": 3}, 6, HANDS, played=3, seed=2)
    found = fates(state, Places(stage=1, last=2))
    assert {code for _, code in found.values()} <= {"through_now", "out_now", "lots_or_others"}
