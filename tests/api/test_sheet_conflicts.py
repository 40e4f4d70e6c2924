"""A phone that says something else than the sheet is noted for the desk, and no hand costs more."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.api.client import Phone, Program, refused
from tests.factories import NOW, actor_of, make_club, make_event, make_member, owner_of
from tests.tournaments.steps import pairing
from tests.web.pages import html_of, signed_in, text_of
from tournaments.models import Club, Event, SheetConflict, TableCode
from tournaments.selectors.hall.conflicts import open_conflicts
from tournaments.services.hall.conflicts import settle_conflict
from tournaments.services.hall.table_codes import make_codes

HAND, OTHER = {"points": [7, None]}, {"points": [6, None]}


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club=club, pairs=4, tables=2)


@pytest.fixture
def phones(codes: list[TableCode]) -> tuple[Phone, Phone]:
    """Two phones at the first table."""
    return Phone(codes[0].code), Phone(codes[0].code)


def collide(phones: tuple[Phone, Phone], match: int, data: Any = OTHER) -> None:
    """The second phone has not seen what the first has written."""
    assert phones[0].line(match, 0, HAND, key="first").status_code == 201
    refused(phones[1].line(match, 0, data, key="second"), 409, "stale_version")


def test_a_refused_hand_that_differs_is_noted(
    event: Event, phones: tuple[Phone, Phone], match: int
) -> None:
    collide(phones, match)
    conflict = SheetConflict.objects.get()
    assert (conflict.match_id, conflict.version) == (match, 1)
    assert conflict.device == phones[1].place["id"]
    assert [(each.match, each.table) for each in open_conflicts(event)] == [(match, 1)]


def test_two_phones_that_write_the_same_hand_agree(phones: tuple[Phone, Phone], match: int) -> None:
    collide(phones, match, HAND)
    assert not SheetConflict.objects.exists()


def test_invisible_characters_make_no_conflict(phones: tuple[Phone, Phone], match: int) -> None:
    correction = {"line": 1, "data": OTHER, "reason": "errore\u200b"}
    phones[0].line(match, 0, HAND)
    assert phones[0].line(match, 1, correction, kind="amend", key="first").status_code == 201
    answer = phones[1].line(match, 1, correction, kind="amend", key="second")
    refused(answer, 409, "stale_version")
    assert not SheetConflict.objects.exists()


def test_a_line_that_is_sent_again_is_one_conflict(
    event: Event, phones: tuple[Phone, Phone], match: int
) -> None:
    collide(phones, match)
    refused(phones[1].line(match, 0, OTHER, key="second"), 409, "stale_version")
    assert SheetConflict.objects.count() == 1


def test_the_next_accepted_hand_of_that_phone_settles_it(
    event: Event, phones: tuple[Phone, Phone], match: int
) -> None:
    collide(phones, match)
    phones[0].line(match, 1, HAND, key="third")
    assert open_conflicts(event), "the other phone decides nothing"
    phones[1].line(match, 2, HAND, key="fourth")
    assert open_conflicts(event) == []


def test_a_phone_that_collides_twice_is_listed_once(
    event: Event, phones: tuple[Phone, Phone], match: int
) -> None:
    collide(phones, match)
    phones[0].line(match, 1, HAND, key="third")
    refused(phones[1].line(match, 1, OTHER, key="fourth"), 409, "stale_version")
    assert SheetConflict.objects.count() == 2
    assert len(open_conflicts(event)) == 1


def test_a_late_line_of_a_program_is_no_conflict_of_a_phone(organizer: Program, match: int) -> None:
    organizer.line(match, 0, HAND)
    refused(organizer.line(match, 0, OTHER, key="another"), 409, "stale_version")
    assert not SheetConflict.objects.exists()


def test_a_phone_of_another_table_leaves_no_note(
    codes: list[TableCode], organizer: Program, match: int
) -> None:
    organizer.line(match, 0, HAND)
    refused(Phone(codes[1].code).line(match, 0, OTHER), 403, "another_table")
    assert not SheetConflict.objects.exists()


def test_a_hand_that_is_accepted_reads_and_writes_no_conflict(
    phones: tuple[Phone, Phone], match: int
) -> None:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        phones[0].line(match, 0, HAND)
    assert not [query for query in queries if "sheetconflict" in query["sql"]]


def test_it_is_in_the_queue_of_today_with_a_link_to_the_match(
    club: Club, event: Event, phones: tuple[Phone, Phone], match: int
) -> None:
    collide(phones, match)
    desk = signed_in(make_member(club))
    page = desk.get(f"/desk/events/{event.pk}/")
    assert "Table 1: a phone has something else than the sheet" in text_of(page)
    assert f'href="/desk/matches/{match}/"' in html_of(page)


def test_the_desk_settles_it_and_it_leaves_the_queue(
    club: Club, event: Event, phones: tuple[Phone, Phone], match: int
) -> None:
    collide(phones, match)
    desk = signed_in(make_member(club))
    conflict = SheetConflict.objects.get()
    for _ in range(2):
        page = desk.post(f"/desk/conflicts/{conflict.pk}/settle/", follow=True)
        assert "something else than the sheet" not in text_of(page)
    conflict.refresh_from_db()
    assert conflict.settled_by is not None


def test_the_first_who_settles_it_stays(
    club: Club, event: Event, phones: tuple[Phone, Phone], match: int
) -> None:
    collide(phones, match)
    conflict = SheetConflict.objects.get()
    first, second = owner_of(club), actor_of(make_member(club))
    for actor in (first, second):
        settle_conflict(conflict=conflict, actor=actor, now=NOW)
    conflict.refresh_from_db()
    assert conflict.settled_by is not None
    assert conflict.settled_by.id == first.id


def test_nobody_else_settles_it(phones: tuple[Phone, Phone], match: int) -> None:
    collide(phones, match)
    path = f"/desk/conflicts/{SheetConflict.objects.get().pk}/settle/"
    stranger = signed_in(make_member(make_club("Circolo del Rubicone")))
    assert stranger.post(path).status_code == 404
    assert Client().post(path).status_code == 302
    assert SheetConflict.objects.get().settled_at is None


@pytest.mark.django_db(transaction=True)
def test_the_note_outlives_the_transaction_that_refused_the_line() -> None:
    club = make_club()
    event = make_event(club=club, pairs=4, tables=2)
    code = make_codes(event=event, actor=owner_of(club), now=NOW)[0]
    match = pairing(event, "main-1-1").match_id
    assert match is not None
    collide((Phone(code.code), Phone(code.code)), match)
    assert not connection.in_atomic_block
    assert SheetConflict.objects.count() == 1


def test_a_program_reads_and_settles_conflicts(
    event: Event, phones: tuple[Phone, Phone], match: int, organizer: Program, stranger: Program
) -> None:
    collide(phones, match)
    path = f"events/{event.pk}/sheet-conflicts/"
    (row,) = organizer.read(path)["results"]
    assert (row["match"], row["table"]) == (match, 1)
    refused(stranger.get(path), 403, "not_allowed")
    settle = f"sheet-conflicts/{row['id']}/settle/"
    refused(stranger.post(settle), 404, "not_found")
    for _ in range(2):
        assert organizer.post(settle).status_code == 204
    assert organizer.read(path)["results"] == []
