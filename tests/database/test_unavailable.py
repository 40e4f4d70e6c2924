"""A server that has run out of something: a real SQLite database that is full, read-only or locked.
On PostgreSQL: tests/services/test_full_disk.py."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.test import Client
from psycopg.errors import ConnectionFailure

from database.unavailable import find_unavailable_part
from scoring.models import Match
from tests.api.client import refused
from tests.factories import make_event, make_member
from tournaments.models import Club
from wording.requests import REQUESTS

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def pragma(name: str, value: str, afterwards: str) -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {name} = {value}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA {name} = {afterwards}")


@contextmanager
def full_disk() -> Iterator[None]:
    with connection.cursor() as cursor:
        # Nothing fits into the last page either.
        cursor.execute("CREATE TABLE filling (bytes BLOB)")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
    with pragma("max_page_count", pages, "1073741823"):
        with connection.cursor() as cursor, pytest.raises(OperationalError, match="full"):
            cursor.executemany("INSERT INTO filling VALUES (zeroblob(%s))", [[400]] * 1000)
        yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE filling")


@contextmanager
def read_only_disk() -> Iterator[None]:
    with pragma("query_only", "1", "0"):
        yield


@contextmanager
def locked_database() -> Iterator[None]:
    path = connection.settings_dict["NAME"]
    with pragma("busy_timeout", "1", "20000"), closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


FAILURES = [
    (full_disk, "disk_full"),
    (read_only_disk, "disk_read_only"),
    (locked_database, "database_busy"),
]


def client_of(club: Club) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(make_member(club))
    return client


def write_hand(client: Client, match: int) -> Any:
    hand = {"kind": "hand", "data": {"points": [11, None]}, "version": 0}
    headers = {"Idempotency-Key": f"{match:020}"}
    path = f"/api/v1/matches/{match}/lines/"
    return client.post(path, hand, content_type="application/json", headers=headers)


def version_of(client: Client, match: int) -> int:
    return int(client.get(f"/api/v1/matches/{match}/").json()["version"])


@pytest.mark.parametrize(("failure", "code"), FAILURES)
def test_a_hand_that_cannot_be_saved_is_refused_with_words_and_saved_later(
    failure: Any, code: str
) -> None:
    event = make_event(pairs=64, tables=32)
    client = client_of(event.club)
    matches = [*Match.objects.values_list("pk", flat=True)]

    def write(match: int) -> Any:
        return write_hand(client, match)

    def version(match: int) -> int:
        return version_of(client, match)

    with failure():
        # A few lines may find room in pages that are not full yet.
        answers = {match: write(match) for match in matches[:32]}
        answer = answers[matches[31]]
        refused(answer, 503, code)
        assert int(answer["Retry-After"]) > 0
        for match, answer in answers.items():
            assert version(match) == (1 if answer.status_code == 201 else 0)
    assert {write(match).status_code for match in answers} <= {200, 201}
    assert {version(match) for match in answers} == {1}


@pytest.mark.parametrize(("failure", "code"), FAILURES[1:])
def test_a_page_that_cannot_be_saved_says_what_to_do(failure: Any, code: str) -> None:
    event = make_event(pairs=4, tables=2)
    client = client_of(event.club)
    address = f"/desk/events/{event.pk}/codes/"
    with failure():
        page = client.post(address, {"round": ""}, headers={"Accept-Language": "en"})
        assert page.status_code == 503
        assert page["X-Request-ID"] in page.content.decode()
        assert str(REQUESTS[code]).split(":", maxsplit=1)[0] in page.content.decode()
        assert client.get(f"/events/{event.pk}/").status_code == 200
    assert not event.table_codes.exists()
    assert client.post(address, {"round": ""}).status_code == 302
    assert event.table_codes.exists()


# A connection that is lost while the database commits -----------------------------------------


@contextmanager
def lost_in_commit(*, is_saved: bool) -> Iterator[None]:
    """The next commit ends without an answer, before or after the database has done it."""
    commit = connection._commit  # type: ignore[attr-defined]

    def lose() -> None:
        if is_saved:
            commit()
        raise OperationalError("server closed the connection") from ConnectionFailure()

    with patch.object(connection, "_commit", lose):
        yield


@pytest.mark.parametrize("is_saved", [False, True])
def test_nobody_is_told_that_a_lost_commit_has_saved_nothing(is_saved: bool) -> None:
    event = make_event(pairs=4, tables=2)
    client = client_of(event.club)
    address = f"/desk/events/{event.pk}/codes/"
    with lost_in_commit(is_saved=is_saved):
        page = client.post(address, {"round": ""}, headers={"Accept-Language": "en"})
    text = page.content.decode()
    assert page.status_code == 503
    assert "It may have been saved: look before you send it again." in text
    assert "nothing was saved" not in text
    assert "Not possible now" not in text


@pytest.mark.parametrize("is_saved", [False, True])
def test_a_program_repeats_a_lost_commit_with_the_same_key(is_saved: bool) -> None:
    event = make_event(pairs=4, tables=2)
    client = client_of(event.club)
    match = Match.objects.earliest("pk").pk
    with lost_in_commit(is_saved=is_saved):
        refused(write_hand(client, match), 503, "commit_unknown")
    assert write_hand(client, match).status_code == 201
    assert version_of(client, match) == 1


def test_every_other_fault_is_not_one_of_these() -> None:
    assert find_unavailable_part(ValueError("no")) is None
    assert find_unavailable_part(OSError(2, "no such file")) is None
    assert find_unavailable_part(None) is None
