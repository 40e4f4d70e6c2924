"""One open stream: its topics, and the events that wait to be sent."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from live.selectors import Row, Since

MOST_WAITING = 100
RELOAD = b"event: reload\ndata: {}\n\n"
END = b""
"""Waits in the queue where the stream is to end."""


@dataclass(eq=False, slots=True)
class Listener:
    """Gets every notice of its topics once, as long as it reads."""

    topics: frozenset[str]
    since: Since | None
    """What it had when it came; None once it has been told what it missed."""
    queue: asyncio.Queue[bytes] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    told: dict[int, datetime] = field(default_factory=dict)

    def catch_up(self, missed: Iterable[Row] | None) -> None:
        """Queues what it missed; where that is no longer known, it is told to reload."""
        self.since = None
        if missed is None:
            self._put(RELOAD)
        else:
            self.offer(missed)

    def offer(self, rows: Iterable[Row]) -> None:
        """Queues the notices of its topics that it has not been told."""
        for row in rows:
            if row.topic in self.topics and row.id not in self.told:
                self.told[row.id] = row.created_at
                data = json.dumps({"topic": row.topic, "version": row.version})
                self._put(f"id: {row.id}\ndata: {data}\n\n".encode())

    def forget(self, before: datetime) -> None:
        """Drops from memory what can no longer come twice."""
        self.told = {row: moment for row, moment in self.told.items() if moment >= before}

    def end(self) -> None:
        """Ends the stream; what still waits is not sent."""
        self._empty()
        self.queue.put_nowait(END)

    def _put(self, event: bytes) -> None:
        # Who does not read holds no memory: once he reads again, he is told to reload.
        if self.queue.full():
            self._empty()
            event = RELOAD
        self.queue.put_nowait(event)

    def _empty(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
