"""The longest text and the largest number of each kind, at its bound and one past it: column, desk,
API and list.

Run on SQLite, which stores texts of any length by itself, and on PostgreSQL, which does not.
"""

from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, models, transaction
from pydantic import ValidationError

from accounts.models import User
from competition.regulation import PenaltyRule
from database.fields import FreeTextField
from database.limits import (
    LONGEST_PERSON_NAME,
    MOST_PENALTY_POINTS,
    MOST_PLAYERS_OF_ENTRY,
)
from database.text import TextTooLong
from jobs.models import Job
from jobs.services import run
from tests.factories import make_event
from tests.limits.numbers import NUMBER_CASES, SendNumber
from tests.limits.programs import api
from tests.limits.texts import CASES, Send
from tests.roles.hall import make_hall, sign_in
from tournaments.models import EntryImport
from tournaments.selectors.registration.imports import digest_preview, load_import_preview

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


@pytest.fixture(scope="module")
def hall(module_rows: None) -> None:
    """A row of nearly every model."""
    make_hall()


@pytest.mark.usefixtures("hall")
@pytest.mark.parametrize(("model", "field"), FIELDS, ids=field_id)
def test_no_column_gets_more_than_it_takes(model: type[models.Model], field: FreeTextField) -> None:
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


@pytest.mark.parametrize(("send", "most"), CASES, ids=lambda value: getattr(value, "__name__", ""))
def test_a_text_is_taken_up_to_its_limit(send: Send, most: int) -> None:
    event = make_event(pairs=2, drawn=False)
    desk = sign_in(User.objects.get(roles__club=event.club))
    refused = send(desk, event, SIGN * (most + 1))
    assert refused.status_code == 422, refused.content[:500]
    taken = send(desk, event, SIGN * most)
    assert taken.status_code in (200, 201, 202, 302), taken.content[:500]


@pytest.mark.parametrize(
    ("send", "most"), NUMBER_CASES, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_number_is_taken_up_to_its_limit(send: SendNumber, most: int) -> None:
    event = make_event(pairs=2, drawn=False)
    desk = sign_in(User.objects.get(roles__club=event.club))
    refused = send(desk, event, most + 1)
    assert refused.status_code == 422, refused.content[:500]
    taken = send(desk, event, most)
    assert taken.status_code in (200, 201, 202, 302), taken.content[:500]


def test_the_players_of_an_entry_are_read_up_to_their_limit() -> None:
    event = make_event(pairs=2, drawn=False)
    answers = [
        api(event, f"events/{event.pk}/entries/", {"players": [{"last": "Neri"}] * count}).json()
        for count in (MOST_PLAYERS_OF_ENTRY + 1, MOST_PLAYERS_OF_ENTRY)
    ]
    # Five are read, though no game has as many on a side.
    codes = [[violation["code"] for violation in answer["violations"]] for answer in answers]
    assert codes[0] == ["too_long"], codes
    assert codes[1][0] == "players_of_an_entry", codes


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
    made = EntryImport.objects.get(event=event)
    job = Job.objects.get(arguments__import=str(made.pk))
    run(job_id=job.pk, attempt=job.attempt)
    made.refresh_from_db()
    seen = digest_preview(load_import_preview(made))
    answer = desk.post(f"/desk/imports/{made.pk}/write/", {"seen": seen})
    assert answer.status_code < 500
    assert event.entries.exists() == is_taken
