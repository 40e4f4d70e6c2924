"""What programs may, by what their tokens are for: every address of the API × every method × every
access. A program never has more than its user, and never less than its access says."""

from dataclasses import dataclass, replace

import pytest
from django.test import Client

from accounts.actors import TokenAccess
from accounts.models import User
from accounts.services import make_token
from tests.roles.hall import Hall, make_hall
from tests.roles.table import TABLE
from tests.roles.test_roles import METHODS, OURS, answer, is_refused

API = sorted(name for name in OURS if name.startswith("api:"))
PAGES = sorted(name for name in OURS if not name.startswith("api:") and name != "metrics")
TAKES_NO_TOKEN = {"api:device-list"}
"""A phone comes in by the code of a table, whatever else it sends."""
READING = ("GET", "HEAD")


@dataclass(frozen=True)
class ProgramKind:
    """A token of the actor ``user`` of the table; the program reads as the actor ``reads`` and
    writes as ``writes``, nothing if that is empty."""

    user: str
    access: str
    reads: str
    writes: str


KINDS = {
    "the owner's, reads": ProgramKind("W", TokenAccess.READ, "W", ""),
    "the owner's, scores": ProgramKind("W", TokenAccess.SCORE, "W", "R"),
    "the owner's, organizes": ProgramKind("W", TokenAccess.ORGANIZE, "W", "W"),
    "a referee's, reads": ProgramKind("R", TokenAccess.READ, "R", ""),
    "a referee's, scores": ProgramKind("R", TokenAccess.SCORE, "R", "R"),
    "a referee's, organizes": ProgramKind("R", TokenAccess.ORGANIZE, "R", "R"),
    "of a referee of other tables, scores": ProgramKind("B", TokenAccess.SCORE, "B", "B"),
    "of an organizer elsewhere, scores": ProgramKind("S", TokenAccess.SCORE, "S", "P"),
}


def add_program(hall: Hall, kind: ProgramKind) -> Hall:
    """The hall with a client of such a program, by its letter ``program``."""
    user = User.objects.get(pk=hall.clients[kind.user].session["_auth_user_id"])
    access = TokenAccess(kind.access)
    _token, secret = make_token(user=user, name="robot", access=access)
    headers = {"Authorization": f"Token {secret}"}
    client = Client(raise_request_exception=False, headers=headers)
    return replace(hall, clients={**hall.clients, "program": client})


def find_wrong_cells(hall: Hall, kind: ProgramKind, names: list[str]) -> list[str]:
    wrong = []
    for name in names:
        for method, allowed in TABLE[name].items():
            is_reading = method in READING
            counterpart = kind.reads if is_reading else kind.writes
            expected = bool(counterpart) and counterpart in allowed
            if name in TAKES_NO_TOKEN:
                expected = "P" in allowed
            got = answer(hall, "program", method, name)
            if got.status_code >= 500 or is_refused(got) == expected:
                wrong.append(f"{method} {name}: {got.status_code}")
    return wrong


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
def test_a_program_may_what_its_token_is_for_and_its_user_may(kind: ProgramKind) -> None:
    assert find_wrong_cells(add_program(make_hall(), kind), kind, API) == []


@pytest.mark.django_db
def test_what_the_table_does_not_list_no_program_may() -> None:
    kind = KINDS["the owner's, organizes"]
    hall = add_program(make_hall(), kind)
    wrong = []
    for name in API:
        listed = set(TABLE[name]) | {"HEAD", "OPTIONS"}
        for method in sorted(set(METHODS) - listed):
            got = answer(hall, "program", method, name)
            if got.status_code != 405 and not is_refused(got):
                wrong.append(f"{method} {name}: {got.status_code}")
    assert wrong == []


@pytest.mark.django_db
def test_pages_know_no_tokens() -> None:
    kind = KINDS["the owner's, organizes"]
    as_public = replace(kind, reads="P", writes="P")
    assert find_wrong_cells(add_program(make_hall(), kind), as_public, PAGES) == []
