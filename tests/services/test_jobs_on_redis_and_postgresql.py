"""Killed workers and races for a job, on PostgreSQL and Redis."""

import threading

import pytest
from django.conf import settings
from django.db import connection, transaction

from jobs.models import Job
from jobs.services import reap
from tests.jobs.killing import *  # noqa: F403
from tests.jobs.notes import ask_note
from tests.jobs.racing import *  # noqa: F403
from tests.jobs.racing import LATER

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def test_the_services_are_postgresql_and_redis() -> None:
    assert connection.vendor == "postgresql"
    assert settings.REDIS_URL


def test_the_reaper_waits_for_nothing_that_is_just_being_stored() -> None:
    job = ask_note()
    storing, done = threading.Event(), threading.Event()

    def store() -> None:
        with transaction.atomic():
            Job.objects.select_for_update().get(pk=job.pk)
            storing.set()
            done.wait(30)
        connection.close()

    worker = threading.Thread(target=store)
    worker.start()
    assert storing.wait(30)
    try:
        assert reap(now=LATER) == 0
        assert not done.is_set()
    finally:
        done.set()
        worker.join()
    assert reap(now=LATER) == 1
