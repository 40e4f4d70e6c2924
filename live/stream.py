"""The stream: server-sent events for the topics of a ticket. ASGI of our own, because a stream
through Django's handler would hold a thread each."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from live.hub import Full, Listener, hub
from live.tickets import topics_of

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

HEARTBEAT = 15.0
LONGEST_QUERY = 4096
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers ``GET /live/?ticket=…``: one event a notice, with its id, until the reader leaves."""
    query = scope["query_string"]
    asked = parse_qs(query.decode("latin-1")) if len(query) <= LONGEST_QUERY else {}
    topics = topics_of(asked.get("ticket", [""])[0])
    if scope["method"] != "GET":
        return await _refuse(send, 405, b"GET only")
    if topics is None:
        return await _refuse(send, 403, b"This ticket is not good any more: load the page again.")
    try:
        listener = hub.join(topics, _last_seen(scope, asked))
    except Full:
        return await _refuse(send, 503, b"The hall is full: try again.", (b"retry-after", b"30"))
    try:
        await _tell(listener, receive, send)
    finally:
        hub.leave(listener)
    return None


def _last_seen(scope: Scope, asked: dict[str, list[str]]) -> int | None:
    """The id of the last event the reader has, from the header that browsers send again."""
    headers = dict(scope["headers"])
    text = headers.get(b"last-event-id", b"").decode("latin-1")
    text = text or asked.get("last_event_id", [""])[0]
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


async def _tell(listener: Listener, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    await _send(send, b"retry: 2000\n\n")
    gone = asyncio.create_task(_gone(receive))
    try:
        while not gone.done():
            event = asyncio.create_task(listener.queue.get())
            await asyncio.wait(
                {event, gone}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED
            )
            if event.done():
                await _send(send, event.result())
            else:
                event.cancel()
                if not gone.done():
                    await _send(send, b": still here\n\n")
    finally:
        gone.cancel()


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _refuse(send: Send, status: int, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    plain = (b"content-type", b"text/plain; charset=utf-8")
    await send({"type": "http.response.start", "status": status, "headers": [plain, *headers]})
    await send({"type": "http.response.body", "body": body})
