"""Reads jobs."""

from jobs.models import Job


def latest_job(*, kind: str, subject: str) -> Job | None:
    """The job of this kind and subject that was asked for last."""
    return Job.objects.filter(kind=kind, subject=subject).order_by("-queued_at").first()
