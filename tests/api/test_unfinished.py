"""Matches that are not played out: the line, what the match, its pairing and the bracket tell."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import first_match, make_event
from tests.tournaments.steps import QUICK
from tournaments.models import Club, Event

WALKOVER = {"side": 0, "of": "match", "case": "walkover", "reason": "assenti"}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2)


@pytest.fixture
def match(event: Event) -> int:
    return first_match(event)


def test_a_walkover_of_a_best_of_three_is_told_with_games_and_points(
    match: int, organizer: Program, anybody: Program
) -> None:
    organizer.line(match, 0, WALKOVER, kind="forfeit")
    state = anybody.read(f"matches/{match}/")["state"]
    assert (state["wins"], state["sum"], state["winner"]) == ([0, 2], [0, 82], 1)
    assert state["unfinished"] == {
        "case": "walkover",
        "side": 0,
        "games": [0, 2],
        "points": [0, 82],
        "played": False,
        "out": [0],
    }


def test_a_match_that_is_played_says_nothing_of_it(
    match: int, organizer: Program, anybody: Program
) -> None:
    organizer.line(match, 0, {"points": [7, None]})
    assert "unfinished" not in anybody.read(f"matches/{match}/")["state"]


def test_the_bracket_and_the_pairing_say_how_a_match_ended(
    event: Event, match: int, organizer: Program, anybody: Program
) -> None:
    organizer.line(match, 0, WALKOVER, kind="forfeit")
    told = anybody.read(f"events/{event.pk}/bracket/")["rounds"][0]["pairings"]
    ended = {pairing["match"]: pairing["unfinished"] for pairing in told}
    assert ended.pop(match) == "walkover"
    assert set(ended.values()) == {None}
    pairing = event.pairings.get(match=match).pk
    assert anybody.read(f"pairings/{pairing}/")["unfinished"] == "walkover"


def test_who_does_not_play_on_is_withdrawn(
    event: Event, match: int, organizer: Program, anybody: Program
) -> None:
    organizer.line(match, 0, WALKOVER, kind="forfeit")
    slots = event.pairings.get(match=match).slots
    absent = slots.get(side=0).entry_id
    assert anybody.read(f"entries/{absent}/")["state"] == "WITHDRAWN"


def test_a_program_says_the_rules_with_the_format_of_an_event(
    club: Club, organizer: Program
) -> None:
    rules = {"walkover": {"score": "one_game"}, "time": {"level": "hand"}}
    body = {
        "club": club.pk,
        "name": "Maraffa",
        "date": "2026-12-13",
        "match_format": {**QUICK, "unfinished": rules},
    }
    answer = organizer.post("events/", body)
    assert answer.status_code == 201
    assert answer.json()["match_format"]["unfinished"] == rules


@pytest.mark.parametrize(
    "rules", [{"walkover": {"score": "3-0"}}, {"boredom": {}}, {"time": {"level": 1}}, []]
)
def test_rules_that_cannot_be_are_refused(club: Club, organizer: Program, rules: Any) -> None:
    body = {
        "club": club.pk,
        "name": "Maraffa",
        "date": "2026-12-13",
        "match_format": {**QUICK, "unfinished": rules},
    }
    assert organizer.post("events/", body).status_code == 422


def test_a_knock_out_refuses_a_match_without_a_winner(match: int, organizer: Program) -> None:
    void = {"side": None, "of": "match", "case": "void", "reason": "mazzo segnato"}
    answer = organizer.line(match, 0, void, kind="forfeit")
    refused(answer, 409, "match_needs_winner")
