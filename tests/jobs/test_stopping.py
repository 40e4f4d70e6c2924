"""A job that somebody stops: it ends at once, stores nothing, and can be asked for again."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.utils import timezone

from jobs.models import Job
from jobs.registry import Report
from jobs.services import reap, run, stop_job
from tests.jobs.notes import NOW, ask_note, notes, stored
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

Arguments = Mapping[str, Any]


def stop(job: Job) -> bool:
    return stop_job(job_id=job.pk, now=NOW)


def test_a_waiting_job_that_is_stopped_never_runs() -> None:
    job = ask_note()
    assert stop(job)
    run(job_id=job.pk, attempt=1)
    job.refresh_from_db()
    assert (job.state, job.message, job.ended_at) == (Job.State.FAILED, "job_stopped", NOW)
    assert job.is_stopped
    assert not job.has_failed
    assert stored() == []


def test_a_stopped_job_is_not_stopped_again() -> None:
    job = ask_note()
    assert stop(job)
    assert not stop(job)


def test_a_job_that_is_done_cannot_be_stopped() -> None:
    job = ask_note()
    run(job_id=job.pk, attempt=1)
    assert not stop(job)
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_an_attempt_learns_at_its_next_report_that_it_was_stopped() -> None:
    reports: list[int] = []

    def compute(arguments: Arguments, report: Report) -> int:
        report(1, 4)
        stop_job(job_id=job.pk, now=NOW)

        def report_again() -> bool:
            reports.append(len(reports))
            report(2, 4 + len(reports))
            return False

        wait_until(report_again)
        raise AssertionError("it was never told")

    job = ask_note()
    with notes(compute=compute):
        run(job_id=job.pk, attempt=1)
    job.refresh_from_db()
    assert reports
    assert (job.state, job.message) == (Job.State.FAILED, "job_stopped")
    assert stored() == []


def test_an_attempt_that_reports_nothing_more_stores_nothing() -> None:
    def compute(arguments: Arguments, report: Report) -> int:
        stop_job(job_id=job.pk, now=NOW)
        return 7

    job = ask_note()
    with notes(compute=compute):
        run(job_id=job.pk, attempt=1)
    job.refresh_from_db()
    assert (job.state, job.message) == (Job.State.FAILED, "job_stopped")
    assert stored() == []


def test_the_reaper_leaves_a_stopped_job_alone() -> None:
    stop(ask_note())
    assert reap(now=timezone.now()) == 0


def test_a_stopped_job_can_be_asked_for_again() -> None:
    first = ask_note()
    stop(first)
    second = ask_note()
    assert second.pk != first.pk
    run(job_id=second.pk, attempt=1)
    assert stored() == [("a", 7)]
