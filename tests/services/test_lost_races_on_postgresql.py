"""Deadlocks, unique constraints and lost connections, as PostgreSQL really reports them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection
from django.test import Client

from database.transactions import atomic_with_retry
from database.unavailable import CommitUnknown
from tests.factories import NOW, make_club, make_event
from tests.races.threads import all_at_once
from tests.tournaments.steps import QUICK, win
from tournaments.models import Club, Pairing

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def terminate_backend() -> None:
    """Ends the database's process of this connection, from another connection."""
    raw = connection.connection
    assert raw is not None
    with psycopg.connect(raw.info.dsn) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [raw.info.backend_pid])


@contextmanager
def terminated_before(statement: str, *, times: int = 1) -> Iterator[list[str]]:
    """Ends the connection before a statement with these words; what was ended is listed."""
    ended: list[str] = []

    def execute(run: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if statement in sql and len(ended) < times:
            ended.append(sql)
            terminate_backend()
        return run(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield ended


def test_of_two_in_a_deadlock_both_come_through() -> None:
    first, second = make_club(name="Uno"), make_club(name="Due")
    both_hold_one = Barrier(2)
    tries = []

    @atomic_with_retry
    def lock(*ids: int) -> None:
        tries.append(ids)
        for at, pk in enumerate(ids):
            Club.objects.select_for_update(no_key=True).get(pk=pk)
            if at == 0 and len(tries) <= 2:
                both_hold_one.wait(timeout=20)

    done = all_at_once(
        [lambda: lock(first.pk, second.pk), lambda: lock(second.pk, first.pk)],
    )
    assert done == [None, None]
    # Who is run again may be quicker than who was let through, and meet it once more.
    assert len(tries) > 2


def test_who_meets_a_unique_row_of_somebody_else_reads_again() -> None:
    both_have_looked = Barrier(2)
    tries = []

    @atomic_with_retry
    def find_or_make() -> int:
        tries.append(1)
        club = Club.objects.filter(pk=4711).first()
        if len(tries) <= 2:
            both_have_looked.wait(timeout=20)
        return (club or Club.objects.create(pk=4711, name="Uno", created_at=NOW)).pk

    assert all_at_once([find_or_make, find_or_make]) == [4711, 4711]
    assert len(tries) == 3


def test_a_connection_that_is_lost_in_the_commit_is_not_run_again() -> None:
    tries = []

    @atomic_with_retry
    def create() -> None:
        tries.append(1)
        Club.objects.create(name="Uno", created_at=NOW)
        # The next that is sent is the COMMIT.
        terminate_backend()

    with pytest.raises(CommitUnknown):
        create()
    connection.close()
    assert len(tries) == 1


def test_a_result_is_written_once_when_the_connection_is_lost_before_the_commit() -> None:
    event = make_event(pairs=4, tables=2, match_format=QUICK)
    pairing = event.pairings.filter(state=Pairing.State.CALLED).earliest("pk")
    with terminated_before("EXECUTE update_scoring_match") as ended:
        win(pairing)
    assert len(ended) == 1
    pairing.refresh_from_db()
    assert pairing.state == Pairing.State.DECIDED
    assert pairing.match is not None
    assert pairing.match.lines.count() == 1


def test_a_connection_that_is_lost_twice_is_a_fault() -> None:
    event = make_event(pairs=4, tables=2, match_format=QUICK)
    pairing = event.pairings.filter(state=Pairing.State.CALLED).earliest("pk")
    with (
        terminated_before("EXECUTE update_scoring_match", times=2),
        pytest.raises(OperationalError),
    ):
        win(pairing)
    connection.close()
    pairing.refresh_from_db()
    assert pairing.state == Pairing.State.CALLED


@pytest.mark.parametrize("path", ["/", "/api/v1/events/"])
def test_a_read_is_answered_although_the_connection_is_lost(path: str) -> None:
    make_event(pairs=4)
    with terminated_before("SELECT") as ended:
        answer = Client().get(path)
    assert len(ended) == 1
    assert answer.status_code == 200
