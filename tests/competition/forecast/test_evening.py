"""Simulated endings of an evening."""

from dataclasses import replace
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.cuts.cut import Losers, OfEach, Places
from competition.forecast.evening import MOST_TASKS, Task, forecast
from competition.forecast.lengths import SAMPLES, estimate_length
from competition.forecast.pace import Pace, estimate_pace
from competition.forecast.schedule import ForecastStage, Schedule, count_through
from competition.forecast.variation import EXACT
from scoring.core.format import best_of

LENGTH = estimate_length(best_of(3, "marafon"))
USUAL = estimate_pace([])
EVEN = Pace((1024,))
HOUR = (3600,) * SAMPLES


def schedule(format_name: str, entries: int, **options: object) -> list[Task]:
    found = Schedule()
    found.add_stage(ForecastStage("1", format_name, options, entries, LENGTH))
    return found.tasks


def test_the_same_seed_gives_the_same_forecast() -> None:
    tasks = schedule("single_elimination", 64)

    assert forecast(tasks, [32], USUAL, 5) == forecast(tasks, [32], USUAL, 5)
    assert forecast(tasks, [32], USUAL, 5) != forecast(tasks, [32], USUAL, 6)


def test_nothing_left_has_no_forecast() -> None:
    assert forecast([], [4], USUAL, 1) is None


def test_an_evening_without_bounds_is_not_forecast() -> None:
    assert forecast([Task((), HOUR)] * (MOST_TASKS + 1), [4], USUAL, 1) is None


def test_four_hours_of_matches_at_two_tables_take_two() -> None:
    found = forecast([Task((), HOUR)] * 4, [2], EVEN, 1, variation=EXACT)

    assert found is not None
    assert found.end.low == found.end.likely == found.end.high == 7200
    assert [(point.finished, point.at.likely) for point in found.curve] == [
        (1, 3600),
        (2, 3600),
        (3, 7200),
        (4, 7200),
    ]


def test_a_match_waits_for_both_that_feed_it() -> None:
    tasks = [Task((), HOUR), Task((), HOUR, earliest=1800), Task((0, 1), HOUR)]

    for tables in (0, 2):
        found = forecast(tasks, [tables], EVEN, 1, variation=EXACT)
        assert found is not None
        assert found.end.likely == 9000


def test_what_is_on_holds_its_table() -> None:
    tasks = [Task((), (600,) * SAMPLES, is_on=True), Task((), HOUR)]

    found = forecast(tasks, [1], EVEN, 1, variation=EXACT)

    assert found is not None
    assert found.end.likely == 4200


def test_groups_with_tables_of_their_own_do_not_use_others() -> None:
    tasks = [Task((), HOUR, pool=1), Task((), HOUR, pool=1), Task((), HOUR)]

    found = forecast(tasks, [3, 1], EVEN, 1, variation=EXACT)

    assert found is not None
    assert found.end.likely == 7200


def test_fewer_tables_never_end_an_evening_earlier() -> None:
    tasks = schedule("single_elimination", 32)
    ends = [
        found.end.likely
        for size in (4, 8, 16)
        if (found := forecast(tasks, [size], EVEN, 3, variation=EXACT))
    ]

    assert ends == sorted(ends, reverse=True)
    assert ends[0] > ends[-1]


@given(
    entries=st.integers(2, 40),
    tables=st.integers(0, 12),
    name=st.sampled_from(
        ["single_elimination", "double_elimination", "consolation", "groups", "swiss", "qualifying"]
    ),
)
def test_every_range_is_in_order_and_no_round_ends_after_the_evening(
    entries: int, tables: int, name: str
) -> None:
    tasks = schedule(name, entries)

    found = forecast(tasks, [tables], USUAL, 1)

    assert found is not None
    assert 0 < found.end.low <= found.end.likely <= found.end.high
    assert found.left == sum(task.pool is not None for task in tasks)
    assert max(each.likely for each in found.rounds.values()) <= found.end.likely


def test_a_swiss_round_waits_for_the_whole_round_before_it() -> None:
    tasks = [replace(task, lasts=HOUR) for task in schedule("swiss", 8, rounds=3)]

    found = forecast(tasks, [0], EVEN, 1, variation=EXACT)

    assert found is not None
    # Three rounds and two pauses, which are as long here.
    assert found.end.likely == 5 * 3600


def test_a_forecast_of_64_pairs_stays_within_its_time() -> None:
    tasks = schedule("double_elimination", 64)
    begin = process_time()

    forecast(tasks, [20], USUAL, 1)

    # About 30 ms; ten times as much would be another algorithm.
    assert process_time() - begin < 0.3


@pytest.mark.parametrize(
    ("cut", "expected"),
    [
        (Places(stage=1, last=32), 32),
        (Places(stage=1, first=33, last=80), 32),
        (OfEach(stage=1, of_each=2, runners_up=3), 19),
        (Losers(stage=1, rounds=(1,)), 32),
    ],
)
def test_the_size_of_a_later_stage_follows_from_its_cut(cut: object, expected: int) -> None:
    assert count_through(cut, 64, 8) == expected  # type: ignore[arg-type]
