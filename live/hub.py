"""All listeners of a process, and the one poll of the notices that serves them all."""

import asyncio
import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import structlog
from django.conf import settings
from django.db import connections
from django.utils import timezone

from live.holders import Holder
from live.listener import Listener, format_event
from live.news import find_followed_topic
from live.polls import read_notices
from live.redis import relay_wakeups
from live.selectors import LOOK_BACK, DeliveredNotice, Since, add_subjects
from live.tickets import Revocation

log = structlog.get_logger(__name__)

PAUSE = 1.0
"""Seconds between two polls that no signal of Redis has started."""
RECHECK = 10.0
"""Seconds after which it is asked again whether the holders of tickets may follow what they do. A
new stream is checked before it gets anything."""
GATHER = 0.05
"""Seconds in which a burst of changes is gathered into one poll."""
MOST_LISTENERS = 5000
MOST_SPECTATORS = 4000
"""Everybody can be a spectator, and open as many streams as he likes: the other places are kept for
phones at tables, people who are signed in, and programs."""
MOST_STREAMS_OF_HOLDER = 16
"""Streams for play of one phone, or of one person at one event. The next one ends the oldest,
rather than being refused: a phone on a bad network comes back before the server has noticed that
its earlier streams are dead. A page whose stream was ended so opens another one by itself."""
SPREAD_PER_LISTENER, LONGEST_SPREAD = 16, 15_000
"""Milliseconds over which the readers of a notice spread their requests. While notices keep coming,
a reader waits for half of it on average: 125 requests a second, but never longer than the second
figure."""


class Full(RuntimeError):
    """The process has as many listeners as it can serve."""


class AddressFull(Full):
    """This client's address has as many streams of spectators as one address may have."""


