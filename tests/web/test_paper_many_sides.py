"""Results from paper at a table where each plays for himself, at the desk."""

import pytest
from django.test import Client

from tests.tournaments.sittings import make_sittings
from tests.web.pages import text_of
from tests.web.paper_screen import address, read, write
from tournaments.models import Club, Event


@pytest.fixture
def event(club: Club) -> Event:
    return make_sittings(club, players=5, tables=1)


def test_the_page_asks_for_a_number_of_each_player(desk: Client, event: Event) -> None:
    page = text_of(desk.get(address(event), {"table": "1"}))
    assert "Write the points of each of the 5 players, in the order of their names below" in page
    assert "41 35" not in page
    assert ".." not in page


def test_a_missing_number_says_how_many_there_must_be(desk: Client, event: Event) -> None:
    page = text_of(read(desk, event, 1, "2 1"))
    assert "First game: 5 numbers are needed, one for each; there are 2." in page


def test_points_that_do_not_balance_say_what_they_must_make(desk: Client, event: Event) -> None:
    page = text_of(read(desk, event, 1, "12 3 4 5 6"))
    assert "After 10 hands all of them together have 0, not 30." in page


def test_a_written_result_shows_who_has_what(desk: Client, event: Event) -> None:
    write(desk, event, 1, "-4 12 -3 -5 0")
    page = text_of(desk.get(address(event)))
    assert "12 / −4 / −3 / −5 / 0" in page
