"""Reads notices.

Ids are assigned before commits, so a notice may become visible after one with a higher id. A reader
therefore looks back ten seconds and may read a notice twice. It misses only a notice that becomes
visible later than that after it was written.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypeAlias

from django.db.models import Max, Q

from live.models import Notice
from live.news import NEWS

LOOK_BACK = timedelta(seconds=10)

Since: TypeAlias = int | datetime
"""What a reader has: all notices until this id, or until this moment."""


class DeliveredNotice(NamedTuple):
    """A notice as it is delivered."""

    id: int
    topic: str
    version: int
    created_at: datetime
    subject: str = ""
    """Of a notice about a hall: the topic of the match or the stage that it was written with, where
    that is certain."""


def load_newest_id() -> int:
    """The highest id in the table; 0 if it is empty."""
    return Notice.objects.aggregate(newest=Max("pk"))["newest"] or 0


def load_notices_since(newest: int, now: datetime) -> list[DeliveredNotice]:
    """The notices after the highest id seen, and all of the last ten seconds, in the order of
    ids."""
    # Also ten seconds ahead: after the clock was set back, recent notices lie in the future.
    recent = Q(created_at__range=(now - LOOK_BACK, now + LOOK_BACK))
    return _fetch_notices(Q(pk__gt=newest) | recent)


def find_reached_versions(topics: Iterable[str]) -> dict[str, int]:
    """The highest version of each of these topics, if it has any notice. One query; none without
    topics."""
    rows = Notice.objects.filter(topic__in=set(topics)).values_list("topic")
    return dict(rows.annotate(reached=Max("version")))


def find_missed_notices(
    since: Since, topics: Iterable[str], now: datetime
) -> list[DeliveredNotice] | None:
    """The last notice of each topic that has any since then; None if that cannot be known: the
    notice has been deleted, or the moment is in the future because the clock was set back."""
    is_missed = _filter_missed(since, now)
    if is_missed is None:
        return None

    # A page asks again for the whole topic, so the last notice stands for all before it.
    by_topic = Notice.objects.filter(is_missed, topic__in=list(topics)).values("topic")
    return _fetch_notices(Q(pk__in=by_topic.annotate(last=Max("pk")).values("last")))


def _filter_missed(since: Since, now: datetime) -> Q | None:
    """The condition of what was missed since then; None if that cannot be known."""
    if isinstance(since, datetime):
        if since > now + LOOK_BACK:
            return None
        return Q(created_at__gte=since - LOOK_BACK)
    last_seen = Notice.objects.filter(pk=since).values_list("created_at", flat=True)
    seen_at = last_seen.first()
    if seen_at is None:
        return None
    # A lower id may have been committed later, so the time counts beside the id.
    written_around_then = Q(created_at__gte=seen_at - LOOK_BACK)
    return (Q(pk__gt=since) | written_around_then) & ~Q(pk=since)


MOST_MISSED = 2000
"""Notices that are read for a program that comes back: several minutes of a large hall."""
SUBJECTS = ("match:", "stage:")
WITH_SUBJECT = "hall:"


def find_all_missed_notices(
    since: Since, topics: Iterable[str], now: datetime
) -> list[DeliveredNotice] | None:
    """As ``find_missed_notices``, but all of them, in their order: a program learns what has
    changed, not only that something has. None also where they are more than MOST_MISSED."""
    missed = _filter_missed(since, now)
    if missed is None:
        return None
    wanted = Q(topic__in=list(topics))
    for subject in SUBJECTS:
        # Read as well, because they tell what a notice about the hall was written for.
        wanted |= Q(topic__startswith=subject)
    for topic in topics:
        if topic.startswith(NEWS):
            wanted |= Q(topic__startswith=f"{topic}:")
    rows = _fetch_notices(missed & wanted, MOST_MISSED + 1)
    if len(rows) > MOST_MISSED:
        return None
    return add_subjects(rows)


def add_subjects(rows: Sequence[DeliveredNotice]) -> list[DeliveredNotice]:
    """The notices, in the order of their ids, with their subjects. Those of one statement have the
    same version and the same moment, and the subject comes first. A result writes of its match and
    of its stage; where there are two of a kind, two changes have met and nothing is certain."""
    subjects: dict[tuple[datetime, int], list[DeliveredNotice]] = {}
    for row in rows:
        if row.topic.startswith(SUBJECTS):
            subjects.setdefault((row.created_at, row.version), []).append(row)
    found = []
    for row in rows:
        subject = ""
        if row.topic.startswith(WITH_SUBJECT):
            candidates = subjects.get((row.created_at, row.version), [])
            topics = {candidate.topic for candidate in candidates}
            kinds = Counter(topic.partition(":")[0] for topic in topics)
            before = [candidate for candidate in candidates if candidate.id < row.id]
            if before and max(kinds.values()) == 1:
                subject = before[-1].topic
        found.append(row._replace(subject=subject))
    return found


def _fetch_notices(condition: Q, most: int | None = None) -> list[DeliveredNotice]:
    rows = Notice.objects.filter(condition).order_by("pk")
    columns = rows.values_list("pk", "topic", "version", "created_at")[:most]
    return [DeliveredNotice(*row) for row in columns]