class Hub:
    """Polls the notices once a second for all listeners of this process, and immediately when Redis
    signals a new one.

    Everything here runs in the event loop; ``read_notices`` runs in a thread of its own and changes
    no listener. So no lock is needed; but listeners come and go while a poll waits for that thread.
    """

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._spectators: set[Listener] = set()
        """Those of the listeners that are not for play."""
        self._streams_by_network: Counter[str] = Counter()
        """How many of the spectators each client has; under "" those that are not counted."""
        self._streams_by_holder: defaultdict[Holder, list[Listener]] = defaultdict(list)
        """The listeners for play that each holder has, the oldest first. A program has no holder:
        its streams are counted by token (``api.program_streams``)."""
        self._listeners_by_topic: defaultdict[str, set[Listener]] = defaultdict(set)
        self._delivered_at: dict[int, datetime] = {}
        """When the notices that were delivered lately were written. The next polls read them
        again, since every poll looks back (``live.selectors``)."""
        self._polling: asyncio.Task[None] | None = None
        """Runs while there are listeners."""
        self._newest_id: int | None = None
        """The highest id of the last poll; None before the first."""
        self._last_poll_failed = False
        self._checked_at = 0.0
        """When all holders were checked last, by the clock of the loop."""

    def join(
        self,
        topics: Iterable[str],
        since: Since | None,
        revocation: Revocation | None = None,
        *,
        holder: Holder | None = None,
        is_for_play: bool = False,
        network: str = "",
    ) -> Listener:
        """Add a listener. ``since``: what it has already; ``revocation`` and ``holder``: what ends
        it; ``network``: of the client, empty if it is not counted. Raises Full, AddressFull."""
        followed = frozenset(topics)
        listener = Listener(
            followed,
            since,
            revocation=revocation,
            followed=followed,
            holder=holder,
            is_for_play=is_for_play,
            network=network,
        )
        self.add(listener)
        return listener

    def add(self, listener: Listener) -> None:
        """Add a listener that was made elsewhere. Raises Full, AddressFull."""
        holder = listener.holder
        if listener.is_for_play and holder is not None:
            # Before it is asked whether the process is full: the new stream of a holder who has too
            # many takes the place of his oldest.
            streams = self._streams_by_holder.get(holder, [])
            if len(streams) >= MOST_STREAMS_OF_HOLDER:
                oldest = streams[0]
                oldest.end()
                # Now, and not only when the coroutine of its connection runs again: until then it
                # would still have a place.
                self.leave(oldest)
        if len(self._listeners) >= MOST_LISTENERS:
            raise Full
        if not listener.is_for_play:
            if len(self._spectators) >= MOST_SPECTATORS:
                raise Full
            # Phones at tables and people who are signed in are not counted by address: in a hall
            # they share that of its router.
            network, most = listener.network, settings.STREAMS_PER_ADDRESS
            if network and most and self._streams_by_network[network] >= most:
                raise AddressFull
            self._streams_by_network[network] += 1
            self._spectators.add(listener)
        elif holder is not None:
            self._streams_by_holder[holder].append(listener)
        self._listeners.add(listener)
        for topic in _list_topics(listener):
            self._listeners_by_topic[topic].add(listener)

        if self._polling is None or self._polling.done():
            self._newest_id = None
            self._delivered_at = {}
            self._polling = asyncio.get_running_loop().create_task(self._poll_until_cancelled())

    def leave(self, listener: Listener) -> None:
        """Remove a listener, if it has not been removed already; with the last one the polling
        stops."""
        self._listeners.discard(listener)
        if listener in self._spectators:
            self._spectators.remove(listener)
            self._streams_by_network[listener.network] -= 1
            if not self._streams_by_network[listener.network]:
                del self._streams_by_network[listener.network]
        holder = listener.holder
        if holder is not None and listener in self._streams_by_holder.get(holder, ()):
            self._streams_by_holder[holder].remove(listener)
            if not self._streams_by_holder[holder]:
                del self._streams_by_holder[holder]
        for topic in _list_topics(listener):
            self._listeners_by_topic[topic].discard(listener)
            if not self._listeners_by_topic[topic]:
                del self._listeners_by_topic[topic]
        if not self._listeners and self._polling is not None:
            self._polling.cancel()
            self._polling = None

    def __len__(self) -> int:
        """The number of open streams."""
        return len(self._listeners)

    def end_all(self) -> None:
        """End every open stream."""
        for listener in self._listeners:
            listener.end()

    async def _poll_until_cancelled(self) -> None:
        wakeup, stopped = asyncio.Event(), asyncio.Event()
        relay = asyncio.create_task(relay_wakeups(settings.REDIS_URL, wakeup, stopped))
        # One thread, whose connection to the database stays open between the polls.
        reader = ThreadPoolExecutor(1, "notices")
        try:
            while True:
                try:
                    await self._poll(reader)
                    self._last_poll_failed = False
                except Exception:
                    # A database that is away, no thread, no memory: whatever failed, open streams
                    # must hear what comes later, so the next poll tries again.
                    if not self._last_poll_failed:
                        log.warning("notices cannot be read", exc_info=True)
                    self._last_poll_failed = True
                with contextlib.suppress(TimeoutError):
                    # Not wait_for: in Python 3.11 it loses a cancellation that arrives together
                    # with the wakeup, and the task would never end.
                    async with asyncio.timeout(PAUSE):
                        await wakeup.wait()
                    await asyncio.sleep(GATHER)
                # Cleared before the poll, never after it: a signal that arrives during a poll may
                # be for a notice that this poll did not see, and must start another one.
                wakeup.clear()
        finally:
            stopped.set()
            relay.cancel()
            # The connection belongs to the thread, so it is closed there. Nothing waits for it:
            # a read may still be running.
            reader.submit(connections.close_all)
            reader.shutdown(wait=False)

    async def _poll(self, reader: ThreadPoolExecutor) -> None:
        """Read the notices once and deliver them. While the database is away nothing is lost: the
        next poll that works begins where the last one did."""
        # Listeners that join from here on keep their ``since``: the next poll serves them.
        joined = [listener for listener in self._listeners if listener.since is not None]
        now = timezone.now()
        loop = asyncio.get_running_loop()
        asked_at = loop.time()
        is_check_due = asked_at - self._checked_at >= RECHECK
        checked = self._listeners if is_check_due else joined
        holders = {listener.holder for listener in checked if listener.holder is not None}
        found = await loop.run_in_executor(
            reader, read_notices, self._newest_id, joined, holders, now
        )
        self._newest_id = found.newest_id
        if is_check_due:
            self._checked_at = asked_at

        # Before anything is delivered: who has lost his role must not hear what came after it.
        if found.invalid:
            for listener in self._listeners:
                if listener.holder in found.invalid:
                    listener.revoke()
        self._deliver(found.rows)
        for listener, missed in zip(joined, found.missed, strict=True):
            revocation = listener.revocation
            if revocation is not None:
                # The ticket may have been revoked before the stream was opened with it.
                reached = found.reached.get(revocation.topic, 0)
                if listener.is_revoked_by(revocation.topic, reached):
                    listener.revoke()
            listener.catch_up(missed, _compute_spread(len(joined)))

        # Later polls look back LOOK_BACK from their own time. Twice that, so that a notice is not
        # delivered again either when the clock is set back by as much.
        oldest_kept = now - 2 * LOOK_BACK
        self._delivered_at = {
            notice_id: written_at
            for notice_id, written_at in self._delivered_at.items()
            if written_at >= oldest_kept
        }

    def _deliver(self, rows: Sequence[DeliveredNotice]) -> None:
        """Offer the notices that no earlier poll has seen to the listeners of their topics."""
        new_rows = [row for row in rows if row.id not in self._delivered_at]
        for row in add_subjects(new_rows):
            self._delivered_at[row.id] = row.created_at
            followers = self._listeners_by_topic.get(find_followed_topic(row.topic), set())
            event = format_event(row, _compute_spread(len(followers)))
            for listener in followers:
                # One that has not caught up gets nothing yet: its ticket is unchecked. It misses
                # nothing, because what it missed is read after these rows and includes them.
                if listener.since is None:
                    listener.offer(row, event)


def _list_topics(listener: Listener) -> Set[str]:
    """Its topics, and the topic whose notice ends it. Not ``listener.topics``: a stream that has
    ended has none, and could not be removed from the index."""
    revocation = listener.revocation
    if revocation is None:
        return listener.followed
    return listener.followed | {revocation.topic}


def _compute_spread(readers: int) -> int:
    """Milliseconds over which this number of readers spread their requests."""
    return min(readers * SPREAD_PER_LISTENER, LONGEST_SPREAD)


hub = Hub()
