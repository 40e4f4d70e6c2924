"""Verification on PostgreSQL: what it finds, and that it cannot write."""

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from scoring.models import Match
from tests.tournaments.tampering_checks import *  # noqa: F403
from tests.tournaments.tampering_checks import change_winner
from tournaments.models import Event
from tournaments.read_only import refuse_writes

pytestmark = [pytest.mark.services, pytest.mark.django_db]


def count_writes() -> int:
    """Of this database, since its statistics began; those of this session are included."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(
            "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint FROM pg_stat_user_tables"
        )
        return int(cursor.fetchone()[0])


def test_the_database_is_postgresql() -> None:
    assert connection.vendor == "postgresql"


@pytest.mark.django_db(transaction=True)
def test_a_verification_writes_nothing(event: Event) -> None:
    before = count_writes()
    call_command("verify", event=event.pk, verbosity=0)
    change_winner(event)
    with pytest.raises(CommandError, match="faults"):
        call_command("verify", event=event.pk)
    assert count_writes() == before + 1


@pytest.mark.django_db(transaction=True)
def test_postgresql_refuses_every_write_while_it_verifies(event: Event) -> None:
    with refuse_writes(), pytest.raises(DatabaseError, match="read-only transaction"):
        Match.objects.update(begun=False)
    assert Match.objects.filter(pairing__event=event, begun=True).exists()
    Match.objects.update(begun=False)
    assert not Match.objects.filter(begun=True).exists()
