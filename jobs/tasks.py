"""The one task that runs a job, and the reaper."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from jobs import services


@shared_task(name="jobs.run")
def run(job_id: str, attempt: int) -> None:
    """One attempt of a job."""
    services.run(job_id=UUID(job_id), attempt=attempt)


@shared_task(name="jobs.reap")
def reap() -> None:
    """Brings back what fell silent; called by beat."""
    services.reap(now=timezone.now())
