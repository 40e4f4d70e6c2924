"""A write that loses a race is run again, with and without ``Idempotency-Key``."""

from typing import Any

import psycopg
import pytest
from django.db import IntegrityError, OperationalError

from api.models import StoredAnswer
from tests.api.client import Program
from tests.factories import make_event
from tournaments.models import Club
from tournaments.services.registration import entries, withdrawals

pytestmark = pytest.mark.django_db(transaction=True)


def make_race(kind: str) -> Exception:
    """The exception of a lost race, as Django wraps the driver's."""
    if kind == "deadlock":
        error: Exception = OperationalError("deadlock detected")
        error.__cause__ = psycopg.errors.DeadlockDetected("deadlock detected")
    else:
        error = IntegrityError("duplicate key")
        error.__cause__ = psycopg.errors.UniqueViolation("duplicate key")
    return error


def lose_first_race(monkeypatch: pytest.MonkeyPatch, module: Any, kind: str) -> list[int]:
    """Makes the first lock of an event in this module fail. Returns one item for each try."""
    lock, tries = module.lock_event, []

    def lock_event(*args: Any, **kwargs: Any) -> Any:
        tries.append(1)
        if len(tries) == 1:
            raise make_race(kind)
        return lock(*args, **kwargs)

    monkeypatch.setattr(module, "lock_event", lock_event)
    return tries


@pytest.mark.parametrize("headers", [{}, {"idempotency_key": "k1"}])
@pytest.mark.parametrize("kind", ["deadlock", "unique"])
def test_a_write_that_loses_a_race_is_run_again(
    club: Club,
    organizer: Program,
    monkeypatch: pytest.MonkeyPatch,
    headers: dict[str, str],
    kind: str,
) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    entry = event.entries.earliest("pk")
    tries = lose_first_race(monkeypatch, withdrawals, kind)
    answer = organizer.post(f"entries/{entry.pk}/withdraw/", {"reason": "away"}, **headers)
    assert answer.status_code == 200, answer.content
    assert len(tries) > 1
    assert StoredAnswer.objects.count() == len(headers)


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_list_that_loses_a_race_is_entered_again(
    club: Club, organizer: Program, monkeypatch: pytest.MonkeyPatch, dry_run: bool
) -> None:
    event = make_event(club=club, pairs=2, drawn=False)
    pair = {"players": [{"last_name": "Neri"}, {"last_name": "Gori"}]}
    tries = lose_first_race(monkeypatch, entries, "deadlock")
    answer = organizer.post(
        f"events/{event.pk}/entries/bulk/",
        {"entries": [pair], "dry_run": dry_run},
        idempotency_key="k1",
    )
    assert answer.status_code == 200, answer.content
    assert len(tries) > 1
    assert event.entries.count() == (2 if dry_run else 3)
