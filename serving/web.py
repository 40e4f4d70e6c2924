"""The WSGI web behind an ASGI server: a thread takes a request that is read completely, and gives
its answer away whole, so that no client can hold one."""

import asyncio
import io
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeAlias
from wsgiref.types import WSGIApplication

from a2wsgi.wsgi import build_environ

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Header: TypeAlias = tuple[bytes, bytes]

THREADS = 4
LARGEST_BODY = 4 * 1024 * 1024
"""Bytes. Above all that the web takes itself, so that it can say what is too large."""
MOST_BYTES = 64 * 1024 * 1024
"""Of all bodies that are held at the same time."""
MOST_WAITING = 512
LONGEST_WAIT = 8.0
"""Seconds. A phone waits twelve: it gets an answer with Retry-After before it gives up."""


@dataclass(frozen=True, slots=True)
class WebResponse:
    """What the web has answered."""

    status: int
    headers: list[Header]
    body: bytes


SENTENCES = {
    "body_too_large": (
        "Quello che mandi è troppo grande: al massimo 4 MB.",
        "What you send is too large: 4 MB at most.",
    ),
    "too_busy": (
        "In questo momento siete in troppi. Riprova tra qualche secondo.",
        "Too many ask at this moment. Try again in some seconds.",
    ),
}
"""In both languages: that of the client is not known yet."""
PAGE = """<!doctype html>
<html lang="it"><head><meta charset="utf-8"><title>La Bella</title>
<meta name="viewport" content="width=device-width"></head>
<body><h1>La Bella</h1><p>{}</p><p lang="en">{}</p></body></html>
"""
API = "/api/"


class RefusedRequest(Exception):
    """A request that never reaches the web."""

    def __init__(self, status: HTTPStatus, code: str, *headers: Header) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.headers = headers

    def answer(self, scope: Scope) -> WebResponse:
        """A problem document for a program, a page for a person."""
        if scope["path"].startswith(API):
            problem = {
                "type": f"urn:la-bella:problem:{self.code}",
                "title": " ".join(SENTENCES[self.code]),
                "status": self.status,
                "code": self.code,
            }
            kind, body = b"application/problem+json", json.dumps(problem).encode()
        else:
            kind, body = b"text/html; charset=utf-8", PAGE.format(*SENTENCES[self.code]).encode()
        length = str(len(body)).encode("ascii")
        headers = [(b"content-type", kind), (b"content-length", length), *self.headers]
        return WebResponse(self.status, headers, body)


class ClientGone(Exception):
    """The client has disconnected."""


class BoundedWeb:
    """An ASGI application of HTTP requests for a WSGI application, in ``THREADS`` threads.

    Requests over the limits are refused at once: 413 for a body that is too large, 503 with
    Retry-After if too many wait. A request whose client disconnects while it waits is not started.
    """

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="web")
        self._free = asyncio.Semaphore(THREADS)
        self.waiting = 0
        """Requests that are read and have no thread yet."""
        self._held_bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = bytearray()
        try:
            await self._read(body, scope, receive)
            answer = await self._answer(scope, body, receive)
        except ClientGone:
            return
        except RefusedRequest as refusal:
            answer = refusal.answer(scope)
        finally:
            self._held_bytes -= len(body)
        start = {"status": answer.status, "headers": answer.headers}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": answer.body})

    async def _read(self, body: bytearray, scope: Scope, receive: Receive) -> None:
        """Reads the whole body; the connection has the deadline (serving.protocol)."""
        if _content_length(scope) > LARGEST_BODY:
            raise RefusedRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body_too_large", CLOSE)
        has_more = True
        while has_more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            piece = message.get("body", b"")
            body += piece
            self._held_bytes += len(piece)
            has_more = message.get("more_body", False)
            if len(body) > LARGEST_BODY:
                raise RefusedRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body_too_large", CLOSE)
            if has_more and self._held_bytes > MOST_BYTES:
                raise _come_back(CLOSE)

    async def _answer(self, scope: Scope, body: bytearray, receive: Receive) -> WebResponse:
        await self._wait_for_thread(receive)
        try:
            environ = build_environ(scope, io.BytesIO(body))  # type: ignore[arg-type]
            environ["CONTENT_LENGTH"] = str(len(body))  # a body sent in pieces announces none
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._call, environ)
        finally:
            self._free.release()

    async def _wait_for_thread(self, receive: Receive) -> None:
        if not self._free.locked():
            await self._free.acquire()
            return
        if self.waiting >= MOST_WAITING:
            raise _come_back()
        self.waiting += 1
        turn = asyncio.create_task(self._free.acquire())
        gone = asyncio.ensure_future(receive())
        try:
            await asyncio.wait(
                {turn, gone}, timeout=LONGEST_WAIT, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            self.waiting -= 1
            gone.cancel()
            is_our_turn = turn.done() or not turn.cancel()
        if gone.done() and not gone.cancelled():
            if is_our_turn:
                self._free.release()
            raise ClientGone
        if not is_our_turn:
            raise _come_back()

    def _call(self, environ: Any) -> WebResponse:
        """Runs in a thread, from the first line of the view to the last byte of its answer."""
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], *_error: Any) -> Any:
            started[:] = [(status, headers)]
            return pieces.append

        pieces: list[bytes] = []
        found: Iterable[bytes] = self._application(environ, start_response)
        try:
            pieces.extend(found)
        finally:
            getattr(found, "close", lambda: None)()
        ((status, headers),) = started
        raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return WebResponse(int(status[:3]), raw, b"".join(pieces))


CLOSE: Header = (b"connection", b"close")


def _come_back(*headers: Header) -> RefusedRequest:
    return RefusedRequest(
        HTTPStatus.SERVICE_UNAVAILABLE, "too_busy", (b"retry-after", b"2"), *headers
    )


def _content_length(scope: Scope) -> int:
    text = dict(scope["headers"]).get(b"content-length", b"0")
    return int(text) if text.isdigit() else 0
