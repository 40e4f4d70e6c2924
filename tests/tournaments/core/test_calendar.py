"""Dates for rounds."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract import Refused
from tournaments.core.calendar import LONGEST, Calendar, dated

TUESDAY = date(2026, 1, 13)


def test_a_round_a_week_passes_over_the_feast() -> None:
    weekly = Calendar(TUESDAY, frozenset({1}), skipped=frozenset({date(2026, 1, 20)}))
    assert dated([1, 2, 3], weekly) == {
        1: TUESDAY,
        2: date(2026, 1, 27),
        3: date(2026, 2, 3),
    }


def test_several_rounds_an_evening_on_two_evenings_a_week() -> None:
    twice = Calendar(TUESDAY, frozenset({1, 4}), rounds_a_date=2)
    friday = date(2026, 1, 16)
    assert dated([1, 2, 3, 4, 5], twice) == {
        1: TUESDAY,
        2: TUESDAY,
        3: friday,
        4: friday,
        5: date(2026, 1, 20),
    }


def test_a_start_on_another_day_waits_for_the_first_that_counts() -> None:
    assert dated([7], Calendar(TUESDAY, frozenset({0}))) == {7: date(2026, 1, 19)}


def test_no_rounds_need_no_dates() -> None:
    assert dated([], Calendar(TUESDAY, frozenset({1}))) == {}


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
    found = dated(range(1, rounds + 1), Calendar(TUESDAY, frozenset(weekdays), a_date, off))
    days = [TUESDAY + timedelta(days=number) for number in range(LONGEST.days)]
    free = [day for day in days if day.weekday() in weekdays and day not in off]
    assert found == {number: free[(number - 1) // a_date] for number in range(1, rounds + 1)}


@pytest.mark.parametrize(
    ("calendar", "codes"),
    [
        (Calendar(TUESDAY, frozenset()), ["calendar_without_weekdays"]),
        (Calendar(TUESDAY, frozenset({7}), 0), ["no_such_weekday", "too_few_rounds_a_date"]),
    ],
)
def test_a_calendar_that_cannot_be_is_refused(calendar: Calendar, codes: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        dated([1], calendar)
    assert [violation.code for violation in refused.value.violations] == codes


def test_a_calendar_without_end_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        dated(range(1, 1000), Calendar(TUESDAY, frozenset({1})))
    [violation] = refused.value.violations
    assert violation.code == "calendar_too_long"
    assert violation.params["rounds"] == 999
