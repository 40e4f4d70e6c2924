"""Corrections after the next step over the API: what they change, agreed to, questions decided."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Line
from tests.api.client import Program, refused
from tests.factories import make_event, make_member
from tests.tournaments.steps import QUICK, pairing, win, write
from tests.tournaments.test_corrected_brackets import an_entry_in_both_brackets
from tests.tournaments.test_corrections import a_drawn_final, tip_over
from tests.tournaments.test_draw_differences import (
    draw_after_round_robin,
    match_between,
    seats_of,
)
from tournaments.models import Club, Event, PendingDecision, Role

OTHER_WAY = {"line": 1, "data": {"points": [0, None]}, "reason": "scritta al contrario"}


@pytest.fixture
def event(club: Club) -> Event:
    """Both semifinals are over, and the final has begun."""
    event = make_event(club=club, pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    win(pairing(event, "main-1-2"))
    write(pairing(event, "main-2-1"), "hand", {"points": [6, None]})
    return event


def correct(who: Program, event: Event, **more: Any) -> Any:
    match = pairing(event, "main-1-1").match_id
    return who.line(match, 1, OTHER_WAY, kind="amend", **more)


def asked(organizer: Program, event: Event) -> Any:
    """The question that an agreed correction has left."""
    assert correct(organizer, event, agreed=True).status_code == 201
    (question,) = organizer.read(f"events/{event.pk}/questions/")["results"]
    return question


def test_the_refusal_tells_what_it_would_change(organizer: Program, event: Event) -> None:
    problem = refused(correct(organizer, event), 409, "next_match_begun")
    told = problem["consequences"]
    assert told["before"] == {"state": "WON", "winner": 0, "games": [[11, 0]]}
    assert told["after"] == {"state": "WON", "winner": 1, "games": [[0, 11]]}
    (question,) = told["asked"]
    assert (question["kind"], question["code"]) == ("PLAYED_ON", "main-2-1")
    final = pairing(event, "main-2-1")
    assert question["pairing"] == final.pk
    first = pairing(event, "main-1-1").slots.order_by("position")
    assert [row["id"] for row in question["goes"]] == [first[0].entry_id]
    assert [row["id"] for row in question["comes"]] == [first[1].entry_id]
    assert told["moved"] == [], "who plays the final plays it, until that is decided"
    assert Line.objects.filter(match=pairing(event, "main-1-1").match_id).count() == 1


def test_what_a_line_would_change_is_told_as_of_now_whatever_the_clock_of_its_phone_says(
    organizer: Program, event: Event
) -> None:
    with CaptureQueriesContext(connection) as queries:
        refused(correct(organizer, event, made_at="2001-02-03T04:05:06Z"), 409, "next_match_begun")
    dated = [query["sql"] for query in queries if "2001-02-03" in query["sql"]]
    assert len(dated) == 2, "the line is tried twice: written, then to see what it would change"
    for sql in dated:
        assert sql.startswith("INSERT INTO scoring_line")
        assert sql.count("2001-02-03") == 1, "as the claimed time alone"


def test_where_the_next_match_has_not_begun_the_correction_needs_no_agreement(
    organizer: Program, club: Club
) -> None:
    event = make_event(club=club, pairs=4, match_format=QUICK)
    win(pairing(event, "main-1-1"))
    assert correct(organizer, event).status_code == 201
    assert not PendingDecision.objects.exists()


def test_agreed_to_it_is_written_and_a_retry_gets_the_same(
    organizer: Program, event: Event
) -> None:
    first = correct(organizer, event, agreed=True)
    again = correct(organizer, event, agreed=True)
    assert first.status_code == again.status_code == 201
    assert first.content == again.content
    assert PendingDecision.objects.count() == 1


def test_a_referee_is_told_neither_and_does_not_agree(club: Club, event: Event) -> None:
    referee = Program(make_member(club, Role.Kind.REFEREE))
    problem = refused(correct(referee, event), 409, "next_match_begun")
    assert "consequences" not in problem
    refused(correct(referee, event, agreed=True), 403, "not_allowed")
    assert not PendingDecision.objects.exists()


@pytest.mark.parametrize(
    ("role", "advice"),
    [
        (Role.Kind.ORGANIZER, "“consequences” has what would change, and “agreed” writes it."),
        (Role.Kind.REFEREE, "Only an organizer can change it now, or a program of his."),
    ],
)
def test_a_program_is_told_what_it_can_do(
    club: Club, event: Event, role: Role.Kind, advice: str
) -> None:
    program = Program(make_member(club, role))
    answer = correct(program, event, accept_language="en")
    assert refused(answer, 409, "next_match_begun")["title"].endswith(advice)


def test_a_question_is_read_by_all_and_what_is_possible_by_the_club(
    organizer: Program, anybody: Program, event: Event
) -> None:
    question = asked(organizer, event)
    assert question["sentence"].startswith(("Final, match 1: ", "Finale, "))
    assert question["decided"] is None
    address = f"questions/{question['id']}/"
    assert organizer.read(address)["possible"] == ["LEFT", "REPLAYED"]
    assert anybody.read(address) == question
    assert anybody.read(f"events/{event.pk}/questions/?open=true")["results"] == [question]
    assert anybody.read(f"events/{event.pk}/questions/?open=false")["results"] == []


def test_a_decision_is_taken_once(organizer: Program, event: Event) -> None:
    question = asked(organizer, event)
    address = f"questions/{question['id']}/decide/"
    old = pairing(event, "main-2-1").match_id
    told = organizer.write(address, {"decision": "REPLAYED", "reason": "si rigioca"})
    assert told["decided"]["decision"] == "REPLAYED"
    assert told["decided"]["reason"] == "si rigioca"
    assert told["possible"] == []
    assert told["match"] != old
    again = organizer.post(address, {"decision": "LEFT", "reason": "no"})
    refused(again, 409, "question_decided")


def test_who_would_meet_itself_is_not_left(organizer: Program, event: Event) -> None:
    _event, pending = an_entry_in_both_brackets(club=event.club)
    assert organizer.read(f"questions/{pending.pk}/")["possible"] == ["REPLAYED"]
    body = {"decision": "LEFT", "reason": "resta"}
    refused(organizer.post(f"questions/{pending.pk}/decide/", body), 409, "entry_plays_twice")


def test_a_match_that_was_set_aside_is_still_read_and_says_so(
    organizer: Program, anybody: Program, event: Event
) -> None:
    question = asked(organizer, event)
    old = pairing(event, "main-2-1").match_id
    before = anybody.read(f"matches/{old}/")
    assert before["set_aside"] is None
    body = {"decision": "REPLAYED", "reason": "si rigioca"}
    told = organizer.write(f"questions/{question['id']}/decide/", body)
    after = anybody.read(f"matches/{old}/")
    assert after["set_aside"]["reason"] == "si rigioca"
    assert after["sides"] == before["sides"]
    assert len(anybody.read(f"matches/{old}/lines/")["lines"]) == 1
    refused(organizer.line(old, 1, {"points": [6, None]}), 409, "match_set_aside")
    assert anybody.read(f"matches/{told['match']}/")["set_aside"] is None


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"decision": "LEFT", "reason": " "}, 422, "reason_missing"),
        ({"decision": "SWAPPED", "reason": "x"}, 409, "question_of_another_kind"),
        ({"decision": "DRAWN_AGAIN", "reason": "x"}, 409, "question_of_another_kind"),
        ({"decision": "TAKEN_BACK", "reason": "x"}, 409, "question_of_another_kind"),
        ({"decision": "left", "reason": "x"}, 422, "body_refused"),
        ({"reason": "x"}, 422, "body_refused"),
    ],
)
def test_what_is_no_answer_is_refused(
    organizer: Program, event: Event, body: dict[str, str], status: int, code: str
) -> None:
    question = asked(organizer, event)
    refused(organizer.post(f"questions/{question['id']}/decide/", body), status, code)
    assert PendingDecision.objects.get().decision == ""


def test_only_who_manages_decides(
    organizer: Program, stranger: Program, club: Club, event: Event
) -> None:
    question = asked(organizer, event)
    body = {"decision": "LEFT", "reason": "in buona fede"}
    for who in (stranger, Program(make_member(club, Role.Kind.REFEREE))):
        refused(who.post(f"questions/{question['id']}/decide/", body), 403, "not_allowed")


def test_a_question_that_is_not_there_is_not_found(organizer: Program) -> None:
    refused(organizer.get("questions/999999/"), 404, "not_found")
    body = {"decision": "LEFT", "reason": "x"}
    refused(organizer.post("questions/999999/decide/", body), 404, "not_found")


@pytest.mark.django_db
def test_after_the_cut_the_refusal_tells_who_moves_and_who_should_be_in() -> None:
    event = a_drawn_final()
    wrong, data = tip_over(event)
    organizer = Program(make_member(event.club))
    match = wrong.match_id
    version = organizer.read(f"matches/{match}/")["version"]
    line = {"kind": "amend", "key": "tip-over"}
    answer = organizer.line(match, version, data, **line, accept_language="en")
    problem = refused(answer, 409, "correction_not_agreed")
    advice = "“consequences” has what would change, and “agreed” writes it."
    assert problem["title"].endswith(advice)
    told = problem["consequences"]
    assert told["moved"]
    (question,) = told["asked"]
    assert (question["kind"], question["stage"], question["pairing"]) == ("CUT_MOVED", 2, None)
    assert question["comes"]
    assert organizer.line(match, version, data, agreed=True, **line).status_code == 201
    (asked_of,) = organizer.read(f"events/{event.pk}/questions/")["results"]
    assert asked_of["comes"] == question["comes"]


@pytest.mark.django_db
def test_changed_seeds_are_told_with_the_correction_and_with_the_question() -> None:
    event, entries = draw_after_round_robin()
    pairing = match_between(event, entries[0], entries[1])
    organizer = Program(make_member(event.club))
    match = pairing.match_id or 0
    version = organizer.read(f"matches/{match}/")["version"]
    points = [0, None] if seats_of(pairing)[0] == entries[0] else [11, None]
    data = {"line": 1, "data": {"points": points}, "reason": "al contrario"}
    line = {"kind": "amend", "key": "other-seeds"}
    problem = refused(organizer.line(match, version, data, **line), 409, "correction_not_agreed")
    (asked,) = problem["consequences"]["asked"]
    told = [(each["entry"]["id"], each["before"], each["after"]) for each in asked["changed"]]
    assert told == [(entries[0], 1, 2), (entries[1], 2, 1)]
    assert organizer.line(match, version, data, agreed=True, **line).status_code == 201
    (question,) = organizer.read(f"events/{event.pk}/questions/")["results"]
    assert question["changed"] == asked["changed"]
    assert "testa di serie n. 2, al sorteggio era la n. 1." in question["sentence"]
