"""All listeners of a process, and the one look at the notices that serves them all."""

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.utils import timezone

from live.listener import Listener
from live.redis import wakes
from live.selectors import LOOK_BACK, Row, Since, missed, newest_id, notices_since

log = logging.getLogger(__name__)

PAUSE = 1.0
GATHER = 0.05
"""Seconds in which a burst of changes is gathered into one look."""
MOST_LISTENERS = 5000


class Full(RuntimeError):
    """The process has as many listeners as it can serve."""


class Hub:
    """Looks at the notices once a second, for all listeners of this process at once; at once when
    Redis says so."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._serving: asyncio.Task[None] | None = None
        self._newest: int | None = None
        self._deaf = False

    def join(self, topics: Iterable[str], since: Since | None) -> Listener:
        """A new listener, and what it has already. Raises Full."""
        if len(self._listeners) >= MOST_LISTENERS:
            raise Full
        listener = Listener(frozenset(topics), since)
        self._listeners.add(listener)
        if self._serving is None or self._serving.done():
            self._newest = None
            self._serving = asyncio.get_running_loop().create_task(self._serve())
        return listener

    def leave(self, listener: Listener) -> None:
        """Forgets a listener; the last one out ends the looking."""
        self._listeners.discard(listener)
        if not self._listeners and self._serving is not None:
            self._serving.cancel()
            self._serving = None

    def end_all(self) -> None:
        """Ends every open stream."""
        for listener in self._listeners:
            listener.end()

    async def _serve(self) -> None:
        woken, ended = asyncio.Event(), asyncio.Event()
        waking = asyncio.create_task(wakes(settings.REDIS_URL, woken, ended))
        try:
            while True:
                await self._look()
                with contextlib.suppress(TimeoutError):
                    # Not wait_for: it forgets a cancelling that comes with the waking.
                    async with asyncio.timeout(PAUSE):
                        await woken.wait()
                    await asyncio.sleep(GATHER)
                woken.clear()
        finally:
            ended.set()
            waking.cancel()

    async def _look(self) -> None:
        """One look for all. While the database is away nothing is lost: the next look that works
        begins where the last one did."""
        late = [listener for listener in self._listeners if listener.since is not None]
        now = timezone.now()
        try:
            seen = await sync_to_async(_read)(self._newest, late, now)
        except (DatabaseError, InterfaceError):
            if not self._deaf:
                log.warning("notices cannot be read", exc_info=True)
            self._deaf = True
            return
        self._deaf, self._newest = False, seen.newest
        for listener, missed_by_it in zip(late, seen.missed, strict=True):
            listener.catch_up(missed_by_it)
        for listener in self._listeners:
            listener.offer(seen.rows)
            listener.forget(now - 2 * LOOK_BACK)


class Seen(NamedTuple):
    """What one look has seen: the highest id, what is new, and what each late listener missed."""

    newest: int
    rows: list[Row]
    missed: list[list[Row] | None]


def _read(newest: int | None, late: Sequence[Listener], now: datetime) -> Seen:
    try:
        before = newest_id() if newest is None else newest
        rows = notices_since(before, now)
        missed_by = [missed(who.since, who.topics) for who in late if who.since is not None]
        return Seen(max([before, *(row.id for row in rows)]), rows, missed_by)
    finally:
        # The thread that looks belongs to the loop, and nobody would close it a kept connection.
        connection.close()


hub = Hub()
