"""A query parameter that an address does not know is refused, and dates are ISO dates."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import make_event
from tournaments.models import Club

ADDRESSES = [
    "",
    "clubs/",
    "clubs/{club}/",
    "venues/",
    "events/",
    "events/{event}/",
    "events/{event}/entries/",
    "events/{event}/standings/",
    "events/{event}/bracket/",
    "pairings/?event={event}",
    "stages/?event={event}",
    "rulebooks/",
]


@pytest.mark.parametrize("path", ADDRESSES)
def test_an_unknown_parameter_is_refused_by_name(club: Club, anybody: Program, path: str) -> None:
    event = make_event(club=club, pairs=2)
    known = path.format(event=event.pk, club=club.pk)
    address = f"{known}{'&' if '?' in known else '?'}statee=OPEN"
    (violation,) = refused(anybody.get(address), 400, "query_refused")["violations"]
    assert (violation["code"], violation["params"]["field"]) == ("parameter_unknown", "statee")
    assert "event" in violation["params"]["choices"]


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("date", ["11/12/2026", "11-12-2026", "Dec 11, 2026", "2026-13-01", "oggi"])
def test_a_date_that_languages_read_differently_is_refused(
    anybody: Program, db: Any, language: str, date: str
) -> None:
    answer = anybody.get(f"events/?date_from={date}", accept_language=language)
    (violation,) = refused(answer, 400, "query_refused")["violations"]
    assert violation["params"]["field"] == "date_from"


def test_a_violation_has_a_pointer_into_the_body(club: Club, organizer: Program) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    body = {"players": [{"last_name": "Zoli"}, {"last_name": ""}], "colour/~": 1}
    answer = organizer.post(f"events/{event.pk}/entries/", body)
    violations = refused(answer, 422, "body_refused")["violations"]
    found = {violation["pointer"]: violation["code"] for violation in violations}
    assert found == {"/players/1/last_name": "too_short", "/colour~1~0": "field_unknown"}
