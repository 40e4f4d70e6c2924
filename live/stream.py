"""The stream: server-sent events for the topics of a ticket. A plain ASGI application, because
through Django's handler each stream would hold a thread."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from http import HTTPStatus
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from django.conf import settings

from kernel.addresses import find_client_address, find_client_network
from live.hub import AddressFull, Full, hub
from live.listener import END, Listener
from live.selectors import Since
from live.tickets import read_ticket
from observability.requests import get_request_id

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Header: TypeAlias = tuple[bytes, bytes]
Describe: TypeAlias = Callable[[Scope, int, str, Mapping[str, Any]], bytes]
"""Makes the document of a refusal of its status, code and parameters."""

HEARTBEAT = 15.0
"""Seconds without an event after which a sign of life is sent."""
WAIT = 30
"""Seconds after which a page that found no room may ask again."""
RETRY_AFTER: Header = (b"retry-after", str(WAIT).encode())
LONGEST_QUERY = 4096
LONGEST_ID = 18
"""Digits of an event's id that still fit into the column."""
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
BEGINNING = b"retry: 2000\n\n"
STILL_HERE = b": still here\nevent: here\ndata: {}\n\n"


async def stream(
    scope: Scope, receive: Receive, send: Send, *, describe: Describe | None = None
) -> None:
    """Answer ``GET /live/?ticket=…``: one event for each notice, with its id, until the reader
    leaves.

    It begins after the last event that the reader has (header Last-Event-ID, or ``last_event_id``).
    Without one it begins when the page with the ticket was made, so that nothing is lost between
    page and stream. ``describe`` makes the document of a refusal, in the reader's language.
    """

    async def refuse(status: int, code: str, *headers: Header, **params: Any) -> None:
        problem = (describe or describe_plainly)(scope, status, code, params)
        await send_problem(send, status, problem, *headers)

    if scope["method"] != "GET":
        return await refuse(405, "method_not_allowed", (b"allow", b"GET"))
    query = scope["query_string"]
    params = parse_qs(query.decode("latin-1")) if len(query) <= LONGEST_QUERY else {}
    ticket = read_ticket(params.get("ticket", [""])[0])
    if ticket is None:
        return await refuse(403, "ticket_not_good")
    last_id = read_last_event_id(scope, params)
    since: Since = ticket.signed_at if last_id is None else last_id
    # The client's network, for the limit by address.
    peer = (scope.get("client") or ("", 0))[0]
    values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    forwarded = b",".join(values).decode("latin-1")
    client_address = find_client_address(peer, forwarded, settings.TRUSTED_PROXIES)
    try:
        listener = hub.join(
            ticket.topics,
            since,
            ticket.revocation,
            holder=ticket.holder,
            is_for_play=ticket.is_for_play,
            network=find_client_network(client_address),
        )
    except AddressFull:
        return await refuse(429, "too_many_streams_of_address", RETRY_AFTER, wait=WAIT)
    except Full:
        return await refuse(503, "hall_full", RETRY_AFTER, wait=WAIT)
    try:
        return await send_events(listener, receive, send)
    finally:
        hub.leave(listener)


def read_last_event_id(scope: Scope, params: Mapping[str, Sequence[str]]) -> int | None:
    """The last event that the reader has. A browser that reconnects sends its id in a header; a
    page that opens a new stream sends it as a parameter."""
    headers = dict(scope["headers"])
    header = headers.get(b"last-event-id", b"").decode("latin-1")
    last_id = header or params.get("last_event_id", [""])[0]
    is_id = last_id.isascii() and last_id.isdecimal() and len(last_id) <= LONGEST_ID
    return int(last_id) if is_id else None


async def send_events(
    listener: Listener,
    receive: Receive,
    send: Send,
    *,
    headers: Sequence[Header] = (),
    beginning: bytes = BEGINNING,
    still_here: bytes = STILL_HERE,
) -> None:
    """Send what a listener gets, until either side ends the stream."""
    all_headers = [*HEADERS, *headers]
    await send({"type": "http.response.start", "status": 200, "headers": all_headers})
    disconnect = asyncio.create_task(_end_on_disconnect(listener, receive))
    try:
        event = beginning
        while event != END:
            await send({"type": "http.response.body", "body": event, "more_body": True})
            try:
                # Not wait_for, which makes a task for each event: that was more than half of an
                # event's cost.
                async with asyncio.timeout(HEARTBEAT):
                    event = await listener.queue.get()
            except TimeoutError:
                event = still_here
        # Ended by the server: close the answer properly, unless nobody is there to read it.
        if not disconnect.done():
            await send({"type": "http.response.body", "body": b""})
    finally:
        disconnect.cancel()


async def _end_on_disconnect(listener: Listener, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.end()


def describe_plainly(_scope: Scope, status: int, code: str, params: Mapping[str, Any]) -> bytes:
    """A problem document (RFC 9457). This package has no sentences: its title is that of the
    status."""
    problem = {
        "type": f"urn:la-bella:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "params": params,
        "violations": [],
        "instance": f"urn:la-bella:request:{get_request_id()}",
    }
    return json.dumps(problem).encode()


async def send_problem(send: Send, status: int, problem: bytes, *headers: Header) -> None:
    kind = (b"content-type", b"application/problem+json")
    await send({"type": "http.response.start", "status": status, "headers": [kind, *headers]})
    await send({"type": "http.response.body", "body": problem})
