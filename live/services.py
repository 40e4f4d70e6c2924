"""Writes notices, and deletes them after a day."""

from datetime import datetime, timedelta
from functools import cache
from itertools import chain

from django.conf import settings
from django.db import transaction

from database.statements import Query, Statement, fetch_together
from live.models import Notice
from live.redis import signal_notices

KEPT = timedelta(days=1)


def write_notices(*topics: str, version: int, now: datetime) -> None:
    """Announce that these topics have reached ``version``. Called in the transaction of the change
    itself, so that a change that is rolled back leaves no notice."""
    fetch_together(build_notices_query(*topics, version=version, now=now))
    signal_after_commit()


def build_notices_query(*topics: str, version: int, now: datetime) -> Query:
    """The same as a query, which the caller runs together with others; then it calls
    ``signal_after_commit``."""
    rows = chain.from_iterable((topic, version, now) for topic in topics)
    return _insert_statement(len(topics)).with_parameters(*rows)


def signal_after_commit() -> None:
    """Wake the readers of notices when the transaction that has written them is committed."""
    if settings.REDIS_URL:
        # Robust: an unexpected error in here must not reach the caller, whose change is saved.
        transaction.on_commit(signal_notices, robust=True)


@cache
def _insert_statement(count: int) -> Statement:
    """One INSERT for this number of notices; there are few different numbers."""
    values = ", ".join(["(%s, %s, %s)"] * count)
    columns = "topic, version, created_at"
    return Statement(f"INSERT INTO live_notice ({columns}) VALUES {values}")  # noqa: S608  (no data in it)


def delete_old_notices(*, now: datetime) -> int:
    """Delete the notices that are older than a day. Returns their number."""
    count, _per_model = Notice.objects.filter(created_at__lt=now - KEPT).delete()
    return count
