"""The public pages: what everybody may see."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.core.format import best_of
from tests.factories import first_match, make_event
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Entry, Event
from tournaments.selectors.registration.names import load_entry_names


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
    assert "There is no event now" in text_of(anybody.get("/"))


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


def test_the_pages_of_an_event_by_link_lead_to_its_sheets(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, visibility="LINK")
    match = first_match(event)
    for page in ("", "rounds/", "bracket/", "stages/1/calendar/"):
        html = anybody.get(f"/events/{event.pk}/{page}").content.decode()
        assert f'href="/matches/{match}/?event={event.pk}"' in html, page
    sheet = anybody.get(f"/matches/{match}/?event={event.pk}")
    assert f'data-source="/matches/{match}/part/?event={event.pk}"' in sheet.content.decode()
    assert anybody.get(f"/matches/{match}/part/?event={event.pk}").status_code == 200
    draw = event.stages.get().draws.get()
    assert f"/draws/{draw.pk}/record.json?event={event.pk}" in (
        anybody.get(f"/events/{event.pk}/draws/").content.decode()
    )
    assert anybody.get(f"/draws/{draw.pk}/record.json?event={event.pk}").status_code == 200


def test_the_number_of_a_match_does_not_open_an_event_by_link(anybody: Client, club: Club) -> None:
    match = first_match(make_event(club=club, pairs=2, visibility="LINK"))
    assert anybody.get(f"/matches/{match}/").status_code == 404
    assert anybody.get(f"/matches/{match}/part/").status_code == 404


def test_the_sheet_of_a_hidden_event_is_hidden(anybody: Client, club: Club) -> None:
    event = make_event(club=club, visibility=Event.Visibility.CLUB)
    assert anybody.get(f"/matches/{first_match(event)}/").status_code == 404


def test_a_table_is_found_by_a_name(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    page = html_of(anybody.get(f"/events/{event.pk}/?q=zoffoli1"))
    assert page.count("tcard mine") == 1
    assert "Nobody here is called “Nessuno”." in text_of(
        anybody.get(f"/events/{event.pk}/?q=Nessuno")
    )


def test_a_match_of_two_sought_pairs_is_shown_once(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    page = html_of(anybody.get(f"/events/{event.pk}/?q=zoffoli"))
    assert page.count("tcard mine") == 2


def test_a_pair_is_found_by_its_label(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    entry = event.entries.earliest("pk")
    first, second = (member.player for member in entry.members.order_by("position"))
    for label in (
        f"{first.last_name} {first.first_name[0]}.",
        f"{first.last_name} – {second.last_name}",
    ):
        page = text_of(anybody.get(f"/events/{event.pk}/", {"q": label}))
        assert "Nobody here is called" not in page


def test_what_is_sought_is_only_a_text(anybody: Client, club: Club) -> None:
    event = make_event(club=club)
    page = anybody.get(f"/events/{event.pk}/", {"q": "<script>" + "x" * 5000})
    assert page.status_code == 200
    assert "<script>x" not in html_of(page)


def test_who_looks_for_his_table_learns_what_comes_next(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, tables=4, match_format=QUICK)
    page = text_of(anybody.get(f"/events/{event.pk}/?q={last_name(event, 'main-1-1', 0)}"))
    assert "The winner goes on to: semifinals." in page
    assert "On the other side: winner of quarterfinal 2." in page
    win(pairing(event, "main-1-2"))
    page = text_of(anybody.get(f"/events/{event.pk}/?q={last_name(event, 'main-1-1', 0)}"))
    assert f"On the other side: {short_name(event, 'main-2-1', 1)}." in page


def test_who_has_won_learns_whom_he_waits_for(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    page = text_of(anybody.get(f"/events/{event.pk}/?q={last_name(event, 'main-2-1', 0)}"))
    assert "winner of semifinal 2 waiting for the other match" in page
    assert "The winner goes on to" not in page


def test_who_is_out_is_told_no_next_match(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2, match_format=QUICK)
    out = last_name(event, "main-1-1", 1)
    win(pairing(event, "main-1-1"))
    page = text_of(anybody.get(f"/events/{event.pk}/?q={out}"))
    assert f"{short_name(event, 'main-2-1', 0)} won" in page
    assert "The winner goes on to" not in page


def seat(event: Event, code: str, position: int) -> Entry:
    entry = pairing(event, code).slots.get(position=position).entry
    assert entry is not None
    return entry


def last_name(event: Event, code: str, position: int) -> str:
    """Of the first player of a pair."""
    return seat(event, code, position).members.get(position=0).player.last_name


def short_name(event: Event, code: str, position: int) -> str:
    return load_entry_names(event)[seat(event, code, position).pk].short


def test_the_winner_stands_on_top_and_everybody_has_a_place(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    win(pairing(event, "main-1-1"), side=1)
    page = text_of(anybody.get(f"/events/{event.pk}/"))
    assert f"{short_name(event, 'main-1-1', 1)} won" in page
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
    page = text_of(anybody.get(f"/events/{event.pk}/regulation/"))
    assert "Best of three games to 41." in page
    assert "who holds the 4 of coins calls" in page


def test_the_chart_of_a_sheet_is_told_in_numbers_too(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2)
    for points in (7, 4):
        write(pairing(event, "main-1-1"), "hand", {"points": [points, None]})
    page = html_of(anybody.get(f"/matches/{first_match(event)}/"))
    assert '<tr><th scope="row">1</th><td>7</td><td>4</td></tr>' in page
    assert '<tr><th scope="row">2</th><td>11</td><td>11</td></tr>' in page


def test_the_game_that_is_on_has_its_name(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=best_of(3, "marafon", {"target": 11}))
    for points in (11, 0):
        write(pairing(event, "main-1-1"), "hand", {"points": [points, None]})
    assert "Bella · games 1 – 1" in text_of(anybody.get(f"/events/{event.pk}/"))


PAGES = ("", "?q=Zoffoli1", "rounds/", "bracket/", "places/", "screen/")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_costs_the_same_for_8_pairs_and_for_64(
    anybody: Client, club: Club, django_assert_max_num_queries: DjangoAssertNumQueries, page: str
) -> None:
    for pairs in (8, 64):
        event = make_event(club=club, pairs=pairs, tables=16)
        write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
        with django_assert_max_num_queries(14):
            assert anybody.get(f"/events/{event.pk}/{page}").status_code == 200
