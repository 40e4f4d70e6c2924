"""The longest text and the largest number of each kind, at its bound and one past it: column, desk,
API and list.

Run on SQLite, which stores texts of any length by itself, and on PostgreSQL, which does not.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, models, transaction
from django.test import Client
from pydantic import ValidationError

from accounts.actors import TokenAccess
from accounts.models import User
from accounts.services import make_token
from competition.regulation import PenaltyRule
from database.fields import FreeTextField
from database.limits import (
    LATEST_BIRTH_YEAR,
    LONGEST_ADDRESS,
    LONGEST_PERSON_NAME,
    LONGEST_REASON,
    LONGEST_TITLE,
    MOST_CENTS,
    MOST_ENTRIES,
    MOST_PENALTY_POINTS,
    MOST_TABLES,
)
from database.text import TextTooLong
from jobs.models import Job
from jobs.services import run
from tests.factories import make_event
from tests.roles.hall import make_hall, sign_in
from tests.web.test_new_event import FORM
from tournaments.models import EntryImport, Event

SIGN = "\N{MUSICAL SYMBOL G CLEF}"
"""Four bytes, and two units of JavaScript: limits count signs."""
FIELDS = [
    (model, field)
    for model in apps.get_models()
    for field in model._meta.get_fields()
    if isinstance(field, FreeTextField)
]


def field_id(value: Any) -> str:
    return value.__name__ if isinstance(value, type) else value.name


@pytest.mark.parametrize(("model", "field"), FIELDS, ids=field_id)
def test_no_column_gets_more_than_it_takes(model: type[models.Model], field: FreeTextField) -> None:
    make_hall()
    rows = model._default_manager.all()
    row = rows.first()
    assert field.max_length is not None
    longest = SIGN * field.max_length
    assert field.get_db_prep_save(longest, connection) == longest
    with pytest.raises(TextTooLong):
        field.get_db_prep_save(longest + SIGN, connection)
    if row is None:
        return  # a hall has none of these
    setattr(row, field.name, longest)
    row.save(update_fields=[field.name])
    assert rows.filter(**{field.name: longest}).exists()
    setattr(row, field.name, longest + SIGN)
    with pytest.raises(TextTooLong), transaction.atomic():
        row.save(update_fields=[field.name])
    with pytest.raises(TextTooLong), transaction.atomic():
        rows.update(**{field.name: longest + SIGN})
    # To look for a longer one finds nothing, and is no fault.
    assert not rows.filter(**{field.name: longest + SIGN}).exists()


Send: TypeAlias = Callable[[Client, Event, str], Any]


def enter_by_hand(desk: Client, event: Event, text: str) -> Any:
    pair = {"player1": f"Ivo {text}", "player2": "Ugo Turci"}
    return desk.post(f"/desk/events/{event.pk}/entries/", pair)


def enter_first_name(desk: Client, event: Event, text: str) -> Any:
    pair = {"player1": f"{text} Neri", "player2": "Ugo Turci"}
    return desk.post(f"/desk/events/{event.pk}/entries/", pair)


def enter_club(desk: Client, event: Event, text: str) -> Any:
    pair = {"player1": "Ivo Neri", "player2": "Ugo Turci", "club_name": text}
    return desk.post(f"/desk/events/{event.pk}/entries/", pair)


def create_event(desk: Client, event: Event, text: str) -> Any:
    return desk.post(f"/desk/clubs/{event.club.slug}/new/", FORM | {"name": text, "venue": text})


def api_entry(desk: Client, event: Event, text: str) -> Any:
    players = [{"first": text, "last": text}, {"last": "Turci"}]
    return api(event, f"events/{event.pk}/entries/", {"players": players})


def api_entry_of_club(desk: Client, event: Event, text: str) -> Any:
    body = {"players": [{"last": "Neri"}, {"last": "Turci"}], "club_name": text}
    return api(event, f"events/{event.pk}/entries/", body)


def api_event(desk: Client, event: Event, text: str) -> Any:
    form = {"games": [{"game": "marafon"}], "wins": 1}
    body = {"club": event.club_id, "name": text, "date": "2026-12-13", "match_format": form}
    return api(event, "events/", body)


def api_venue(desk: Client, event: Event, text: str) -> Any:
    return api(event, "venues/", {"club": event.club_id, "name": "Sala", "address": text})


def api_reason(desk: Client, event: Event, text: str) -> Any:
    entry = event.entries.order_by("pk").first()
    assert entry is not None
    return api(event, f"entries/{entry.pk}/withdraw/", {"reason": text})


def api(event: Event, path: str, body: Any) -> Any:
    owner = User.objects.get(roles__club=event.club)
    _token, secret = make_token(user=owner, name="limits", access=TokenAccess.ORGANIZE)
    headers = {"Authorization": f"Token {secret}"}
    client = Client(raise_request_exception=False, headers=headers)
    return client.post(f"/api/v1/{path}", body, content_type="application/json")


CASES: list[tuple[Send, int]] = [
    (enter_by_hand, LONGEST_PERSON_NAME),
    (enter_first_name, LONGEST_PERSON_NAME),
    (enter_club, LONGEST_TITLE),
    (create_event, LONGEST_TITLE),
    (api_entry, LONGEST_PERSON_NAME),
    (api_entry_of_club, LONGEST_TITLE),
    (api_event, LONGEST_TITLE),
    (api_venue, LONGEST_ADDRESS),
    (api_reason, LONGEST_REASON),
]


@pytest.mark.parametrize(("send", "most"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_text_is_taken_up_to_its_limit(send: Send, most: int) -> None:
    event = make_event(pairs=2, drawn=False)
    desk = sign_in(User.objects.get(roles__club=event.club))
    refused = send(desk, event, SIGN * (most + 1))
    assert refused.status_code == 422, refused.content[:500]
    taken = send(desk, event, SIGN * most)
    assert taken.status_code in (200, 201, 302), taken.content[:500]


SendNumber: TypeAlias = Callable[[Client, Event, int], Any]


def enter_seed(desk: Client, event: Event, number: int) -> Any:
    pair = {"player1": "Ivo Neri", "player2": "Ugo Turci", "seed": number}
    return desk.post(f"/desk/events/{event.pk}/entries/", pair)


def pay_at_desk(desk: Client, event: Event, number: int) -> Any:
    entry = event.entries.earliest("pk")
    euros = f"{number // 100},{number % 100:02}"
    payment = {"act": "take", "cents": euros, "key": "0" * 16}
    return desk.post(f"/desk/entries/{entry.pk}/payments/", payment)


def api_seed(desk: Client, event: Event, number: int) -> Any:
    players = [{"last": "Neri"}, {"last": "Turci"}]
    return api(event, f"events/{event.pk}/entries/", {"players": players, "seed": number})


def api_birth_year(desk: Client, event: Event, number: int) -> Any:
    players = [{"last": "Neri", "birth_year": number}, {"last": "Turci"}]
    return api(event, f"events/{event.pk}/entries/", {"players": players})


def api_payment(desk: Client, event: Event, number: int) -> Any:
    entry = event.entries.earliest("pk")
    return api(event, f"entries/{entry.pk}/payments/", {"cents": number})


def api_tables(desk: Client, event: Event, number: int) -> Any:
    form = {"games": [{"game": "marafon"}], "wins": 1}
    body = {"club": event.club_id, "name": "Gara", "date": "2026-12-13", "match_format": form}
    return api(event, "events/", {**body, "tables": number})


def api_capacity(desk: Client, event: Event, number: int) -> Any:
    form = {"games": [{"game": "marafon"}], "wins": 1}
    body = {"club": event.club_id, "name": "Gara", "date": "2026-12-13", "match_format": form}
    return api(event, "events/", {**body, "capacity": number})


def api_fee(desk: Client, event: Event, number: int) -> Any:
    form = {"games": [{"game": "marafon"}], "wins": 1}
    body = {"club": event.club_id, "name": "Gara", "date": "2026-12-13", "match_format": form}
    return api(event, "events/", {**body, "fee_cents": number})


NUMBER_CASES: list[tuple[SendNumber, int]] = [
    (enter_seed, MOST_ENTRIES),
    (api_seed, MOST_ENTRIES),
    (api_capacity, MOST_ENTRIES),
    (api_birth_year, LATEST_BIRTH_YEAR),
    (pay_at_desk, MOST_CENTS),
    (api_payment, MOST_CENTS),
    (api_fee, MOST_CENTS),
    (api_tables, MOST_TABLES),
]


@pytest.mark.parametrize(
    ("send", "most"), NUMBER_CASES, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_number_is_taken_up_to_its_limit(send: SendNumber, most: int) -> None:
    event = make_event(pairs=2, drawn=False)
    desk = sign_in(User.objects.get(roles__club=event.club))
    refused = send(desk, event, most + 1)
    assert refused.status_code == 422, refused.content[:500]
    taken = send(desk, event, most)
    assert taken.status_code in (200, 201, 302), taken.content[:500]


def test_the_points_of_a_penalty_are_taken_up_to_their_limit() -> None:
    # A regulation and a penalty at the table have the same bound.
    assert PenaltyRule(offence="revoke", points=MOST_PENALTY_POINTS).points == MOST_PENALTY_POINTS
    with pytest.raises(ValidationError):
        PenaltyRule(offence="revoke", points=MOST_PENALTY_POINTS + 1)


@pytest.mark.parametrize(("more", "is_taken"), [(0, True), (1, False)])
def test_a_cell_of_a_list_is_taken_up_to_its_limit(more: int, is_taken: bool) -> None:
    event = make_event(pairs=0, drawn=False)
    desk = sign_in(User.objects.get(roles__club=event.club))
    name = "Ivo " + "x" * (LONGEST_PERSON_NAME + more)
    content = f"Giocatore 1;Giocatore 2\n{name};Ugo Turci\n".encode()
    file = SimpleUploadedFile("a.csv", content)
    desk.post(f"/desk/events/{event.pk}/entries/list/", {"file": file})
    job = Job.objects.get()
    run(job_id=job.pk, attempt=job.attempt)
    made = EntryImport.objects.get()
    answer = desk.post(f"/desk/imports/{made.pk}/write/")
    assert answer.status_code < 500
    assert event.entries.exists() == is_taken
