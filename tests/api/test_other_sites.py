"""Reads may be made from any site, without credentials; writes from none."""

import pytest

from tests.api.client import Program
from tests.factories import first_match, make_event
from tournaments.models import Club

FROM = {"origin": "https://giornale.example"}


def test_a_read_is_open_to_any_site(club: Club, anybody: Program) -> None:
    event = make_event(club=club, pairs=2)
    for path in ("events/", f"events/{event.pk}/standings/", "events/x/", "matches/9/"):
        answer = anybody.get(path, **FROM)
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer


def test_a_copy_that_is_still_good_is_open_too(club: Club, anybody: Program) -> None:
    path = f"events/{make_event(club=club, pairs=2).pk}/standings/"
    tag = anybody.get(path)["ETag"]
    answer = anybody.get(path, if_none_match=tag, **FROM)
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (304, "*")
    assert answer["Access-Control-Expose-Headers"] == "ETag"


def test_a_write_is_open_to_none(club: Club, organizer: Program) -> None:
    match = first_match(make_event(club=club, pairs=2))
    answer = organizer.line(match, 0, {"points": [7, None]})
    assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.django_db
def test_a_browser_that_asks_first_is_told_what_it_may(anybody: Program) -> None:
    answer = anybody.client.options("/api/v1/events/", headers=FROM)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert answer["Access-Control-Allow-Headers"] == "If-None-Match"
