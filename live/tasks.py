"""The periodic task that deletes old notices."""

from celery import shared_task
from django.utils import timezone

from live import services


@shared_task(name="live.forget")
def forget() -> None:
    """Called by beat once an hour."""
    services.delete_old_notices(now=timezone.now())
