"""A further hall is named wherever its tables are: on the desk, the board and the wall."""

import pytest
from django.test import Client

from tests.factories import NOW, make_event, owner_of
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.halls import add_hall


@pytest.fixture
def event(club: Club) -> Event:
    """Sixteen matches: eight tables in the bar, eight in the gym."""
    return make_two_halls(club)


def make_two_halls(club: Club) -> Event:
    actor = owner_of(club)
    bar = add_venue(club=club, name="Bar Fiume", address="", actor=actor)
    event = make_event(club=club, pairs=32, tables=8, venue=bar)
    add_hall(event=event, name="Palestra", tables=8, actor=actor, now=NOW, reason="x")
    return event


def test_today_filters_by_hall(desk: Client, event: Event) -> None:
    page = text_of(desk.get(f"/desk/events/{event.pk}/"))
    assert "Bar Fiume 8" in page
    assert "Palestra 8" in page
    shown = html_of(desk.get(f"/desk/events/{event.pk}/?hall=2"))
    numbers = {number for number in range(1, 17) if f"Table </span>{number}<" in shown}
    assert numbers == set(range(9, 17))


@pytest.mark.parametrize(
    "address", ["/desk/events/{}/tables/", "/events/{}/", "/events/{}/screen/"]
)
def test_a_table_names_the_further_hall_in_which_it_stands(
    desk: Client, event: Event, address: str
) -> None:
    page = html_of(desk.get(address.format(event.pk)))
    assert page.count(">Palestra</small>") == page.count('class="in-hall"') >= 8


def test_where_there_is_one_hall_no_table_names_it(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=4)
    for address in (f"/desk/events/{event.pk}/tables/", f"/events/{event.pk}/screen/"):
        assert "in-hall" not in html_of(desk.get(address))
