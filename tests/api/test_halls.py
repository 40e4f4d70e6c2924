"""/events/{id}/halls/, /events/{id}/referee-calls/ and /referee-calls/{id}/answer/."""

import pytest

from tests.api.client import Phone, Program, refused
from tests.factories import make_club, make_event, make_member
from tournaments.models import Club, Event, Hall, Role, TableCode


@pytest.fixture
def waiting(club: Club) -> Event:
    """An event that takes entries, with three tables."""
    return make_event(club=club, pairs=4, tables=3, drawn=False)


@pytest.fixture
def referee(club: Club) -> Program:
    return Program(make_member(club, Role.Kind.REFEREE))


def test_a_hall_is_added_with_the_next_tables_and_taken_away(
    organizer: Program, anybody: Program, waiting: Event
) -> None:
    address = f"events/{waiting.pk}/halls/"
    answer = organizer.post(address, {"name": "Palestra", "address": "Via Roma 1", "tables": 2})
    assert answer.status_code == 201
    hall = answer.json()
    assert (hall["name"], hall["first_table"], hall["last_table"]) == ("Palestra", 4, 5)
    assert anybody.read(address)["results"] == [hall]
    assert anybody.read(f"{address}{hall['id']}/") == hall
    assert organizer.delete(f"{address}{hall['id']}/").status_code == 204
    assert (anybody.read(address)["results"], waiting.tables.count()) == ([], 3)


def test_the_same_key_adds_one_hall(organizer: Program, waiting: Event) -> None:
    address, body = f"events/{waiting.pk}/halls/", {"name": "Palestra", "tables": 2}
    first = organizer.post(address, body, idempotency_key="h1")
    assert organizer.post(address, body, idempotency_key="h1").json() == first.json()
    assert Hall.objects.count() == 1


def test_a_hall_is_there_once(organizer: Program, waiting: Event) -> None:
    address, body = f"events/{waiting.pk}/halls/", {"name": "Palestra", "tables": 2}
    organizer.write(address, body)
    assert organizer.post(address, body).json()["code"] == "hall_is_there"


def test_a_hall_is_renamed_after_the_start_with_a_reason(
    organizer: Program, anybody: Program, event: Event
) -> None:
    address = f"events/{event.pk}/halls/"
    new = {"name": "Palesrta", "tables": 2, "reason": "siamo in troppi"}
    hall = organizer.post(address, new).json()
    detail = f"{address}{hall['id']}/"
    refused(organizer.patch(detail, {"name": "Palestra"}), 422, "reason_missing")
    assert organizer.patch(detail, {}).json() == hall
    answer = organizer.patch(detail, {"name": "Palestra", "reason": "scritto male"})
    assert answer.status_code == 200
    assert answer.json() == anybody.read(detail) == {**hall, "name": "Palestra"}


def test_others_rename_no_halls(
    organizer: Program, referee: Program, anybody: Program, waiting: Event
) -> None:
    address = f"events/{waiting.pk}/halls/"
    hall = organizer.post(address, {"name": "Palestra", "tables": 2}).json()
    for program in (referee, anybody):
        refused(program.patch(f"{address}{hall['id']}/", {"name": "x"}), 403, "not_allowed")


def test_others_add_no_halls(
    referee: Program, stranger: Program, anybody: Program, waiting: Event
) -> None:
    address, body = f"events/{waiting.pk}/halls/", {"name": "Palestra", "tables": 2}
    owner = Program(make_member(make_club("Circolo di Forlì"), Role.Kind.OWNER))
    for program in (referee, stranger, owner, anybody):
        refused(program.post(address, body), 403, "not_allowed")


def test_a_call_of_a_table_is_listed_and_answered(
    referee: Program, event: Event, codes: list[TableCode], match: int
) -> None:
    Phone(codes[0].code).put("device/referee/")
    address = f"events/{event.pk}/referee-calls/"
    (call,) = referee.read(address)["results"]
    assert (call["table"], call["match"], call["answered_at"]) == (1, match, None)
    answered = referee.write(f"referee-calls/{call['id']}/answer/")
    assert answered["answered_at"] is not None
    assert referee.write(f"referee-calls/{call['id']}/answer/") == answered
    assert referee.read(address)["results"] == []


def test_others_see_and_answer_no_calls(
    referee: Program, stranger: Program, event: Event, codes: list[TableCode]
) -> None:
    Phone(codes[0].code).put("device/referee/")
    address = f"events/{event.pk}/referee-calls/"
    (call,) = referee.read(address)["results"]
    refused(stranger.get(address), 403, "not_allowed")
    refused(stranger.post(f"referee-calls/{call['id']}/answer/"), 403, "not_allowed")
