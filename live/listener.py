"""One open stream: its topics, and the events that wait to be sent."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from live.holders import Holder
from live.selectors import DeliveredNotice, Since
from live.tickets import Revocation

MOST_WAITING = 100
"""Events that wait for a client that does not read."""
LEAST_SPREAD = 800
"""Milliseconds; a page uses the same values without receiving them (``static/js/stream.js``)."""
REFUSED = b"event: refused\ndata: {}\n\n"
"""The ticket is no longer valid: another one is needed."""
RELOAD = b"event: reload\ndata: {}\n\n"
END = b""
"""Stands in the queue where the stream ends."""


def format_event(row: DeliveredNotice, spread: int) -> bytes:
    """A notice as a server-sent event. ``spread``: the milliseconds over which its readers spread
    their requests, sent only if a page would take less by itself."""
    data: dict[str, str | int] = {"topic": row.topic, "version": row.version}
    if spread > LEAST_SPREAD:
        data["spread"] = spread
    return f"id: {row.id}\ndata: {json.dumps(data)}\n\n".encode()


@dataclass(eq=False, slots=True)
class Listener:
    """Gets every notice of its topics once, as long as it reads. All methods are called from the
    event loop."""

    wants_all: ClassVar[bool] = False
    """Whether it gets every notice that it has missed, or the last of each topic."""
    start_again: ClassVar[bytes] = RELOAD
    """What it is sent instead of notices that cannot be known or would not fit."""

    topics: frozenset[str]
    since: Since | None
    """The last notice that it had when it connected; None once it has caught up."""
    queue: asyncio.Queue[bytes] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    revocation: Revocation | None = None
    followed: frozenset[str] = frozenset()
    """The topics with which it joined; unlike ``topics`` they stay when the stream ends."""
    is_for_play: bool = False
    """Whether it is at a table, signed in or a program, and not a spectator."""
    network: str = ""
    """Of the client, for the limit by address; empty if it is not counted."""
    holder: Holder | None = None
    """Who is asked about while the stream is open (``live.holders``)."""
    caught_up: frozenset[int] = frozenset()
    """The notices queued when it caught up: the next polls find some of them again."""

    def catch_up(self, missed: Sequence[DeliveredNotice] | None, spread: int) -> None:
        """Queue what it missed, or a reload if that is not known (None)."""
        self.since = None
        if missed is None:
            # A stream that has ended meanwhile follows nothing, and must end without a reload.
            if self.topics:
                self._put(self.start_again)
            return
        for row in missed:
            self.offer(row, format_event(row, spread))
        self.caught_up = frozenset(row.id for row in missed)

    def offer(self, row: DeliveredNotice, event: bytes) -> None:
        """Queue the event of a notice of its topics; one that revokes its ticket ends the
        stream."""
        if self.is_revoked_by(row.topic, row.version):
            self.revoke()
        elif row.topic in self.topics and row.id not in self.caught_up:
            self._put(event)

    def is_revoked_by(self, topic: str, version: int) -> bool:
        """Whether its ticket is no longer valid once this topic has reached this version."""
        revocation = self.revocation
        if revocation is None or topic != revocation.topic:
            return False
        return version > revocation.version

    def revoke(self) -> None:
        """End the stream, and say that its ticket opens nothing any more."""
        self._drop_waiting()
        if self.topics:  # it has not ended already
            self.queue.put_nowait(REFUSED)
        self._close()

    def end(self) -> None:
        """End the stream: waiting events are dropped, and no more are queued."""
        self._drop_waiting()
        self._close()

    def _close(self) -> None:
        # Without topics, offer() and catch_up() queue nothing behind END.
        self.topics = frozenset()
        self.queue.put_nowait(END)

    def _put(self, event: bytes) -> None:
        # A client that does not read must not hold memory: once it reads again, it must reload.
        if self.queue.full():
            self._drop_waiting()
            event = self.start_again
        self.queue.put_nowait(event)

    def _drop_waiting(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
