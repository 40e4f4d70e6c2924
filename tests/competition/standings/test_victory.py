"""Victory points: the published tables, and a club's own."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.standings.options import StandingsOptions
from competition.standings.ranking import rank
from competition.standings.victory import VICTORY_TABLES, find_victory_table
from kernel.refusals import Refused
from tests.competition.standings.events import alone, played, values

FACTS = json.loads(Path("tests/data/burraco_vp.json").read_text())
PUBLISHED = {"burraco_3": "three_hand_rounds", "burraco_4": "four_hand_rounds"}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_tables_are_the_published_ones(name: str) -> None:
    table = VICTORY_TABLES[name]
    least = 0
    for bound, upper, lower in FACTS[PUBLISHED[name]]:
        for difference in (least, bound or least + 5000):
            assert (table.of(difference, 0), table.of(0, difference)) == (
                upper,
                lower if difference else upper,
            )
        least = (bound or 0) + 1


@pytest.mark.parametrize("name", PUBLISHED)
@given(mine=st.integers(-3000, 3000), theirs=st.integers(-3000, 3000))
def test_the_two_sides_share_twenty(name: str, mine: int, theirs: int) -> None:
    table = VICTORY_TABLES[name]
    assert table.of(mine, theirs) + table.of(theirs, mine) == 20


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_table_written_out_is_the_same_as_by_its_name(name: str) -> None:
    known = VICTORY_TABLES[name]
    assert find_victory_table(FACTS[PUBLISHED[name]], known.walkover) == known


def test_rounds_without_points_are_worth_a_walkover_or_nothing() -> None:
    results = [
        played(1, "a", "b", score=(2, 0), points=(700, 300)),
        played(1, "c", "d", score=(2, 0), kind="forfeit"),
        played(2, "a", "c", score=(2, 0), points=(400, 400), kind="forfeit"),
        alone(2, "b", "bye", 2),
        alone(2, "d", "half_bye", 1),
    ]
    for options, walkover in (
        (StandingsOptions(victory_table="burraco_3"), 14),
        (StandingsOptions(victory_table="burraco_3", victory_walkover=12), 12),
        (StandingsOptions(victory_table=FACTS["three_hand_rounds"]), 10),
    ):
        found = values("victory_points", ["a", "b", "c", "d"], results, options)
        assert found == {"a": 24, "b": 6 + walkover, "c": 10 + walkover, "d": 0}


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ([[100, 10, 10], [100, 11, 9], [None, 12, 8]], [2]),
        ([[-1, 10, 10], [None, 12, 8]], [1]),
        ([[100, 10, 10], [200, 11, 9]], [2]),
        ([[None, 10, 10], [200, 11, None], [None, 12, 8]], [1, 2]),
    ],
)
def test_a_table_that_leaves_a_difference_without_a_worth_is_refused(
    rows: list[Any], wrong: list[int]
) -> None:
    with pytest.raises(Refused) as refused:
        rank(["victory_points"], StandingsOptions(victory_table=rows), [], [])
    found = [(each.code, each.params["row"]) for each in refused.value.violations]
    assert found == [("victory_row", row) for row in wrong]
