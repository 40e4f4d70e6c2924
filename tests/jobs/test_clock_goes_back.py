"""A clock that was an hour fast and is set right: jobs and periodic tasks go on."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings

from config.celery import app
from jobs.beat import SteadyScheduler
from jobs.models import Job, WorkerHeartbeat
from jobs.services import note_worker, reap
from tests.jobs.notes import NOW, ask_note

pytestmark = pytest.mark.django_db(transaction=True)

FAST = NOW + timedelta(hours=1)
SILENCE = timedelta(seconds=settings.JOB_SILENCE_SECONDS + 1)


@pytest.fixture(autouse=True)
def _empty_queue() -> None:
    app.control.purge()


def test_a_job_whose_worker_died_is_asked_for_again_within_the_usual_time() -> None:
    job = ask_note(now=FAST)
    assert reap(now=NOW) == 0
    assert reap(now=NOW + SILENCE) == 1
    job.refresh_from_db()
    assert (job.state, job.attempt) == (Job.State.QUEUED, 2)


def test_a_job_of_before_the_new_time_whose_worker_died_is_not_waited_for() -> None:
    job = ask_note(now=NOW - SILENCE)
    Job.objects.filter(pk=job.pk).update(state=Job.State.RUNNING, heartbeat_at=FAST)
    assert reap(now=NOW) == 0
    assert reap(now=NOW + SILENCE) == 1
    job.refresh_from_db()
    assert (job.state, job.attempt, job.queued_at) == (Job.State.QUEUED, 2, NOW - SILENCE)


def test_a_job_that_is_heard_of_is_left_alone() -> None:
    job = ask_note(now=FAST)
    reap(now=NOW)
    Job.objects.filter(pk=job.pk).update(heartbeat_at=NOW + SILENCE)
    assert reap(now=NOW + SILENCE) == 0


class Recording(SteadyScheduler):
    """Notes what it would have sent."""

    sent: list[str]

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        self.sent.append(entry.name)


def test_beat_does_not_wait_until_the_clock_is_where_it_was(tmp_path: Path) -> None:
    def ticked(beat: Recording) -> set[str]:
        beat.sent = []
        for _ in range(10):
            beat.tick()
        return set(beat.sent)

    for restarted in (False, True):
        path = str(tmp_path / f"schedule-{restarted}")
        beat = Recording(app, schedule_filename=path)
        with time_machine.travel(FAST, tick=False):
            ticked(beat)
        with time_machine.travel(FAST + timedelta(seconds=61), tick=False):
            assert ticked(beat) >= {"reap", "call", "anchor"}
        if restarted:
            beat.close()
            beat = Recording(app, schedule_filename=path)
        with time_machine.travel(NOW, tick=False):
            ticked(beat)
        with time_machine.travel(NOW + timedelta(seconds=61), tick=False):
            assert ticked(beat) >= {"reap", "call", "anchor"}
        beat.close()


def test_a_worker_counts_as_seen_now() -> None:
    note_worker(now=FAST)
    note_worker(now=NOW)
    assert _seen_at() == NOW


def _seen_at() -> datetime:
    return WorkerHeartbeat.objects.get().seen_at
