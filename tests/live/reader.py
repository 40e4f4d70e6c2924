"""Reads a stream as a browser does, and leaves notices as a service does."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any, Self, TypeVar

from django.db import connection
from django.utils import timezone

from live.models import Notice
from live.services import write_notices
from live.stream import stream
from live.tickets import ticket

SECONDS = 10.0
T = TypeVar("T")


class Reader:
    """One open stream, driven in this process as an ASGI server drives it."""

    def __init__(
        self, query: str, last_event_id: str = "", method: str = "GET", peer: str = "127.0.0.1"
    ) -> None:
        headers = [(b"last-event-id", last_event_id.encode())] if last_event_id else []
        self.scope = {
            "type": "http",
            "method": method,
            "path": "/live/",
            "client": (peer, 50000),
            "query_string": query.encode(),
            "headers": headers,
        }
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.left = asyncio.Event()

    async def __aenter__(self) -> Self:
        self.task = asyncio.create_task(stream(self.scope, self._receive, self._send))
        start = await asyncio.wait_for(self.sent.get(), SECONDS)
        self.status: int = start["status"]
        self.headers = dict(start["headers"])
        return self

    async def __aexit__(self, *_: object) -> None:
        self.left.set()
        await asyncio.wait_for(self.task, SECONDS)

    async def _receive(self) -> dict[str, str]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.sent.put(message)

    async def body(self) -> str:
        """The next piece, whatever it is."""
        message = await asyncio.wait_for(self.sent.get(), SECONDS)
        self.more = bool(message.get("more_body", False))
        return str(message["body"].decode())

    async def next(self) -> str:
        """The next event that is one."""
        while not (text := await self.body()).startswith(("id:", "event:")):
            assert self.more, text
        return text


def query(*topics: str) -> str:
    return f"ticket={ticket(topics)}"


def leave_notice(topic: str, version: int, *, ago: float = 0) -> Notice:
    write_notices(topic, version=version, now=timezone.now() - timedelta(seconds=ago))
    return Notice.objects.latest("pk")


async def elsewhere(call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Calls in another thread, on a connection of its own."""

    def run() -> T:
        try:
            return call(*args, **kwargs)
        finally:
            connection.close()

    return await asyncio.to_thread(run)


def evening(script: Coroutine[Any, Any, T]) -> T:
    """Plays a script to its end."""
    return asyncio.run(script)
