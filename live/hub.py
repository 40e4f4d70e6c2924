"""All listeners of a process, and the one look at the notices that serves them all."""

import asyncio
import contextlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from django.utils import timezone

from live.models import Notice
from live.services import CHANNEL

PAUSE = 1.0
LOOK_BACK = timedelta(seconds=10)
"""Ids are given before commits: a notice may appear after one with a higher id."""
MOST_LISTENERS = 5000
MOST_WAITING = 100

Row = tuple[int, str, int, datetime]


class Full(RuntimeError):
    """The process has as many listeners as it can serve."""


@dataclass(eq=False, slots=True)
class Listener:
    """One open stream: its topics, and the events that wait to be sent."""

    topics: frozenset[str]
    since: int | None
    queue: asyncio.Queue[bytes] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    told: dict[int, datetime] = field(default_factory=dict)

    def offer(self, rows: Iterable[Row]) -> None:
        """Queues the notices of its topics that it has not been told. A listener that does not
        read is told to reload, once it reads again."""
        for pk, topic, version, created_at in rows:
            if topic not in self.topics or pk in self.told:
                continue
            self.told[pk] = created_at
            data = json.dumps({"topic": topic, "version": version})
            self._put(f"id: {pk}\ndata: {data}\n\n".encode())

    def reload(self) -> None:
        """Tells that what was missed is no longer known."""
        self._put(b"event: reload\ndata: {}\n\n")

    def forget(self, before: datetime) -> None:
        """Drops what can no longer come twice."""
        self.told = {pk: moment for pk, moment in self.told.items() if moment >= before}

    def _put(self, event: bytes) -> None:
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            event = b"event: reload\ndata: {}\n\n"
        self.queue.put_nowait(event)


class Hub:
    """Looks at the notices once a second, for all listeners of this process at once."""

    def __init__(self) -> None:
        self._listeners: set[Listener] = set()
        self._task: asyncio.Task[None] | None = None
        self._woken: asyncio.Event | None = None

    def join(self, topics: Sequence[str], last_seen: int | None) -> Listener:
        """A new listener; ``last_seen`` is the id of the last event it has. Raises Full."""
        if len(self._listeners) >= MOST_LISTENERS:
            raise Full
        listener = Listener(frozenset(topics), last_seen)
        self._listeners.add(listener)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._serve())
        return listener

    def leave(self, listener: Listener) -> None:
        """Forgets a listener; the last one out ends the looking."""
        self._listeners.discard(listener)
        if not self._listeners and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _serve(self) -> None:
        self._woken = asyncio.Event()
        waking = asyncio.create_task(self._listen_to_redis()) if settings.REDIS_URL else None
        try:
            while True:
                await self._look()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), PAUSE)
                self._woken.clear()
        finally:
            if waking is not None:
                waking.cancel()

    async def _look(self) -> None:
        now = timezone.now()
        late = [listener for listener in self._listeners if listener.since is not None]
        for listener in late:
            await self._catch_up(listener, now)
        rows = await sync_to_async(_recent)(now - LOOK_BACK)
        for listener in self._listeners:
            listener.offer(rows)
            listener.forget(now - 2 * LOOK_BACK)

    async def _catch_up(self, listener: Listener, now: datetime) -> None:
        since, listener.since = listener.since, None
        rows = await sync_to_async(_after)(since or 0, listener.topics)
        if rows is None:
            listener.reload()
        else:
            listener.offer(rows)

    async def _listen_to_redis(self) -> None:
        from redis.asyncio import Redis

        client = Redis.from_url(settings.REDIS_URL or "")
        try:
            async with client.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                async for _ in channel.listen():
                    if self._woken is not None:
                        self._woken.set()
        finally:
            await client.aclose()


def _recent(since: datetime) -> list[Row]:
    rows = Notice.objects.filter(created_at__gte=since).order_by("pk")
    found = list(rows.values_list("pk", "topic", "version", "created_at"))
    connection.close_if_unusable_or_obsolete()
    return found


def _after(last_seen: int, topics: frozenset[str]) -> list[Row] | None:
    """What came after an event, some ids back for late commits; None if it is too long ago."""
    oldest = Notice.objects.order_by("pk").values_list("pk", flat=True).first()
    if oldest is None or last_seen + 1 < oldest:
        return None
    rows = Notice.objects.filter(pk__gt=last_seen, topic__in=topics).order_by("pk")
    return list(rows.values_list("pk", "topic", "version", "created_at")[:MOST_WAITING])


hub = Hub()
