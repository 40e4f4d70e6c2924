"""Runs the WSGI application behind an ASGI server: a thread gets a request only when it is read
completely, and returns its answer as a whole, so that no slow client can hold a thread."""

import asyncio
import io
import json
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from typing import Any, TypeAlias
from wsgiref.types import WSGIApplication

from a2wsgi.wsgi import build_environ

from serving.responses import Header, WebResponse, call_application

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

THREADS = 4
LARGEST_BODY = 4 * 1024 * 1024
"""Bytes. More than any view accepts, so that the view can name what is too large."""
MOST_BYTES = 64 * 1024 * 1024
"""Bytes of all bodies that are held at the same time."""
MOST_WAITING = 512
"""Requests that wait for a thread."""
LONGEST_WAIT = 8.0
"""Seconds. A phone waits twelve: it gets an answer with Retry-After before it gives up."""


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
PAGE_TYPE = "text/html; charset=utf-8"
API = "/api/"


def make_page(code: str) -> bytes:
    """The page of a refusal, in both languages."""
    return PAGE.format(*SENTENCES[code]).encode()


class RefusedRequest(Exception):
    """A request that never reaches the WSGI application."""

    def __init__(self, status: HTTPStatus, code: str, *headers: Header) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.headers = headers

    def answer(self, scope: Scope) -> WebResponse:
        """A problem document for the API, a page for a browser."""
        if scope["path"].startswith(API):
            problem = {
                "type": f"urn:la-bella:problem:{self.code}",
                "title": " ".join(SENTENCES[self.code]),
                "status": self.status,
                "code": self.code,
            }
            kind, body = b"application/problem+json", json.dumps(problem).encode()
        else:
            kind, body = PAGE_TYPE.encode("ascii"), make_page(self.code)
        length = str(len(body)).encode("ascii")
        headers = [(b"content-type", kind), (b"content-length", length), *self.headers]
        return WebResponse(self.status, headers, body)


class ClientGone(Exception):
    """The client has disconnected."""


class BoundedWeb:
    """An ASGI application that runs a WSGI application in ``THREADS`` threads.

    Requests over the limits are refused at once: 413 for a body that is too large, 503 with
    Retry-After if too many wait. A request whose client disconnects while it waits is not started.

    All but ``call_application`` runs in the event loop, so the counters need no lock.
    """

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="web")
        self._free_threads = asyncio.Semaphore(THREADS)
        """Held beside the executor, whose own queue has no limit."""
        self.waiting = 0
        """Requests that are read and have no thread yet."""
        self._held_bytes = 0
        """Bytes of the bodies of all requests that are being read, wait or run."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # Made here and filled by _read_body: however reading ends, its bytes are given back.
        body = bytearray()
        try:
            await self._read_body(body, scope, receive)
            await self._wait_for_thread(receive)
            try:
                # WSGI gives ``X_Forwarded_For`` the same name as ``X-Forwarded-For``, so a client
                # could write what only a trusted proxy may say. Nginx and Django's own server drop
                # names with an underscore too.
                headers = [(name, value) for name, value in scope["headers"] if b"_" not in name]
                read = {**scope, "headers": headers}
                environ = build_environ(read, io.BytesIO(body))  # type: ignore[arg-type]
                # Django reads no body without a length, and one sent in chunks announces none.
                environ["CONTENT_LENGTH"] = str(len(body))
                loop = asyncio.get_running_loop()
                call = partial(call_application, self._application, environ)
                answer = await loop.run_in_executor(self._threads, call)
            finally:
                self._free_threads.release()
        except ClientGone:
            return
        except RefusedRequest as refusal:
            answer = refusal.answer(scope)
        finally:
            self._held_bytes -= len(body)
        start = {"status": answer.status, "headers": answer.headers}
        await send({"type": "http.response.start", **start})
        await send({"type": "http.response.body", "body": answer.body})

    async def _read_body(self, body: bytearray, scope: Scope, receive: Receive) -> None:
        """Read the whole body; the connection has the deadline (serving.protocol)."""
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > LARGEST_BODY:
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
            # A body sent in chunks announces no length.
            if len(body) > LARGEST_BODY:
                raise RefusedRequest(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "body_too_large", CLOSE)
            # A body that is complete may go on: it needs no more memory, and serving it frees some.
            if has_more and self._held_bytes > MOST_BYTES:
                raise _refuse_for_now(CLOSE)

    async def _wait_for_thread(self, receive: Receive) -> None:
        """Return when a thread is reserved for this request. Raises ClientGone, or RefusedRequest
        if there is no hope of a thread in time; then none is reserved."""
        if not self._free_threads.locked():
            await self._free_threads.acquire()  # without waiting, since one is free
            return
        if self.waiting >= MOST_WAITING:
            raise _refuse_for_now()
        self.waiting += 1
        thread_reserved = asyncio.create_task(self._free_threads.acquire())
        # The body is read, so the next message can only be that the client has disconnected.
        disconnected = asyncio.ensure_future(receive())
        try:
            await asyncio.wait(
                {thread_reserved, disconnected},
                timeout=LONGEST_WAIT,
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            self.waiting -= 1
            disconnected.cancel()
            # cancel() answers False if the task has ended. A semaphore that was just handed to the
            # task is passed on to the next waiter when the task is cancelled.
            has_thread = thread_reserved.done() or not thread_reserved.cancel()
        # Both may have happened in the same moment; then the thread must not be lost.
        if disconnected.done() and not disconnected.cancelled():
            if has_thread:
                self._free_threads.release()
            raise ClientGone
        if not has_thread:
            raise _refuse_for_now()


CLOSE: Header = (b"connection", b"close")


def _refuse_for_now(*headers: Header) -> RefusedRequest:
    """The refusal of a request that may succeed in a moment."""
    return RefusedRequest(
        HTTPStatus.SERVICE_UNAVAILABLE, "too_busy", (b"retry-after", b"2"), *headers
    )
