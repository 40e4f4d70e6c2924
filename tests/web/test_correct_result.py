"""A result that was copied from paper is corrected on the page of its line."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Match
from tests.factories import make_event
from tests.tournaments.steps import pairing, write
from tests.web.pages import act_of, html_of, text_of
from tournaments.models import Club, Event, Pairing, PendingDecision

TO_41 = {"games": [{"game": "marafon", "options": {}}] * 3, "wins": 2}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, match_format=TO_41)


def match_of(event: Event, code: str = "main-1-1") -> int:
    return pairing(event, code).match_id or 0


def correct(desk: Client, match: int, line: int, **data: str) -> Any:
    address = f"/desk/matches/{match}/lines/{line}/"
    form = act_of(desk.get(address), "amend")
    return desk.post(address, {**form, "why": "letta al contrario", **data})


def copy_games(event: Event, *wins: int) -> int:
    write(pairing(event, "main-1-1"), "games", {"wins": list(wins), "from_paper": True})
    return match_of(event)


def test_the_games_won_are_corrected_and_the_other_side_has_won(desk: Client, event: Event) -> None:
    match = copy_games(event, 2, 1)
    answer = correct(desk, match, 1, score="1 2")
    if answer.status_code != 302:
        answer = correct(desk, match, 1, score="1 2", seen="1", agreed="1")
    assert answer.status_code == 302, text_of(answer)
    stored = Match.objects.get(pk=match)
    assert (stored.winner, stored.snapshot["wins"]) == (1, [1, 2])


def test_the_field_has_what_the_line_says(desk: Client, event: Event) -> None:
    match = copy_games(event, 2, 0)
    form = desk.get(f"/desk/matches/{match}/lines/1/").context["amend"]
    assert form["score"].value() == "2 0"


def test_the_points_of_one_game_are_corrected_and_the_others_stay(
    desk: Client, event: Event
) -> None:
    for totals in ([41, 35], [38, 42], [41, 30]):
        data = {"totals": totals, "from_paper": True}
        write(pairing(event, "main-1-1"), "total", data)
    match = match_of(event)
    answer = correct(desk, match, 1, score="44 35")
    assert answer.status_code == 302, text_of(answer)
    stored = [game["totals"] for game in Match.objects.get(pk=match).snapshot["games"]]
    assert stored == [[44, 35], [38, 42], [41, 30]]


@pytest.mark.parametrize(
    ("score", "words"),
    [
        ("domani", "cannot be read"),
        ("", "This field is required."),
        ("41 35 38 41", "games won by each side"),
        ("2", "missing"),
    ],
)
def test_what_is_no_result_stays_on_its_field(
    desk: Client, event: Event, score: str, words: str
) -> None:
    match = copy_games(event, 2, 1)
    answer = correct(desk, match, 1, score=score)
    assert answer.status_code == 422
    assert words in text_of(answer)
    assert Match.objects.get(pk=match).version == 1


def test_the_next_match_that_was_played_is_decided_at_once(desk: Client, event: Event) -> None:
    for code in ("main-1-1", "main-1-2", "main-2-1"):
        write(pairing(event, code), "games", {"wins": [2, 1], "from_paper": True})
    match = match_of(event)
    shown = correct(desk, match, 1, score="1 2")
    assert shown.status_code == 409
    assert 'name="agreed"' in html_of(shown)
    assert 'name="score" value="1 2"' in html_of(shown)
    answer = correct(desk, match, 1, score="1 2", agreed="1")
    question = PendingDecision.objects.get(event=event, decision="")
    assert (answer.status_code, answer["Location"]) == (302, f"/desk/questions/{question.pk}/")


def test_a_written_table_of_the_keyboard_screen_leads_to_its_sheet(
    desk: Client, event: Event
) -> None:
    match = copy_games(event, 2, 1)
    shown = Pairing.objects.get(match=match)
    page = html_of(desk.get(f"/desk/events/{event.pk}/results/?round={shown.round_id}"))
    assert f'<a class="in" href="/desk/matches/{match}/"' in page
