"""A broker whose files are damaged while a worker runs: the worker survives, the job is done."""

from pathlib import Path

import pytest
from django.conf import settings

from jobs.models import Job
from tests.jobs.harness import Workers
from tests.jobs.killing import an_hour_passes, ask, assert_one_bracket, event, hall, is_done
from tournaments.models import Event

__all__ = ["event", "hall"]
pytestmark = pytest.mark.django_db(transaction=True)
NOISE = bytes(range(255, 0, -1))


def test_a_worker_survives_a_damaged_message_and_a_damaged_exchange(
    event: Event, hall: Workers
) -> None:
    broker = Path(settings.VAR) / "broker"
    job = ask(event)
    for message in (broker / "queue").glob("*.msg"):
        message.write_bytes(NOISE)
    worker = hall.start()
    hall.let_all("computing")
    hall.let_all("storing")
    hall.wait_until(lambda: list((broker / "processed" / "damaged").glob("*.msg")))
    exchanges = list((broker / "control").glob("*.exchange"))
    assert exchanges
    for exchange in exchanges:
        exchange.write_bytes(NOISE)
    an_hour_passes()
    hall.wait_until(lambda: is_done(job))
    assert worker.alive
    assert Job.objects.count() == 1
    assert_one_bracket(event)
