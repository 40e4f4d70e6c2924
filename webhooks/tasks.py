"""The tasks that wake the sender, and that delete old deliveries."""

from celery import shared_task
from django.utils import timezone

from webhooks.outbox import SEND
from webhooks.sender import sender
from webhooks.services import delete_old_deliveries


@shared_task(name=SEND)
def send() -> None:
    """Called after a change, and by beat for retries. Returns at once: threads do the sending."""
    sender.wake()


@shared_task(name="webhooks.forget")
def forget() -> None:
    """Called by beat once an hour."""
    delete_old_deliveries(now=timezone.now())
