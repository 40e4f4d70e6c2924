"""A server in a thread of the test: our limits before any WSGI application."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from typing import Any

import uvicorn

from serving.protocol import BoundedProtocol
from serving.web import BoundedWeb
from tests.waiting import wait_until

SHORT = 0.4
"""Seconds of every deadline here."""


class ImpatientProtocol(BoundedProtocol):
    """A connection that waits for nothing long."""

    head_seconds = SHORT
    body_seconds = SHORT
    reading_seconds = SHORT


class PatientProtocol(BoundedProtocol):
    """A connection whose deadlines no test reaches."""


class Running:
    """The server, and clients of it."""

    def __init__(self, port: int, web: BoundedWeb) -> None:
        self.port = port
        self.web = web

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=20)

    def send(self, text: bytes) -> socket.socket:
        """A client that has sent this, and says no more."""
        client = self.connect()
        client.sendall(text)
        return client

    def get(self, path: str = "/") -> tuple[int, bytes]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


@contextmanager
def running(
    application: Callable[..., Any], protocol: type[BoundedProtocol] = PatientProtocol
) -> Iterator[Running]:
    """Serves a WSGI application until the block ends."""
    web = BoundedWeb(application)
    config = uvicorn.Config(
        web,
        http=protocol,
        ws="none",
        lifespan="off",
        log_level="error",
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        wait_until(lambda: server.started)
        yield Running(listener.getsockname()[1], web)
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def read_all(client: socket.socket) -> bytes:
    """What a client still gets until its connection is closed."""
    found = b""
    with client, suppress(ConnectionResetError):
        while piece := client.recv(65536):
            found += piece
    return found
