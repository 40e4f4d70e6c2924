"""Requests background jobs, runs them, and requeues stalled ones."""

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import structlog
from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from database.transactions import atomic_with_retry
from jobs.heartbeat import Heartbeat
from jobs.models import Job, WorkerHeartbeat
from jobs.refusals import is_refusal
from jobs.registry import Message, kind_named
from jobs.selectors import LIVE, live_job
from observability.requests import current_request_id

log = structlog.get_logger(__name__)

RUN = "jobs.run"
"""The name of the task that runs a job; the task imports this module."""
ATTEMPTS = 3
WORKER_IS_NOTED_EVERY = timedelta(seconds=15)
TRIES = 3
STARTS_LATER: Message = ("job_starts_later", {})


class JobsContended(RuntimeError):
    """Three times the live job of a subject ended just as it was looked for."""


def ask(
    *,
    kind: str,
    subject: str,
    arguments: Mapping[str, Any],
    actor_kind: str,
    actor_id: str,
    now: datetime,
) -> Job:
    """A job for a worker; the live one of the same kind and subject if there is one. Asked for
    twice at once, the database decides and both get the same job."""
    for _ in range(TRIES):
        try:
            with transaction.atomic():
                job = Job.objects.create(
                    kind=kind,
                    subject=subject,
                    arguments=dict(arguments),
                    asked_by_kind=actor_kind,
                    asked_by_id=actor_id,
                    request_id=current_request_id(),
                    queued_at=now,
                    heartbeat_at=now,
                )
        except IntegrityError:
            # Another is live, unless it has ended between these two lines: then ask again.
            job_there = live_job(kind=kind, subject=subject)
            if job_there is not None:
                return job_there
        else:
            enqueue_on_commit(job.pk, job.attempt)
            return job
    raise JobsContended


def enqueue_on_commit(job_id: UUID, attempt: int) -> None:
    """Wakes a worker once the row can be seen. A broker that is away loses nothing: the reaper
    asks again."""

    def wake_worker() -> None:
        try:
            current_app.send_task(RUN, (str(job_id), attempt))
        except Exception as error:  # noqa: BLE001  (each broker has its own)
            log.warning("job waits: broker does not answer", job=str(job_id), error=str(error))
            waiting = Job.objects.filter(pk=job_id, attempt=attempt, state=Job.State.QUEUED)
            message, params = STARTS_LATER
            waiting.update(message=message, params=params)

    transaction.on_commit(wake_worker, robust=True)


def run(*, job_id: UUID, attempt: int, clock: Callable[[], datetime] = timezone.now) -> None:
    """Runs one attempt of a job: takes it, computes, stores. An attempt that is no longer the
    job's own, or is taken already, changes nothing."""
    mine = Job.objects.filter(pk=job_id, attempt=attempt)
    now = clock()
    taken = mine.filter(state=Job.State.QUEUED).update(
        state=Job.State.RUNNING, heartbeat_at=now, started_at=now, message=""
    )
    if not taken:
        return
    job = mine.get()
    with bound_contextvars(request_id=job.request_id, job=str(job_id), attempt=attempt):
        _run_taken(job, clock)


def _run_taken(job: Job, clock: Callable[[], datetime]) -> None:
    job_id, attempt = job.pk, job.attempt
    try:
        kind = kind_named(job.kind)
        with Heartbeat(job_id, attempt, clock) as heartbeat:
            value = kind.compute(job.arguments, heartbeat.report)
        _store(job_id, attempt, partial(kind.store, job.arguments, value), clock)
    except Exception as error:  # noqa: BLE001  (every failure is stored)
        _fail(job_id, attempt, error, clock())


def _store(
    job_id: UUID, attempt: int, store: Callable[[], Message | None], clock: Callable[[], datetime]
) -> None:
    with transaction.atomic():
        job = Job.objects.select_for_update(no_key=True).get(pk=job_id)
        if job.attempt != attempt or job.state != Job.State.RUNNING:
            return
        message, params = store() or ("", {})
        _end(job, Job.State.DONE, message, params, clock())


def _fail(job_id: UUID, attempt: int, error: Exception, now: datetime) -> None:
    if is_refusal(error):
        message, params = error.code, _plain(error.params)
    else:
        log.exception("job failed", exc_info=error)
        message, params = "job_fault", {}
    with transaction.atomic():
        job = Job.objects.select_for_update(no_key=True).get(pk=job_id)
        if job.attempt == attempt and job.state == Job.State.RUNNING:
            _end(job, Job.State.FAILED, message, params, now)


def _plain(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as JSON has them: what a refusal carries may be a date, an id, a tuple."""
    plain: dict[str, Any] = json.loads(json.dumps(dict(params), default=str))
    return plain


def _end(job: Job, state: str, message: str, params: dict[str, Any], now: datetime) -> None:
    job.state, job.message, job.params, job.ended_at = state, message, params, now
    if state == Job.State.DONE:
        job.done = job.total
    job.save(update_fields=["state", "message", "params", "ended_at", "done"])


def note_worker(*, now: datetime) -> None:
    """Stores that a worker takes messages, a few times a minute."""
    recent = WorkerHeartbeat.objects.filter(
        seen_at__gt=now - WORKER_IS_NOTED_EVERY, seen_at__lte=now
    )
    if not recent.exists():
        WorkerHeartbeat.objects.update_or_create(pk=1, defaults={"seen_at": now})


def reap(*, now: datetime) -> int:
    """Asks again for every job that has been silent too long, three times at most; how many.

    A job that waits says nothing either, and its message may be lost. That it only waits for its
    turn cannot be: a queue gives in order, so whatever came before this reaping has been taken.
    """
    silence = timedelta(seconds=settings.JOB_SILENCE_SECONDS)
    silent = now - silence
    # The clock was set back: a job whose times are all in the future counts as queued now.
    future = now + silence
    ahead = Job.objects.filter(state__in=LIVE, queued_at__gt=future, heartbeat_at__gt=future)
    ahead.update(queued_at=now, heartbeat_at=now)
    ids = Job.objects.filter(state__in=LIVE, heartbeat_at__lt=silent).values_list("pk", flat=True)
    return sum(_revive(job_id, silent, now) for job_id in list(ids))


@atomic_with_retry
def _revive(job_id: UUID, silent: datetime, now: datetime) -> bool:
    # A locked row is being stored, or revived by another: waiting for it would hold a worker up.
    job = (
        Job.objects.select_for_update(no_key=True, skip_locked=True)
        .filter(pk=job_id, state__in=LIVE, heartbeat_at__lt=silent)
        .first()
    )
    if job is None:
        return False
    if job.attempt >= ATTEMPTS:
        _end(job, Job.State.FAILED, "job_silent", {"attempts": job.attempt}, now)
        return True
    job.attempt += 1
    job.state, job.heartbeat_at, job.started_at, job.done = Job.State.QUEUED, now, None, 0
    job.message = ""
    job.save(update_fields=["attempt", "state", "heartbeat_at", "started_at", "done", "message"])
    enqueue_on_commit(job.pk, job.attempt)
    return True
