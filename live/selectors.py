"""Reads notices.

Ids are given before commits: a notice may appear after one with a higher id. So whoever reads on
from where he was looks ten seconds back as well, and may be told a thing twice.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from django.db.models import Max, Q

from live.models import Notice

LOOK_BACK = timedelta(seconds=10)

Since: TypeAlias = int | datetime
"""What a reader has: all until the notice of this id, or until this moment."""


class Row(NamedTuple):
    """A notice as it is told."""

    id: int
    topic: str
    version: int
    created_at: datetime


def newest_id() -> int:
    """The highest id there is; 0 without any."""
    return Notice.objects.aggregate(newest=Max("pk"))["newest"] or 0


def notices_since(newest: int, now: datetime) -> list[Row]:
    """What came after the highest id seen, and all of the last ten seconds, in the order of ids."""
    return _rows(Q(pk__gt=newest) | Q(created_at__gte=now - LOOK_BACK))


def missed(since: Since, topics: Iterable[str]) -> list[Row] | None:
    """The last notice of each topic that has any since then; None if that is no longer known."""
    came_after = _after_id(since) if isinstance(since, int) else _after_moment(since)
    if came_after is None:
        return None
    last = Notice.objects.filter(came_after, topic__in=list(topics)).values("topic")
    return _rows(Q(pk__in=last.annotate(last=Max("pk")).values("last")))


def _after_id(seen: int) -> Q | None:
    moment = Notice.objects.filter(pk=seen).values_list("created_at", flat=True).first()
    if moment is None:
        return None
    return (Q(pk__gt=seen) | _after_moment(moment)) & ~Q(pk=seen)


def _after_moment(moment: datetime) -> Q:
    return Q(created_at__gte=moment - LOOK_BACK)


def _rows(which: Q) -> list[Row]:
    rows = Notice.objects.filter(which).order_by("pk")
    return [Row(*row) for row in rows.values_list("pk", "topic", "version", "created_at")]
