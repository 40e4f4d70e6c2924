"""Places and rankings of large fields: in pages that are linked, and found by name."""

import re

import pytest
from django.test import Client

from tests.factories import make_event
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event

PAIRS = 300
NAME = re.compile(r"Zoffoli\d+ – Casadei\d+")
LONG_LISTS = (
    "/events/{}/places/",
    "/events/{}/stages/1/ranking/",
    "/desk/events/{}/places/",
    "/desk/events/{}/stages/1/ranking/",
)


@pytest.fixture
def swiss(club: Club) -> Event:
    return make_event(club=club, pairs=PAIRS, format="swiss", options={"rounds": 3})


@pytest.mark.parametrize("address", LONG_LISTS)
def test_every_entry_is_on_one_of_the_pages(desk: Client, swiss: Event, address: str) -> None:
    path = address.format(swiss.pk)
    pages = [html_of(desk.get(f"{path}?page={number}")) for number in range(3)]
    names = [name for page in pages for name in NAME.findall(page)]
    assert len(names) == len(set(names)) == PAIRS
    assert 'href="?page=2"' in html_of(desk.get(path))


@pytest.mark.parametrize("address", LONG_LISTS)
def test_an_entry_is_found_by_a_name(desk: Client, swiss: Event, address: str) -> None:
    path = address.format(swiss.pk)
    assert NAME.findall(html_of(desk.get(f"{path}?q=casadei299"))) == ["Zoffoli299 – Casadei299"]
    assert "Nobody here is called “Mambelli”" in text_of(desk.get(f"{path}?q=Mambelli"))
    # More are found than fit on a page: its links keep what is looked for.
    assert 'href="?page=1&amp;q=zoffoli"' in html_of(desk.get(f"{path}?q=zoffoli"))


def test_a_page_that_is_not_there_is_the_last(anybody: Client, swiss: Event) -> None:
    path = f"/events/{swiss.pk}/places/"
    assert NAME.findall(html_of(anybody.get(f"{path}?page=99"))) == NAME.findall(
        html_of(anybody.get(f"{path}?page=2"))
    )


def test_the_living_part_is_that_of_the_page_and_of_the_name(anybody: Client, swiss: Event) -> None:
    for page in ("places", "stages/1/ranking"):
        path = f"/events/{swiss.pk}/{page}/"
        tags = {
            query: anybody.get(f"{path}part/{query}").headers["ETag"]
            for query in ("", "?page=1", "?q=casadei299", "?q=casadei298")
        }
        assert len(set(tags.values())) == 4
        whole = html_of(anybody.get(f"{path}?q=casadei299"))
        assert 'part/?page=0&amp;q=casadei299"' in whole


def test_of_many_pages_those_around_are_linked(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2048)
    page = html_of(anybody.get(f"/events/{event.pk}/places/?page=8"))
    assert re.findall(r'href="\?page=(\d+)"', page) == ["0", "6", "7", "8", "9", "10", "15"]
