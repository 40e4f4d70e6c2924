"""What goes wrong between a phone and the sheet: each refusal says what the pad can go by."""

import json
from typing import Any

import pytest

from api.rendering import LARGEST_BODY
from scoring.models import Line
from tests.api.client import JSON, Phone, Program, refused
from tests.factories import NOW, owner_of
from tests.tournaments.steps import act, pairing, win, write
from tournaments.models import Event, PendingDecision, TableCode
from tournaments.services.corrections.replays import replay
from tournaments.services.hall.table_moves import free_table, move_to_table
from tournaments.services.registration.withdrawals import withdraw
from tournaments.services.results.sheets import record_line

HAND, OTHER, WINS = {"points": [7, None]}, {"points": [6, None]}, {"points": [11, None]}


@pytest.fixture
def phone(codes: list[TableCode]) -> Phone:
    return Phone(codes[0].code)


def move(event: Event, number: int) -> None:
    """The match of table 1 goes to another table."""
    moved = pairing(event, "main-1-1")
    move_to_table(pairing=moved, number=number, actor=owner_of(event.club), now=NOW)


def test_a_line_of_a_match_that_was_moved_waits_for_a_code_of_its_new_table(
    event: Event, codes: list[TableCode], phone: Phone, match: int
) -> None:
    move(event, 3)
    problem = refused(phone.line(match, 0, HAND, key="waited"), 403, "another_table")
    assert problem["params"] == {"table": 1}
    there = Phone(codes[2].code)
    assert there.place["match"] == match
    assert there.line(match, 0, HAND, key="waited").status_code == 201
    assert Line.objects.filter(match=match).count() == 1


def test_a_retry_is_answered_though_the_match_was_moved_meanwhile(
    event: Event, codes: list[TableCode], phone: Phone, match: int
) -> None:
    first = phone.line(match, 0, HAND, key="lost")
    move(event, 3)
    again = phone.line(match, 0, HAND, key="lost")
    assert (again.status_code, again.content) == (201, first.content)
    refused(phone.line(match, 0, OTHER, key="lost"), 422, "key_reused")
    refused(phone.line(match, 1, OTHER, key="next"), 403, "another_table")
    neighbour = Phone(codes[0].code)
    refused(neighbour.line(match, 0, HAND, key="lost"), 403, "another_table")


def test_a_retry_is_answered_though_its_match_was_set_aside_meanwhile(
    event: Event, codes: list[TableCode], organizer: Program
) -> None:
    for code in ("main-1-1", "main-1-2"):
        win(pairing(event, code))
    final = pairing(event, "main-2-1")
    assert final.table is not None
    phone = Phone(codes[final.table.number - 1].code)
    first = phone.line(final.match_id, 0, HAND, key="lost")
    old = set_final_aside(event)
    again = phone.line(old, 0, HAND, key="lost")
    assert (again.status_code, again.content) == (201, first.content)


def set_aside(event: Event) -> int:
    """The final begins between the wrong pairs, and is to be played again; its match until then."""
    for code in ("main-1-1", "main-1-2"):
        win(pairing(event, code))
    write(pairing(event, "main-2-1"), "hand", HAND)
    return set_final_aside(event)


def set_final_aside(event: Event) -> int:
    final = pairing(event, "main-2-1")
    first = pairing(event, "main-1-1").match_id
    assert first is not None
    correction = {"line": 1, "data": {"points": [0, None]}, "reason": "scambiati"}
    line = act(first, "amend", correction)
    owner = owner_of(event.club)
    record_line(match_id=first, act=line, actor=owner, now=NOW, agreed=True)
    replay(pending=PendingDecision.objects.get(), reason="la coppia giusta", actor=owner, now=NOW)
    assert final.match_id is not None
    return final.match_id


def test_a_line_for_a_match_that_was_set_aside_says_so(
    event: Event, codes: list[TableCode], organizer: Program, anybody: Program
) -> None:
    old = set_aside(event)
    for code in codes:
        refused(Phone(code.code).line(old, 1, OTHER, key="waited"), 409, "match_set_aside")
    refused(organizer.line(old, 1, OTHER, key="waited"), 409, "match_set_aside")
    refused(anybody.line(old, 1, OTHER, key="waited"), 404, "not_found")
    assert Line.objects.filter(match=old).count() == 1


