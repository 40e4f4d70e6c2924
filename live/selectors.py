"""Reads notices.

Ids are assigned before commits, so a notice may appear after one with a higher id. A reader that
continues therefore looks back ten seconds, and may read a notice twice.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from django.db.models import Max, Q

from live.models import Notice

LOOK_BACK = timedelta(seconds=10)

Since: TypeAlias = int | datetime
"""What a reader has: all until the notice of this id, or until this moment."""


class DeliveredNotice(NamedTuple):
    """A notice as it is delivered."""

    id: int
    topic: str
    version: int
    created_at: datetime


def newest_id() -> int:
    """The highest id there is; 0 without any."""
    return Notice.objects.aggregate(newest=Max("pk"))["newest"] or 0


def notices_since(newest: int, now: datetime) -> list[DeliveredNotice]:
    """What came after the highest id seen, and all of the last ten seconds, in the order of ids.
    What was left at a later moment was left before the clock was set back."""
    around = Q(created_at__range=(now - LOOK_BACK, now + LOOK_BACK))
    return _rows(Q(pk__gt=newest) | around)


def find_reached_versions(topics: Iterable[str]) -> dict[str, int]:
    """The highest version of each of these topics in any notice. One query."""
    rows = Notice.objects.filter(topic__in=set(topics)).values_list("topic")
    return dict(rows.annotate(reached=Max("version")))


def find_missed_notices(
    since: Since, topics: Iterable[str], now: datetime
) -> list[DeliveredNotice] | None:
    """The last notice of each topic that has any since then; None if that is not known: the notice
    is forgotten, or the moment is still to come, as the clock was set back."""
    if isinstance(since, datetime) and since > now + LOOK_BACK:
        return None
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


def _rows(which: Q) -> list[DeliveredNotice]:
    rows = Notice.objects.filter(which).order_by("pk")
    return [
        DeliveredNotice(*row) for row in rows.values_list("pk", "topic", "version", "created_at")
    ]
