"""The one task that runs a job, and the reaper."""

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from jobs import services


@shared_task(name=services.RUN)
def run(job_id: str, attempt: int) -> None:
    """Run one attempt of a job."""
    services.run(job_id=UUID(job_id), attempt=attempt)


@shared_task(name="jobs.reap")
def reap() -> None:
    """Requeue stalled jobs; called by beat. A run proves that beat, broker and worker work."""
    now = timezone.now()
    services.note_worker(now=now)
    services.reap(now=now)
