"""Calendars of clubs and events as iCalendar."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from competition.calendar import Calendar
from tests.factories import NOW, make_club, make_event, owner_of
from tests.tournaments.steps import QUICK
from tests.web.pages import html_of
from tournaments.models import Club, Event, Round
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.calendars import move_rounds, set_calendar
from tournaments.services.events.changes import change_event
from tournaments.services.events.events import cancel_event

pytestmark = pytest.mark.django_db


def read(response: Any) -> list[Any]:
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return list(icalendar.Calendar.from_ical(response.content).walk("VEVENT"))


def of_event(event: Event) -> str:
    return f"/events/{event.pk}/calendar.ics"


def of_club(club: Club) -> str:
    return f"/clubs/{club.slug}/calendar.ics"


@pytest.fixture
def league(club: Club) -> Event:
    """Four pairs, each against each, on Mondays from the day of the event on."""
    event = make_event(
        club=club, date=date(2026, 12, 14), match_format=QUICK, format="round_robin", options={}
    )
    calendar = Calendar(start=date(2026, 12, 14), weekdays=frozenset({0}))
    set_calendar(stage=event.stages.get(), calendar=calendar, actor=owner_of(club), now=NOW)
    event.refresh_from_db()
    return event


def test_an_event_with_a_start_hour_is_in_the_zone_of_the_club(anybody: Client, club: Club) -> None:
    venue = add_venue(club=club, name="Bocciofila", address="Via Savio 3", actor=owner_of(club))
    event = make_event(club=club, drawn=False)
    rules = {"start": "20:30"}
    Event.objects.filter(pk=event.pk).update(
        rules=rules, venue=venue, notes="Si cena; dalle 19,\nal chiuso"
    )
    (entry,) = read(anybody.get(of_event(event)))
    assert str(entry["uid"]) == str(event.pk)
    rome = ZoneInfo("Europe/Rome")
    assert entry["dtstart"].dt == datetime(2026, 12, 13, 20, 30, tzinfo=rome)
    assert entry["dtstart"].params["TZID"] == "Europe/Rome"
    assert entry["location"] == "Bocciofila, Via Savio 3"
    assert entry["description"] == "Si cena; dalle 19,\nal chiuso"
    assert entry["url"] == f"http://testserver/events/{event.pk}/"
    assert b"BEGIN:VTIMEZONE" in anybody.get(of_event(event)).content


def test_an_event_without_a_start_hour_takes_the_whole_day(anybody: Client) -> None:
    event = make_event(drawn=False)
    (entry,) = read(anybody.get(of_event(event)))
    assert entry["dtstart"].dt == date(2026, 12, 13)
    assert entry["transp"] == "TRANSPARENT"


def test_rounds_on_other_dates_have_entries_of_their_own(anybody: Client, league: Event) -> None:
    entries = read(anybody.get(of_event(league)))
    assert [(str(each["summary"]), each["dtstart"].dt) for each in entries] == [
        ("Maraffa di Santa Lucia", date(2026, 12, 14)),
        ("Maraffa di Santa Lucia: Second round", date(2026, 12, 21)),
        ("Maraffa di Santa Lucia: Third round", date(2026, 12, 28)),
    ]


def test_a_moved_round_keeps_its_uid_and_has_a_later_sequence(
    anybody: Client, league: Event
) -> None:
    before = {str(each["summary"]): each for each in read(anybody.get(of_event(league)))}
    last = Round.objects.filter(group__stage__event=league).order_by("order").last()
    assert last is not None
    move_rounds(
        stage=league.stages.get(),
        rounds={last.pk},
        day=date(2027, 1, 4),
        actor=owner_of(league.club),
        now=NOW,
    )
    after = {str(each["summary"]): each for each in read(anybody.get(of_event(league)))}
    name = "Maraffa di Santa Lucia: Third round"
    assert after[name]["dtstart"].dt == date(2027, 1, 4)
    assert after[name]["uid"] == before[name]["uid"]
    assert after[name]["sequence"] > before[name]["sequence"]


def test_a_renamed_event_keeps_its_uid(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    (before,) = read(anybody.get(of_event(event)))
    change_event(event=event, changes={"name": "Gara del sabato"}, actor=owner_of(club), now=NOW)
    (after,) = read(anybody.get(of_event(event)))
    assert after["uid"] == before["uid"]
    assert (str(after["summary"]), after["sequence"] > before["sequence"]) == (
        "Gara del sabato",
        True,
    )


def test_a_cancelled_event_says_so(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    cancel_event(event=event, reason="nevica", actor=owner_of(club), now=NOW)
    (entry,) = read(anybody.get(of_club(club)))
    assert entry["status"] == "CANCELLED"
    assert "nevica" in entry["description"]


@pytest.mark.parametrize("hidden", [{"visibility": "LINK"}, {"visibility": "CLUB"}])
def test_the_calendar_of_a_club_has_its_public_events_only(
    anybody: Client, desk: Client, club: Club, hidden: dict[str, str]
) -> None:
    shown = make_event(club=club, drawn=False, name="Aperta")
    secret = make_event(club=club, drawn=False, name="Segreta")
    Event.objects.filter(pk=secret.pk).update(**hidden)
    make_event(club=make_club("Circolo di Bagno"), drawn=False)
    for client in (anybody, desk):
        assert [str(each["uid"]) for each in read(client.get(of_club(club)))] == [str(shown.pk)]


def test_a_club_without_public_events_has_no_calendar(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    Event.objects.filter(pk=event.pk).update(visibility="CLUB")
    assert anybody.get(of_club(club)).status_code == 404
    assert anybody.get(of_event(event)).status_code == 404
    assert anybody.get("/clubs/nessuno/calendar.ics").status_code == 404


def test_an_event_by_link_has_a_calendar_for_who_has_the_link(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    Event.objects.filter(pk=event.pk).update(visibility="LINK")
    assert len(read(anybody.get(of_event(event)))) == 1


def test_a_calendar_is_read_again_only_when_it_has_changed(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    for address in (of_event(event), of_club(club)):
        first = anybody.get(address)
        known = {"if-none-match": first.headers["ETag"]}
        assert anybody.get(address, headers=known).status_code == 304
        Event.objects.filter(pk=event.pk).update(name=f"Nuovo {address}")
        assert anybody.get(address, headers=known).status_code == 200


def test_a_hostile_name_stays_one_line(anybody: Client, club: Club) -> None:
    name = "Gara;\r\nATTENDEE:mailto:x@x\\, <b>"
    event = make_event(club=club, drawn=False)
    Event.objects.filter(pk=event.pk).update(name=name)
    answer = anybody.get(of_event(event))
    assert b"\nATTENDEE" not in answer.content
    (entry,) = read(answer)
    assert "ATTENDEE" in entry["summary"]


def test_queries_of_a_calendar_do_not_grow_with_the_club(
    anybody: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(4):
        make_event(club=club, name=f"Gara {number}", format="round_robin", options={})
    with django_assert_max_num_queries(4):
        assert len(read(anybody.get(of_club(club)))) == 4


def test_the_page_of_an_event_leads_to_its_calendar(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert f'href="{of_event(event)}"' in html_of(anybody.get(f"/events/{event.pk}/"))
