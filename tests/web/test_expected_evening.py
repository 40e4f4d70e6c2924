"""The forecast of an evening before the draw: for how many pairs, and why for that many."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from competition.regulation import HouseRules
from scoring.core.format import best_of
from tests.factories import NOW, make_event, owner_of
from tests.web.pages import text_of
from tournaments.models import Club, Event
from tournaments.selectors.events.expected_evenings import (
    ExpectedPairs,
    expect_pairs,
    forecast_before_draw,
)
from tournaments.services.regulation.regulations import set_house_rules

TO_41 = best_of(1, "marafon")


def make_open(club: Club, pairs: int = 0, **plan: Any) -> Event:
    return make_event(club=club, pairs=pairs, drawn=False, match_format=TO_41, tables=16, **plan)


def make_over(club: Club, pairs: int, days_ago: int = 0) -> Event:
    event = make_event(club=club, pairs=pairs, drawn=False, match_format=TO_41)
    Event.objects.filter(pk=event.pk).update(
        state=Event.State.FINISHED, date=event.date - timedelta(days=days_ago)
    )
    return event


@pytest.mark.django_db
def test_nothing_is_expected_where_nothing_is_known(club: Club) -> None:
    assert expect_pairs(make_open(club), NOW) is None
    assert forecast_before_draw(make_open(club), NOW) is None


@pytest.mark.django_db
def test_without_a_history_the_places_count(club: Club) -> None:
    event = make_open(club, 3, capacity=32)
    assert expect_pairs(event, NOW) == ExpectedPairs(32, "capacity")


@pytest.mark.django_db
def test_the_usual_number_is_the_middle_of_the_last_events(club: Club) -> None:
    for days_ago, pairs in enumerate((6, 9, 7, 12, 8, 40), start=1):
        make_over(club, pairs, days_ago)
    # The last five: the event with 40 pairs was before them.
    assert expect_pairs(make_open(club, 3), NOW) == ExpectedPairs(8, "usual", 5)


@pytest.mark.django_db
def test_the_usual_number_is_no_more_than_the_places(club: Club) -> None:
    make_over(club, 12)
    assert expect_pairs(make_open(club, 3, capacity=8), NOW) == ExpectedPairs(8, "usual", 1)


@pytest.mark.django_db
def test_more_pairs_than_usual_count_themselves(club: Club) -> None:
    make_over(club, 4)
    assert expect_pairs(make_open(club, 6), NOW) == ExpectedPairs(6, "entries")


@pytest.mark.django_db
def test_after_the_deadline_those_who_have_entered_count(club: Club) -> None:
    make_over(club, 12)
    event = make_open(club, 6, capacity=32)
    event.entries_close_at = NOW - timedelta(minutes=1)
    assert expect_pairs(event, NOW) == ExpectedPairs(6, "entries")


@pytest.mark.django_db
def test_events_of_other_clubs_say_nothing(club: Club) -> None:
    other = make_event(pairs=12, drawn=False)
    Event.objects.filter(pk=other.pk).update(state=Event.State.FINISHED)
    assert expect_pairs(make_open(club), NOW) is None


@pytest.mark.django_db
def test_more_pairs_take_longer_at_the_same_tables(club: Club) -> None:
    ends = []
    for capacity in (8, 64):
        found = forecast_before_draw(make_open(club, capacity=capacity), NOW)
        assert found is not None
        ends.append(found.end.likely)
    assert ends[0] < ends[1]


@pytest.mark.django_db
def test_after_the_draw_there_is_no_such_forecast(club: Club) -> None:
    assert forecast_before_draw(make_event(club=club, pairs=8), NOW) is None


def test_the_desk_says_for_how_many_pairs(desk: Client, club: Club) -> None:
    event = make_open(club, capacity=32)
    page = text_of(desk.get(f"/desk/events/{event.pk}/"))
    assert "Lasts about" in page
    assert "For 32 pairs: as many as there are places." in page
    actor = owner_of(club)
    set_house_rules(event=event, rules=HouseRules(start="20:30"), actor=actor, now=NOW)
    assert "Ends about" in text_of(desk.get(f"/desk/events/{event.pk}/"))
    make_over(club, 8)
    page = text_of(desk.get(f"/desk/events/{event.pk}/"))
    assert "For 8 pairs: as many as at the last event of the club." in page


def test_the_number_of_queries_does_not_depend_on_the_pairs(
    club: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (4, 16):
        make_over(club, pairs)
        event = make_open(club, pairs + 2)
        with django_assert_num_queries(4):
            forecast_before_draw(event, NOW)
