"""uvicorn's HTTP/1.1 protocol with limits for each connection, which uvicorn does not have.

A client that sends slowly, reads slowly or sends nothing holds a socket and some memory, never a
thread (serving.web), and after a while it is disconnected.
"""

import asyncio
import resource
import socket
import struct
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from serving.web import PAGE_TYPE, make_page

HEAD_SECONDS = 10.0
"""Seconds from the first byte of a request, or from the connection, to the end of its headers."""
BODY_SECONDS = 60.0
"""Seconds from there to the end of its body: two megabytes on a slow mobile network."""
READING_SECONDS = 30.0
SMALLEST_PIECE = 16 * 1024
"""Bytes of its answer that a client must read every READING_SECONDS."""
LARGEST_HEAD = 16 * 1024
"""Bytes of a request line with its headers."""
RESERVED_FILES = 128
"""File descriptors that connections leave for the database, files and logs."""
FEWEST_CONNECTIONS = 64
"""Allowed however few file descriptors there are."""


class HeadTooLarge(Exception):
    """Headers that are too long; httptools makes it a 400."""


class BoundedProtocol(HttpToolsProtocol):
    """A connection with a time limit for each request, and one for reading each answer."""

    head_seconds = HEAD_SECONDS
    body_seconds = BODY_SECONDS
    reading_seconds = READING_SECONDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._receive_timer: asyncio.TimerHandle | None = None
        """Runs while a request is expected or being received."""
        self._read_timer: asyncio.TimerHandle | None = None
        """Runs while the client has unread bytes of an answer."""
        self._head_size = 0
        self._is_in_head = True
        """Whether the next bytes belong to the head of a request; so too between two requests."""
        self._has_begun = False
        """Whether a request has begun and is not complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > count_allowed_connections():
            # The path is not read any more, so that a program gets the page too.
            self._answer_and_close(
                HTTPStatus.SERVICE_UNAVAILABLE,
                "retry-after: 5",
                f"content-type: {PAGE_TYPE}",
                body=make_page("too_busy"),
            )
        else:
            self._expect_request(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._receive_timer, self._read_timer):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._is_in_head:
            self._head_size += len(data)
            # Only the first byte starts the timer: a client that sends a byte now and then must
            # not prolong its deadline.
            if self._receive_timer is None:
                self._expect_request(self.head_seconds)
        super().data_received(data)
        # Checked after parsing: the data may also hold a body, and then the head has ended and its
        # size is zero again.
        if self._is_in_head and self._head_size > LARGEST_HEAD:
            self._answer_and_close(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._has_begun = True
        # A pipelined request begins in data that belonged to the one before it.
        if self._receive_timer is None:
            self._expect_request(self.head_seconds)

    def on_headers_complete(self) -> None:
        # Again, because a head that arrives at once has never been checked in data_received.
        if sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            raise HeadTooLarge
        self._is_in_head = False
        self._head_size = 0
        self._expect_request(self.body_seconds)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_head = True
        self._has_begun = False
        self._stop_expecting()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reading()

    def _expect_request(self, seconds: float) -> None:
        """Give the client this time to send the rest."""
        self._stop_expecting()
        self._receive_timer = self.loop.call_later(seconds, self._give_up_receiving)

    def _stop_expecting(self) -> None:
        if self._receive_timer is not None:
            self._receive_timer.cancel()
            self._receive_timer = None

    def _give_up_receiving(self) -> None:
        """Answer 408 to a client that has sent half a request, and close the connection of one that
        has sent nothing."""
        self._receive_timer = None
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if self._is_in_head and is_answering:
            # The incomplete request came before the previous one was answered (pipelining): closing
            # the connection now would cut that answer off.
            self._expect_request(self.head_seconds)
        elif self._has_begun and not (is_answering and self.cycle.response_started):
            self._answer_and_close(HTTPStatus.REQUEST_TIMEOUT)
        else:
            # Nothing was asked, or the answer has begun and a second one would garble it.
            self.transport.close()
            self._watch_reading()

    def _answer_and_close(self, status: HTTPStatus, *headers: str, body: bytes = b"") -> None:
        head = [f"HTTP/1.1 {status.value} {status.phrase}", *headers]
        head += [f"content-length: {len(body)}", "connection: close", "", ""]
        self.transport.write("\r\n".join(head).encode("ascii") + body)
        self.transport.close()
        self._watch_reading()

    def _watch_reading(self) -> None:
        """Check later how much of its answer the client has read until then."""
        unread = self.transport.get_write_buffer_size()
        if unread and self._read_timer is None:
            self._read_timer = self.loop.call_later(
                self.reading_seconds, self._check_reading, unread
            )

    def _check_reading(self, unread_before: int) -> None:
        self._read_timer = None
        unread = self.transport.get_write_buffer_size()
        if unread and unread_before - unread < SMALLEST_PIECE:
            # What was not read is dropped, in the kernel too: lingering for zero seconds makes it
            # send RST and free its send buffer at once.
            connection = self.transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.transport.abort()
        else:
            self._watch_reading()


def count_allowed_connections() -> int:
    """As many as there are file descriptors for, without those reserved for everything else."""
    open_files, _hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(open_files - RESERVED_FILES, FEWEST_CONNECTIONS)
