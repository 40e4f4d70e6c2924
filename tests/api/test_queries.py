"""A list never costs a query a row, and is cut into pages of a bounded size."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from api.resource import Listing
from api.urls import resources
from tests.api.client import Program
from tests.factories import NOW, draw_now, make_club, make_event, make_member, owner_of
from tournaments.models import Absence, Club, Stage, Venue, Wish
from tournaments.services.draws import ask_draw
from tournaments.services.penalties import disqualify
from tournaments.services.questions import ask_played_on
from tournaments.services.table_codes import make_codes

PATHS = {
    "clubs": "clubs/",
    "club-players": "clubs/{club}/players/",
    "venues": "venues/",
    "events": "events/",
    "event-players": "events/{event}/players/",
    "entries": "events/{event}/entries/",
    "draws": "draws/?event={event}",
    "stages": "stages/?event={event}",
    "event-stages": "events/{event}/stages/",
    "stage-absences": "stages/{stage}/absences/",
    "stage-wishes": "stages/{stage}/wishes/",
    "rounds": "rounds/?event={event}",
    "pairings": "pairings/?event={event}",
    "table-codes": "events/{event}/table-codes/",
    "jobs": "jobs/?event={event}",
    "penalties": "events/{event}/penalties/",
    "questions": "events/{event}/questions/",
}


def club_with(rows: int) -> tuple[Club, dict[str, object]]:
    """A club with this number of rows of most kinds, and a busy event."""
    club = make_club()
    for number in range(rows):
        Venue.objects.create(club=club, name=f"Sala {number}")
        make_event(club=make_club(), pairs=1, drawn=False)
    event = make_event(club=club, pairs=2 * rows, tables=rows, running=False)
    owner = owner_of(club)
    draw_now(event, reason="da capo")
    make_codes(event=event, actor=owner, now=NOW)
    ask_draw(event=event, reason="ancora", word="Romagna", actor=owner, now=NOW)
    stage, (first, *others) = event.stages.get(), event.entries.order_by("pk")
    for other in others:
        Absence.objects.create(stage=stage, entry=other, round=2, kind="absent")
        Wish.objects.create(stage=stage, first=first, second=other, kind="forbidden", reason="sì")
        Stage.objects.create(event=event, number=other.pk, format="swiss").groups.create()
    for pairing in event.pairings.exclude(match=None).order_by("pk"):
        ask_played_on(slot=pairing.slots.earliest("pk"), entry=None, now=NOW)
    for entry in event.entries.order_by("pk")[: rows + 1]:
        disqualify(entry=entry, voids=False, article="", reason="insulti", actor=owner, now=NOW)
    return club, {"club": club.pk, "event": event.pk, "stage": stage.pk}


def test_every_list_is_looked_at() -> None:
    lists = {
        route.name
        for route in resources
        if route.name and issubclass(route.callback.cls, Listing)  # type: ignore[attr-defined]
    }
    assert lists == set(PATHS)


@pytest.mark.django_db
@pytest.mark.parametrize("name", PATHS)
def test_a_list_costs_the_same_number_of_queries_at_any_length(name: str) -> None:
    counts = []
    for rows in (2, 8):
        club, known = club_with(rows)
        organizer = Program(make_member(club))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            told = organizer.read(PATHS[name].format(**known))
        assert told["results"]
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 6


@pytest.mark.django_db
@pytest.mark.parametrize("name", PATHS)
def test_a_list_is_cut_and_says_where_it_goes_on(name: str) -> None:
    club, known = club_with(3)
    organizer, path = Program(make_member(club)), PATHS[name].format(**known)
    whole = organizer.read(path)
    assert whole["next"] is None
    cut = [*pages(organizer, f"{path}{'&' if '?' in path else '?'}page_size=2")]
    assert [row for page in cut for row in page] == whole["results"]
    assert all(len(page) <= 2 for page in cut)


def pages(who: Program, path: str) -> Any:
    while path:
        page = who.read(path)
        yield page["results"]
        path = (page["next"] or "").partition("/api/v1/")[2]
