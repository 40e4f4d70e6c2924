"""Reads jobs."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count

from jobs.models import Job, WorkerHeartbeat

WORKER_SILENCE = timedelta(seconds=60)
"""After which a worker counts as down, and a job that nobody takes as evidence for that."""
LIVE = (Job.State.QUEUED, Job.State.RUNNING)


def job(job_id: UUID) -> Job | None:
    """The job of this id."""
    return Job.objects.filter(pk=job_id).first()


def live_job(*, kind: str, subject: str) -> Job | None:
    """The job of this kind and subject that waits or runs; there is one at most."""
    return Job.objects.filter(kind=kind, subject=subject, state__in=LIVE).first()


def latest_job(*, kind: str, subject: str) -> Job | None:
    """The job of this kind and subject that was asked for last."""
    return Job.objects.filter(kind=kind, subject=subject).order_by("-queued_at").first()


def live_jobs_by_state() -> dict[str, int]:
    """How many jobs wait, and how many run. One query."""
    counted = Job.objects.filter(state__in=LIVE).values_list("state").annotate(Count("pk"))
    return {str(state): 0 for state in LIVE} | dict(counted)


def is_worker_alive(*, now: datetime) -> bool:
    """Whether a worker has taken a message lately, or is at a long job that shows that it lives."""
    return _is_fresh(_worker_seen_at(), now) or _is_at_a_job(now)


def is_worker_missed(*, now: datetime) -> bool:
    """Whether jobs wait in vain: a worker was there and has gone, or never came although a job has
    been waiting. A new installation that has asked for nothing misses none. One query while the
    worker lives."""
    seen_at = _worker_seen_at()
    if _is_fresh(seen_at, now) or _is_at_a_job(now):
        return False
    waiting = Job.objects.filter(state=Job.State.QUEUED, queued_at__lt=now - WORKER_SILENCE)
    return seen_at is not None or waiting.exists()


def _worker_seen_at() -> datetime | None:
    return WorkerHeartbeat.objects.values_list("seen_at", flat=True).first()


def _is_fresh(seen_at: datetime | None, now: datetime) -> bool:
    return seen_at is not None and seen_at > now - WORKER_SILENCE


def _is_at_a_job(now: datetime) -> bool:
    since = now - WORKER_SILENCE
    return Job.objects.filter(state=Job.State.RUNNING, heartbeat_at__gt=since).exists()
