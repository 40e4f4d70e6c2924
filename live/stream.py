"""The stream: server-sent events for the topics of a ticket. ASGI of our own, because a stream
through Django's handler would hold a thread each."""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from live.hub import Full, hub
from live.listener import END, Listener
from live.selectors import Since
from live.tickets import Ticket, read_ticket

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Header: TypeAlias = tuple[bytes, bytes]

HEARTBEAT = 15.0
LONGEST_QUERY = 4096
LONGEST_ID = 18
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
BEGINNING = b"retry: 2000\n\n"
STILL_HERE = b": still here\nevent: here\ndata: {}\n\n"


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers ``GET /live/?ticket=…``: one event a notice, with its id, until the reader leaves.

    It begins after the event the reader has last (header Last-Event-ID, or ``last_event_id``), and
    if he has none, when the page with the ticket was made: nothing falls between page and stream.
    """
    if scope["method"] != "GET":
        return await _refuse(send, 405, "method_not_allowed", (b"allow", b"GET"))
    query = scope["query_string"]
    asked = parse_qs(query.decode("latin-1")) if len(query) <= LONGEST_QUERY else {}
    ticket = read_ticket(asked.get("ticket", [""])[0])
    if ticket is None:
        return await _refuse(send, 403, "ticket_not_good")
    try:
        listener = hub.join(ticket.topics, _since(scope, asked, ticket), ticket.revocation)
    except Full:
        return await _refuse(send, 503, "hall_full", (b"retry-after", b"30"))
    try:
        return await _tell(listener, receive, send)
    finally:
        hub.leave(listener)


def _since(scope: Scope, asked: dict[str, list[str]], ticket: Ticket) -> Since:
    """What the reader has: browsers send the id of the last event again in a header."""
    headers = dict(scope["headers"])
    text = headers.get(b"last-event-id", b"").decode("latin-1")
    text = text or asked.get("last_event_id", [""])[0]
    is_id = text.isascii() and text.isdecimal() and len(text) <= LONGEST_ID
    return int(text) if is_id else ticket.signed_at


async def _tell(listener: Listener, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    gone = asyncio.create_task(_end_when_gone(listener, receive))
    try:
        event = BEGINNING
        while event != END:
            await send({"type": "http.response.body", "body": event, "more_body": True})
            event = await _next(listener)
        if not gone.done():
            await send({"type": "http.response.body", "body": b""})
    finally:
        gone.cancel()


async def _next(listener: Listener) -> bytes:
    """The next event, or a sign of life after some silence; END when the reader has gone. No task
    is made for an event: that was more than half of what it cost."""
    try:
        async with asyncio.timeout(HEARTBEAT):
            return await listener.queue.get()
    except TimeoutError:
        return STILL_HERE


async def _end_when_gone(listener: Listener, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


async def _refuse(send: Send, status: int, code: str, *headers: Header) -> None:
    """A problem document (RFC 9457) without a sentence: a browser's EventSource shows none."""
    problem = {"type": f"urn:la-bella:problem:{code}", "status": status, "code": code}
    kind = (b"content-type", b"application/problem+json")
    await send({"type": "http.response.start", "status": status, "headers": [kind, *headers]})
    await send({"type": "http.response.body", "body": json.dumps(problem).encode()})
