"""The wall: what the projector shows, page by page."""

import re

from django.test import Client

from tests.factories import NOW, make_event, owner_of, pair
from tests.tournaments.sittings import make_sittings
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event
from tournaments.services.registration.entries import enter
from tournaments.services.registration.withdrawals import withdraw
from web.board.hall import load_hall

PAGE = re.compile(r'<section class="mid" data-page="(\d+)"[^>]*?( hidden)?>')


def wall(client: Client, event: Event, query: str = "") -> str:
    return html_of(client.get(f"/events/{event.pk}/screen/{query}"))


def words(client: Client, event: Event, query: str = "") -> str:
    return text_of(client.get(f"/events/{event.pk}/screen/{query}"))


def shown(page: str) -> list[str]:
    """The numbers of the pages that are not hidden."""
    return [number for number, hidden in PAGE.findall(page) if not hidden]


def test_before_the_draw_it_shows_who_has_entered(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=40, drawn=False)
    assert "Entered 40" in words(anybody, event)
    assert PAGE.findall(wall(anybody, event)) == [("1", ""), ("2", " hidden")]


def test_before_the_draw_it_shows_neither_who_waits_nor_who_has_left(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=4, capacity=3, drawn=False)
    actor = owner_of(club)
    gone, *_, waiting = event.entries.order_by("pk")
    withdraw(entry=waiting, reason="x", actor=actor, now=NOW)
    enter(event=event, form=pair(9), actor=actor, now=NOW)
    withdraw(entry=gone, reason="x", actor=actor, now=NOW)
    enter(event=event, form=pair(8), actor=actor, now=NOW)
    page = words(anybody, event)
    assert "Entered 3" in page
    shown = {number for number in range(10) if f"Zoffoli{number}" in page}
    assert shown == {1, 2, 9}


def test_an_event_without_entries_has_a_page_too(anybody: Client, club: Club) -> None:
    assert "Nobody yet" in words(anybody, make_event(club=club, pairs=0, drawn=False))


def test_while_it_is_played_it_shows_tables_then_the_round(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=32, tables=16)
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    page = words(anybody, event)
    assert "Tables 1–12 of 16" in page
    assert "Tables 13–16 of 16" in page
    assert "you are" in page
    assert PAGE.findall(wall(anybody, event))[-1] == ("3", " hidden")


def test_a_called_pair_is_awaited_until_its_first_hand(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, tables=1)
    assert "awaited" in words(anybody, event)
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    assert "awaited" not in words(anybody, event)


def test_single_players_are_called_one_by_one(anybody: Client, club: Club) -> None:
    event = make_sittings(club, players=5, tables=1)
    page = words(anybody, event)
    assert page.count("to the table") == 5
    assert "you are" not in page
    assert "awaited" not in page


def test_at_the_end_it_shows_the_winner_then_the_places(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        win(pairing(event, code))
    page = words(anybody, event)
    assert page.index("victory") < page.index("Places")
    assert "3–4" in page


def test_pages_are_chosen_in_the_address(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    assert "table 1" in words(anybody, event, "?pages=round")
    assert "Tables 1–2" not in words(anybody, event, "?pages=round")
    assert "Tables 1–2" in words(anybody, event, "?pages=tables")


def test_what_cannot_be_chosen_changes_nothing(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    for nonsense in ("winner", "sudo", "x" * 5000, "tables%00"):
        assert "Tables 1–2" in words(anybody, event, f"?pages={nonsense}")


def test_without_scripts_it_turns_by_its_address(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=32, tables=16)
    assert shown(wall(anybody, event)) == ["1"]
    second = wall(anybody, event, "?page=1")
    assert shown(second) == ["2"]
    assert 'content="12; url=?page=2"' in second
    assert shown(wall(anybody, event, "?page=3")) == ["1"]


def test_a_round_that_would_take_too_long_to_turn_is_left_out(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=256, tables=12)
    assert len(PAGE.findall(wall(anybody, event))) == 1


def test_a_hall_of_500_tables_is_shown_whole(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=1000, tables=500)
    page = words(anybody, event)
    # Twelve of the 512 pairings of the first round have a bye: 488 are played.
    assert "Tables 1–24 of 500 page 1 of 21" in page
    assert "Tables 25–48 of 500 page 2 of 21" in page
    assert "Tables 481–488 of 500 page 21 of 21" in page
    assert len(PAGE.findall(wall(anybody, event))) == 21 + 5


def test_a_large_hall_leads_to_the_phone_where_a_table_is_found(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=128, tables=64)
    page = html_of(anybody.get(f"/events/{event.pk}/screen/"))
    assert "Find your table" in page
    assert f"testserver/events/{event.pk}/" in page
    (box,) = (box for box in load_hall(event).boxes if box.pairing.table == 64)
    name = box.rows[0].name
    found = html_of(anybody.get(f"/events/{event.pk}/", {"q": name.partition(" ")[0]}))
    assert any(
        name in card and "</small>64</span>" in card for card in found.split("tcard mine")[1:]
    )


def test_a_small_hall_shows_no_way_to_the_phone(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=96, tables=48)
    assert "Find your table" not in words(anybody, event)
    assert "Tables 25–32 of 48" in words(anybody, event)


def test_a_table_shows_the_games_that_each_side_has_won(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, tables=1)
    match = pairing(event, "main-1-1")
    write(match, "hand", {"points": [7, None]})
    assert 'class="pips"' in wall(anybody, event)
    assert 'class="on"' not in wall(anybody, event)
    for _ in range(6):
        write(match, "hand", {"points": [7, None]})
    page = words(anybody, event)
    assert "games won: 1" in page
    assert wall(anybody, event).count('<i class="on">') == 1


def test_a_match_of_one_game_shows_no_games_won(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, tables=1, match_format=QUICK)
    write(pairing(event, "main-1-1"), "hand", {"points": [7, None]})
    assert 'class="pips"' not in wall(anybody, event)


def test_beside_the_tables_a_code_leads_to_the_board(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    page = words(anybody, event)
    assert "Follow on your phone" in page
    assert f"testserver/events/{event.pk}/" in page
    assert 'class="qr"' in wall(anybody, event)
