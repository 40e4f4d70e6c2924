"""All listeners of a process, and the one look at the notices that serves them all."""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import NamedTuple

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone

from live.listener import Listener, event_of
from live.redis import wakes
from live.selectors import (
    LOOK_BACK,
    DeliveredNotice,
    Since,
    find_missed_notices,
    find_reached_versions,
    newest_id,
    notices_since,
)
from live.tickets import Revocation

log = structlog.get_logger(__name__)

PAUSE = 1.0
GATHER = 0.05
"""Seconds in which a burst of changes is gathered into one look."""
MOST_LISTENERS = 5000
SPREAD_PER_LISTENER, LONGEST_SPREAD = 16, 15_000
"""Milliseconds over which the readers of a notice spread their requests. While notices keep coming,
a reader waits for half of it on average: 125 requests a second, but never longer than the second
figure."""


class Full(RuntimeError):
    """The process has as many listeners as it can serve."""


class Hub:
    """Polls the notices once a second for all listeners of this process, and immediately when Redis
    signals a new one."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._by_topic: defaultdict[str, set[Listener]] = defaultdict(set)
        self._told: dict[int, datetime] = {}
        """The notices of the last looks, which the next ones see again."""
        self._serving: asyncio.Task[None] | None = None
        self._newest: int | None = None
        self._deaf = False

    def join(
        self, topics: Iterable[str], since: Since | None, revocation: Revocation | None = None
    ) -> Listener:
        """A new listener, what it has already, and what ends it. Raises Full."""
        if len(self._listeners) >= MOST_LISTENERS:
            raise Full
        followed = frozenset(topics)
        listener = Listener(followed, since, revocation=revocation, followed=followed)
        self._listeners.add(listener)
        for topic in _topics_of(listener):
            self._by_topic[topic].add(listener)
        if self._serving is None or self._serving.done():
            self._newest = None
            self._told = {}
            self._serving = asyncio.get_running_loop().create_task(self._serve())
        return listener

    def leave(self, listener: Listener) -> None:
        """Forgets a listener; the last one out ends the looking."""
        self._listeners.discard(listener)
        for topic in _topics_of(listener):
            self._by_topic[topic].discard(listener)
            if not self._by_topic[topic]:
                del self._by_topic[topic]
        if not self._listeners and self._serving is not None:
            self._serving.cancel()
            self._serving = None

    def __len__(self) -> int:
        """How many streams are open."""
        return len(self._listeners)

    def end_all(self) -> None:
        """Ends every open stream."""
        for listener in self._listeners:
            listener.end()

    async def _serve(self) -> None:
        woken, ended = asyncio.Event(), asyncio.Event()
        waking = asyncio.create_task(wakes(settings.REDIS_URL, woken, ended))
        # One thread, whose connection to the database stays open between the looks.
        reader = ThreadPoolExecutor(1, "notices")
        try:
            while True:
                await self._look(reader)
                with contextlib.suppress(TimeoutError):
                    # Not wait_for: it forgets a cancelling that comes with the waking.
                    async with asyncio.timeout(PAUSE):
                        await woken.wait()
                    await asyncio.sleep(GATHER)
                woken.clear()
        finally:
            ended.set()
            waking.cancel()
            reader.submit(_close_connection)
            reader.shutdown(wait=False)

    async def _look(self, reader: ThreadPoolExecutor) -> None:
        """One look for all. While the database is away nothing is lost: the next look that works
        begins where the last one did."""
        late = [listener for listener in self._listeners if listener.since is not None]
        now = timezone.now()
        loop = asyncio.get_running_loop()
        try:
            seen = await loop.run_in_executor(reader, _read, self._newest, late, now)
        except (DatabaseError, InterfaceError):
            if not self._deaf:
                log.warning("notices cannot be read", exc_info=True)
            self._deaf = True
            return
        self._deaf, self._newest = False, seen.newest
        self._tell(seen.rows, without=set(late))
        for listener, missed_by_it in zip(late, seen.missed, strict=True):
            ending = listener.revocation
            if ending and listener.is_revoked_by(ending.topic, seen.reached.get(ending.topic, 0)):
                listener.end()
            listener.catch_up(missed_by_it, _spread(len(late)))
        self._told = {
            row: moment for row, moment in self._told.items() if moment >= now - 2 * LOOK_BACK
        }

    def _tell(self, rows: Sequence[DeliveredNotice], *, without: Set[Listener]) -> None:
        """Offers notices that were not seen before to those who follow their topics. What those
        who have just come have missed was read after these rows, and has them in it."""
        for row in rows:
            if row.id in self._told:
                continue
            self._told[row.id] = row.created_at
            followers = self._by_topic.get(row.topic, set())
            event = event_of(row, _spread(len(followers)))
            for listener in tuple(followers):
                # A listener that connected during this poll gets nothing until its ticket has been
                # checked.
                if listener.since is None and listener not in without:
                    listener.offer(row, event)


def _topics_of(listener: Listener) -> Set[str]:
    """What it is found by: its topics, and that of the notice which ends it."""
    ending = listener.revocation
    return listener.followed | ({ending.topic} if ending else set())


def _spread(listeners: int) -> int:
    """Milliseconds over which this number of listeners spread their requests."""
    return min(listeners * SPREAD_PER_LISTENER, LONGEST_SPREAD)


class Seen(NamedTuple):
    """What one look has seen: the highest id, what is new, and what each late listener missed."""

    newest: int
    rows: list[DeliveredNotice]
    missed: list[list[DeliveredNotice] | None]
    reached: dict[str, int]
    """The versions of the topics by which tickets of late listeners may have been revoked."""


def _read(newest: int | None, late: Sequence[Listener], now: datetime) -> Seen:
    """Runs in the thread of the notices."""
    connection.close_if_unusable_or_obsolete()
    try:
        before = newest_id() if newest is None else newest
        rows = notices_since(before, now)
        # After the server was away all come back at once, and most of them have missed the same.
        found: dict[tuple[Since | None, frozenset[str]], list[DeliveredNotice] | None] = {}
        for who in late:
            key = who.since, who.topics
            if key not in found and who.since is not None:
                found[key] = find_missed_notices(who.since, who.topics, now)
        missed_by = [found.get((who.since, who.topics)) for who in late]
        ending = {who.revocation.topic for who in late if who.revocation is not None}
        reached = find_reached_versions(ending) if ending else {}
        return Seen(max([before, *(row.id for row in rows)]), rows, missed_by, reached)
    except (DatabaseError, InterfaceError):
        connection.close()
        raise


def _close_connection() -> None:
    """Runs in the thread of the notices, which has a connection of its own."""
    connection.close()


hub = Hub()
