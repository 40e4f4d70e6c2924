"""The bracket, of any size, on the desk and on the board."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.factories import make_club, make_event, make_member
from tests.tournaments.steps import QUICK, pairing, win
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club


@pytest.mark.parametrize("pairs", [2, 3, 5, 8, 11, 17])
def test_every_size_shows_every_pair_and_every_match(desk: Client, club: Club, pairs: int) -> None:
    event = make_event(club=club, pairs=pairs)
    response = desk.get(f"/desk/events/{event.pk}/bracket/")
    page = html_of(response)
    assert page.count('href="/desk/matches/') == pairs - 1
    assert all(f"Zoffoli{number} – Casadei{number}" in page for number in range(pairs))
    assert "Final" in text_of(response)


def test_who_won_goes_on_and_who_comes_is_told(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    assert "winner of semifinal 1" in text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    win(pairing(event, "main-1-1"))
    page = text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "winner of semifinal 1" not in page
    assert "1 over of 2" in page


def test_the_match_for_the_third_place_stands_beside(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, options={"third_place": True})
    page = text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "loser of semifinal 2" in page


def test_the_way_of_a_pair_is_marked(desk: Client, anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    entry = pairing(event, "main-2-1").slots.get(position=0).entry
    assert entry is not None
    last = entry.members.select_related("player").first()
    assert last is not None
    for address in (f"/desk/events/{event.pk}/bracket/", f"/events/{event.pk}/bracket/"):
        found = [desk, anybody][address.startswith("/events")]
        page = html_of(found.get(address, {"q": last.player.last_name.upper()}))
        assert page.count("row win chosen") == 1
        assert page.count('class="way path"') == 1
        assert page.count('class="way path-in"') == 1


def test_before_the_draw_the_page_says_so(desk: Client, anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert "Not drawn yet" in text_of(desk.get(f"/desk/events/{event.pk}/bracket/"))
    assert "after the draw" in text_of(anybody.get(f"/events/{event.pk}/bracket/"))


def test_another_clubs_organizer_sees_it_on_the_board_alone(club: Club) -> None:
    event = make_event(club=club)
    stranger = signed_in(make_member(make_club("Bar Fiume")))
    assert stranger.get(f"/desk/events/{event.pk}/bracket/").status_code == 403
    assert stranger.get(f"/events/{event.pk}/bracket/").status_code == 200


def test_a_bracket_costs_the_same_for_8_pairs_and_for_64(
    desk: Client,
    anybody: Client,
    club: Club,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs)
        with django_assert_max_num_queries(12):
            desk.get(f"/desk/events/{event.pk}/bracket/")
        with django_assert_max_num_queries(8):
            anybody.get(f"/events/{event.pk}/bracket/")
