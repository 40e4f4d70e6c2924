"""The rounds of an event, one by one."""

from django.test import Client
from django.utils.html import escape

from tests.factories import make_event
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.web.pages import html_of, text_of
from tournaments.models import Club, Event


def rounds(client: Client, event: Event, query: str = "") -> str:
    return text_of(client.get(f"/events/{event.pk}/rounds/{query}"))


def round_id(event: Event, code: str) -> int:
    return pairing(event, code).round_id


def test_before_the_draw_it_says_when_to_come_back(anybody: Client, club: Club) -> None:
    event = make_event(club=club, drawn=False)
    assert "The rounds are shown here after the draw." in rounds(anybody, event)


def test_the_round_that_is_on_is_shown_with_its_tables_and_results(
    anybody: Client, club: Club
) -> None:
    event = make_event(club=club, pairs=8, tables=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    write(pairing(event, "main-1-2"), "hand", {"points": [7, None]})
    page = rounds(anybody, event)
    assert "Quarterfinals 1 of 4 finished" in page
    assert "1 – 0" in page
    assert "7 – 4 table 2" in page


def test_another_round_is_shown_when_it_is_asked_for(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8)
    page = rounds(anybody, event, f"?round={round_id(event, 'main-3-1')}")
    assert "winner of semifinal 1" in page


def test_a_round_of_another_event_is_not_shown(anybody: Client, club: Club) -> None:
    event, other = make_event(club=club, pairs=4), make_event(club=club, pairs=16)
    page = rounds(anybody, event, f"?round={round_id(other, 'main-1-1')}")
    assert "Semifinals 0 of 2 finished" in page
    for nonsense in ("x", "-1", "9" * 400, "²"):
        assert "Semifinals 0 of 2 finished" in rounds(anybody, event, f"?round={nonsense}")


def test_who_goes_on_without_playing_is_said(anybody: Client, club: Club) -> None:
    page = rounds(anybody, make_event(club=club, pairs=3))
    assert page.count(" bye") == 1


def test_at_the_end_the_last_round_stays(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=2, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    assert "Final 1 of 1 finished" in rounds(anybody, event)


def test_a_long_round_comes_in_pages(anybody: Client, club: Club) -> None:
    event = make_event(club=club, pairs=256)
    first = html_of(anybody.get(f"/events/{event.pk}/rounds/"))
    second = html_of(anybody.get(f"/events/{event.pk}/rounds/?page=1"))
    assert first.count("<li data-key") == second.count("<li data-key") == 64
    assert first != second
    last = anybody.get(f"/events/{event.pk}/rounds/?page=999")
    assert html_of(last).count("<li data-key") == 64
    assert escape("?page=1&round=") in first
