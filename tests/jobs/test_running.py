"""Running an attempt: computed outside any transaction, stored inside a short one, or refused."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from threading import Event, current_thread, main_thread
from threading import enumerate as enumerate_threads
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from jobs.models import Job
from jobs.registry import Report
from jobs.services import reap, run
from kernel.refusals import Refusal, Refused
from kernel.violations import Violation
from live.models import Notice
from tests.jobs.notes import NOW, ask_note, compute_note, notes, store_note, stored
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

Arguments = Mapping[str, Any]


class EntriesChanged(Refusal):
    """An expected refusal, as any package may raise it."""

    code = "entries_changed"
    status = 409


def ran(job: Job) -> Job:
    run(job_id=job.pk, attempt=job.attempt)
    job.refresh_from_db()
    return job


def test_what_was_computed_is_stored_and_said() -> None:
    job = ran(ask_note())
    assert stored() == [("a", 7)]
    assert (job.state, job.message, job.params) == (Job.State.DONE, "noted", {"number": 7})
    assert (job.done, job.total) == (4, 4)
    assert job.started_at is not None
    assert job.ended_at is not None
    assert not job.live


def test_a_value_whose_storing_lost_a_race_is_stored_again() -> None:
    tries = []

    def store(arguments: Arguments, value: Any) -> Any:
        tries.append(1)
        if len(tries) == 1:
            raise OperationalError from psycopg.errors.DeadlockDetected()
        return store_note(arguments, value)

    with notes(store=store):
        job = ran(ask_note())
    assert (job.state, len(tries)) == (Job.State.DONE, 2)
    assert stored() == [("a", 7)]


def test_work_that_says_nothing_is_done_all_the_same() -> None:
    with notes(store=lambda arguments, value: None):
        job = ran(ask_note())
    assert (job.state, job.message, job.params) == (Job.State.DONE, "", {})


def test_it_computes_outside_and_stores_inside_a_transaction() -> None:
    seen = []

    def compute(arguments: Arguments, report: Report) -> int:
        seen.append(connection.in_atomic_block)
        return 7

    def store(arguments: Arguments, value: int) -> None:
        seen.append(connection.in_atomic_block)

    with notes(compute=compute, store=store):
        ran(ask_note())
    assert seen == [False, True]


def test_a_refusal_is_said_with_its_code() -> None:
    def compute(arguments: Arguments, report: Report) -> int:
        raise EntriesChanged(at=NOW, entries=[1, 2])

    with notes(compute=compute):
        job = ran(ask_note())
    assert (job.state, job.message) == (Job.State.FAILED, "entries_changed")
    assert job.params == {"at": str(NOW), "entries": [1, 2]}
    assert job.refusal == {"status": 409, "violations": []}
    assert job.ended_at is not None


def test_a_refusal_of_the_rules_is_stored_with_its_violations(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def compute(arguments: Arguments, report: Report) -> int:
        raise Refused([Violation("no_round_possible", {"entries": 4}, at=2)])

    with notes(compute=compute):
        job = ran(ask_note())
    assert (job.state, job.message, job.params) == (Job.State.FAILED, "refused_by_rules", {})
    violation = {"code": "no_round_possible", "at": 2, "params": {"entries": 4}}
    assert job.refusal == {"status": 422, "violations": [violation]}
    assert "job failed" not in caplog.text


def test_a_fault_while_storing_stores_nothing_and_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def store(arguments: Arguments, number: int) -> None:
        store_note(arguments, number)
        raise ZeroDivisionError("the fault")

    with notes(store=store):
        job = ran(ask_note())
    assert stored() == []
    assert (job.state, job.message, job.params) == (Job.State.FAILED, "job_fault", {})
    assert job.refusal is None
    assert "ZeroDivisionError: the fault" in caplog.text


def test_a_kind_that_nobody_registered_is_a_fault(caplog: pytest.LogCaptureFixture) -> None:
    job = ran(ask_note(kind="nobody"))
    assert (job.state, job.message) == (Job.State.FAILED, "job_fault")
    assert "UnknownKind: nobody" in caplog.text


def test_a_message_told_twice_runs_once() -> None:
    job = ran(ask_note())
    ran(job)
    assert stored() == [("a", 7)]


def test_a_message_of_no_job_does_nothing() -> None:
    run(job_id=uuid4(), attempt=1)
    assert stored() == []


def overtaken(arguments: Arguments, report: Report) -> int:
    """Computes so long that it is taken for dead."""
    reap(now=timezone.now() + timedelta(hours=1))
    return 1


def test_an_attempt_that_was_taken_for_dead_stores_nothing() -> None:
    with notes(compute=overtaken):
        job = ran(ask_note())
    assert stored() == []
    assert (job.state, job.attempt, job.started_at) == (Job.State.QUEUED, 2, None)
    ran(job)
    assert stored() == [("a", 7)]


def test_an_attempt_that_was_taken_for_dead_fails_nothing() -> None:
    def compute(arguments: Arguments, report: Report) -> int:
        overtaken(arguments, report)
        raise EntriesChanged(at=NOW, entries=[1, 2])

    with notes(compute=compute):
        job = ran(ask_note())
    assert (job.state, job.attempt, job.message) == (Job.State.QUEUED, 2, "")


def test_progress_is_seen_while_it_computes() -> None:
    def compute(arguments: Arguments, report: Report) -> int:
        report(3, 10)
        wait_until(lambda: Job.objects.filter(done=3, total=10, state="RUNNING").exists())
        return 7

    with notes(compute=compute):
        assert ran(ask_note()).state == Job.State.DONE


def test_work_that_tells_nothing_still_shows_that_it_lives(settings: Any) -> None:
    settings.JOB_SILENCE_SECONDS = 0.2
    moments: list[datetime] = []

    def compute(arguments: Arguments, report: Report) -> int:
        begun = Job.objects.get().heartbeat_at
        wait_until(lambda: Job.objects.get().heartbeat_at > begun)
        moments.append(begun)
        return 7

    with notes(compute=compute):
        job = ran(ask_note())
    assert moments
    assert job.state == Job.State.DONE


def test_no_thread_waits_for_the_row_that_the_caller_has_locked() -> None:
    threads: list[str] = []

    def compute(arguments: Arguments, report: Report) -> int:
        report(4, 4)
        threads.extend(thread.name for thread in enumerate_threads())
        return 7

    with notes(compute=compute), transaction.atomic():
        job = ran(ask_note())
    assert (job.state, job.done) == (Job.State.DONE, 4)
    assert f"heartbeat-{job.pk}" not in threads


def test_nothing_beats_any_more_while_it_stores(settings: Any) -> None:
    settings.JOB_SILENCE_SECONDS = 0.02
    beating, storing = Event(), Event()
    alive: list[str] = []

    def clock() -> datetime:
        """Holds the first beat up, until something is stored if it can be."""
        if current_thread() is not main_thread() and not beating.is_set():
            beating.set()
            storing.wait(0.3)
        return timezone.now()

    def compute(arguments: Arguments, report: Report) -> None:
        assert beating.wait(10)

    def store(arguments: Arguments, nothing: None) -> None:
        storing.set()
        alive.extend(thread.name for thread in enumerate_threads())

    with notes(compute=compute, store=store):
        job = ask_note()
        run(job_id=job.pk, attempt=1, clock=clock)
    assert alive
    assert f"heartbeat-{job.pk}" not in alive


def test_a_beat_that_cannot_be_written_ends_no_work(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.JOB_SILENCE_SECONDS = 0.02
    beats: list[int] = []

    def clock() -> datetime:
        beats.append(1)
        if len(beats) == 2:
            raise OperationalError("the database is away")
        return timezone.now()

    def compute(arguments: Arguments, report: Report) -> int:
        wait_until(lambda: len(beats) > 2)
        return compute_note(arguments, report)

    with notes(compute=compute):
        job = ask_note()
        run(job_id=job.pk, attempt=1, clock=clock)
    job.refresh_from_db()
    assert job.state == Job.State.DONE
    assert "the database is away" in caplog.text
    assert Notice.objects.count() == 1
