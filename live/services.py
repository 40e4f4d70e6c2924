"""Leaves notices, and forgets them after a day."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from live.models import Notice
from live.redis import wake

KEPT = timedelta(days=1)


def tell(*topics: str, version: int, now: datetime) -> None:
    """Says that these topics have reached ``version``, in the transaction of the change itself."""
    Notice.objects.bulk_create(
        Notice(topic=topic, version=version, created_at=now) for topic in topics
    )
    if settings.REDIS_URL:
        transaction.on_commit(wake, robust=True)


def forget(*, now: datetime) -> int:
    """Removes the notices of more than a day ago; how many."""
    count, _ = Notice.objects.filter(created_at__lt=now - KEPT).delete()
    return count
