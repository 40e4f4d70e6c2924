"""/events/{id}/copy/, and the templates of a club."""

from typing import Any

import pytest

from tests.api.client import Program, refused
from tests.factories import make_club, make_member
from tournaments.models import Club, Event, Role

NEW: dict[str, Any] = {"name": "Gara di Natale", "date": "2026-12-19"}


@pytest.fixture
def others(club: Club, stranger: Program) -> list[Program]:
    """Who may not manage the events of the club."""
    referee = Program(make_member(club, Role.Kind.REFEREE))
    owner = Program(make_member(make_club("Circolo di Forlì"), Role.Kind.OWNER))
    return [referee, stranger, owner]


def test_a_copy_is_a_draft_with_the_same_settings(organizer: Program, event: Event) -> None:
    answer = organizer.post(f"events/{event.pk}/copy/", NEW)
    assert answer.status_code == 201
    copy, old = answer.json(), organizer.read(f"events/{event.pk}/")
    assert (copy["name"], copy["date"], copy["state"]) == ("Gara di Natale", "2026-12-19", "DRAFT")
    assert (copy["entries"], copy["tables"]) == (0, 3)
    for name in ("format", "options", "match_format", "visibility", "recorded"):
        assert copy[name] == old[name]


def test_the_same_key_makes_one_copy(organizer: Program, event: Event) -> None:
    first = organizer.post(f"events/{event.pk}/copy/", NEW, idempotency_key="c1")
    again = organizer.post(f"events/{event.pk}/copy/", NEW, idempotency_key="c1")
    assert first.json() == again.json()
    assert Event.objects.count() == 2


def test_a_copy_needs_a_date(organizer: Program, event: Event) -> None:
    answer = organizer.post(f"events/{event.pk}/copy/", {"name": "Gara di Natale"})
    refused(answer, 422, "body_refused")


def test_a_template_is_kept_used_and_deleted(organizer: Program, club: Club, event: Event) -> None:
    address = f"clubs/{club.pk}/templates/"
    kept = organizer.post(address, {"event": str(event.pk), "name": "Sabato"})
    assert kept.status_code == 201
    assert organizer.read(address)["results"] == [kept.json()]
    template = f"{address}{kept.json()['id']}/"
    assert organizer.write(f"{template}events/", NEW)["tables"] == 3
    assert organizer.delete(template).status_code == 204
    assert organizer.read(address)["results"] == []


def test_others_make_no_copies_and_see_no_templates(
    others: list[Program], club: Club, event: Event
) -> None:
    address = f"clubs/{club.pk}/templates/"
    for program in others:
        refused(program.post(f"events/{event.pk}/copy/", NEW), 403, "not_allowed")
        refused(program.get(address), 403, "not_allowed")
        body = {"event": str(event.pk), "name": "Sabato"}
        refused(program.post(address, body), 403, "not_allowed")
