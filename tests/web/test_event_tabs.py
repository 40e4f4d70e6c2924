"""The six tabs of an event on the desk, and the pages behind them."""

import re

import pytest
from django.test import Client

from tests.factories import make_event, make_member
from tests.web.pages import html_of, signed_in
from tournaments.models import Club, Event, Role

LINK = re.compile(r'<a href="([^"]+)"')
PAGES = (
    *("", "entries/", "stages/", "stages/1/ranking/", "bracket/", "places/", "tables/"),
    *(
        "penalties/",
        "questions/",
        "prizes/",
        "regulation/",
        "prints/",
        "codes/",
        "settings/",
        "site/",
    ),
)


def nav_of(page: str, name: str) -> str:
    found = re.search(rf'<nav class="[^"]*" aria-label="{name}">.*?</nav>', page, re.DOTALL)
    return found[0] if found else ""


def open_page(desk: Client, event: Event, page: str = "") -> str:
    return html_of(desk.get(f"/desk/events/{event.pk}/{page}"))


def links_of(event: Event, html: str) -> list[str]:
    return [link.removeprefix(f"/desk/events/{event.pk}/") for link in LINK.findall(html)]


def test_an_event_has_six_tabs(desk: Client, club: Club) -> None:
    event = make_event(club=club)
    tabs = nav_of(open_page(desk, event), "Event")
    assert re.findall(r">([A-Z]\w+)</a>", tabs) == [
        *("Today", "Entries", "Matches", "Ranking", "Print", "Settings")
    ]


@pytest.mark.parametrize("drawn", [True, False])
def test_every_page_of_an_event_is_a_tab_or_a_page_of_one(
    desk: Client, club: Club, drawn: bool
) -> None:
    event = make_event(club=club, drawn=drawn)
    tabs = links_of(event, nav_of(open_page(desk, event), "Event"))
    found = set(tabs)
    for tab in tabs:
        page = open_page(desk, event, tab)
        for name in ("Matches", "Ranking", "Print", "Settings"):
            found |= set(links_of(event, nav_of(page, name)))
    hidden = set() if drawn else {"tables/", "penalties/", "questions/"}
    assert found == set(PAGES) - hidden


@pytest.mark.parametrize("page", PAGES)
def test_each_page_marks_its_tab(desk: Client, club: Club, page: str) -> None:
    event = make_event(club=club)
    tabs = nav_of(open_page(desk, event, page), "Event")
    assert tabs.count('aria-current="page"') == 1


def test_a_sheet_is_a_page_of_the_tables_and_a_draw_one_of_the_stages(
    desk: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=2)
    match = event.pairings.get().match_id
    current = re.compile(r'aria-current="page">(\w+)<')
    sheet = nav_of(html_of(desk.get(f"/desk/matches/{match}/")), "Matches")
    assert current.findall(sheet) == ["Tables"]
    assert current.findall(nav_of(open_page(desk, event, "draw/"), "Matches")) == ["Stages"]


def test_a_referee_has_the_tabs_of_what_he_may_see(club: Club) -> None:
    event = make_event(club=club)
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    tabs = nav_of(open_page(referee, event), "Event")
    assert links_of(event, tabs) == ["", "tables/", "stages/1/ranking/"]


def test_the_projector_is_beside_the_public_page(desk: Client, club: Club) -> None:
    event = make_event(club=club)
    links = LINK.findall(open_page(desk, event))
    wall = links.index(f"/events/{event.pk}/screen/")
    assert links[wall + 1] == f"/events/{event.pk}/"
