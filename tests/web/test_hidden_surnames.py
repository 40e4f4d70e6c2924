"""Where an event shows initials, no public page reveals a surname to who searches for it."""

import re

import pytest
from django.test import Client

from tests.factories import make_event
from tests.tournaments.steps import QUICK, pairing, win
from tests.web.pages import html_of
from tournaments.models import Club, Event

PAGES = (
    "",
    "now/",
    "entries/",
    "bracket/",
    "bracket/part/",
    "places/",
    "places/part/",
    "rounds/",
    "rounds/part/",
    "screen/",
    "stages/1/ranking/",
    "stages/1/calendar/",
    "stages/1/outlook/",
)
HIDDEN, UNKNOWN = "Zoffoli1", "Zoffoli9"


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    Event.objects.filter(pk=event.pk).update(names=Event.Names.INITIAL)
    win(pairing(event, "main-1-1"))
    return event


@pytest.mark.parametrize("page", PAGES)
def test_who_searches_for_a_hidden_surname_learns_nothing(
    anybody: Client, event: Event, page: str
) -> None:
    path = f"/events/{event.pk}/{page}"
    # As for a name that nobody has: only the words that were typed differ.
    found, nothing = (_read(anybody, path, sought) for sought in (HIDDEN, UNKNOWN))
    assert found.replace(HIDDEN, UNKNOWN) == nothing


def _read(anybody: Client, path: str, sought: str) -> str:
    """The page without what is new in each answer: the token of its form and its ticket for the
    stream."""
    page = html_of(anybody.get(path, {"q": sought}))
    return re.sub(r'(csrfmiddlewaretoken" value|data-live)="[^"]+"', "", page)
