"""Corrections at the desk that leave hands over, and the page of one line."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import Line, Match
from tests.factories import make_event, make_member
from tests.tournaments.steps import pairing, write
from tests.web.pages import act_of, html_of, signed_in, text_of
from tournaments.models import Club, Event, Role

TO_21 = {"games": [{"game": "marafon", "options": {"target": 21}}] * 3, "wins": 2}
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, match_format=TO_21)


@pytest.fixture
def match(event: Event) -> int:
    """Game 1 is 21 to 23 after line 4, line 5 opens game 2."""
    for points in (6, 5, 5, 5, 4):
        write(pairing(event, "main-1-1"), "hand", {"points": [points, None], "caller": None})
    return pairing(event, "main-1-1").match_id or 0


def address(match: int, line: int) -> str:
    return f"/desk/matches/{match}/lines/{line}/"


def correct(desk: Client, match: int, line: int = 2, **data: str) -> Any:
    form = act_of(desk.get(address(match, line)), "amend")
    said = {"points_0": "11", "why": "letta male", **data}
    return desk.post(address(match, line), {**form, **said})


def strike(desk: Client, match: int, line: int, **data: str) -> Any:
    form = act_of(desk.get(address(match, line)), "strike")
    return desk.post(address(match, line), {**form, "why": "doppia", **data})


def press(desk: Client, page: Any, button: str) -> Any:
    """Presses the button of the page that shows what would change."""
    form = next(form for form in html_of(page).split("<form") if f'name="{button}"' in form)
    action = re.search(r'action="([^"]*)"', form)
    assert action is not None
    return desk.post(action[1], {**dict(HIDDEN.findall(form)), button: "1"})


def totals(match: int) -> list[Any]:
    return [game["totals"] for game in Match.objects.get(pk=match).snapshot["games"]]


def test_correct_stands_beside_each_line(desk: Client, match: int) -> None:
    page = html_of(desk.get(f"/desk/matches/{match}/"))
    assert all(f'href="{address(match, line)}"' in page for line in range(1, 6))


def test_the_board_has_no_such_link(anybody: Client, match: int) -> None:
    page = html_of(anybody.get(f"/matches/{match}/"))
    assert f"lines/{1}/" not in page


def test_its_form_has_what_the_line_says(desk: Client, event: Event) -> None:
    data = {"thirds": [20, 15], "caller": 2, "trump": "C", "marafona": 1}
    write(pairing(event, "main-1-1"), "hand", data)
    match = pairing(event, "main-1-1").match_id or 0
    form = desk.get(address(match, 1)).context["amend"]
    assert {name: form.initial[name] for name in form.initial} == {
        "thirds_0": 20,
        "thirds_1": 15,
        "caller": 2,
        "trump": "C",
        "marafona": 1,
    }


def test_a_corrected_line_is_filled_in_with_its_correction(desk: Client, match: int) -> None:
    assert correct(desk, match, 5, points_0="3").status_code == 302
    form = desk.get(address(match, 5)).context["amend"]
    assert form.initial["points_0"] == 3
    assert Line.objects.get(match=match, n=6).data["line"] == 5


def test_a_penalty_is_corrected_with_its_own_form(desk: Client, event: Event) -> None:
    said = {"side": 1, "points": 3, "article": "5", "reason": "segni"}
    write(pairing(event, "main-1-1"), "penalty", said)
    match = pairing(event, "main-1-1").match_id or 0
    form = act_of(desk.get(address(match, 1)), "amend")
    data = {"side": "1", "points": "2", "article": "5", "reason": "segni", "why": "erano due"}
    assert desk.post(address(match, 1), {**form, **data}).status_code == 302
    line = Line.objects.get(match=match, n=2).data
    assert (line["data"], line["reason"]) == (said | {"points": 2}, "erano due")


def test_hands_that_are_left_over_are_shown_before_anything_is_written(
    desk: Client, match: int
) -> None:
    page = correct(desk, match)
    assert page.status_code == 409
    said = text_of(page)
    assert "Nothing has been written yet" in said
    assert "Line 4 (5 to 6): set aside, “First game” is over before it." in said
    assert "21 to 23, won by" in said
    assert "22 to 11, won by" in said
    assert Line.objects.filter(match=match).count() == 5


def test_agreed_to_they_are_set_aside_and_shown_so(
    desk: Client, anybody: Client, event: Event, match: int
) -> None:
    assert press(desk, correct(desk, match), "agreed").status_code == 302
    assert totals(match) == [[22, 11], [4, 7]]
    assert Line.objects.get(match=match, n=6).data["aside"] == [{"line": 4, "game": 0}]
    for reader, page in ((desk, f"/desk/matches/{match}/"), (anybody, f"/matches/{match}/")):
        response = reader.get(page, follow=True)
        assert "set aside by line 6: the game was over before it" in text_of(response)


def test_the_correction_can_be_typed_again(desk: Client, match: int) -> None:
    page = press(desk, correct(desk, match), "back")
    assert page.status_code == 200
    assert 'value="11"' in html_of(page)
    assert "letta male" in html_of(page)


def test_undone_the_hand_counts_again(desk: Client, match: int) -> None:
    before = totals(match)
    press(desk, correct(desk, match), "agreed")
    page = strike(desk, match, 6)
    assert "Line 4 (5 to 6): counts again, in “First game”." in text_of(page)
    assert press(desk, page, "agreed").status_code == 302
    assert totals(match) == before


def test_another_winner_is_shown_though_no_line_moves(club: Club, event: Event) -> None:
    for points in (11, 10):
        write(pairing(event, "main-1-1"), "hand", {"points": [points, None]})
    match = pairing(event, "main-1-1").match_id or 0
    for role in (Role.Kind.ORGANIZER, Role.Kind.REFEREE):
        desk = signed_in(make_member(club, role))
        page = correct(desk, match, 2, points_0="9")
        assert page.status_code == 409
        assert "20 to 2, still being played" in text_of(page)
    assert press(desk, page, "seen").status_code == 302
    assert totals(match) == [[20, 2]]


def test_a_referee_agrees_to_what_moves_on_the_sheet(club: Club, match: int) -> None:
    desk = signed_in(make_member(club, Role.Kind.REFEREE))
    page = correct(desk, match)
    assert "Line 4 (5 to 6): set aside" in text_of(page)
    assert press(desk, page, "agreed").status_code == 302
    assert totals(match) == [[22, 11], [4, 7]]


def test_the_general_form_shows_the_same(desk: Client, match: int) -> None:
    form = act_of(desk.get(f"/desk/matches/{match}/"), "amend")
    said = {"line": "2", "points_0": "11", "reason": "letta male"}
    page = desk.post(f"/desk/matches/{match}/", {**form, **said})
    assert "Line 4 (5 to 6): set aside" in text_of(page)
    assert press(desk, page, "agreed").status_code == 302


def test_a_page_that_is_behind_keeps_what_was_typed(desk: Client, event: Event, match: int) -> None:
    form = act_of(desk.get(address(match, 5)), "amend")
    write(pairing(event, "main-1-1"), "hand", {"points": [1, None]})
    said = {"points_0": "3", "why": "letta male"}
    page = desk.post(address(match, 5), {**form, **said})
    assert page.status_code == 409
    assert 'value="3"' in html_of(page)
    again = desk.post(address(match, 5), {**act_of(page, "amend"), **said})
    assert again.status_code == 302


@pytest.mark.parametrize("line", [0, 7, 99])
def test_a_line_that_is_not_there_has_no_page(desk: Client, match: int, line: int) -> None:
    assert desk.get(address(match, line)).status_code == 404


def test_a_stranger_has_no_page(anybody: Client, match: int) -> None:
    assert anybody.get(address(match, 1)).status_code == 302


@pytest.mark.parametrize("kind", ["hand", "sign", ""])
def test_only_corrections_are_posted_there(desk: Client, match: int, kind: str) -> None:
    form = act_of(desk.get(address(match, 1)), "amend")
    assert desk.post(address(match, 1), {**form, "kind": kind}).status_code == 400


def test_a_penalty_that_is_set_aside_is_listed_as_such(desk: Client, event: Event) -> None:
    there = pairing(event, "main-1-1")
    for points in (6, 5, 5):
        write(there, "hand", {"points": [points, None]})
    write(there, "penalty", {"side": 0, "points": 1, "article": "5", "reason": "segni"})
    match = there.match_id or 0
    page = f"/desk/events/{event.pk}/penalties/"
    assert "set aside on the sheet" not in text_of(desk.get(page))
    assert press(desk, correct(desk, match), "agreed").status_code == 302
    assert "segni · set aside on the sheet" in text_of(desk.get(page))
