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
    assert set(keys) == {*"123456", *"afnptbr"}


def test_frequent_acts_have_a_key(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, drawn=False)
    page = html_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    # Of the rows of the page only the first has the key: no two elements may have the same.
    for key, act in (("e", "mark as paid"), ("h", "mark as here")):
        assert page.count(f'aria-keyshortcuts="{key}">{act}') == 1
    desk.post(f"/desk/entries/{event.entries.order_by('pk')[0].pk}/paid/", {"paid": "1"})
    page = html_of(desk.get(f"/desk/events/{event.pk}/entries/"))
    assert page.count('aria-keyshortcuts="e">mark as paid') == 1
    assert 'aria-keyshortcuts="n">Go to the draw' in re.sub(
        r' href="[^"]*"', "", html_of(desk.get(f"/desk/events/{event.pk}/"))
    )
    swiss = make_event(club=club, pairs=4, format="swiss", options={"rounds": 2}, tables=2)
    rounds = html_of(desk.get(f"/desk/events/{swiss.pk}/stages/1/rounds/"))
    assert "Round 1 of 2 is being played" in rounds
    assert 'aria-keyshortcuts="r"' in html_of(desk.get(f"/desk/events/{swiss.pk}/tables/"))


def test_every_key_that_a_page_has_is_in_the_list(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    listed = set(KEY.findall(html_of(desk.get("/desk/keys/")))) | set("123456")
    for page in ("", "tables/", "entries/", "results/", "stages/1/ranking/", "prints/"):
        used = set(SHORTCUT.findall(html_of(desk.get(f"/desk/events/{event.pk}/{page}"))))
        assert used - listed == set(), page


def test_a_table_is_opened_by_its_number(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=3)
    match = event.pairings.get(table__number=2).match_id
    address = f"/desk/events/{event.pk}/tables/sheet/"
    assert desk.get(address, {"table": "2"})["Location"] == f"/desk/matches/{match}/"
    for wrong in ("7", "", "x", "²", "99999999999999999999"):
        assert desk.get(address, {"table": wrong})["Location"] == f"/desk/events/{event.pk}/tables/"
