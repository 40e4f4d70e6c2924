"""Refusals by the domain point at the member of the body that is wrong."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import first_match, make_club, make_event, make_member
from tournaments.models import Club, Event, Role

AMEND = {"line": 1, "data": {"points": [6, None]}}
HOOK = {"name": "Sito", "url": "https://hooks.example.org/", "types": ["match.decided"]}


def find_fault(program: Program, path: str, body: Any, code: str) -> tuple[str, str | None]:
    problem = refused(program.post(path, body), 422, code)
    (fault,) = problem["violations"]
    assert fault["sentence"] == problem["title"]
    return fault["code"], fault["pointer"]


@pytest.mark.parametrize(
    ("member", "value", "code"),
    [
        ("url", "http://hooks.example.org/", "webhook_url_needs_https"),
        ("url", "https://10.0.0.1/", "webhook_url_not_public"),
        ("event", "elsewhere", "webhook_event_elsewhere"),
    ],
)
def test_a_webhook_that_cannot_be(
    organizer: Program, club: Club, member: str, value: str, code: str
) -> None:
    if value == "elsewhere":
        value = str(make_event(club=make_club("Circolo di Bagno"), drawn=False).pk)
    path = f"clubs/{club.pk}/webhooks/"
    assert find_fault(organizer, path, {**HOOK, member: value}, code) == (code, f"/{member}")


def test_house_rules_that_change_without_a_reason(organizer: Program, event: Event) -> None:
    answer = organizer.put(f"events/{event.pk}/house-rules/", {"late_match": 15})
    (fault,) = refused(answer, 422, "reason_missing")["violations"]
    assert (fault["code"], fault["pointer"]) == ("reason_missing", "/reason")


def test_a_correction_with_a_blank_reason(organizer: Program, event: Event) -> None:
    match = first_match(event)
    organizer.line(match, 0, {"points": [7, None]})
    answer = organizer.line(match, 1, {**AMEND, "reason": " "}, kind="amend")
    (fault,) = refused(answer, 422, "reason_missing")["violations"]
    assert fault["pointer"] == "/data/reason"


def test_an_amount_that_cannot_be_given_back(organizer: Program, event: Event) -> None:
    path = f"entries/{event.entries.earliest('pk').pk}/payments/refunds/"
    body = {"cents": 100, "reason": "ammalato"}
    code = "refund_too_large"
    assert find_fault(organizer, path, body, code) == (code, "/cents")


def test_tables_that_are_not_there(club: Club, event: Event) -> None:
    owner = Program(make_member(club, Role.Kind.OWNER))
    body = {"kind": "REFEREE", "event": str(event.pk), "tables": [99]}
    code = "tables_not_there"
    path = f"clubs/{club.pk}/invitations/"
    assert find_fault(owner, path, body, code) == (code, "/tables")


def test_an_address_for_codes_that_the_server_does_not_have(
    organizer: Program, event: Event
) -> None:
    body = {"layout": "cards", "host": "altrove.example"}
    code = "print_address_unknown"
    path = f"events/{event.pk}/prints/"
    assert find_fault(organizer, path, body, code) == (code, "/host")


def test_what_is_deleted_has_no_body_to_point_into(organizer: Program, event: Event) -> None:
    cut = {"take": "places", "stage": 1, "last": 2}
    body = {"format": "single_elimination", "cut": cut, "reason": "una finale"}
    stage = organizer.write(f"events/{event.pk}/stages/", body)
    problem = refused(organizer.delete(f"stages/{stage['id']}/"), 422, "reason_missing")
    assert [fault["pointer"] for fault in problem["violations"]] == [None]
