"""Brackets whose later matches were played by others than the corrected results say."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.brackets.played_on import PlayedOn, as_played_on
from competition.formats import format_named
from competition.placings import rank_knockout
from competition.placings.meetings import list_meetings
from competition.plan import Bye, LoserOf, Placing, PlannedPairing, Result, Seated, WinnerOf


def bracket(size: int, byes: int = 0) -> list[PlannedPairing]:
    """A knock-out of entries 1, 2, …; the first ``byes`` of them do not play the first round."""
    first = [
        PlannedPairing(
            f"main-1-{at + 1}",
            "main",
            1,
            (Seated(2 * at + 1), Bye() if at < byes else Seated(2 * at + 2)),
        )
        for at in range(size // 2)
    ]
    made, before, number = list(first), first, 2
    while len(before) > 1:
        before = [
            PlannedPairing(
                f"main-{number}-{at + 1}",
                "main",
                number,
                (WinnerOf(before[2 * at].id), WinnerOf(before[2 * at + 1].id)),
            )
            for at in range(len(before) // 2)
        ]
        made += before
        number += 1
    return made


def places(*told: tuple[str, int], played: list[PlayedOn], size: int = 4) -> list[object]:
    results = {pairing: Result(winner) for pairing, winner in told}
    return [
        (row.entry, row.first, row.last, row.still_in)
        for row in rank_knockout(*as_played_on(bracket(size), results, played))
    ]


def test_who_played_the_final_has_gone_on_whatever_the_semifinal_reads_now() -> None:
    told = [("main-1-1", 1), ("main-1-2", 0), ("main-2-1", 0)]
    played = [PlayedOn("main-2-1", 0, 1), PlayedOn("main-2-1", 1, 3)]
    assert places(*told, played=played) == [
        (1, 1, 1, False),
        (3, 2, 2, False),
        (2, 3, 4, False),
        (4, 3, 4, False),
    ]


def test_a_semifinal_without_a_result_does_not_take_the_final_back() -> None:
    told = [("main-1-2", 0), ("main-2-1", 0)]
    played = [PlayedOn("main-2-1", 0, 2), PlayedOn("main-2-1", 1, 3)]
    assert places(*told, played=played)[:2] == [(2, 1, 1, False), (3, 2, 2, False)]


def test_who_is_not_in_the_match_before_any_more_sits_where_he_played() -> None:
    told = [("main-1-1", 1), ("main-1-2", 0), ("main-1-3", 0), ("main-1-4", 0)]
    told += [("main-2-2", 0), ("main-3-1", 0)]
    played = [PlayedOn("main-3-1", 0, 1), PlayedOn("main-3-1", 1, 5)]
    found = places(*told, played=played, size=8)
    assert found[:2] == [(1, 1, 1, False), (5, 2, 2, False)]
    assert sorted(row[0] for row in found) == list(range(1, 9))  # type: ignore[index]


def test_as_long_as_that_is_open_what_was_played_there_waits_with_all_that_follows() -> None:
    told = [("main-1-1", 1), ("main-1-2", 0), ("main-1-3", 0), ("main-1-4", 0)]
    told += [("main-2-2", 0), ("main-3-1", 0)]
    played = [PlayedOn("main-3-1", 0, 1, is_open=True), PlayedOn("main-3-1", 1, 5, is_open=True)]
    found = places(*told, played=played, size=8)
    assert (5, 1, 2, True) in found
    assert (2, 1, 4, True) in found
    assert (1, 5, 8, False) in found


def test_a_seat_is_found_through_a_bye() -> None:
    plan = bracket(4, byes=1)
    told = {"main-1-2": Result(1), "main-2-1": Result(0)}
    played = [PlayedOn("main-2-1", 0, 1), PlayedOn("main-2-1", 1, 3)]
    found = rank_knockout(*as_played_on(plan, told, played))
    assert [(row.entry, row.first) for row in found] == [(1, 1), (3, 2), (4, 3)]


@given(st.lists(st.integers(0, 1), min_size=7, max_size=7))
def test_a_bracket_that_was_played_by_its_results_stays_as_it_is(winners: list[int]) -> None:
    plan = bracket(8)
    told = {pairing.id: Result(winner) for pairing, winner in zip(plan, winners, strict=True)}
    seats = {pairing.id: _seats(pairing, plan, told) for pairing in plan}
    played = [
        PlayedOn(pairing.id, at, entry)
        for pairing in plan
        for at, entry in enumerate(seats[pairing.id])
    ]
    assert as_played_on(plan, told, played) == (tuple(plan), told)


def _seats(
    pairing: PlannedPairing, plan: list[PlannedPairing], told: dict[str, Result]
) -> list[int]:
    by_id = {each.id: each for each in plan}
    found = []
    for slot in pairing.slots:
        while isinstance(slot, WinnerOf):
            slot = by_id[slot.pairing].slots[told[slot.pairing].winner or 0]  # noqa: PLW2901
        assert isinstance(slot, Seated)
        found.append(int(slot.entry))
    return found


@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination"])
@given(data=st.data())
def test_every_entry_has_a_place_of_its_own_however_the_bracket_was_played_on(
    format_: str, data: st.DataObject
) -> None:
    """A bracket is played out, results are corrected, and some matches stay as they were played."""
    size = data.draw(st.integers(2, 16))
    rules = format_named(format_)
    plan = rules.plan([*range(1, size + 1)], rules.options({}))
    winners = st.lists(st.integers(0, 1), min_size=len(plan), max_size=len(plan))
    ids = [pairing.id for pairing in plan]
    results = [
        {at: Result(winner) for at, winner in zip(ids, data.draw(winners), strict=True)}
        for _ in range(2)
    ]
    stays = data.draw(st.sets(st.sampled_from(ids)))
    played = [
        PlayedOn(meeting.pairing.id, at, entry)
        for meeting in list_meetings(plan, results[0])
        for at, entry in enumerate(meeting.seated)
        if meeting.pairing.id in stays and entry is not None
    ]
    rows = rank_knockout(*as_played_on(plan, results[1], played))
    assert sorted(row.entry for row in rows) == [*range(1, size + 1)]
    if not any(row.still_in for row in rows):
        assert_places_are_shared_by_as_many(rows)
    champions = [row.first for row in rows if row.why.code == "champion"]
    assert champions in ([], [1])


def assert_places_are_shared_by_as_many(rows: tuple[Placing, ...]) -> None:
    place = 1
    for band, entries in Counter((row.first, row.last) for row in rows).items():
        assert band == (place, place + entries - 1)
        place += entries


def played_in_any_way(random: Random) -> tuple[Placing, ...]:
    """The places of a double elimination in which any entries have played on anywhere."""
    format_ = format_named("double_elimination")
    entries = random.randint(4, 8)
    plan = format_.plan(tuple(range(1, entries + 1)), format_.options({}))
    played_pairings = [pairing for pairing in plan if pairing.is_played]
    results = {
        pairing.id: Result(random.randrange(2))
        for pairing in played_pairings
        if random.random() < 0.93
    }
    # The first of them is always there: a result without its entries is left out of such a bracket.
    played = [PlayedOn("final-1-1", 0, random.randint(1, entries))]
    for pairing in played_pairings:
        for position, slot in enumerate(pairing.slots):
            if isinstance(slot, WinnerOf | LoserOf) and random.random() < 0.3:
                entry, is_open = random.randint(1, entries), random.random() < 0.4
                played.append(PlayedOn(pairing.id, position, entry, is_open=is_open))
    return rank_knockout(*as_played_on(plan, results, played))


def test_the_places_of_a_bracket_that_is_over_follow_one_another_however_it_was_played() -> None:
    over = 0
    for seed in range(1500):
        rows = played_in_any_way(Random(seed))
        if any(row.still_in for row in rows):
            continue
        over += 1
        place = 1
        for (first, last), tied in Counter((row.first, row.last) for row in rows).items():
            assert (first, last) == (place, place + tied - 1), (seed, rows)
            place += tied
    assert over > 100
