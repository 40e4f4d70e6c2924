"""The keys of the desk: their list, and what each of them finds on the page."""

import re

from django.test import Client

from tests.factories import make_event
from tests.web.pages import html_of, text_of
from tournaments.models import Club

SHORTCUT = re.compile(r'aria-keyshortcuts="([^"]+)"')
KEY = re.compile(r"<kbd>([^<]+)</kbd>")


def test_the_list_of_keys_is_a_page_without_scripts(desk: Client) -> None:
    page = desk.get("/desk/keys/")
    assert "Keys do nothing while you type in a field." in text_of(page)
    assert {"?", "n", "t", "/"} <= set(KEY.findall(html_of(page)))


def test_every_page_of_an_event_has_the_list_and_a_link_to_it(desk: Client, club: Club) -> None:
    event = make_event(club=club)
    page = html_of(desk.get(f"/desk/events/{event.pk}/stages/"))
    assert '<dialog id="keys"' in page
    assert 'href="/desk/keys/" data-keys' in page


def test_no_two_elements_of_a_page_have_the_same_key(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=6)
    page = html_of(desk.get(f"/desk/events/{event.pk}/"))
    keys = SHORTCUT.findall(page)
    assert len(keys) == len(set(keys))
    assert set(keys) == {*"123456", *"afnptb"}


def test_a_table_is_opened_by_its_number(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=3)
    match = event.pairings.get(table__number=2).match_id
    address = f"/desk/events/{event.pk}/tables/sheet/"
    assert desk.get(address, {"table": "2"})["Location"] == f"/desk/matches/{match}/"
    for wrong in ("7", "", "x", "²", "99999999999999999999"):
        assert desk.get(address, {"table": wrong})["Location"] == f"/desk/events/{event.pk}/tables/"
