"""What an organizer sees at once: the pace of matches, tables with their halls, and its queries."""

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.factories import NOW, make_event, owner_of
from tests.tournaments.steps import QUICK, pairing, win
from tournaments.models import Event, RefereeCall
from tournaments.selectors.events.today import load_event_today, load_pace, measure_pace
from tournaments.services.club.clubs import add_venue

pytestmark = pytest.mark.django_db
TODAY = NOW.date()


def test_a_match_is_slow_beyond_one_and_a_half_times_the_median_of_its_round() -> None:
    pace = measure_pace({1: [20, 20, 30, 90], 2: [40, 40, 40, 40]})
    assert pace.usual_minutes(1) == 20
    assert not pace.is_slow(1, 30)
    assert pace.is_slow(1, 31)
    assert not pace.is_slow(2, 60)


def test_a_round_with_few_results_goes_by_the_pace_of_the_event() -> None:
    pace = measure_pace({1: [20, 20, 20, 20], 2: [50]})
    assert pace.usual_minutes(2) == 20
    assert pace.is_slow(2, 31)


def test_before_four_results_no_match_is_slow() -> None:
    assert not measure_pace({1: [20, 20, 20]}).is_slow(1, 500)


def test_no_match_is_slow_in_its_first_quarter_of_an_hour() -> None:
    pace = measure_pace({1: [1, 1, 1, 1]})
    assert not pace.is_slow(1, 15)
    assert pace.is_slow(1, 16)


def test_the_pace_counts_matches_that_were_played_at_a_table() -> None:
    event = make_event(pairs=16, tables=8, match_format=QUICK)
    for number in range(1, 5):
        win(pairing(event, f"main-1-{number}"))
    event.pairings.filter(state="DECIDED").update(
        called_at=NOW, decided_at=NOW + timedelta(minutes=24)
    )
    assert load_pace(event).of_event == 24
    event.pairings.filter(code="main-1-1").update(called_at=None)
    assert load_pace(event).of_event is None


def test_a_table_has_its_call_and_the_venue_of_its_group() -> None:
    event = make_event(pairs=8, tables=4)
    club = event.club
    venue = add_venue(club=club, name="Palestra", address="", actor=owner_of(club))
    event.stages.get().groups.update(venue=venue, first_table=3, last_table=4)
    table = event.tables.get(number=2)
    call = RefereeCall.objects.create(
        event=event, table=table, called_at=NOW, author_kind="user", author_id="1"
    )
    tables = load_event_today(event, TODAY).tables
    assert [each.venue for each in tables] == ["", "", "Palestra", "Palestra"]
    assert [each.call for each in tables] == [None, call.pk, None, None]


def test_an_answered_call_is_no_call() -> None:
    event = make_event(pairs=4, tables=2)
    table = event.tables.get(number=1)
    for answered in (NOW, None):
        RefereeCall.objects.create(
            event=event,
            table=table,
            called_at=NOW,
            answered_at=answered,
            author_kind="user",
            author_id="1",
        )
    tables = load_event_today(event, TODAY).tables
    assert [each.number for each in tables] == [1, 2]
    assert tables[0].call is not None


def test_entries_are_counted_and_stages_to_come_are_named() -> None:
    event = make_event(pairs=4, drawn=False)
    event.entries.filter(pk=event.entries.order_by("pk")[0].pk).update(paid=True)
    today = load_event_today(event, TODAY)
    assert (today.entries.entered, today.entries.paid) == (4, 1)
    assert [stage.number for stage in today.later_stages] == [1]


def test_it_takes_five_queries_for_any_size(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    events: list[Event] = [make_event(pairs=pairs, tables=16) for pairs in (8, 128)]
    for event in events:
        with django_assert_num_queries(5):
            load_event_today(event, TODAY)
