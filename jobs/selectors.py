"""Reads jobs."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count

from jobs.models import Job, WorkerHeartbeat

WORKER_SILENCE = timedelta(seconds=60)
"""After this time a silent worker counts as down, and a job that nobody takes as a sign of that."""
LIVE = (Job.State.QUEUED, Job.State.RUNNING)


def job(job_id: UUID) -> Job | None:
    """The job of this id."""
    return Job.objects.filter(pk=job_id).first()


def find_live_job(*, kind: str, subject: str) -> Job | None:
    """The job of this kind and subject that waits or runs. A constraint allows only one."""
    return Job.objects.filter(kind=kind, subject=subject, state__in=LIVE).first()


def find_latest_job(*, kind: str, subject: str) -> Job | None:
    """The job of this kind and subject that was asked for last."""
    return Job.objects.filter(kind=kind, subject=subject).order_by("-queued_at").first()


def count_live_jobs() -> dict[str, int]:
    """The numbers of waiting and of running jobs, with their zeros. One query."""
    state_counts = Job.objects.filter(state__in=LIVE).values_list("state").annotate(Count("pk"))
    return {str(state): 0 for state in LIVE} | dict(state_counts)


def is_worker_alive(*, now: datetime) -> bool:
    """Whether a worker has taken a message lately, or runs a long job that sends heartbeats."""
    return _is_recent(_worker_seen_at(), now) or _has_running_job(now)


def is_worker_missed(*, now: datetime) -> bool:
    """Whether jobs wait in vain: a worker was there and has gone, or none ever came although a job
    has been waiting. One query while a worker is alive."""
    seen_at = _worker_seen_at()
    if _is_recent(seen_at, now) or _has_running_job(now):
        return False
    # A new installation, where no worker was ever seen and no job waits, misses none.
    overdue_jobs = Job.objects.filter(state=Job.State.QUEUED, queued_at__lt=now - WORKER_SILENCE)
    return seen_at is not None or overdue_jobs.exists()


def _worker_seen_at() -> datetime | None:
    return WorkerHeartbeat.objects.values_list("seen_at", flat=True).first()


def _is_recent(seen_at: datetime | None, now: datetime) -> bool:
    return seen_at is not None and seen_at > now - WORKER_SILENCE


def _has_running_job(now: datetime) -> bool:
    since = now - WORKER_SILENCE
    return Job.objects.filter(state=Job.State.RUNNING, heartbeat_at__gt=since).exists()
