"""Leaves notices, and forgets them after a day."""

from datetime import datetime, timedelta
from functools import cache
from itertools import chain

from django.conf import settings
from django.db import transaction

from database.statements import Statement
from live.models import Notice
from live.redis import wake

KEPT = timedelta(days=1)


def tell(*topics: str, version: int, now: datetime) -> None:
    """Says that these topics have reached ``version``, in the transaction of the change itself."""
    rows = chain.from_iterable((topic, version, now) for topic in topics)
    _insert_notices(len(topics)).execute(*rows)
    if settings.REDIS_URL:
        transaction.on_commit(wake, robust=True)


@cache
def _insert_notices(count: int) -> Statement:
    values = ", ".join(["(%s, %s, %s)"] * count)
    columns = "topic, version, created_at"
    return Statement(f"INSERT INTO live_notice ({columns}) VALUES {values}")  # noqa: S608  (no data in it)


def forget(*, now: datetime) -> int:
    """Removes the notices of more than a day ago; how many."""
    count, _ = Notice.objects.filter(created_at__lt=now - KEPT).delete()
    return count
