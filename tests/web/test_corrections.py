"""A correction after the next step, on the desk: seen, agreed to, or left."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring.models import Line, Match
from tests.factories import make_event, make_member
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.tournaments.test_corrections import a_drawn_final, tip_over
from tests.tournaments.test_decisions import paired_round_two
from tests.tournaments.test_draw_differences import (
    draw_after_round_robin,
    match_between,
    seats_of,
)
from tests.web.pages import act_of, html_of, signed_in, text_of
from tournaments.models import Club, Event, PendingDecision, Role

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


@pytest.fixture
def event(club: Club) -> Event:
    """Both semifinals are over, and the final has begun."""
    event = make_event(club=club, pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    win(pairing(event, "main-1-2"))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    return event


@pytest.fixture
def match(event: Event) -> int:
    return pairing(event, "main-1-1").match_id or 0


def correct(desk: Client, match: int, **data: Any) -> Any:
    """The hand was won by the other side."""
    address = f"/desk/matches/{match}/"
    form = act_of(desk.get(address), "amend")
    said = {"line": "1", "points_0": "0", "reason": "scritta al contrario", **data}
    return desk.post(address, {**form, **said})


def typed_in(page: Any) -> dict[str, str]:
    """The act as it stands on the page of its consequences."""
    form = next(form for form in html_of(page).split("<form") if 'name="agreed"' in form)
    return dict(HIDDEN.findall(form))


def agree(desk: Client, match: int, page: Any, **data: str) -> Any:
    return desk.post(f"/desk/matches/{match}/", {**typed_in(page), "agreed": "1", **data})


def test_what_it_would_change_is_shown_and_nothing_is_written(desk: Client, match: int) -> None:
    lines = Line.objects.count()
    page = correct(desk, match)
    assert page.status_code == 409
    said = text_of(page)
    assert "Nothing has been written yet" in said
    assert "11 – 0" in said
    assert "0 – 11" in said
    assert "Final, match 1: " in said
    assert "have begun to play there" in said
    assert Line.objects.count() == lines
    assert not PendingDecision.objects.exists()


def test_agreed_to_it_is_written_with_the_same_key_and_left_to_decide(
    desk: Client, match: int
) -> None:
    page = correct(desk, match)
    key = typed_in(page)["key"]
    assert agree(desk, match, page).status_code == 302
    assert Line.objects.get(match=match, kind="amend").key == key
    assert Match.objects.get(pk=match).winner == 1
    assert PendingDecision.objects.get().kind == "PLAYED_ON"


def test_agreed_to_twice_it_is_written_once(desk: Client, match: int) -> None:
    page = correct(desk, match)
    for _ in range(2):
        assert agree(desk, match, page).status_code == 302
    assert Line.objects.filter(match=match, kind="amend").count() == 1


def test_it_can_be_written_otherwise_and_what_was_typed_is_kept(desk: Client, match: int) -> None:
    page = correct(desk, match)
    back = desk.post(f"/desk/matches/{match}/", {**typed_in(page), "back": "1"})
    assert back.status_code == 200
    assert "scritta al contrario" in html_of(back)
    assert Line.objects.filter(match=match).count() == 1


def test_a_page_that_is_behind_asks_again(desk: Client, match: int) -> None:
    page = correct(desk, match)
    write(pairing(Event.objects.get(), "main-1-1"), "sign", {"side": 0})
    response = agree(desk, match, page)
    assert response.status_code == 409
    assert "scritta al contrario" in html_of(response)
    assert not Line.objects.filter(match=match, kind="amend").exists()


def test_a_referee_learns_that_the_organizer_must_do_it(club: Club, match: int) -> None:
    referee = signed_in(make_member(club, Role.Kind.REFEREE))
    page = correct(referee, match)
    assert page.status_code == 409
    assert "Only the organizer can change it now" in text_of(page)
    assert "agreed" not in html_of(page)
    assert "scritta al contrario" in html_of(page)
    assert correct(referee, match, agreed="1").status_code == 403
    assert Match.objects.get(pk=match).winner == 0


def test_who_would_sit_elsewhere_is_told(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=8, match_format=QUICK)
    for number in range(1, 5):
        win(pairing(event, f"main-1-{number}"))
    win(pairing(event, "main-2-2"))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    match = pairing(event, "main-1-1").match_id or 0
    assert "Semifinals, match 1" in text_of(correct(desk, match))


@pytest.mark.django_db
def test_a_correction_after_the_cut_shows_places_and_who_should_be_in() -> None:
    event = a_drawn_final()
    desk = signed_in(event.club.roles.get(kind="OWNER").user)
    wrong, data = tip_over(event)
    match = wrong.match_id or 0
    first, second = data["data"]["thirds"]
    page = correct(
        desk, match, line=str(data["line"]), points_0="", thirds_0=str(first), thirds_1=str(second)
    )
    said = text_of(page)
    assert page.status_code == 409
    assert "was drawn from a ranking that has changed since" in said
    assert "What cannot follow by itself" in said
    assert re.search(r"\d+(st|nd|rd|th) place \d+(st|nd|rd|th) place", said)
    assert agree(desk, match, page).status_code == 302
    assert PendingDecision.objects.get().kind == "CUT_MOVED"


@pytest.mark.django_db
def test_changed_seeds_are_read_before_and_after_agreement() -> None:
    event, entries = draw_after_round_robin()
    pairing = match_between(event, entries[0], entries[1])
    desk = signed_in(event.club.roles.get(kind="OWNER").user)
    points = "0" if seats_of(pairing)[0] == entries[0] else "11"
    page = correct(desk, pairing.match_id or 0, line="1", points_0=points)
    assert page.status_code == 409
    assert "seed 2, drawn as seed 1." in text_of(page)
    assert agree(desk, pairing.match_id or 0, page).status_code == 302
    said = text_of(desk.get(f"/desk/questions/{PendingDecision.objects.get().pk}/"))
    assert "Seeds or points of a draw have changed" in said
    assert "seed 1, drawn as seed 2." in said


@pytest.mark.django_db
@pytest.mark.parametrize("has_begun", [False, True])
def test_a_round_that_was_paired_from_the_old_result_is_told(*, has_begun: bool) -> None:
    event, code = paired_round_two()
    if has_begun:
        first = event.pairings.filter(round__number=2, match__isnull=False).order_by("pk")[0]
        write(first, "hand", {"points": [6, None]})
    desk = signed_in(event.club.roles.get(kind="OWNER").user)
    text = text_of(correct(desk, pairing(event, code).match_id or 0))
    assert "Nothing has been written yet" in text
    assert ("Round 2 was paired from the old result" in text) == has_begun
    assert ("Nobody has played in it yet" in text) != has_begun
