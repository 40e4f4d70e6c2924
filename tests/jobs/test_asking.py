"""Asking for long work: one live job a kind and subject, enqueued with the commit."""

import pytest
from django.db import IntegrityError, transaction

from config.celery import app
from jobs.models import Job
from jobs.selectors import find_latest_job, find_live_job, job
from jobs.services import run
from tests.jobs.notes import KIND, NOW, ask_note

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _empty_queue() -> None:
    app.control.purge()


def test_a_job_is_asked_for_by_somebody_and_waits_for_a_worker() -> None:
    asked = ask_note()
    asked.refresh_from_db()
    assert (asked.state, asked.attempt, asked.live) == (Job.State.QUEUED, 1, True)
    assert (asked.asked_by_kind, asked.asked_by_id) == ("user", "1")
    assert (asked.queued_at, asked.heartbeat_at) == (NOW, NOW)
    assert (asked.started_at, asked.ended_at) == (None, None)
    assert str(asked) == "note of a (QUEUED)"
    assert app.control.purge() == 1


def test_asked_for_twice_is_one_job_and_one_message() -> None:
    assert ask_note().pk == ask_note().pk
    assert Job.objects.count() == 1
    assert app.control.purge() == 1


def test_another_subject_is_another_job() -> None:
    assert ask_note("a").pk != ask_note("b").pk
    assert app.control.purge() == 2


def test_another_kind_is_another_job() -> None:
    assert ask_note().pk != ask_note(kind="other").pk


def test_once_it_has_ended_it_is_done_anew() -> None:
    first = ask_note()
    run(job_id=first.pk, attempt=1)
    assert ask_note().pk != first.pk


def test_what_is_rolled_back_wakes_no_worker() -> None:
    with transaction.atomic():
        ask_note()
        transaction.set_rollback(True)
    assert not Job.objects.exists()
    assert app.control.purge() == 0


def test_a_worker_is_woken_with_the_commit_and_not_before() -> None:
    with transaction.atomic():
        ask_note()
        assert app.control.purge() == 0
    assert app.control.purge() == 1


def test_asked_for_again_inside_a_transaction_the_transaction_goes_on() -> None:
    first = ask_note()
    with transaction.atomic():
        assert ask_note().pk == first.pk
        ask_note("b")
    assert Job.objects.count() == 2


def test_the_database_itself_refuses_a_second_live_job() -> None:
    fields = {"kind": KIND, "subject": "a", "arguments": {}, "queued_at": NOW, "heartbeat_at": NOW}
    Job.objects.create(**fields, state=Job.State.RUNNING)
    Job.objects.create(**fields, state=Job.State.DONE)
    Job.objects.create(**fields, state=Job.State.FAILED)
    with pytest.raises(IntegrityError):
        Job.objects.create(**fields, state=Job.State.QUEUED)


def test_jobs_are_found_by_id_and_by_what_they_are_for() -> None:
    first = ask_note()
    assert job(first.pk) == first
    assert find_live_job(kind=KIND, subject="a") == first
    run(job_id=first.pk, attempt=1)
    assert find_live_job(kind=KIND, subject="a") is None
    assert find_latest_job(kind=KIND, subject="a") == first
    assert find_latest_job(kind=KIND, subject="b") is None
