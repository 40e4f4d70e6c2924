"""Corrections that leave hands over: told, agreed to, set aside, undone."""

from typing import Any

import pytest

from scoring.models import Line, Match
from tests.api.client import Phone, Program, refused
from tests.factories import make_event, make_member
from tests.tournaments.steps import pairing, win, write
from tournaments.models import Club, Event, Role, TableCode

HANDS = [6, 5, 5, 5, 4]
"""To 21: game 1 is 21 to 23 after line 4, line 5 opens game 2."""
TO_21 = {
    "games": [{"game": "marafon", "options": {"target": 21}}] * 3,
    "wins": 2,
}
TO_11 = {"games": [{"game": "marafon", "options": {"target": 11}}] * 3, "wins": 2}
EARLIER = {"line": 2, "data": {"points": [11, None]}, "reason": "letta male"}
CODE = "correction_moves_lines"


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=3, match_format=TO_21)


@pytest.fixture
def match(event: Event) -> int:
    match = pairing(event, "main-1-1").match_id or 0
    for points in HANDS:
        write(pairing(event, "main-1-1"), "hand", {"points": [points, None]})
    return match


def correct(who: Program, match: int, **more: Any) -> Any:
    return who.line(match, len(HANDS), EARLIER, kind="amend", **({"key": "earlier"} | more))


def test_without_agreement_it_is_told_and_not_written(organizer: Program, match: int) -> None:
    problem = refused(correct(organizer, match), 409, CODE)
    assert problem["params"] == {"lines": [4]}
    effect = problem["effect"]
    assert effect["set_aside"] == [{"line": 4, "game": 0}]
    assert (effect["moved"], effect["restored"]) == ([], [])
    assert [game["totals"] for game in effect["before"]["games"]] == [[21, 23], [4, 7]]
    assert [game["totals"] for game in effect["after"]["games"]] == [[22, 11], [4, 7]]
    assert [game["winner"] for game in effect["after"]["games"]] == [0, None]
    assert len(effect["sentences"]) == 2
    assert problem["consequences"]["effect"] == effect
    assert Line.objects.filter(match=match).count() == len(HANDS)


def test_agreed_to_the_hand_is_set_aside(organizer: Program, anybody: Program, match: int) -> None:
    told = correct(organizer, match, agreed=True)
    assert told.status_code == 201
    assert told.json()["line"]["data"] == {**EARLIER, "aside": [{"line": 4, "game": 0}]}
    assert [game["totals"] for game in told.json()["match"]["state"]["games"]] == [[22, 11], [4, 7]]
    reading = anybody.read(f"matches/{match}/lines/4/")["reading"]
    assert (reading["game"], reading["set_aside_by"], reading["own_game"]) == (None, 6, 0)
    again = correct(organizer, match, agreed=True)
    assert (again.status_code, again.content) == (201, told.content)


def test_what_was_agreed_to_holds_for_the_version_that_was_seen(
    organizer: Program, match: int
) -> None:
    refused(correct(organizer, match), 409, CODE)
    organizer.line(match, len(HANDS), {"points": [2, None]})
    refused(correct(organizer, match, agreed=True), 409, "stale_version")


def test_its_undo_is_told_too_and_gives_the_sheet_back(organizer: Program, match: int) -> None:
    before = organizer.read(f"matches/{match}/")["state"]
    correct(organizer, match, agreed=True)
    strike = {"line": 6, "reason": "era giusta"}
    problem = refused(organizer.line(match, 6, strike, kind="strike"), 409, CODE)
    assert problem["effect"]["restored"] == [{"line": 4, "game": 0}]
    answer = organizer.line(match, 6, strike, kind="strike", agreed=True)
    assert answer.json()["match"]["state"] == before


