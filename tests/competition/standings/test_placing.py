"""From pairings and results to placings, as the formats give them."""

from typing import Any

import pytest

from competition.plan import Absence, Bye, EntryId, PlannedPairing, Result, Seated
from competition.standings.placing import rank_by_standings
from competition.standings.ruling import NO_RULING, RankingPenalty, Ruling
from kernel.refusals import Refused, Unreadable

ORDER = ("match_points", "points_difference", "lots")


def pairing(name: str, number: int, *entries: EntryId, group: int = 1) -> PlannedPairing:
    return PlannedPairing(name, "main", number, tuple(map(Seated, entries)), group)


def rest(
    name: str, number: int, entry: EntryId, absence: Absence = "bye", group: int = 1
) -> PlannedPairing:
    slots = (Seated(entry), Bye())
    return PlannedPairing(name, "main", number, slots, group, absence=absence)


PAIRINGS = [
    pairing("1", 1, "a", "b"),
    rest("2", 1, "c"),
    pairing("3", 2, "a", "c"),
    rest("4", 2, "b", "half_bye"),
]


def standing(
    results: dict[str, Result], ruling: Ruling = NO_RULING, **options: Any
) -> dict[EntryId, tuple[Any, ...]]:
    placings = rank_by_standings(PAIRINGS, results, ruling, ORDER, options)
    return {
        each.entry: (each.first, each.last, each.still_in, *each.values.values())
        for each in placings
    }


def test_before_the_first_result_all_are_level() -> None:
    assert standing({}) == dict.fromkeys("abc", (1, 3, True, 0, 0, None))


def test_a_rest_counts_once_its_round_has_begun() -> None:
    assert standing({"1": Result(0, (5, 3))}) == {
        "a": (1, 1, True, 2, 2, None),
        "c": (2, 2, True, 2, 0, None),
        "b": (3, 3, False, 0, -2, None),
    }


def test_at_the_end_nobody_is_still_in() -> None:
    assert standing({"1": Result(0, (5, 3)), "3": Result(None, (4, 4))}) == {
        "a": (1, 1, False, 3, 2, None),
        "c": (2, 2, False, 3, 0, None),
        "b": (3, 3, False, 1, -2, None),
    }


def test_a_round_with_nothing_to_play_counts_at_once() -> None:
    [placing] = rank_by_standings([rest("1", 1, "a")], {}, NO_RULING, ORDER, {})
    assert (placing.values["match_points"], placing.still_in, placing.why.code) == (
        2,
        False,
        "last",
    )


def test_of_a_forfeit_only_who_has_won_counts() -> None:
    results = {"1": Result(1, (5, 3), is_forfeit=True), "3": Result(None, (9, 0), is_forfeit=True)}
    assert {entry: found[3:5] for entry, found in standing(results).items()} == {
        "a": (0, 0),
        "b": (3, 0),
        "c": (2, 0),
    }


def test_the_reasons_of_a_standings_are_whole() -> None:
    placings = rank_by_standings(PAIRINGS, {"1": Result(None, (4, 4))}, NO_RULING, ORDER, {})
    assert [(each.entry, each.why.code) for each in placings] == [
        ("c", "above_by"),
        ("a", "level"),
        ("b", "level"),
    ]


def test_the_ruling_comes_before_the_format() -> None:
    ruling = Ruling(
        metrics=("points_for", "lots"),
        options={"bye": 0},
        penalties=(RankingPenalty("b", 1), RankingPenalty("gone", 1)),
    )
    results = {"1": Result(0, (5, 3)), "3": Result(None, (4, 9))}
    placings = rank_by_standings(PAIRINGS, results, ruling, ORDER, {"bye": 1})
    assert [(each.entry, dict(each.values)) for each in placings] == [
        ("a", {"points_for": 9, "lots": None}),
        ("c", {"points_for": 9, "lots": None}),
        ("b", {"points_for": 2, "lots": None}),
    ]


def test_a_ruling_that_cannot_be_is_refused() -> None:
    with pytest.raises(Refused):
        standing({}, Ruling(metrics=("elo",)))
    with pytest.raises(Unreadable):
        standing({}, Ruling(options={"elo": 3}))


def test_several_groups_rank_together_and_each_keeps_its_number() -> None:
    pairings = [
        pairing("1", 1, "a", "b"),
        pairing("2", 1, "c", "d", group=2),
        rest("3", 1, "e", group=2),
    ]
    placings = rank_by_standings(pairings, {"1": Result(0, (5, 3))}, NO_RULING, ORDER, {})
    # The rest of the second group waits for its own round.
    assert [(each.entry, each.first, each.last, each.group) for each in placings] == [
        ("a", 1, 1, 1),
        ("c", 2, 4, 2),
        ("d", 2, 4, 2),
        ("e", 2, 4, 2),
        ("b", 5, 5, 1),
    ]
