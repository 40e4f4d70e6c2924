"""Who beat whom, among those who are tied."""

import pytest

from competition.plan import EntryId
from competition.standings.options import StandingsOptions
from competition.standings.ranking import PlacedEntry, rank
from competition.standings.results import RoundResult
from tests.competition.standings.events import DEFAULTS, alone, column, places, played

FOUR: list[EntryId] = ["a", "b", "c", "d"]


def by(metric: str, results: list[RoundResult], **options: object) -> tuple[PlacedEntry, ...]:
    counted = StandingsOptions.model_validate(options)
    return rank(["match_points", metric], counted, FOUR, results)


LEAGUE = [
    # a, b and c have four points each: a beats b, b beats c, c beats a; all beat d.
    played(1, "a", "b", score=(2, 0), points=(41, 30)),
    played(1, "c", "d", score=(2, 0), points=(41, 0)),
    played(2, "b", "c", score=(2, 0), points=(41, 20)),
    played(2, "a", "d", score=(2, 0), points=(41, 39)),
    played(3, "c", "a", score=(2, 0), points=(41, 40)),
    played(3, "b", "d", score=(2, 0), points=(41, 38)),
]


def test_head_to_head_leaves_a_ring_level() -> None:
    rows = by("head_to_head", LEAGUE)
    assert places(rows) == {"a": 1, "b": 1, "c": 1, "d": 4}
    assert column(rows, "head_to_head") == {"a": 2, "b": 2, "c": 2, "d": None}


def test_a_mini_table_knows_only_the_results_between_the_level() -> None:
    rows = by("mini_table", LEAGUE, mini_table=["points_for"])
    # With the matches against d in it, each would have 41 more.
    assert places(rows) == {"a": 1, "b": 2, "c": 3, "d": 4}
    assert column(rows, "mini_table") == {"a": 1, "b": 2, "c": 3, "d": None}
    assert told(rows)[:2] == [("points_for", 81, 71, 3), ("points_for", 71, 61, 3)]


def test_who_is_level_in_a_mini_table_has_another() -> None:
    rows = by("mini_table", LEAGUE)
    # Among the three a and b have +10 and c -20; between a and b alone, a has won.
    assert places(rows) == {"a": 1, "b": 2, "c": 3, "d": 4}
    assert told(rows)[:2] == [("match_points", 2, 0, 2), ("points_difference", 10, -20, 3)]
    assert rows[0].why.code == "above_in_mini_table"


def test_a_mini_table_that_parts_nobody_leaves_them_level() -> None:
    rows = by("mini_table", LEAGUE, mini_table=["match_points", "wins"])
    assert places(rows) == {"a": 1, "b": 1, "c": 1, "d": 4}
    assert column(rows, "mini_table") == {"a": 1, "b": 1, "c": 1, "d": None}


def told(rows: tuple[PlacedEntry, ...]) -> list[tuple[object, ...]]:
    """By which metric, with what against what, and among how many."""
    names = ("metric", "mine", "theirs", "among")
    return [tuple(row.why.params[name] for name in names) for row in rows if row.why]


@pytest.mark.parametrize(
    ("kind", "round_robin", "value"),
    [("played", False, 2), ("forfeit", False, None), ("forfeit", True, 2)],
)
def test_a_forfeit_is_an_encounter_only_where_everybody_meets_everybody(
    kind: str, round_robin: bool, value: int | None
) -> None:
    results = [
        played(1, "a", "b", score=(2, 0), kind=kind),
        alone(2, "b", "bye", 2),
        alone(2, "a", "absent", 0),
        played(1, "c", "d", score=(0, 0), kind="forfeit"),
    ]
    rows = by("head_to_head", results, round_robin=round_robin)
    assert column(rows, "head_to_head")["a"] == value


def test_head_to_head_says_nothing_unless_all_have_met_equally_often() -> None:
    results = [
        played(1, "a", "b", score=(2, 0)),
        played(2, "b", "c", score=(2, 0)),
        alone(1, "c", "bye", 2),
    ]
    rows = rank(["match_points", "head_to_head"], DEFAULTS, ["a", "b", "c"], results)
    assert column(rows, "head_to_head") == {"a": None, "b": None, "c": None}
    results.append(played(3, "a", "c", score=(1, 1)))
    alone_level = rank(["head_to_head"], DEFAULTS, ["a", "b", "c"], results)
    assert column(alone_level, "head_to_head") == {"a": 3, "b": 2, "c": 1}
    results.append(played(4, "a", "c", score=(1, 1)))
    twice = rank(["head_to_head"], DEFAULTS, ["a", "b", "c"], results)
    assert column(twice, "head_to_head") == {"a": None, "b": None, "c": None}


def test_two_matches_between_two_count_both() -> None:
    results = [played(1, "a", "b", score=(2, 0)), played(2, "b", "a", score=(1, 1))]
    rows = rank(["head_to_head"], DEFAULTS, ["a", "b"], results)
    assert column(rows, "head_to_head") == {"a": 3, "b": 1}
    assert rows[0].why.key == (
        "above_head_to_head",
        "metric=head_to_head",
        "mine=3",
        "theirs=1",
        "among=2",
        "over=b",
    )


def test_a_long_chain_of_mini_tables_comes_to_an_end() -> None:
    # i beats every j above it by points: each mini-table takes one away.
    entries: list[EntryId] = list(range(60))
    results = [
        played(1 + i * 60 + j, i, j, score=(1, 1), points=(1, 0) if j == 59 else (0, 0))
        for i in range(60)
        for j in range(i + 1, 60)
    ]
    rows = rank(["match_points", "mini_table"], DEFAULTS, entries, results)
    assert rows[-1].entry == 59
    assert rows[0].tied_count == 59
