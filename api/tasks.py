"""The periodic task that deletes old answers."""

from celery import shared_task
from django.utils import timezone

from api import idempotency


@shared_task(name="api.forget")
def forget() -> None:
    """Called by beat once an hour."""
    idempotency.forget_answers(now=timezone.now())
