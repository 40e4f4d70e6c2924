"""The reaper requeues stalled jobs, three times at most."""

from datetime import timedelta

import pytest
from django.conf import settings

from config.celery import app
from jobs.models import Job
from jobs.services import reap, run
from tests.jobs.notes import NOW, ask_note, stored

pytestmark = pytest.mark.django_db(transaction=True)

SILENCE = timedelta(seconds=settings.JOB_SILENCE_SECONDS)
LATER = NOW + SILENCE + timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _empty_queue() -> None:
    app.control.purge()


def job_of(state: str, attempt: int = 1) -> Job:
    """A job that was heard of last at NOW; the queue knows nothing of it."""
    job = ask_note()
    fields = {"state": state, "attempt": attempt, "started_at": NOW, "done": 3, "total": 4}
    Job.objects.filter(pk=job.pk).update(**fields)
    app.control.purge()
    return job


def test_what_was_heard_of_lately_is_left_alone() -> None:
    job_of("RUNNING")
    assert reap(now=NOW + SILENCE) == 0
    assert app.control.purge() == 0


@pytest.mark.parametrize("state", ["QUEUED", "RUNNING"])
def test_what_is_silent_is_asked_for_again(state: str) -> None:
    job = job_of(state)
    assert reap(now=LATER) == 1
    job.refresh_from_db()
    assert (job.state, job.attempt, job.done) == (Job.State.QUEUED, 2, 0)
    assert (job.heartbeat_at, job.started_at) == (LATER, None)
    assert app.control.purge() == 1
    assert reap(now=LATER) == 0


def test_the_old_message_runs_nothing_and_the_new_one_does() -> None:
    job = job_of("QUEUED")
    reap(now=LATER)
    run(job_id=job.pk, attempt=1)
    assert stored() == []
    run(job_id=job.pk, attempt=2)
    assert stored() == [("a", 7)]


def test_after_the_third_silence_it_is_said() -> None:
    job = job_of("RUNNING", attempt=3)
    assert reap(now=LATER) == 1
    job.refresh_from_db()
    assert (job.state, job.attempt) == (Job.State.FAILED, 3)
    assert (job.message, job.params) == ("job_silent", {"attempts": 3})
    assert job.ended_at == LATER
    assert app.control.purge() == 0


@pytest.mark.parametrize("state", ["DONE", "FAILED"])
def test_what_has_ended_is_never_asked_for_again(state: str) -> None:
    job_of(state)
    assert reap(now=LATER) == 0
