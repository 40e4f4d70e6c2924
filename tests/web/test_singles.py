"""Events in which each plays for himself: the pages speak of players, never of pairs."""

import re
from collections.abc import Callable
from random import Random

import pytest
from django.test import Client

from accounts.actors import SYSTEM
from tests.factories import NOW
from tests.tournaments.sittings import make_sittings, plan_sittings
from tests.web.pages import html_of, signed_in, text_of
from tournaments.demo import demo_entries
from tournaments.models import Club, Event
from tournaments.services.events.events import create_event, open_entries
from tournaments.services.registration.entries import import_entries

DESK_PAGES = (
    *("", "entries/", "entries/absent/", "cash/", "tables/", "bracket/", "stages/", "stages/1/"),
    *(
        "stages/1/draw/",
        "stages/1/ranking/",
        "places/",
        "prizes/",
        "prints/",
        "codes/",
        "settings/",
    ),
    *(
        "regulation/",
        "penalties/",
        "disqualify/",
        "questions/",
        "results/",
        "stages/1/what-if/",
        "draw/",
    ),
)
BOARD_PAGES = (
    *("", "entries/", "rounds/", "stages/1/ranking/", "places/", "draws/", "regulation/"),
    *("bracket/", "screen/", "decisions/", "stages/1/outlook/"),
)
OF_PAIRS = {"it": re.compile(r"coppi[ae]", re.IGNORECASE), "en": re.compile(r"\bpairs?\b", re.I)}


def make_open_sittings(club: Club) -> Event:
    """An event before its draw."""
    event = create_event(club=club, plan=plan_sittings(tables=2, hands=10), actor=SYSTEM, now=NOW)
    event = open_entries(event=event, actor=SYSTEM, now=NOW)
    import_entries(event=event, forms=demo_entries(7, 1, Random(1)), actor=SYSTEM, now=NOW)
    return event


def make_running_sittings(club: Club) -> Event:
    return make_sittings(club, players=10, tables=2)


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("make", [make_open_sittings, make_running_sittings])
def test_no_page_speaks_of_pairs_where_each_plays_for_himself(
    club: Club, make: Callable[[Club], Event], language: str
) -> None:
    event = make(club)
    browser = signed_in(club.roles.get(kind="OWNER").user, language)
    addresses = [f"/desk/events/{event.pk}/{page}" for page in DESK_PAGES]
    addresses += [f"/events/{event.pk}/{page}" for page in BOARD_PAGES]
    entry = event.entries.order_by("pk")[0].pk
    kinds = ("withdraw", "replace", "delete", "change", "payments")
    addresses += [f"/desk/entries/{entry}/{kind}/" for kind in kinds]
    found = {}
    for address in addresses:
        response = browser.get(address, follow=True)
        text = text_of(response)
        matches = OF_PAIRS[language].finditer(text)
        if near := [text[max(0, hit.start() - 40) : hit.end() + 20] for hit in matches]:
            found[address] = near
        assert response.status_code in (200, 404), address
        if response.status_code == 404:
            found[address] = ["404"]
    assert not found


def test_a_pasted_list_of_players_asks_for_no_second_player(desk: Client, club: Club) -> None:
    event = make_open_sittings(club)
    pasted = {"text": "1. Mario Rossi (Bar Rita)\n2. Luca Bianchi"}
    response = desk.post(f"/desk/events/{event.pk}/entries/paste/", pasted)
    page = desk.get(response["Location"])
    assert "Second player" not in text_of(page)
    assert "Enter the 2 good players" in text_of(page)
    desk.post(f"{response['Location']}write/")
    entered = event.entries.get(club_name="Bar Rita")
    assert entered.members.get().player.last_name == "Rossi"


def test_the_table_of_a_round_has_points_for_each_player_and_no_sides(
    desk: Client, club: Club
) -> None:
    event = make_running_sittings(club)
    page = html_of(desk.get(f"/desk/events/{event.pk}/tables/"))
    assert 'class="many"' in page
    assert 'class="side ' not in page
