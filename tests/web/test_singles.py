"""Events in which each plays for himself: the pages speak of players, never of pairs."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client

from accounts.actors import SYSTEM
from tests.factories import NOW
from tests.tournaments.sittings import make_sittings, plan_sittings
from tests.tournaments.steps import write as write_line
from tests.web.import_screen import write_list
from tests.web.pages import act_of, html_of, signed_in, text_of
from tests.web.test_correct_line import press
from tournaments.demo import demo_entries
from tournaments.models import Club, Event, Pairing
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
    write_list(desk, response["Location"])
    entered = event.entries.get(club_name="Bar Rita")
    assert entered.members.get().player.last_name == "Rossi"


def test_the_table_of_a_round_has_points_for_each_player_and_no_sides(
    desk: Client, club: Club
) -> None:
    event = make_running_sittings(club)
    page = html_of(desk.get(f"/desk/events/{event.pk}/tables/"))
    assert 'class="many"' in page
    assert 'class="side ' not in page


def get_tally(pairing: Pairing) -> dict[str, Any]:
    assert pairing.match is not None
    tally: dict[str, Any] | None = pairing.match.tally
    assert tally is not None
    return tally


def test_the_pages_say_that_a_table_with_one_missing_is_void(desk: Client, club: Club) -> None:
    event = make_running_sittings(club)
    entry = event.entries.earliest("pk")
    withdrawal = f"/desk/entries/{entry.pk}/withdraw/"
    for address in (withdrawal, f"/desk/events/{event.pk}/disqualify/"):
        page = text_of(desk.get(address))
        assert "tables that are not played out are void" in page
        assert "other side" not in page
    assert desk.post(withdrawal, {"reason": "a casa"}).status_code == 302
    void = event.pairings.filter(slots__entry=entry, match__isnull=False)
    assert [get_tally(row)["unfinished"]["case"] for row in void] == ["void", "void"]
    assert "Match void: it counts for nobody" in text_of(
        desk.get(f"/desk/matches/{void[0].match_id}/")
    )


def test_a_table_that_was_left_can_be_ruled_to_stand(desk: Client, club: Club) -> None:
    event = make_running_sittings(club)
    entry = event.entries.earliest("pk")
    pairing = event.pairings.filter(slots__entry=entry, state="CALLED").get()
    hand = {"declarer": 1, "bid": "chiamo", "partner": 4, "own_card": False, "success": True}
    write_line(pairing, "hand", hand)
    desk.post(f"/desk/entries/{entry.pk}/withdraw/", {"reason": "a casa"})
    (line,) = pairing.match.lines.filter(kind="forfeit")
    address = f"/desk/matches/{pairing.match_id}/lines/{line.n}/"
    shown = act_of(desk.get(address), "amend")
    said = {"side": "", "of": "match", "case": "time", "reason": "a casa", "why": "ok"}
    asked = desk.post(address, {**shown, **said})
    assert press(desk, asked, "agreed").status_code == 302
    pairing.match.refresh_from_db()
    assert get_tally(pairing)["unfinished"]["case"] == "time"
    assert any(get_tally(pairing)["sum"])


def test_the_regulation_says_what_a_missing_player_means_for_a_table(
    desk: Client, club: Club
) -> None:
    event = make_running_sittings(club)
    page = text_of(desk.get(f"/events/{event.pk}/regulation/"))
    assert "the others cannot play on with one missing" in page
    assert "loses the match by forfeit" not in page
