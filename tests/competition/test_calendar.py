"""Dates for rounds."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.calendar import (
    LONGEST,
    Calendar,
    assign_dates,
    list_dates_after,
    number_rounds_by_group,
)
from kernel.reading import read
from kernel.refusals import Refused

TUESDAY = date(2026, 1, 13)


def calendar(*weekdays: int, **more: Any) -> Calendar:
    return Calendar(start=TUESDAY, weekdays=frozenset(weekdays), **more)


def test_a_round_a_week_passes_over_the_feast() -> None:
    weekly = calendar(1, skipped=frozenset({date(2026, 1, 20)}))
    assert assign_dates([1, 2, 3], weekly) == {
        1: TUESDAY,
        2: date(2026, 1, 27),
        3: date(2026, 2, 3),
    }


def test_several_rounds_an_evening_on_two_evenings_a_week() -> None:
    twice = calendar(1, 4, rounds_a_date=2)
    friday = date(2026, 1, 16)
    assert assign_dates([1, 2, 3, 4, 5], twice) == {
        1: TUESDAY,
        2: TUESDAY,
        3: friday,
        4: friday,
        5: date(2026, 1, 20),
    }


def test_a_start_on_another_day_waits_for_the_first_that_counts() -> None:
    assert assign_dates([7], calendar(0)) == {7: date(2026, 1, 19)}


def test_no_rounds_need_no_dates() -> None:
    assert assign_dates([], calendar(1)) == {}


@given(
    st.integers(1, 40),
    st.sets(st.integers(0, 6), min_size=1),
    st.integers(1, 5),
    st.sets(st.integers(0, 60)),
)
def test_every_round_has_the_first_date_that_is_free(
    rounds: int, weekdays: set[int], a_date: int, skipped: set[int]
) -> None:
    off = frozenset(TUESDAY + timedelta(days=days) for days in skipped)
    made = calendar(*weekdays, rounds_a_date=a_date, skipped=off)
    found = assign_dates(range(1, rounds + 1), made)
    days = [TUESDAY + timedelta(days=number) for number in range(LONGEST)]
    free = [day for day in days if day.weekday() in weekdays and day not in off]
    assert found == {number: free[(number - 1) // a_date] for number in range(1, rounds + 1)}


@pytest.mark.parametrize(
    ("wrong", "codes"),
    [
        (calendar(), ["calendar_without_weekdays"]),
        (calendar(7, rounds_a_date=0), ["no_such_weekday", "too_few_rounds_a_date"]),
    ],
)
def test_a_calendar_that_cannot_be_is_refused(wrong: Calendar, codes: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        assign_dates([1], wrong)
    assert [violation.code for violation in refused.value.violations] == codes


def test_a_calendar_without_end_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        assign_dates(range(1, 1000), calendar(1))
    [violation] = refused.value.violations
    assert violation.code == "calendar_too_long"
    assert violation.params["rounds"] == 999


def test_a_calendar_at_the_end_of_time_is_refused() -> None:
    with pytest.raises(Refused):
        assign_dates([1, 2], Calendar(start=date.max, weekdays=frozenset({date.max.weekday()})))


@given(st.integers(0, 8), st.integers(1, 8), st.sets(st.integers(0, 6), min_size=1))
def test_later_rounds_go_on_where_the_earlier_ended(
    before: int, after: int, weekdays: set[int]
) -> None:
    made = calendar(*weekdays, rounds_a_date=3)
    whole = list(assign_dates(range(before + after), made).values())
    following = list_dates_after(whole[:before], made)
    assert [next(following) for _ in range(after)] == whole[before:]


def test_after_a_round_that_was_moved_the_next_is_on_the_next_date() -> None:
    thursday, tuesday = TUESDAY + timedelta(days=2), TUESDAY + timedelta(days=7)
    assert next(list_dates_after([thursday], calendar(1))) == tuesday


def test_round_n_of_each_group_is_its_nth_in_the_order_of_play() -> None:
    assert number_rounds_by_group([1, 2, 1, 1, 2]) == [0, 0, 1, 2, 1]


def test_a_calendar_is_kept_as_a_document() -> None:
    made = calendar(4, 1, skipped=frozenset({TUESDAY, date(2026, 1, 6)}))
    document = made.model_dump(mode="json")
    assert document == {
        "start": "2026-01-13",
        "weekdays": [1, 4],
        "rounds_a_date": 1,
        "skipped": ["2026-01-06", "2026-01-13"],
    }
    assert read(Calendar, json.loads(json.dumps(document))) == made
