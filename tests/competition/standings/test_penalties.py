"""Penalties against standings."""

import pytest

from competition.standings.ranking import rank
from competition.standings.ruling import RankingPenalty
from kernel.refusals import Refused
from tests.competition.standings.events import DEFAULTS, alone, column, places, played

RESULTS = [
    played(1, "a", "b", score=(2, 0), points=(5, 3)),
    played(2, "a", "c", score=(2, 0), points=(5, 4)),
    played(3, "b", "c", score=(2, 0), points=(5, 1)),
    alone(1, "c", "bye", 2),
]
ORDER = ["match_points", "buchholz", "points_for"]


def test_points_come_off_the_first_metric_unless_another_is_named() -> None:
    penalties = [
        RankingPenalty("a", 3),
        RankingPenalty("a", 1, "points_for"),
        RankingPenalty("a", 4, "points_for"),
    ]
    rows = rank(ORDER, DEFAULTS, ["a", "b", "c"], RESULTS, penalties=penalties)
    assert rows[-1].values == {"match_points": 1, "buchholz": 4, "points_for": 5}
    assert places(rows) == {"c": 1, "b": 2, "a": 3}


def test_a_penalty_takes_nothing_from_those_whom_he_met() -> None:
    fined = rank(ORDER, DEFAULTS, ["a", "b", "c"], RESULTS, penalties=[RankingPenalty("a", 3)])
    unfined = rank(ORDER, DEFAULTS, ["a", "b", "c"], RESULTS)
    assert column(fined, "buchholz") == column(unfined, "buchholz")


def test_points_come_off_fractions_too() -> None:
    order = ["average_opponents_buchholz"]
    [whole, *_] = rank(order, DEFAULTS, ["b", "a", "c"], RESULTS)
    fined = rank(
        order, DEFAULTS, ["b", "a", "c"], RESULTS, penalties=[RankingPenalty(whole.entry, 1)]
    )
    before, after = whole.values[order[0]], column(fined, order[0])[whole.entry]
    assert isinstance(before, tuple)
    assert after == (before[0] - before[1], before[1])


@pytest.mark.parametrize("metric", ["games_lost", "head_to_head", "mini_table", "lots", "wins"])
def test_points_come_off_no_metric_where_less_is_better_or_that_is_not_asked(metric: str) -> None:
    order = ["match_points", "games_lost", "head_to_head", "mini_table", "lots"]
    with pytest.raises(Refused) as refused:
        rank(order, DEFAULTS, ["a"], [], penalties=[RankingPenalty("a", 1, metric)])
    assert [found.code for found in refused.value.violations] == ["penalty_metric"]


def test_who_is_voided_stands_with_nothing_and_his_rounds_were_not_played() -> None:
    rows = rank(
        ORDER, DEFAULTS, ["a", "b", "c"], RESULTS, penalties=[RankingPenalty("a", voids=True)]
    )
    assert {row.entry: tuple(row.values.values()) for row in rows} == {
        "b": (2, 2, 5),
        "c": (2, 4, 1),
        "a": (0, 0, 0),
    }


def test_at_a_table_of_more_than_two_only_the_voided_leaves() -> None:
    sitting = played(1, "a", "b", "c", score=(4, -2, -2), points=(4, -2, -2))
    rows = rank(
        ["points_for"],
        DEFAULTS,
        ["a", "b", "c"],
        [sitting],
        penalties=[RankingPenalty("a", voids=True)],
    )
    assert column(rows, "points_for") == {"a": 0, "b": -2, "c": -2}
