"""Matches that are not played out, on the desk and the board: the form of the sheet, the settings
of an event, the words beside a result."""

from typing import Any

import pytest
from django.test import Client

from scoring.core.format import best_of
from scoring.models import Line, Match
from tests.factories import first_match, make_event
from tests.tournaments.steps import QUICK
from tests.web.pages import text_of
from tests.web.test_new_event import create
from tests.web.test_sheet_page import look, write
from tournaments.models import Club, Entry, Event

THREE = best_of(3, "marafon", {"target": 11})


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, match_format=THREE, format="double_elimination", tables=4)


@pytest.fixture
def match(event: Event) -> int:
    return first_match(event)


def seen(client: Client, path: str) -> str:
    """What anybody reads there, in English."""
    answer = client.get(path, headers={"accept-language": "en"})
    assert answer.status_code == 200, path
    return text_of(answer)


def written(match: int) -> Any:
    return Line.objects.filter(match=match).latest("n").data


def test_a_walkover_is_written_and_shown_with_its_games(desk: Client, match: int) -> None:
    answer = write(desk, match, "forfeit", side="0", of="match", case="walkover", reason="assenti")
    assert answer.status_code == 302
    assert written(match) == {
        "side": 0,
        "of": "match",
        "case": "walkover",
        "article": "",
        "reason": "assenti",
    }
    page = text_of(look(desk, match))
    assert "Walkover" in page
    assert "0 – 2" in page


def test_the_desk_is_told_the_result_of_the_match(desk: Client, match: int) -> None:
    form = {"side": "0", "of": "match", "reason": "assenti"}
    page = desk.get(f"/desk/matches/{match}/")
    act = next(each for each in page.context["acts"] if each.kind == "forfeit")
    sent = {"kind": "forfeit", "key": act.key, "version": act.version, **form}
    answer = desk.post(f"/desk/matches/{match}/", sent, follow=True)
    assert "won the match, 0 to 2" in text_of(answer)


def test_the_form_says_whom_the_regulation_sends_home(desk: Client, match: int) -> None:
    page = text_of(look(desk, match))
    assert "By the regulation it is out after: walkover, retirement" in page


@pytest.mark.parametrize(
    ("plays_on", "state"),
    [("", Entry.State.WITHDRAWN), ("yes", Entry.State.ENTERED), ("no", Entry.State.WITHDRAWN)],
)
def test_the_desk_decides_whether_the_pair_plays_on(
    desk: Client, event: Event, match: int, plays_on: str, state: str
) -> None:
    write(desk, match, "forfeit", side="0", of="match", plays_on=plays_on, reason="assenti")
    absent = Entry.objects.get(slots__pairing__match=match, slots__side=0)
    assert absent.state == state


def test_the_games_of_an_award_are_written_in_a_row(desk: Client, match: int) -> None:
    write(
        desk, match, "forfeit",
        side="0", of="match", case="award", games="11-5 3-11 2-11", reason="reclamo",
    )  # fmt: skip
    assert written(match)["games"] == [[11, 5], [3, 11], [2, 11]]
    assert Match.objects.get(pk=match).snapshot["wins"] == [1, 2]


def test_games_that_cannot_be_read_are_refused_with_the_form(desk: Client, match: int) -> None:
    answer = write(
        desk, match, "forfeit", side="0", of="match", case="award", games="2:0", reason="reclamo"
    )
    assert answer.status_code == 422


def test_a_double_forfeit_in_a_bracket_asks_who_takes_the_place(desk: Client, match: int) -> None:
    form = {"of": "match", "case": "double_forfeit", "reason": "assenti"}
    refused = write(desk, match, "forfeit", **form)
    assert refused.status_code == 409
    assert "say which side takes the place" in text_of(refused)
    assert write(desk, match, "forfeit", advances="1", **form).status_code == 302


def test_a_walkover_after_a_hand_is_told_to_be_a_retirement(desk: Client, match: int) -> None:
    write(desk, match, "hand", points_0="5")
    answer = write(desk, match, "forfeit", side="0", of="match", case="walkover", reason="via")
    assert "Write a retirement" in text_of(answer)


def test_the_board_says_how_a_match_ended(desk: Client, client: Client, event: Event) -> None:
    match = first_match(event)
    write(desk, match, "forfeit", side="0", of="match", reason="assenti")
    for path in (f"/events/{event.pk}/bracket/", f"/events/{event.pk}/rounds/"):
        assert "walkover" in seen(client, path), path
    assert "Walkover" in seen(client, f"/matches/{match}/")


def test_a_void_match_has_no_winner_on_the_board(desk: Client, client: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK, format="round_robin")
    match = first_match(event)
    write(desk, match, "forfeit", of="match", case="void", reason="mazzo segnato")
    page = seen(client, f"/matches/{match}/")
    assert "Match void" in page
    assert "victory" not in page
    assert "void" in seen(client, f"/events/{event.pk}/")


def test_the_rules_of_an_event_are_set_with_its_form(desk: Client, club: Club) -> None:
    create(
        desk,
        club,
        **{
            "unfinished-walkover-score": "one_game",
            "unfinished-walkover-plays_on": "true",
            "unfinished-retirement-played": "false",
            "unfinished-time-level": "hand",
        },
    )
    assert Event.objects.get().match_format["unfinished"] == {
        "walkover": {"score": "one_game", "plays_on": True},
        "retirement": {"played": False},
        "time": {"level": "hand"},
    }


def test_rules_that_there_are_not_are_refused_with_the_form(desk: Client, club: Club) -> None:
    answer = create(desk, club, **{"unfinished-walkover-score": "3-0"})
    assert answer.status_code == 422
    assert not Event.objects.exists()


def test_the_form_of_a_stage_shows_the_rules_that_it_has(desk: Client, club: Club) -> None:
    rules = {"walkover": {"plays_on": False}, "time": {"level": "draw"}}
    event = make_event(
        club=club, pairs=4, match_format={**QUICK, "unfinished": rules}, drawn=False,
        format="round_robin",
    )  # fmt: skip
    page = desk.get(f"/desk/events/{event.pk}/stages/1/")
    forms = page.context["wizard"].unfinished.forms
    assert forms["walkover"]["plays_on"].value() == "false"
    assert forms["time"]["level"].value() == "draw"
    assert forms["retirement"]["plays_on"].value() == ""


def test_a_walkover_that_is_struck_late_says_who_would_be_in_again(
    desk: Client, event: Event, match: int
) -> None:
    other = event.pairings.get(code="main-1-2").match_id or 0
    write(desk, match, "forfeit", side="0", of="match", reason="assenti")
    write(desk, other, "hand", points_0="11")
    write(desk, other, "hand", points_0="11")
    absent = Entry.objects.get(slots__pairing__match=match, slots__side=0)
    asked = write(desk, match, "strike", line="1", reason="sono arrivati")
    assert asked.status_code == 409
    assert "would be in the event again" in text_of(asked)
    absent.refresh_from_db()
    assert absent.state == Entry.State.WITHDRAWN
