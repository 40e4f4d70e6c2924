"""Reads jobs."""

from uuid import UUID

from jobs.models import Job

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
