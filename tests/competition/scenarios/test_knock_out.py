"""The outlook of a knock-out, and of entries that the organizer has chosen."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.cuts.cut import Chosen, Cut, Losers, OfEach, Places
from competition.placings.meetings import list_meetings
from competition.plan import (
    PlannedPairing,
    Result,
    Seated,
    WinnerOf,
    select_results,
    split_by_group,
)
from competition.scenarios.assessment import assess_stage
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate
from competition.standings.ruling import Ruling
from tests.competition.scenarios.brute import (
    BEST_OF_3,
    agrees_with_cut,
    bracket_endings,
    stage,
)


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


KNOCK_OUTS = st.sampled_from(["single_elimination", "consolation", "double_elimination"])
PLACES = st.builds(
    Places,
    stage=st.just(1),
    first=st.sampled_from([1, 1, 1, 2, 3]),
    last=st.integers(3, 6),
    level=st.sampled_from(["lots", "in", "out"]),
    seeded=st.just(0),
)
OF_EACH = st.builds(
    OfEach,
    stage=st.just(1),
    of_each=st.integers(1, 3),
    level=st.sampled_from(["lots", "in"]),
)


def play_until(state: StageState, left: int, random: Random) -> StageState:
    """Plays until as many matches are left, or fewer."""
    results: dict[str, Result] = {}
    while True:
        state = replace(state, results=results)
        groups = split_by_group(state.pairings).values()
        meetings = [
            meeting
            for of_group in groups
            for meeting in list_meetings(of_group, select_results(of_group, results))
            # Two byes meet in a losers' bracket: nobody is there to win.
            if meeting.winning is None and meeting.pairing.is_played
        ]
        if len(meetings) <= left:
            return state
        ready = [meeting for meeting in meetings if None not in meeting.seated]
        results[random.choice(ready).pairing.id] = Result(random.randint(0, 1))


def draw_bracket(data: st.DataObject, groups: int) -> StageState:
    """A knock-out in which some matches are left, and from which some have withdrawn."""
    entries = data.draw(st.integers(2 * groups, 9), label="entries")
    out = data.draw(st.sets(st.integers(1, entries), max_size=2), label="out")
    state = stage(
        data.draw(KNOCK_OUTS, label="format"),
        {"groups": groups},
        entries,
        BEST_OF_3,
        played=0,
        seed=1,
        ruling=Ruling(out=frozenset(out)),
    )
    left = data.draw(st.integers(0, 6), label="left")
    return play_until(state, left, Random(data.draw(st.integers(0, 10_000), label="seed")))


@settings(max_examples=60, deadline=None)
@given(data=st.data(), groups=st.integers(1, 3), cut=PLACES)
def test_places_agree_with_the_cut_of_every_ending(
    data: st.DataObject, groups: int, cut: Places
) -> None:
    state = draw_bracket(data, groups)
    agrees_with_cut(state, cut, bracket_endings(state))


@settings(max_examples=40, deadline=None)
@given(data=st.data(), cut=OF_EACH)
def test_the_first_of_each_bracket_agree_with_the_cut_of_every_ending(
    data: st.DataObject, cut: OfEach
) -> None:
    state = draw_bracket(data, 2)
    agrees_with_cut(state, cut, bracket_endings(state))


def test_beaten_finalists_of_two_brackets_draw_lots_for_the_third_place() -> None:
    state = stage("single_elimination", {"groups": 2}, 8, BEST_OF_3, played=0, seed=1)
    over = play_until(state, 0, Random(1))
    found = fates(over, Places(stage=1, last=3))
    assert Counter(found.values()) == {
        (Fate.CLINCHED, "through_now"): 2,
        (Fate.POSSIBLE, "lots_or_others"): 2,
        (Fate.ELIMINATED, "out_now"): 4,
    }


def test_one_that_still_plays_a_preliminary_match_may_lose_in_the_first_round() -> None:
    state = stage("single_elimination", {}, 4, BEST_OF_3, played=0, seed=1)
    first = state.pairings[0]
    preliminary = PlannedPairing("preliminary", "preliminary", 1, (first.slots[0], Seated(5)))
    joined = replace(first, slots=(WinnerOf("preliminary"), first.slots[1]))
    pairings = (preliminary, joined, *state.pairings[1:])
    found = fates(replace(state, pairings=pairings), Losers(stage=1, rounds=(1,)))
    assert set(found.values()) == {(Fate.POSSIBLE, "goes_on_by_losing")}
