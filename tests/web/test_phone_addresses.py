"""Every QR code and link for phones leads to the host that was chosen for them."""

import pytest
from django.test import Client

from tests.factories import NOW, make_event, owner_of
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event
from tournaments.services.hall.table_codes import make_codes
from web.qr import draw_qr

CHOSEN = "testserver:8080"


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club=club, pairs=4, tables=2)
    make_codes(event=event, tables=[1], actor=owner_of(club), now=NOW)
    return event


def choose(desk: Client, event: Event) -> None:
    desk.post(f"/desk/events/{event.pk}/prints/address/", {"host": CHOSEN})
    assert desk.session["print_host"] == CHOSEN


def test_the_cards_lead_to_the_chosen_host(desk: Client, event: Event) -> None:
    choose(desk, event)
    (secret,) = event.table_codes.values_list("secret", flat=True)
    qr = draw_qr(f"http://{CHOSEN}/pad/#{secret}")
    page = html_of(desk.get(f"/desk/events/{event.pk}/codes/cards/"))
    assert f"http://{CHOSEN}/pad/" in page
    assert qr in page


@pytest.mark.parametrize("page", ["codes/cards", "codes"])
def test_where_phones_cannot_reach_it_the_page_says_so(
    desk: Client, event: Event, page: str
) -> None:
    address = f"/desk/events/{event.pk}/{page}/"
    assert "phones cannot reach" not in text_of(desk.get(address))
    assert "phones cannot reach" in text_of(desk.get(address, headers={"host": "localhost"}))


def test_the_wall_leads_to_it_and_so_does_its_part(desk: Client, event: Event) -> None:
    address = f"/events/{event.pk}/screen/"
    assert CHOSEN not in html_of(desk.get(address))
    choose(desk, event)
    assert f"{CHOSEN}/events/{event.pk}/" in text_of(desk.get(address))
    assert "host=testserver%3A8080" in html_of(desk.get(address))
    part = f"{address}part/"
    assert CHOSEN in html_of(desk.get(part, {"host": CHOSEN}))
    assert CHOSEN not in html_of(desk.get(part)), "parts are kept for everybody"


def test_the_wall_leads_to_no_other_server(anybody: Client, event: Event) -> None:
    for page in ("", "part/"):
        wall = anybody.get(f"/events/{event.pk}/screen/{page}", {"host": "example.org"})
        assert "example.org" not in html_of(wall)


def test_an_invitation_leads_to_it(desk: Client, club: Club, event: Event) -> None:
    choose(desk, event)
    said = {"kind": "REFEREE", "event": str(event.pk), "tables": ""}
    page = html_of(desk.post(f"/desk/clubs/{club.slug}/people/", said))
    assert f"http://{CHOSEN}/desk/invitations/" in page
