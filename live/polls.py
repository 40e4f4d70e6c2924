"""One poll of the notices: all that the hub reads from the database at once."""

from collections.abc import Sequence, Set
from datetime import datetime
from typing import NamedTuple

from django.db import DatabaseError, InterfaceError, connection

from live.holders import Holder, find_invalid
from live.listener import Listener
from live.selectors import (
    DeliveredNotice,
    Since,
    find_all_missed_notices,
    find_missed_notices,
    find_reached_versions,
    load_newest_id,
    load_notices_since,
)


class PolledNotices(NamedTuple):
    """What one poll has read."""

    newest_id: int
    rows: list[DeliveredNotice]
    """The new notices, and those of the last seconds again."""
    missed: list[list[DeliveredNotice] | None]
    """What each listener that has just joined has missed; None where that is not known."""
    reached: dict[str, int]
    """The versions of the topics by which tickets of these listeners may have been revoked."""
    invalid: set[Holder]
    """Those of the holders that were checked who have lost what let them in."""


def read_notices(
    newest: int | None, joined: Sequence[Listener], holders: Set[Holder], now: datetime
) -> PolledNotices:
    """The notices after the id ``newest`` (None: those from now on), and what the listeners that
    have ``joined`` must get first. Runs in the thread of the hub and changes no listener."""
    connection.close_if_unusable_or_obsolete()
    try:
        # The order of the reads matters: a notice that is committed between two of them is seen by
        # the later one, and the listener ignores what it gets twice.
        before = load_newest_id() if newest is None else newest
        rows = load_notices_since(before, now)

        # After the server was away all listeners come back at once, and most of them have missed
        # the same: one query for each combination.
        missed_by: dict[tuple[Since, frozenset[str], bool], list[DeliveredNotice] | None] = {}
        missed: list[list[DeliveredNotice] | None] = []
        for listener in joined:
            since, topics, wants_all = listener.since, listener.topics, listener.wants_all
            if since is None:  # it has caught up meanwhile
                missed.append(None)
                continue
            if (since, topics, wants_all) not in missed_by:
                find = find_all_missed_notices if wants_all else find_missed_notices
                missed_by[since, topics, wants_all] = find(since, topics, now)
            missed.append(missed_by[since, topics, wants_all])

        revoking_topics = {
            listener.revocation.topic for listener in joined if listener.revocation is not None
        }
        reached = find_reached_versions(revoking_topics)
        highest_id = max([before, *(row.id for row in rows)])
        return PolledNotices(highest_id, rows, missed, reached, find_invalid(holders))
    except (DatabaseError, InterfaceError):
        connection.close()
        raise
