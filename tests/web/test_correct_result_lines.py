"""Totals and games won are corrected on their lines, with what that changes shown before."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Line, Match
from tests.factories import make_event
from tests.tournaments.steps import pairing, write
from tests.web.pages import act_of, html_of, text_of
from tests.web.test_correct_line import press
from tournaments.models import Club, Event


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2)


def total(event: Event, *totals: int, **more: Any) -> int:
    write(pairing(event, "main-1-1"), "total", {"totals": [*totals], "from_paper": True, **more})
    return pairing(event, "main-1-1").match_id or 0


def correct(desk: Client, match: int, line: int, score: str, why: str = "letto male") -> Any:
    address = f"/desk/matches/{match}/lines/{line}/"
    form = act_of(desk.get(address), "amend")
    return desk.post(address, {**form, "score": score, "why": why})


def totals_of(match: int) -> list[Any]:
    return [game["totals"] for game in Match.objects.get(pk=match).snapshot["games"]]


def test_the_form_has_what_the_line_says(desk: Client, event: Event) -> None:
    match = total(event, 38, 35, winner=0)
    form = desk.get(f"/desk/matches/{match}/lines/1/").context["amend"]
    assert form.initial["score"] == "38* 35"


def test_totals_are_corrected_in_one_act(desk: Client, event: Event) -> None:
    match = total(event, 41, 35)
    assert correct(desk, match, 1, "41 32").status_code == 302
    line = Line.objects.get(match=match, n=2)
    assert (line.kind, line.data["line"], line.data["reason"]) == ("amend", 1, "letto male")
    assert line.data["data"] == {"totals": [41, 32], "from_paper": True}
    assert totals_of(match) == [[41, 32]]


def test_a_line_that_did_not_come_from_paper_does_not_come_from_it_now(
    desk: Client, event: Event
) -> None:
    write(pairing(event, "main-1-1"), "total", {"totals": [41, 35]})
    match = pairing(event, "main-1-1").match_id or 0
    correct(desk, match, 1, "41 32")
    assert Line.objects.get(match=match, n=2).data["data"] == {"totals": [41, 32]}


def test_games_won_are_corrected_in_one_act(desk: Client, event: Event) -> None:
    write(pairing(event, "main-1-1"), "games", {"wins": [2, 1], "from_paper": True})
    match = pairing(event, "main-1-1").match_id or 0
    page = correct(desk, match, 1, "1-2")
    assert page.status_code == 409
    assert "Nothing has been written yet" in text_of(page)
    assert press(desk, page, "agreed").status_code == 302
    assert Match.objects.get(pk=match).winner == 1


def test_what_another_winner_changes_is_shown_before_it_is_written(
    desk: Client, event: Event
) -> None:
    total(event, 41, 35)
    match = total(event, 41, 30)
    page = correct(desk, match, 2, "30 41")
    assert page.status_code == 409
    assert "Correct a result" in text_of(page)
    assert "Nothing has been written yet" in text_of(page)
    assert Line.objects.filter(match=match).count() == 2
    assert press(desk, page, "agreed").status_code == 302
    assert totals_of(match)[:2] == [[41, 35], [30, 41]]
    assert Match.objects.get(pk=match).winner is None


def test_a_third_game_that_is_left_over_is_set_aside(desk: Client, event: Event) -> None:
    total(event, 41, 35)
    total(event, 30, 41)
    match = total(event, 20, 41)
    page = correct(desk, match, 2, "41 30")
    assert "Line 3" in text_of(page)
    assert "set aside" in text_of(page)
    assert press(desk, page, "agreed").status_code == 302
    assert totals_of(match) == [[41, 35], [41, 30]]
    assert Match.objects.get(pk=match).winner == 0


def test_a_game_that_began_hand_by_hand_and_ended_with_totals_is_corrected(
    desk: Client, event: Event
) -> None:
    for points in (6, 7):
        write(pairing(event, "main-1-1"), "hand", {"points": [points, None]})
    match = total(event, 41, 35)
    assert correct(desk, match, 3, "41 34").status_code == 302
    assert totals_of(match) == [[41, 34]]
    page = text_of(desk.get(f"/desk/matches/{match}/"))
    assert "replaced by the result in line 3" in page


def test_a_corrected_line_is_filled_in_with_its_correction_and_corrected_again(
    desk: Client, event: Event
) -> None:
    match = total(event, 41, 35)
    correct(desk, match, 1, "41 32")
    form = desk.get(f"/desk/matches/{match}/lines/1/").context["amend"]
    assert form.initial["score"] == "41 32"
    assert correct(desk, match, 1, "41 31").status_code == 302
    assert totals_of(match) == [[41, 31]]


@pytest.mark.parametrize(
    ("score", "why"),
    [
        ("", "This field is required."),
        ("41", "a number is missing"),
        ("molto", "cannot be read as a result"),
        ("41 35 38 41", "This line is one game: correct the others on their own lines."),
        ("30 20", "One side must have 41 at least"),
        ("41 41", "One side must have more."),
        ("400 3", "Nobody can have more than"),
        ("41* 38*", "write one asterisk"),
    ],
)
def test_wrong_totals_say_what_to_do_and_keep_what_was_typed(
    desk: Client, event: Event, score: str, why: str
) -> None:
    match = total(event, 41, 35)
    page = correct(desk, match, 1, score)
    assert page.status_code in (409, 422)
    assert why in text_of(page)
    assert f'value="{score}"' in html_of(page) or not score
    assert Line.objects.filter(match=match).count() == 1


@pytest.mark.parametrize(
    ("score", "why"),
    [
        ("41 35 38 41", "write one number for each"),
        ("1 1", "is not the end of this match"),
        ("5 0", "is not the end of this match"),
    ],
)
def test_wrong_games_say_what_to_do(desk: Client, event: Event, score: str, why: str) -> None:
    write(pairing(event, "main-1-1"), "games", {"wins": [2, 1], "from_paper": True})
    match = pairing(event, "main-1-1").match_id or 0
    page = correct(desk, match, 1, score)
    assert why in text_of(page)
    assert Line.objects.filter(match=match).count() == 1


def test_a_correction_needs_a_reason(desk: Client, event: Event) -> None:
    match = total(event, 41, 35)
    assert correct(desk, match, 1, "41 32", why="").status_code == 422


def test_a_result_without_a_score_says_so_on_the_paper_page(desk: Client, event: Event) -> None:
    round_id = pairing(event, "main-1-1").round_id
    here = f"/desk/events/{event.pk}/results/"
    data = {"table": "1", "score": "", "round": str(round_id), "key": "desk-12345678"}
    page = desk.post(here, data)
    assert "Write the result: the games, 1 0 or 2 1, or the points of each." in text_of(page)