def test_a_decided_match_is_corrected_too(organizer: Program, club: Club) -> None:
    event = make_event(club=club, pairs=4, match_format=TO_11)
    there = pairing(event, "main-1-1")
    for points in (11, 0, 11):
        write(there, "hand", {"points": [points, None]})
    match = there.match_id or 0
    amend = {"line": 2, "data": {"points": [11, None]}, "reason": "al contrario"}
    problem = refused(organizer.line(match, 3, amend, kind="amend"), 409, CODE)
    assert problem["effect"]["set_aside"] == [{"line": 3, "game": 2}]
    assert organizer.line(match, 3, amend, kind="amend", agreed=True).status_code == 201
    assert (Match.objects.get(pk=match).state, Match.objects.get(pk=match).winner) == ("WON", 0)


def test_a_referee_of_the_tables_agrees_to_what_happens_on_the_sheet(
    club: Club, match: int
) -> None:
    referee = Program(make_member(club, Role.Kind.REFEREE))
    problem = refused(correct(referee, match), 409, CODE)
    assert "consequences" not in problem
    assert correct(referee, match, agreed=True).status_code == 201


def begun_final(club: Club) -> Event:
    """Both semifinals are decided in the bella, and the final has begun."""
    event = make_event(club=club, pairs=4, match_format=TO_11)
    for points in (11, 0, 0):
        write(pairing(event, "main-1-1"), "hand", {"points": [points, None]})
    for _ in range(2):
        win(pairing(event, "main-1-2"))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    return event


OTHER_WAY = {"line": 2, "data": {"points": [11, None]}, "reason": "al contrario"}


def test_who_does_not_manage_the_event_agrees_to_nothing_beyond_the_sheet(club: Club) -> None:
    match = pairing(begun_final(club), "main-1-1").match_id or 0
    referee = Program(make_member(club, Role.Kind.REFEREE))
    for more in ({}, {"agreed": True}):
        problem = refused(
            referee.line(match, 3, OTHER_WAY, kind="amend", **more), 409, "next_match_begun"
        )
        assert "consequences" not in problem
    assert Match.objects.get(pk=match).winner == 1


def test_the_organizer_agrees_once_to_both(club: Club, organizer: Program) -> None:
    match = pairing(begun_final(club), "main-1-1").match_id or 0
    problem = refused(organizer.line(match, 3, OTHER_WAY, kind="amend"), 409, "next_match_begun")
    told = problem["consequences"]
    assert told["effect"]["set_aside"] == [{"line": 3, "game": 2}]
    assert [question["kind"] for question in told["asked"]] == ["PLAYED_ON"]
    assert organizer.line(match, 3, OTHER_WAY, kind="amend", agreed=True).status_code == 201
    assert Match.objects.get(pk=match).winner == 0


# At the table


def test_a_phone_agrees_to_what_happens_on_its_sheet(codes: list[TableCode], match: int) -> None:
    phone = Phone(codes[0].code)
    problem = refused(correct(phone, match), 409, CODE)
    assert problem["effect"]["set_aside"] == [{"line": 4, "game": 0}]
    assert correct(phone, match, agreed=True).status_code == 201


def test_a_phone_agrees_to_nothing_where_no_line_moves(codes: list[TableCode], match: int) -> None:
    phone = Phone(codes[0].code)
    amend = {"line": 5, "data": {"points": [3, None]}}
    refused(phone.line(match, 5, amend, kind="amend", agreed=True), 403, "not_allowed")
    assert phone.line(match, 5, amend, kind="amend").status_code == 201


def test_a_phone_moves_no_ruling_of_the_referee(
    codes: list[TableCode], organizer: Program, event: Event
) -> None:
    match = pairing(event, "main-1-1").match_id or 0
    phone = Phone(codes[0].code)
    for version, points in enumerate((6, 5, 5)):
        phone.line(match, version, {"points": [points, None]})
    penalty = {"side": 0, "points": 1, "article": "5", "reason": "segni"}
    organizer.line(match, 3, penalty, kind="penalty")
    for more in ({}, {"agreed": True}):
        answer = phone.line(match, 4, EARLIER, kind="amend", **more)
        assert refused(answer, 403, "ruling_would_move")["params"] == {"n": 4}
    problem = refused(organizer.line(match, 4, EARLIER, kind="amend"), 409, CODE)
    assert problem["effect"]["set_aside"] == [{"line": 4, "game": 0}]
