"""Every metric against its definition, and by hand where five sit at a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.plan import EntryId
from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from competition.standings.ranking import rank
from competition.standings.results import RoundResult
from tests.competition.standings.events import alone, events, played, values
from tests.competition.standings.oracle import Oracle

COMPUTED = sorted(Oracle([], StandingsOptions()).metrics())
OTHERS = {"victory_points", "head_to_head", "mini_table", "lots"}
"""Those that have tests of their own."""


def test_every_metric_of_the_notation_is_there() -> None:
    assert METRICS.keys() == {*COMPUTED, *OTHERS}


@given(events(), st.sampled_from(["2024", "2026"]))
def test_every_metric_is_what_its_definition_says(
    event: tuple[list[EntryId], list[RoundResult]], version: str
) -> None:
    entries, results = event
    options = StandingsOptions.model_validate({"unplayed": version})
    oracle = Oracle(results, options)
    for row in rank(COMPUTED, options, entries, results):
        assert row.values == {name: oracle.metrics()[name](row.entry) for name in COMPUTED}


TABLE = ["a", "b", "c", "d", "e"]
SITTINGS = [
    played(1, *TABLE, score=(8, -2, -2, -2, -2), points=(8, -2, -2, -2, -2)),
    played(2, *TABLE, score=(1, 4, -1, -2, -2), points=(1, 4, -1, -2, -2)),
]


@pytest.mark.parametrize(
    ("metric", "expected"),
    {
        "match_points": (9, 2, -3, -4, -4),
        "wins": (1, 1, 0, 0, 0),
        "points_for": (9, 2, -3, -4, -4),
        "points_difference": (18, 4, -6, -8, -8),
        "buchholz": (-18, -4, 6, 8, 8),
        "progressive": (17, 0, -5, -6, -6),
    }.items(),
)
def test_five_at_a_table_are_each_others_opponents(metric: str, expected: tuple[int, ...]) -> None:
    assert tuple(values(metric, TABLE, SITTINGS)[entry] for entry in TABLE) == expected


ROUNDS = [
    played(1, "a", "b", score=(2, 0), points=(7, 4), thirds=(22, 13)),
    played(2, "a", "c", score=(2, 0), points=(6, 5), thirds=(19, 16)),
    played(3, "b", "c", score=(2, 0), points=(9, 2), thirds=(29, 6)),
    alone(3, "a", "bye", 2),
    alone(2, "b", "bye", 2),
    alone(1, "c", "half_bye", 1),
]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"points_for": 13, "points_against": 9, "points_difference": 4, "thirds": 41}),
        (
            {"rest": "fixed", "rest_points": 6, "rest_points_against": 5, "rest_thirds": 18},
            {"points_for": 19, "points_against": 14, "points_difference": 5, "thirds": 59},
        ),
        (
            {"rest": "average"},
            {
                "points_for": (39, 2),
                "points_against": (27, 2),
                "points_difference": 6,
                "thirds": (123, 2),
            },
        ),
    ],
)
def test_a_bye_adds_to_the_totals_what_the_options_say(
    options: dict[str, object], expected: dict[str, object]
) -> None:
    counted = StandingsOptions.model_validate(options)
    found = {name: values(name, ["a", "b", "c"], ROUNDS, counted) for name in expected}
    assert {name: of["a"] for name, of in found.items()} == expected
    # A rest that was asked for adds nothing.
    assert found["points_for"]["c"] == 7


def test_a_rest_before_the_first_match_has_no_average() -> None:
    options = StandingsOptions(rest="average")
    assert values("points_for", ["a"], [alone(1, "a", "bye", 2)], options) == {"a": 0}


def test_a_bye_that_gives_less_than_a_win_is_none() -> None:
    results = [alone(1, "a", "bye", 2), alone(1, "b", "bye", 1)]
    assert values("wins", ["a", "b"], results) == {"a": 1, "b": 0}


@pytest.mark.parametrize("metric", ["games_lost", "points_against", "hands"])
def test_less_is_better_where_it_is(metric: str) -> None:
    results = [played(1, "a", "b", score=(2, 0), games=(2, 1), points=(9, 3), hands=7)]
    results.append(played(2, "b", "c", score=(2, 0), games=(2, 0), points=(5, 0), hands=4))
    rows = rank([metric], StandingsOptions(), ["a", "b", "c"], results)
    made = [row.values[metric] for row in rows]
    assert made == sorted(made, key=lambda value: value if isinstance(value, int) else 0)
    assert made[0] != made[-1]
    assert rows[0].why.code == "above_by_less"


FORFEITED = [
    played(1, "a", "b", score=(2, 0), points=(8, 3), thirds=(26, 9)),
    played(2, "a", "c", score=(0, 2), points=(5, 6), thirds=(15, 20)),
    RoundResult(3, ("b", "a"), (0, 2), kind="forfeit"),
]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"points_for": 13, "points_against": 9, "points_difference": 4, "thirds": 41}),
        (
            {
                "walkover": "fixed",
                "walkover_points": 7,
                "walkover_points_against": 4,
                "walkover_thirds": 21,
            },
            {"points_for": 20, "points_against": 13, "points_difference": 7, "thirds": 62},
        ),
        (
            {"walkover": "average"},
            {
                "points_for": (39, 2),
                "points_against": (27, 2),
                "points_difference": 6,
                "thirds": (123, 2),
            },
        ),
    ],
)
def test_a_walkover_adds_to_the_totals_what_the_options_say(
    options: dict[str, object], expected: dict[str, object]
) -> None:
    counted = StandingsOptions.model_validate(options)
    found = {name: values(name, ["a", "b", "c"], FORFEITED, counted) for name in expected}
    assert {name: of["a"] for name, of in found.items()} == expected
    lost = {name: values(name, ["a", "b", "c"], FORFEITED[:1], counted)["b"] for name in expected}
    assert {name: of["b"] for name, of in found.items()} == lost


def test_a_forfeit_with_points_is_worth_those_alone() -> None:
    counted = StandingsOptions(walkover="fixed", walkover_points=7, rest="average")
    given = RoundResult(3, ("b", "a"), (0, 2), kind="forfeit", points=(0, 10))
    rounds = [*FORFEITED[:2], given, RoundResult(4, ("a",), (2,), kind="bye")]
    # 13 of two rounds that were played, 10 given, half of 13 for the bye.
    assert values("points_for", ["a", "b", "c"], rounds, counted)["a"] == (59, 2)


def test_the_average_of_no_round_at_all_is_nothing() -> None:
    counted = StandingsOptions(walkover="average", rest="average")
    assert values("points_for", ["a", "b"], FORFEITED[2:], counted) == {"a": 0, "b": 0}
