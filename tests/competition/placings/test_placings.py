"""Placings of a knock-out, against one played with a list of names."""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.plan import EntryId, PairingId, Placing, PlannedPairing, Result, Results, Why
from tests.competition.naive_brackets import FORMAT, PLAIN, WITH_THIRD, first_slots

Pairings: TypeAlias = Sequence[PlannedPairing]


def placings(pairings: Pairings, results: Results) -> tuple[Placing, ...]:
    return FORMAT.placings(pairings, results)


def table(pairings: Pairings, results: Results) -> list[tuple[EntryId, int, int, bool, str]]:
    return [
        (found.entry, found.first, found.last, found.still_in, found.why.code)
        for found in placings(pairings, results)
    ]


def played(pairings: Pairings, random: Random) -> dict[PairingId, Result]:
    """Results of all matches, in the order of play, by lot."""
    games = [pairing for pairing in pairings if pairing.is_played]
    return {pairing.id: Result(random.randrange(2)) for pairing in games}


def naive_bands(
    slots: list[EntryId | None], results: Results
) -> dict[EntryId | None, tuple[int, int]]:
    """The places of everybody, by striking the losers off the list round by round."""
    left, number = list(slots), 0
    bands: dict[EntryId | None, tuple[int, int]] = {}
    while len(left) > 1:
        number += 1
        losers: list[EntryId | None] = []
        winners: list[EntryId | None] = []
        for match, pair in enumerate(zip(left[::2], left[1::2], strict=True), start=1):
            if None in pair:
                winners.append(next(entry for entry in pair if entry is not None))
                continue
            slot = results[f"main-{number}-{match}"].winner or 0
            winners.append(pair[slot])
            losers.append(pair[1 - slot])
        bands |= dict.fromkeys(losers, (len(winners) + 1, len(winners) + len(losers)))
        left = winners
    return {**bands, left[0]: (1, 1)}


@given(st.integers(2, 130), st.randoms(use_true_random=False))
def test_who_loses_in_the_same_round_shares_the_place(entries: int, random: Random) -> None:
    pairings = FORMAT.plan(range(entries), PLAIN)
    results = played(pairings, random)
    found = placings(pairings, results)
    assert {placing.entry: (placing.first, placing.last) for placing in found} == naive_bands(
        first_slots(pairings), results
    )
    assert not any(placing.still_in for placing in found)


@given(st.integers(2, 130), st.booleans(), st.randoms(use_true_random=False))
def test_every_place_is_given_once(entries: int, third: bool, random: Random) -> None:
    pairings = FORMAT.plan(range(entries), WITH_THIRD if third else PLAIN)
    found = placings(pairings, played(pairings, random))
    shared = {(placing.first, placing.last) for placing in found}
    assert sorted(place for first, last in shared for place in range(first, last + 1)) == list(
        range(1, entries + 1)
    )
    for first, last in shared:
        assert sum(placing.first == first for placing in found) == last - first + 1


@given(st.integers(2, 70), st.booleans(), st.data(), st.randoms(use_true_random=False))
def test_everybody_ends_within_the_reach_he_had_at_any_moment(
    entries: int, third: bool, data: st.DataObject, random: Random
) -> None:
    pairings = FORMAT.plan(range(entries), WITH_THIRD if third else PLAIN)
    results = played(pairings, random)
    final = {placing.entry: placing for placing in placings(pairings, results)}
    so_far = data.draw(st.integers(0, len(results)))
    now = placings(pairings, dict(list(results.items())[:so_far]))
    assert {placing.entry for placing in now} == set(range(entries))
    for placing in now:
        end = final[placing.entry]
        assert placing.first <= end.first <= end.last <= placing.last
        if not placing.still_in and placing.why.code != "lost_in_round":
            assert placing == end
    assert [placing.first for placing in now] == sorted(placing.first for placing in now)


def test_before_the_first_match_the_byes_are_a_round_ahead() -> None:
    pairings = FORMAT.plan("abc", PLAIN)
    assert placings(pairings, {}) == (
        Placing("a", 1, 2, still_in=True, why=Why("still_in", {"round": 2, "of": 2})),
        Placing("b", 1, 3, still_in=True, why=Why("still_in", {"round": 1, "of": 2})),
        Placing("c", 1, 3, still_in=True, why=Why("still_in", {"round": 1, "of": 2})),
    )


def test_a_finished_bracket_says_of_everybody_why() -> None:
    pairings = FORMAT.plan("abcd", PLAIN)
    results = {"main-1-1": Result(0), "main-1-2": Result(1), "main-2-1": Result(1)}
    assert placings(pairings, results) == (
        Placing("c", 1, 1, still_in=False, why=Why("champion", {"rounds": 2})),
        Placing("a", 2, 2, still_in=False, why=Why("lost_in_round", {"round": 2, "of": 2})),
        Placing("d", 3, 4, still_in=False, why=Why("lost_in_round", {"round": 1, "of": 2})),
        Placing("b", 3, 4, still_in=False, why=Why("lost_in_round", {"round": 1, "of": 2})),
    )


def test_losers_of_the_first_round_share_only_the_places_of_those_who_played() -> None:
    pairings = FORMAT.plan("abcdef", PLAIN)
    results = {"main-1-2": Result(0), "main-1-4": Result(0)}
    out = [found for found in placings(pairings, results) if not found.still_in]
    assert [(found.entry, found.first, found.last) for found in out] == [("e", 5, 6), ("f", 5, 6)]


def test_the_losers_of_the_semifinals_are_still_playing_for_the_third_place() -> None:
    pairings = FORMAT.plan("abcd", WITH_THIRD)
    semifinals = {"main-1-1": Result(0), "main-1-2": Result(0)}
    assert table(pairings, {"main-1-1": Result(0)})[-1] == (
        "d",
        3,
        4,
        True,
        "plays_for_third_place",
    )
    assert table(pairings, semifinals)[2:] == [
        ("d", 3, 4, True, "plays_for_third_place"),
        ("c", 3, 4, True, "plays_for_third_place"),
    ]
    assert table(pairings, {**semifinals, "third-1-1": Result(1)}) == [
        ("a", 1, 2, True, "still_in"),
        ("b", 1, 2, True, "still_in"),
        ("c", 3, 3, False, "won_third_place"),
        ("d", 4, 4, False, "lost_third_place"),
    ]


def test_an_entry_called_nought_or_nothing_is_somebody() -> None:
    pairings = FORMAT.plan([0, ""], PLAIN)
    assert table(pairings, {"main-1-1": Result(1)}) == [
        ("", 1, 1, False, "champion"),
        (0, 2, 2, False, "lost_in_round"),
    ]


def test_a_result_before_its_slots_are_filled_is_an_error() -> None:
    pairings = FORMAT.plan("abcd", PLAIN)
    with pytest.raises(ValueError, match="main-2-1"):
        placings(pairings, {"main-2-1": Result(0)})
