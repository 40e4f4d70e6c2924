"""Many at once at one job. Run on SQLite (a file) and on PostgreSQL."""

from datetime import timedelta
from functools import partial

from config.celery import app
from jobs.models import Job
from jobs.services import reap, run
from tests.jobs.notes import NOW, ask_note, stored
from tests.races.threads import all_at_once

MANY = 6
LATER = NOW + timedelta(hours=1)


def test_asked_for_by_many_at_once_is_one_job_and_one_message() -> None:
    app.control.purge()
    jobs = all_at_once([ask_note] * MANY)
    assert {job.pk for job in jobs if isinstance(job, Job)} == {Job.objects.get().pk}
    assert not [job for job in jobs if isinstance(job, Exception)]
    assert app.control.purge() == 1


def test_one_message_delivered_many_times_at_once_stores_once() -> None:
    job = ask_note()
    assert all_at_once([partial(run, job_id=job.pk, attempt=1)] * MANY) == [None] * MANY
    assert stored() == [("a", 7)]


def test_many_reapers_at_once_ask_again_once() -> None:
    job = ask_note()
    app.control.purge()
    assert sorted(map(str, all_at_once([partial(reap, now=LATER)] * MANY))) == ["0"] * 5 + ["1"]
    job.refresh_from_db()
    assert job.attempt == 2
    assert app.control.purge() == 1
