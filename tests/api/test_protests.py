"""/events/{id}/protests/, /protests/{id}/ and /protests/{id}/decide/."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import make_club, make_event, make_member
from tournaments.models import Club, Entry, Event, Protest, Role


@pytest.fixture
def referee(club: Club) -> Program:
    return Program(make_member(club, Role.Kind.REFEREE))


def entry_in(match: int) -> Entry:
    found = Entry.objects.filter(slots__pairing__match=match).order_by("pk").first()
    assert found is not None
    return found


def protest_of(match: int, **more: Any) -> dict[str, Any]:
    return {"entry": entry_in(match).pk, "match": match, "text": "ha fatto segni", **more}


def test_a_referee_files_a_protest_that_everybody_reads(
    referee: Program, anybody: Program, event: Event, match: int
) -> None:
    address = f"events/{event.pk}/protests/"
    answer = referee.post(address, protest_of(match, article="7"))
    assert answer.status_code == 201
    filed = answer.json()
    assert (filed["match"], filed["article"], filed["decided"]) == (match, "7", None)
    assert anybody.read(address)["results"] == [filed]
    assert anybody.read(f"{address}?entry={filed['entry']['id']}")["results"] == [filed]
    other = event.entries.exclude(pk=filed["entry"]["id"]).earliest("pk")
    assert anybody.read(f"{address}?entry={other.pk}")["results"] == []
    assert anybody.read(f"protests/{filed['id']}/") == filed


def test_the_same_key_files_one_protest(referee: Program, event: Event, match: int) -> None:
    address = f"events/{event.pk}/protests/"
    first = referee.post(address, protest_of(match), idempotency_key="p1")
    again = referee.post(address, protest_of(match), idempotency_key="p1")
    assert first.json() == again.json()
    assert Protest.objects.count() == 1


def test_the_organizer_decides_once_with_a_reason(
    organizer: Program, anybody: Program, event: Event, match: int
) -> None:
    filed = organizer.write(f"events/{event.pk}/protests/", protest_of(match))
    address = f"protests/{filed['id']}/decide/"
    body = {"decision": "REJECTED", "reason": "nessuno li ha visti"}
    decided = organizer.write(address, body)["decided"]
    assert (decided["decision"], decided["reason"]) == ("REJECTED", "nessuno li ha visti")
    refused(organizer.post(address, body), 409, "protest_decided_already")
    listed = f"events/{event.pk}/protests/?open="
    assert anybody.read(listed + "true")["results"] == []
    assert len(anybody.read(listed + "false")["results"]) == 1


def test_a_decision_needs_a_reason(organizer: Program, event: Event, match: int) -> None:
    filed = organizer.write(f"events/{event.pk}/protests/", protest_of(match))
    body = {"decision": "UPHELD", "reason": ""}
    problem = refused(organizer.post(f"protests/{filed['id']}/decide/", body), 422, "body_refused")
    assert [fault["code"] for fault in problem["violations"]] == ["too_short"]


def test_a_protest_is_about_a_match_of_its_entry(
    organizer: Program, event: Event, match: int
) -> None:
    other = event.entries.exclude(slots__pairing__match=match)[0]
    answer = organizer.post(f"events/{event.pk}/protests/", protest_of(match, entry=other.pk))
    assert answer.json()["code"] == "protest_of_others"


def test_an_entry_of_another_event_is_not_found(
    organizer: Program, club: Club, event: Event, match: int
) -> None:
    other = make_event(club=club, pairs=2, drawn=False).entries.all()[0]
    answer = organizer.post(f"events/{event.pk}/protests/", {"entry": other.pk, "text": "segni"})
    refused(answer, 404, "not_found")


def test_referees_do_not_decide_and_strangers_do_neither(
    referee: Program, stranger: Program, anybody: Program, event: Event, match: int
) -> None:
    address = f"events/{event.pk}/protests/"
    owner = Program(make_member(make_club("Circolo di Forlì"), Role.Kind.OWNER))
    for program in (stranger, owner, anybody):
        refused(program.post(address, protest_of(match)), 403, "not_allowed")
    filed = referee.write(address, protest_of(match))
    body = {"decision": "UPHELD", "reason": "li ho visti"}
    for program in (referee, stranger, owner):
        refused(program.post(f"protests/{filed['id']}/decide/", body), 403, "not_allowed")
