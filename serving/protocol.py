"""HTTP/1.1 as uvicorn speaks it, with the limits of a connection that uvicorn does not have.

A client that sends slowly, reads slowly or says nothing holds a socket and some memory, never a
thread (serving.web), and after a while not even that.
"""

import asyncio
import resource
import socket
import struct
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
"""From the first byte of a request, or from the connection, to the end of its headers."""
BODY_SECONDS = 60.0
"""From there to the end of its body: two megabytes on a slow mobile network."""
READING_SECONDS = 30.0
"""Seconds within which a client must read a piece of its answer."""
SMALLEST_PIECE = 16 * 1024
LARGEST_HEAD = 16 * 1024
"""Bytes of a request line with its headers."""
RESERVED_FILES = 128
"""File descriptors that connections leave for the database, files and logs."""
FEWEST_CONNECTIONS = 64


class HeadTooLarge(Exception):
    """Headers that are too long; httptools makes it a 400."""


class BoundedProtocol(HttpToolsProtocol):
    """A connection with a time limit for each request, and one for reading each answer."""

    head_seconds = HEAD_SECONDS
    body_seconds = BODY_SECONDS
    reading_seconds = READING_SECONDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._receiving: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._head_size = 0
        self._is_in_head = True
        self._has_begun = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > most_connections():
            self._answer_and_close(HTTPStatus.SERVICE_UNAVAILABLE, "retry-after: 5")
        else:
            self._expect_request(self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._receiving, self._reading):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._is_in_head:
            self._head_size += len(data)
            if self._receiving is None:
                self._expect_request(self.head_seconds)
        super().data_received(data)
        if self._is_in_head and self._head_size > LARGEST_HEAD:
            self._answer_and_close(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._has_begun = True
        if self._receiving is None:
            self._expect_request(self.head_seconds)

    def on_headers_complete(self) -> None:
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
        """Gives the client so long to send the rest."""
        self._stop_expecting()
        self._receiving = self.loop.call_later(seconds, self._give_up_receiving)

    def _stop_expecting(self) -> None:
        if self._receiving is not None:
            self._receiving.cancel()
            self._receiving = None

    def _give_up_receiving(self) -> None:
        """Answers 408 to a client that has sent half a request, and closes the connection of one
        that has sent nothing. While the previous answer is being sent, the next request may
        wait."""
        self._receiving = None
        is_answering = self.cycle is not None and not self.cycle.response_complete
        if self._is_in_head and is_answering:
            self._expect_request(self.head_seconds)
        elif self._has_begun and not (is_answering and self.cycle.response_started):
            self._answer_and_close(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.transport.close()
            self._watch_reading()

    def _answer_and_close(self, status: HTTPStatus, *headers: str) -> None:
        head = [f"HTTP/1.1 {status.value} {status.phrase}", *headers]
        head += ["content-length: 0", "connection: close", "", ""]
        self.transport.write("\r\n".join(head).encode("ascii"))
        self.transport.close()
        self._watch_reading()

    def _watch_reading(self) -> None:
        """Looks again later at what the client has not taken yet."""
        waiting = self.transport.get_write_buffer_size()
        if waiting and self._reading is None:
            self._reading = self.loop.call_later(self.reading_seconds, self._check_reading, waiting)

    def _check_reading(self, before: int) -> None:
        self._reading = None
        waiting = self.transport.get_write_buffer_size()
        if waiting and before - waiting < SMALLEST_PIECE:
            self._reset()
        else:
            self._watch_reading()

    def _reset(self) -> None:
        """Ends the connection and forgets what was not read, in the kernel too."""
        connection = self.transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()


def most_connections() -> int:
    """As many as there are file descriptors for, with some left for all else."""
    files, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(files - RESERVED_FILES, FEWEST_CONNECTIONS)
