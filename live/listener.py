"""One open stream: its topics, and the events that wait to be sent."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from live.selectors import DeliveredNotice, Since
from live.tickets import Revocation

MOST_WAITING = 100
LEAST_SPREAD = 800
"""Milliseconds; a page uses the same values without receiving them (``static/js/stream.js``)."""
RELOAD = b"event: reload\ndata: {}\n\n"
END = b""
"""Waits in the queue where the stream is to end."""


def event_of(row: DeliveredNotice, spread: int) -> bytes:
    """A notice as a server-sent event. ``spread``: the milliseconds over which its readers ask for
    what has changed, where it is more than they take by themselves."""
    data: dict[str, str | int] = {"topic": row.topic, "version": row.version}
    if spread > LEAST_SPREAD:
        data["spread"] = spread
    return f"id: {row.id}\ndata: {json.dumps(data)}\n\n".encode()


@dataclass(eq=False, slots=True)
class Listener:
    """Gets every notice of its topics once, as long as it reads."""

    topics: frozenset[str]
    since: Since | None
    """The last notice that it had when it connected; None once it has caught up."""
    queue: asyncio.Queue[bytes] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    revocation: Revocation | None = None
    followed: frozenset[str] = frozenset()
    """The topics with which it came."""
    caught_up: frozenset[int] = frozenset()
    """The notices sent when it connected: the next polls find some of them again."""

    def catch_up(self, missed: Sequence[DeliveredNotice] | None, spread: int) -> None:
        """Queues what it missed, or a reload where that is no longer known."""
        self.since = None
        if missed is None and self.topics:
            self._put(RELOAD)
            return
        for row in missed or ():
            self.offer(row, event_of(row, spread))
        self.caught_up = frozenset(row.id for row in missed or ())

    def offer(self, row: DeliveredNotice, event: bytes) -> None:
        """Queues the event of a notice of its topics; one that revokes its ticket ends the
        stream."""
        if self.is_revoked_by(row.topic, row.version):
            self.end()
        elif row.topic in self.topics and row.id not in self.caught_up:
            self._put(event)

    def is_revoked_by(self, topic: str, version: int) -> bool:
        """Whether its ticket is no longer good once this topic has reached this version."""
        ending = self.revocation
        return ending is not None and topic == ending.topic and version > ending.version

    def end(self) -> None:
        """Ends the stream; what still waits is not sent, and nothing more is queued."""
        self._empty()
        self.topics = frozenset()
        self.queue.put_nowait(END)

    def _put(self, event: bytes) -> None:
        # A client that does not read must not hold memory: once it reads again, it must reload.
        if self.queue.full():
            self._empty()
            event = RELOAD
        self.queue.put_nowait(event)

    def _empty(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
