"""Consolation: who loses in the main bracket plays on, and for which places."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competition.formats.consolation import Consolation
from competition.placings import find_places_at_stake
from competition.plan import (
    Bye,
    EntryId,
    LoserOf,
    PairingId,
    Placing,
    PlannedPairing,
    Result,
    WinnerOf,
)
from kernel.refusals import Refused, Unreadable
from tests.competition import naive_brackets
from tests.competition.playing import Evening, evening, first_rematch

FORMAT = Consolation()
sizes = st.integers(2, 300)
randoms = st.randoms(use_true_random=False)
options_ = st.fixed_dictionaries(
    {},
    optional={
        "third_place": st.booleans(),
        "losers_of": st.lists(st.integers(1, 8), max_size=5),
        "places": st.sampled_from([0, 4, 8, 16]),
    },
)


def plan(entries: int, **options: Any) -> tuple[PlannedPairing, ...]:
    return FORMAT.plan(range(1, entries + 1), FORMAT.options(options))


def of_losers(pairings: Sequence[PlannedPairing]) -> list[tuple[str, tuple[dict[str, Any], ...]]]:
    return [
        (pairing.id, tuple(slot.as_json() for slot in pairing.slots))
        for pairing in pairings
        if pairing.section == "losers"
    ]


def bands(placings: Sequence[Placing]) -> dict[tuple[int, int], int]:
    return dict(Counter((placing.first, placing.last) for placing in placings))


def matches_of(night: Evening) -> Counter[EntryId]:
    return Counter(entry for _, *both in night.met for entry in both)


def test_the_losers_of_the_first_round_play_a_knock_out_among_themselves() -> None:
    assert [pairing.id for pairing in plan(8)] == [
        "main-1-1",
        "main-1-2",
        "main-1-3",
        "main-1-4",
        "main-2-1",
        "main-2-2",
        "losers-1-1",
        "losers-1-2",
        "losers-2-1",
        "main-3-1",
    ]
    assert of_losers(plan(8)) == [
        ("losers-1-1", ({"loser_of": "main-1-1"}, {"loser_of": "main-1-2"})),
        ("losers-1-2", ({"loser_of": "main-1-3"}, {"loser_of": "main-1-4"})),
        ("losers-2-1", ({"winner_of": "losers-1-1"}, {"winner_of": "losers-1-2"})),
    ]
    placings = FORMAT.placings(plan(8), evening(plan(8), Random(0)).results)
    assert bands(placings) == {(1, 1): 1, (2, 2): 1, (3, 4): 2, (5, 5): 1, (6, 6): 1, (7, 8): 2}


def test_losers_of_a_later_round_join_where_as_many_are_left() -> None:
    pairings = plan(16, losers_of=[1, 3])
    assert of_losers(pairings)[4:] == [
        ("losers-2-1", ({"winner_of": "losers-1-1"}, {"winner_of": "losers-1-2"})),
        ("losers-2-2", ({"winner_of": "losers-1-3"}, {"winner_of": "losers-1-4"})),
        ("losers-3-1", ({"loser_of": "main-3-2"}, {"winner_of": "losers-2-1"})),
        ("losers-3-2", ({"loser_of": "main-3-1"}, {"winner_of": "losers-2-2"})),
        ("losers-4-1", ({"winner_of": "losers-3-1"}, {"winner_of": "losers-3-2"})),
    ]
    placings = FORMAT.placings(pairings, evening(pairings, Random(0)).results)
    assert bands(placings) == {
        (1, 1): 1,
        (2, 2): 1,
        (3, 3): 1,
        (4, 4): 1,
        (5, 6): 2,
        (7, 10): 4,
        (11, 12): 2,
        (13, 16): 4,
    }


def test_five_to_eight_are_played_for_in_two_rounds() -> None:
    pairings = plan(8, places=8)
    assert of_losers(pairings) == [
        ("losers-1-1", ({"loser_of": "main-1-1"}, {"loser_of": "main-1-2"})),
        ("losers-1-2", ({"loser_of": "main-1-3"}, {"loser_of": "main-1-4"})),
        ("losers-2-1", ({"winner_of": "losers-1-1"}, {"winner_of": "losers-1-2"})),
        ("losers-2-2", ({"loser_of": "losers-1-1"}, {"loser_of": "losers-1-2"})),
    ]
    assert find_places_at_stake(pairings) == {
        **dict.fromkeys((f"main-1-{match}" for match in range(1, 5)), (1, 8)),
        **dict.fromkeys(("main-2-1", "main-2-2"), (1, 4)),
        **dict.fromkeys(("losers-1-1", "losers-1-2"), (5, 8)),
        "losers-2-1": (5, 6),
        "losers-2-2": (7, 8),
        "third-1-1": (3, 4),
        "main-3-1": (1, 2),
    }


def test_nine_to_sixteen_are_played_for_in_three_rounds_beside_the_losers_bracket() -> None:
    pairings = plan(64, places=16)
    rounds = Counter(pairing.round for pairing in pairings if pairing.section == "losers")
    assert [rounds[number] for number in sorted(rounds)] == [16, 8, 4, 2, 1, 4, 4, 4, 2, 2]
    stakes = find_places_at_stake(pairings)
    assert [stakes[f"losers-8-{match}"] for match in range(1, 5)] == [
        (9, 10),
        (11, 12),
        (13, 14),
        (15, 16),
    ]
    assert [stakes[f"losers-10-{match}"] for match in (1, 2)] == [(5, 6), (7, 8)]
    assert stakes["losers-1-1"] == (33, 64)
    assert stakes["losers-5-1"] == (33, 34)
    placings = FORMAT.placings(pairings, evening(pairings, Random(0)).results)
    singles = {(place, place): 1 for place in (*range(1, 17), 33, 34)}
    shared = {(17, 32): 16, (35, 36): 2, (37, 40): 4, (41, 48): 8, (49, 64): 16}
    assert bands(placings) == {**singles, **shared}


def test_a_round_that_plays_for_places_sends_nobody_to_the_losers_bracket() -> None:
    assert plan(8, places=8, losers_of=[1]) == plan(8, places=8, losers_of=[])
    assert plan(8, third_place=True, losers_of=[2]) == plan(8, third_place=True, losers_of=[])
    assert plan(8, losers_of=[3, 11]) == plan(8, losers_of=[])
    assert plan(8, losers_of=[2, 1, 2]) == plan(8, losers_of=[1, 2])


def test_without_losers_and_places_it_is_a_single_elimination() -> None:
    for third in (False, True):
        options = naive_brackets.WITH_THIRD if third else naive_brackets.PLAIN
        for entries in range(2, 40):
            assert plan(entries, losers_of=[], third_place=third) == naive_brackets.FORMAT.plan(
                range(1, entries + 1), options
            )


@settings(max_examples=40, deadline=None)
@given(sizes, options_)
def test_everybody_has_one_way_on_at_most_and_nobody_comes_back(
    entries: int, options: dict[str, Any]
) -> None:
    pairings = plan(entries, **options)
    by_id = {pairing.id: pairing for pairing in pairings}
    assert len(by_id) == len(pairings)
    feeds = Counter(
        slot for pairing in pairings for slot in pairing.slots if not isinstance(slot, Bye)
    )
    assert set(feeds.values()) == {1}
    known: set[PairingId] = set()
    for pairing in pairings:
        for slot in pairing.slots:
            if isinstance(slot, WinnerOf | LoserOf):
                assert slot.pairing in known
                assert pairing.section != "main" or by_id[slot.pairing].section == "main"
        known.add(pairing.id)
    main = [pairing for pairing in pairings if pairing.section == "main"]
    assert main == list(naive_brackets.plan(entries))
    losers = [pairing for pairing in pairings if pairing.section == "losers"]
    rounds = sorted({pairing.round for pairing in losers})
    assert rounds == list(range(1, len(rounds) + 1))


@settings(max_examples=40, deadline=None)
@given(sizes, options_, randoms)
def test_every_place_is_given_once(entries: int, options: dict[str, Any], random: Random) -> None:
    pairings = plan(entries, **options)
    placings = FORMAT.placings(pairings, evening(pairings, random).results)
    assert sorted(int(placing.entry) for placing in placings) == list(range(1, entries + 1))
    shared = bands(placings)
    places = sorted(place for first, last in shared for place in range(first, last + 1))
    assert places == list(range(1, entries + 1))
    assert all(times == last - first + 1 for (first, last), times in shared.items())
    assert not any(placing.still_in for placing in placings)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 70), options_, st.data(), randoms)
def test_everybody_ends_within_the_reach_he_had_at_any_moment(
    entries: int, options: dict[str, Any], data: st.DataObject, random: Random
) -> None:
    pairings = plan(entries, **options)
    results = evening(pairings, random).results
    final = {placing.entry: placing for placing in FORMAT.placings(pairings, results)}
    so_far = data.draw(st.integers(0, len(results)))
    now = FORMAT.placings(pairings, dict(list(results.items())[:so_far]))
    assert {placing.entry for placing in now} == set(range(1, entries + 1))
    for placing in now:
        end = final[placing.entry]
        assert placing.first <= end.first <= end.last <= placing.last
        assert placing.still_in or placing == end


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 300), options_, randoms)
def test_the_winner_of_a_match_for_places_stands_before_its_loser_and_the_champion_before_all(
    entries: int, options: dict[str, Any], random: Random
) -> None:
    """In the losers' section and in matches for places the winner of a match stands before its
    loser; in the main bracket the entry that gets further does."""
    pairings = plan(entries, **options)
    night = evening(pairings, random)
    place = {found.entry: found.first for found in FORMAT.placings(pairings, night.results)}
    main_losses = {
        night.lost[pairing.id]: pairing.round
        for pairing, _, _ in night.met
        if pairing.section == "main"
    }
    for pairing, _, _ in night.met:
        winner, loser = night.won[pairing.id], night.lost[pairing.id]
        assert winner is not None
        assert loser is not None
        if pairing.section != "main" or winner not in main_losses:
            assert place[winner] < place[loser]


@settings(max_examples=40, deadline=None)
@given(sizes, options_, randoms)
def test_down_to_the_asked_place_every_place_is_decided(
    entries: int, options: dict[str, Any], random: Random
) -> None:
    pairings = plan(entries, **options)
    placings = FORMAT.placings(pairings, evening(pairings, random).results)
    down_to = min(entries, options.get("places", 0))
    if entries >= 4:
        assert all(placing.first == placing.last for placing in placings[:down_to])


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 300), randoms)
def test_when_the_losers_of_two_rounds_play_on_everybody_has_two_matches(
    entries: int, random: Random
) -> None:
    """An entry with a bye plays its first match in the second round."""
    assert min(matches_of(evening(plan(entries, losers_of=[1, 2]), random)).values()) >= 2


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([4, 8, 16, 32, 64, 128, 256]), randoms)
def test_in_a_full_bracket_everybody_has_two_matches(entries: int, random: Random) -> None:
    assert min(matches_of(evening(plan(entries), random)).values()) >= 2


@settings(max_examples=40, deadline=None)
@given(sizes, randoms)
def test_the_losers_of_one_round_never_meet_again(entries: int, random: Random) -> None:
    night = evening(plan(entries), random)
    assert len({frozenset(both) for _, *both in night.met}) == len(night.met)


def latest_possible(sizes: Sequence[int]) -> int:
    """How late a bracket can put off the first rematch, when the losers of rounds of 2^size matches
    play on: n means in a round of 2^(n/2) pairings, the odd before those of the same number into
    which losers drop. The remaining halvings must separate all who lost to the same entry."""
    for haste in range(2 * max(sizes) + 2):
        halvings = (haste + 1) // 2
        if sum(size > haste // 2 for size in sizes) <= 2**halvings:
            return haste
    raise AssertionError


@pytest.mark.parametrize("depth", [3, 4, 5, 6])
def test_whoever_has_met_meets_again_as_late_as_can_be(depth: int) -> None:
    for several in range(2, depth):
        for chosen in combinations(range(1, depth), several):
            pairings = plan(2**depth, losers_of=chosen)
            found = first_rematch(pairings)
            assert found is not None
            together = [
                pairing
                for pairing in pairings
                if (pairing.section, pairing.round) == ("losers", found.round)
            ]
            joins = any(isinstance(slot, LoserOf) for slot in found.slots)
            haste = 2 * (len(together).bit_length() - 1) + (not joins)
            assert haste == latest_possible([depth - number for number in chosen])


def test_byes_go_to_those_who_lost_in_the_best_places() -> None:
    said = of_losers(plan(14))
    assert said[:4] == [
        ("losers-1-1", ({"bye": True}, {"loser_of": "main-1-2"})),
        ("losers-1-2", ({"loser_of": "main-1-3"}, {"loser_of": "main-1-4"})),
        ("losers-1-3", ({"bye": True}, {"loser_of": "main-1-6"})),
        ("losers-1-4", ({"loser_of": "main-1-7"}, {"loser_of": "main-1-8"})),
    ]


def test_rounds_of_byes_alone_are_not_planned() -> None:
    assert of_losers(plan(9)) == []
    assert of_losers(plan(10)) == [
        ("losers-1-1", ({"loser_of": "main-1-2"}, {"loser_of": "main-1-6"}))
    ]


@pytest.mark.parametrize("entries", [2, 3])
def test_two_or_three_entries_have_no_losers_to_play_on(entries: int) -> None:
    assert plan(entries, places=16, third_place=True) == naive_brackets.plan(entries)


def whys(pairings: Sequence[PlannedPairing], results: dict[str, Result]) -> dict[EntryId, Any]:
    return {
        placing.entry: (placing.why.code, dict(placing.why.params))
        for placing in FORMAT.placings(pairings, results)
    }


def test_a_reason_is_given_at_every_stage() -> None:
    pairings = plan(8, places=8)
    first = {f"main-1-{match}": Result(0) for match in range(1, 5)}
    then = {**first, "losers-1-1": Result(0), "losers-1-2": Result(0), "losers-2-2": Result(0)}
    assert whys(pairings, then) == {
        **dict.fromkeys((1, 2, 3, 4), ("still_in", {"round": 2, "of": 3})),
        8: ("plays_for_places", {"first": 5, "last": 6}),
        7: ("plays_for_places", {"first": 5, "last": 6}),
        5: ("won_for_place", {"place": 7}),
        6: ("lost_for_place", {"place": 7}),
    }
    assert whys(plan(8), {**first, "losers-1-1": Result(0)})[5] == (
        "lost_in_losers_round",
        {"losers_round": 1},
    )


def test_whoever_has_nobody_to_play_against_has_his_place_without_a_match() -> None:
    pairings = plan(7, places=8)
    results = {f"main-1-{match}": Result(0) for match in (2, 3, 4)}
    results |= {"losers-1-2": Result(0), "losers-2-1": Result(0)}
    last = whys(pairings, results)
    assert Counter(code for code, _ in last.values()) == {
        "still_in": 4,
        "won_for_place": 1,
        "lost_for_place": 1,
        "unopposed_for_place": 1,
    }
    assert ("unopposed_for_place", {"place": 7}) in last.values()


@pytest.mark.parametrize("options", [{"places": 5}, {"losers_of": [0]}, {"losers_of": [12]}])
def test_options_out_of_bounds_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        FORMAT.options(options)


@pytest.mark.parametrize("options", [{"places": "8"}, {"losers_of": 1}, {"losers_of": ["1"]}])
def test_options_without_form_are_unreadable(options: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        FORMAT.options(options)
