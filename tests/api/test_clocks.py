"""Clocks of rounds, more time for a table, the expected end."""

import pytest
from django.utils import timezone

from tests.api.client import Program, refused
from tests.factories import make_event
from tournaments.models import Club, Event, Pairing
from tournaments.selectors.events.evening_times import find_evening

START, END = "2026-12-13T20:30:00+00:00", "2026-12-13T21:30:00+00:00"


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2)


@pytest.fixture
def pairing(event: Event) -> Pairing:
    return event.pairings.order_by("pk")[0]


def test_a_round_has_a_start_and_a_target(
    pairing: Pairing, organizer: Program, anybody: Program
) -> None:
    path = f"rounds/{pairing.round_id}/clock/"
    empty = {"round": pairing.round_id, "starts_at": None, "target_at": None}
    assert anybody.read(path) == empty
    answer = organizer.put(path, {"starts_at": START, "target_at": END})
    assert answer.status_code == 200, answer.content
    assert anybody.read(path) == {**empty, "starts_at": START, "target_at": END}
    refused(
        organizer.put(path, {"starts_at": END, "target_at": START}),
        422,
        "round_ends_before_its_start",
    )
    assert organizer.delete(path).status_code == 204
    assert anybody.read(path) == empty


def test_a_table_has_more_time(pairing: Pairing, organizer: Program, anybody: Program) -> None:
    path = f"pairings/{pairing.pk}/extra-time/"
    assert organizer.put(path, {"minutes": 10}).json() == anybody.read(path) == {"minutes": 10}
    refused(organizer.put(path, {"minutes": 121}), 422, "body_refused")
    organizer.put(path, {"minutes": 0})
    assert anybody.read(path) == {"minutes": 0}


def test_strangers_set_no_clock(pairing: Pairing, stranger: Program) -> None:
    for path in (f"rounds/{pairing.round_id}/clock/", f"pairings/{pairing.pk}/extra-time/"):
        refused(stranger.put(path, {"minutes": 1}), 403, "not_allowed")


def test_the_end_of_the_evening_is_forecast(event: Event, club: Club, anybody: Program) -> None:
    Event.objects.filter(pk=event.pk).update(date=find_evening(timezone.now()))
    forecast = anybody.read(f"events/{event.pk}/forecast/")
    end = forecast["end"]
    assert forecast["at"] < end["earliest"] <= end["likely"] <= end["latest"]
    assert forecast["finished"] == 0 < forecast["total"]
    draft = make_event(club=club, pairs=2, drawn=False)
    assert anybody.read(f"events/{draft.pk}/forecast/")["end"] is None
