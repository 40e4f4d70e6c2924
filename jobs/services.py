"""Requests background jobs, runs them, and requeues stalled ones."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import structlog
from celery import current_app
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from structlog.contextvars import bound_contextvars

from database.transactions import atomic_with_retry
from jobs.heartbeat import AttemptEnded, Heartbeat
from jobs.models import Job, WorkerHeartbeat
from jobs.registry import Kind, Message, find_kind
from jobs.selectors import LIVE, find_live_job
from kernel.refusals import Refusal, Refused
from observability.requests import get_request_id

log = structlog.get_logger(__name__)

RUN = "jobs.run"
"""The name of the task that runs a job; the task imports this module."""
ATTEMPTS = 3
"""How often a job is started before the reaper gives it up."""
WORKER_IS_NOTED_EVERY = timedelta(seconds=15)
REQUEST_TRIES = 3
STARTS_LATER: Message = ("job_starts_later", {})


class JobsContended(RuntimeError):
    """Three times the live job of a subject ended just as it was looked for."""


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """How a job ended: the code and the parameters of its message, and the refusal that it failed
    by, as the row stores them."""

    message: str
    params: Mapping[str, Any] = field(default_factory=dict)
    refusal: Mapping[str, Any] | None = None

    @classmethod
    def from_refusal(cls, error: Refusal | Refused) -> "JobOutcome":
        """A job that was refused."""
        params = error.params if isinstance(error, Refusal) else {}
        violations = [violation.as_json() for violation in error.violations]
        document = {"params": dict(params), "status": error.status, "violations": violations}
        # As JSON has them: a refusal may carry a date, an id, a tuple.
        plain = json.loads(json.dumps(document, default=str))
        return cls(error.code, plain.pop("params"), plain)


def request_job(
    *,
    kind: str,
    subject: str,
    arguments: Mapping[str, Any],
    actor_kind: str,
    actor_id: str,
    now: datetime,
) -> Job:
    """Create a job for a worker, or return the live one of the same kind and subject. Of two
    requests at the same time the unique constraint lets one through; both get its job."""
    for _ in range(REQUEST_TRIES):
        try:
            # A savepoint, if the caller has a transaction: after a violated constraint PostgreSQL
            # takes no further statement of it.
            with transaction.atomic():
                job = Job.objects.create(
                    kind=kind,
                    subject=subject,
                    arguments=dict(arguments),
                    asked_by_kind=actor_kind,
                    asked_by_id=actor_id,
                    request_id=get_request_id(),
                    queued_at=now,
                    heartbeat_at=now,
                )
        except IntegrityError:
            # Another job is live, unless it has ended since the INSERT: then try again.
            existing_job = find_live_job(kind=kind, subject=subject)
            if existing_job is not None:
                return existing_job
        else:
            enqueue_on_commit(job.pk, job.attempt)
            return job
    raise JobsContended


def enqueue_on_commit(job_id: UUID, attempt: int) -> None:
    """Wake a worker after the commit, when it can see the row. If the broker is unreachable nothing
    is lost: the reaper requeues the job."""

    def wake_worker() -> None:
        try:
            current_app.send_task(RUN, (str(job_id), attempt))
        except Exception as error:  # noqa: BLE001  (each broker has its own)
            log.warning("job waits: broker does not answer", job=str(job_id), error=str(error))
            # Only while it waits: a worker may have taken the message although sending raised.
            waiting = Job.objects.filter(pk=job_id, attempt=attempt, state=Job.State.QUEUED)
            message, params = STARTS_LATER
            waiting.update(message=message, params=params)

    transaction.on_commit(wake_worker, robust=True)


def run(*, job_id: UUID, attempt: int, clock: Callable[[], datetime] = timezone.now) -> None:
    """Run one attempt of a job: take it, compute, store. An attempt that was replaced, or that
    another worker has taken, changes nothing."""
    attempt_row = Job.objects.filter(pk=job_id, attempt=attempt)
    now = clock()
    # The conditional UPDATE is the lock: of several workers with the same message one changes the
    # row, and the others find it running.
    taken = attempt_row.filter(state=Job.State.QUEUED).update(
        state=Job.State.RUNNING, heartbeat_at=now, started_at=now, message=""
    )
    if not taken:
        return
    job = attempt_row.get()
    with bound_contextvars(request_id=job.request_id, job=str(job_id), attempt=attempt):
        try:
            kind = find_kind(job.kind)
            heartbeat = Heartbeat(job.pk, job.attempt, clock)
            with heartbeat.beating():
                value = kind.compute(job.arguments, heartbeat.report)
            _store_value(kind, job, value, clock)
        except AttemptEnded:
            # What ended it has written the row already.
            log.info("job given up")
        except Exception as error:
            # Stored in a transaction of its own, because that of the store has been rolled back. If
            # its commit came through and only the answer was lost, the job is done and stays so.
            if isinstance(error, Refusal | Refused):
                outcome = JobOutcome.from_refusal(error)
                # Logged, because rules also refuse what is wrong with our own data.
                log.warning("job refused", code=outcome.message, refusal=outcome.refusal)
                _fail_attempt(job, outcome, clock())
            else:
                log.exception("job failed", exc_info=error)
                _fail_attempt(job, JobOutcome("job_fault"), clock())


@atomic_with_retry
def _store_value(kind: Kind, job: Job, value: Any, clock: Callable[[], datetime]) -> None:
    """Store what was computed and end the job, in one transaction: a kill in between leaves
    neither. While it computed, the reaper may have replaced this attempt: so the row is locked and
    looked at again, and the value of a replaced attempt is dropped."""
    locked_job = _lock_running_attempt(job)
    if locked_job is not None:
        message, params = kind.store(job.arguments, value) or ("", {})
        _end_job(locked_job, Job.State.DONE, JobOutcome(message, params), clock())


def _lock_running_attempt(job: Job) -> Job | None:
    """The locked row of this attempt; None if the attempt no longer runs."""
    locked_job = Job.objects.select_for_update(no_key=True).get(pk=job.pk)
    is_running = locked_job.state == Job.State.RUNNING
    return locked_job if is_running and locked_job.attempt == job.attempt else None


@atomic_with_retry
def _fail_attempt(job: Job, outcome: JobOutcome, now: datetime) -> None:
    locked_job = _lock_running_attempt(job)
    if locked_job is not None:
        _end_job(locked_job, Job.State.FAILED, outcome, now)


@atomic_with_retry
def stop_job(*, job_id: UUID, now: datetime) -> bool:
    """Stop a job that waits or runs; nothing of it is stored. Returns whether it was live. A worker
    that computes it learns of it at its next report, and its value is dropped in any case."""
    job = Job.objects.select_for_update(no_key=True).filter(pk=job_id, state__in=LIVE).first()
    if job is None:
        return False
    _end_job(job, Job.State.FAILED, JobOutcome("job_stopped"), now)
    return True


def _end_job(job: Job, state: str, outcome: JobOutcome, now: datetime) -> None:
    job.state, job.ended_at = state, now
    job.message, job.params, job.refusal = outcome.message, outcome.params, outcome.refusal
    if state == Job.State.DONE:
        job.done = job.total
    job.save(update_fields=["state", "message", "params", "refusal", "ended_at", "done"])


def note_worker(*, now: datetime) -> None:
    """Store that a worker takes messages, a few times a minute."""
    # A time in the future is not recent: it was stored before the clock was set back.
    recent_note = WorkerHeartbeat.objects.filter(
        seen_at__gt=now - WORKER_IS_NOTED_EVERY, seen_at__lte=now
    )
    if not recent_note.exists():
        WorkerHeartbeat.objects.update_or_create(pk=1, defaults={"seen_at": now})


def reap(*, now: datetime) -> int:
    """Requeue every stalled job, until it has had three attempts. Returns the number of jobs
    changed.

    A queued job sends no heartbeats: if nobody has taken it in time, its message is lost. It cannot
    merely wait behind others: this reaping came as a message too, sent seconds ago, and a queue is
    read in order, so all messages before it have been taken.
    """
    silence = timedelta(seconds=settings.JOB_SILENCE_SECONDS)
    # The clock was set back: what would be in the future counts as now, for each time by itself. A
    # job may have been queued before the new time, and heard of after it.
    future = now + silence
    live = Job.objects.filter(state__in=LIVE)
    live.filter(queued_at__gt=future).update(queued_at=now)
    live.filter(heartbeat_at__gt=future).update(heartbeat_at=now)

    silent_since = now - silence
    stalled = Job.objects.filter(state__in=LIVE, heartbeat_at__lt=silent_since)
    changed = 0
    for job_id in list(stalled.values_list("pk", flat=True)):
        changed += _requeue_or_fail(job_id, silent_since, now)
    return changed


@atomic_with_retry
def _requeue_or_fail(job_id: UUID, silent_since: datetime, now: datetime) -> bool:
    # The conditions again, now under the lock. A locked row is skipped: its result is being stored,
    # or another reaper requeues it, and waiting for it would hold up this worker.
    job = (
        Job.objects.select_for_update(no_key=True, skip_locked=True)
        .filter(pk=job_id, state__in=LIVE, heartbeat_at__lt=silent_since)
        .first()
    )
    if job is None:
        return False
    if job.attempt >= ATTEMPTS:
        outcome = JobOutcome("job_silent", {"attempts": job.attempt})
        _end_job(job, Job.State.FAILED, outcome, now)
        return True
    # From here on the former attempt matches no row: if its worker is alive after all, it stores
    # nothing.
    job.attempt += 1
    job.state, job.heartbeat_at, job.started_at, job.done = Job.State.QUEUED, now, None, 0
    job.message = ""
    job.save(update_fields=["attempt", "state", "heartbeat_at", "started_at", "done", "message"])
    enqueue_on_commit(job.pk, job.attempt)
    return True
