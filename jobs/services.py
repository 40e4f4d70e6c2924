"""Asks for long work, runs it, and brings back what fell silent."""

import json
import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from jobs.heartbeat import Heartbeat
from jobs.models import Job
from jobs.refusals import is_refusal
from jobs.registry import Message, kind_named
from jobs.selectors import LIVE, live_job

log = logging.getLogger(__name__)

ATTEMPTS = 3
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
    from jobs.tasks import run as run_task  # the task calls back into this module

    def wake_worker() -> None:
        try:
            run_task.delay(str(job_id), attempt)
        except Exception as error:  # noqa: BLE001  (each broker has its own)
            log.warning("job %s waits: the broker does not answer: %s", job_id, error)
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
    try:
        kind = kind_named(job.kind)
        with Heartbeat(job_id, attempt, clock) as heartbeat:
            value = kind.compute(job.arguments, heartbeat.report)
        _store(job_id, attempt, partial(kind.store, job.arguments, value), clock)
    except Exception as error:  # noqa: BLE001  (whatever it is, the row must say so)
        _fail(job_id, attempt, error, clock())


def _store(
    job_id: UUID, attempt: int, store: Callable[[], Message | None], clock: Callable[[], datetime]
) -> None:
    with transaction.atomic():
        job = Job.objects.select_for_update().get(pk=job_id)
        if job.attempt != attempt or job.state != Job.State.RUNNING:
            return
        message, params = store() or ("", {})
        _end(job, Job.State.DONE, message, params, clock())


def _fail(job_id: UUID, attempt: int, error: Exception, now: datetime) -> None:
    if is_refusal(error):
        message, params = error.code, _plain(error.params)
    else:
        log.exception("job %s, attempt %s", job_id, attempt, exc_info=error)
        message, params = "job_fault", {}
    with transaction.atomic():
        job = Job.objects.select_for_update().get(pk=job_id)
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


def reap(*, now: datetime) -> int:
    """Asks again for every job that has been silent too long, three times at most; how many.

    A job that waits says nothing either, and its message may be lost. That it only waits for its
    turn cannot be: a queue gives in order, so whatever came before this reaping has been taken.
    """
    silent = now - timedelta(seconds=settings.JOB_SILENCE_SECONDS)
    ids = Job.objects.filter(state__in=LIVE, heartbeat_at__lt=silent).values_list("pk", flat=True)
    return sum(_revive(job_id, silent, now) for job_id in list(ids))


@transaction.atomic
def _revive(job_id: UUID, silent: datetime, now: datetime) -> bool:
    # A locked row is being stored, or revived by another: waiting for it would hold a worker up.
    job = (
        Job.objects.select_for_update(skip_locked=True)
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
