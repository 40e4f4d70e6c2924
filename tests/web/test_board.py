"""The public pages: what everybody may see."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.core.format import best_of
from tests.factories import first_match, make_event
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event


def test_the_board_lists_what_is_on_show(anybody: Client, club: Club) -> None:
    make_event(club=club, name="Maraffa di Natale")
    make_event(club=club, name="Serata del circolo", visibility=Event.Visibility.CLUB)
    make_event(club=club, name="Per chi sa", visibility=Event.Visibility.LINK)
    page = text_of(anybody.get("/"))
    assert "Maraffa di Natale" in page
    assert "Serata del circolo" not in page
    assert "Per chi sa" not in page


@pytest.mark.django_db
def test_an_empty_board_says_when_to_come_back(anybody: Client) -> None:
    assert "No event is on show now" in text_of(anybody.get("/"))


def test_who_has_the_address_sees_an_event_by_link(anybody: Client, club: Club) -> None:
    event = make_event(club=club, visibility=Event.Visibility.LINK)
    assert anybody.get(f"/events/{event.pk}/").status_code == 200


@pytest.mark.parametrize("page", ["", "bracket/"])
def test_an_event_of_the_club_is_seen_by_the_club_alone(
    anybody: Client, desk: Client, club: Club, page: str
) -> None:
    event = make_event(club=club, visibility=Event.Visibility.CLUB)
    assert anybody.get(f"/events/{event.pk}/{page}").status_code == 404
    assert desk.get(f"/events/{event.pk}/{page}").status_code == 200


def test_the_sheet_of_a_hidden_event_is_hidden(anybody: Client, club: Club) -> None:
    event = make_event(club=club, visibility=Event.Visibility.CLUB)
    assert anybody.get(f"/matches/{first_match(event)}/").status_code == 404


def test_a_table_is_found_by_a_name(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    page = html_of(anybody.get(f"/events/{event.pk}/?q=zoffoli1"))
    assert page.count("tcard mine") == 1
    assert "is at no table now" in text_of(anybody.get(f"/events/{event.pk}/?q=Nessuno"))


def test_what_is_sought_is_only_a_text(anybody: Client, club: Club) -> None:
    event = make_event(club=club)
    page = anybody.get(f"/events/{event.pk}/", {"q": "<script>" + "x" * 5000})
    assert page.status_code == 200
    assert "<script>x" not in html_of(page)


def test_the_page_is_asked_for_again_while_it_is_played(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    assert 'data-refresh="10"' in html_of(anybody.get(f"/events/{event.pk}/"))
    drawn = make_event(club=club, running=False)
    assert "data-refresh" not in html_of(anybody.get(f"/events/{drawn.pk}/"))


def test_the_winner_stands_on_top_and_everybody_has_a_place(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    win(pairing(event, "main-1-1"), side=1)
    page = text_of(anybody.get(f"/events/{event.pk}/"))
    assert "have won" in page
    assert "1 Won the final." in page


def test_points_are_shown_as_they_are_counted(anybody: Client, club: Club) -> None:
    figure = best_of(3, "marafon", {"count": "figure"})
    event = make_event(club=club, pairs=2, match_format=figure)
    write(pairing(event, "main-1-1"), "hand", {"thirds": [23, None]})
    assert "7⅔" in text_of(anybody.get(f"/events/{event.pk}/"))


def test_names_are_shown_as_the_event_has_them(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, names=Event.Names.INITIAL)
    page = text_of(anybody.get(f"/events/{event.pk}/"))
    assert "Loris Z." in page
    assert "Zoffoli" not in page


def test_the_public_sheet_does_not_say_who_wrote_or_who_paid(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2)
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    page = text_of(anybody.get(f"/matches/{first_match(event)}/"))
    assert "7 to 4" in page
    assert "Amaducci" not in page
    assert "paid" not in text_of(anybody.get(f"/events/{event.pk}/"))


def test_the_regulation_is_there_in_words(anybody: Client, club: Club) -> None:
    event = make_event(club=club)
    page = text_of(anybody.get(f"/events/{event.pk}/"))
    assert "Best of three games to 41." in page
    assert "who holds the 4 of coins calls" in page


def test_a_board_costs_the_same_for_8_pairs_and_for_64(
    anybody: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, tables=16)
        with django_assert_max_num_queries(14):
            anybody.get(f"/events/{event.pk}/")