def test_a_hidden_match_that_was_set_aside_is_not_there(
    event: Event, stranger: Program, anybody: Program
) -> None:
    old = set_aside(event)
    Event.objects.filter(pk=event.pk).update(visibility=Event.Visibility.CLUB)
    for who in (stranger, anybody):
        refused(who.line(old, 1, OTHER), 404, "not_found")


def test_a_line_for_a_match_that_was_decided_elsewhere_gets_the_sheet(
    event: Event, phone: Phone, match: int
) -> None:
    slot = pairing(event, "main-1-1").slots.get(position=0)
    assert slot.entry is not None
    withdraw(entry=slot.entry, reason="malato", actor=owner_of(event.club), now=NOW)
    problem = refused(phone.line(match, 0, HAND, key="waited"), 409, "stale_version")
    assert problem["match"]["state"]["over"] is True
    assert [line["kind"] for line in problem["match"]["lines"]] == ["forfeit"]
    answer = phone.line(match, 1, HAND, key="after")
    assert answer.status_code == 422
    assert refused(answer, 422, "line_refused")["violations"][0]["sentence"]


def test_a_signature_for_a_table_that_was_freed_is_taken_until_the_next_match_begins(
    event: Event, phone: Phone, match: int
) -> None:
    phone.line(match, 0, WINS)
    free_table(pairing=pairing(event, "main-1-1"), actor=owner_of(event.club), now=NOW)
    assert phone.line(match, 1, {"side": 0}, kind="sign").status_code == 201
    win(pairing(event, "main-1-2"))
    write(pairing(event, "main-2-1"), "hand", HAND)
    refused(phone.line(match, 2, {"side": 1}, kind="sign"), 403, "match_not_on")


@pytest.mark.parametrize("state", [Event.State.FINISHED, Event.State.ARCHIVED])
def test_a_line_for_an_event_that_is_over_says_so(
    event: Event, phone: Phone, match: int, state: str
) -> None:
    Event.objects.filter(pk=event.pk).update(state=state)
    problem = refused(phone.line(match, 0, HAND, key="waited"), 409, "event_not_running")
    assert problem["params"] == {"state": state}
    Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    assert phone.line(match, 0, HAND, key="waited").status_code == 201


def test_a_version_from_the_future_gets_the_sheet(phone: Phone, match: int) -> None:
    """A phone whose earlier line is lost, or a sheet that came back from a backup."""
    phone.line(match, 0, HAND)
    problem = refused(phone.line(match, 7, HAND, key="ahead"), 409, "stale_version")
    assert problem["params"] == {"seen": 7, "version": 1}
    assert len(problem["match"]["lines"]) == 1


def test_a_phone_sends_what_the_pad_sends_and_no_more(phone: Phone, match: int) -> None:
    body = {
        "kind": "hand",
        "data": HAND,
        "version": 0,
        "made_at": "1970-01-01T00:00:00.000Z",
        "holder": None,
        "corrects": None,
    }
    path = f"matches/{match}/lines/"
    assert phone.post(path, body, idempotency_key="K4D9-0-417").status_code == 201
    refused(phone.post(path, {**body, "attempts": 1}, idempotency_key="b"), 422, "body_refused")


HUGE: tuple[dict[str, Any], ...] = (
    {},
    {"points": "x" * 60_000},
    {"points": [7] * 10_000},
    {"line": 10**15},
    {"side": 10**15},
    {"line": 1, "data": {"points": [7] * 5000}, "reason": "x" * 501},
    {"play": {"plays": [["P", 0, "4D"]] * 4000}},
)


def test_content_of_any_size_is_refused_in_words(phone: Phone, match: int) -> None:
    phone.line(match, 0, HAND)
    for kind in ("hand", "claim", "amend", "strike", "sign"):
        for data in HUGE:
            answer = phone.line(match, 1, data, kind=kind)
            problem = refused(answer, 422, answer.json()["code"])
            assert problem["code"] in ("line_unreadable", "line_refused")
            assert len(answer.content) < 10_000
    assert Line.objects.filter(match=match).count() == 1


def test_more_than_a_body_holds_is_refused_before_it_is_read(phone: Phone, match: int) -> None:
    body = json.dumps({"kind": "hand", "version": 0, "data": {"points": "x" * LARGEST_BODY}})
    path = f"/api/v1/matches/{match}/lines/"
    answer = phone.client.post(path, body, content_type=JSON, headers={"Idempotency-Key": "a"})
    refused(answer, 413, "body_too_large")
