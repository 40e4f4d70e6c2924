"""The periodic task that deletes expired sessions."""

from celery import shared_task
from django.utils import timezone

from accounts import services


@shared_task(name="accounts.forget")
def forget() -> None:
    """Called by beat once an hour."""
    services.delete_expired_sessions(now=timezone.now())
