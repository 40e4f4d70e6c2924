"""The stream from a real server, and the end of both.

Run on SQLite, and on PostgreSQL with Redis.
"""

import http.client
import json
import re
import resource
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from config.environment import BASE
from serving.command import build_server_command
from serving.protocol import FEWEST_CONNECTIONS, RESERVED_FILES
from tests.jobs.harness import environment
from tests.live.reader import leave_notice, query
from tests.waiting import wait_until

PATIENCE = 60
"""Seconds that the server would wait for open streams: what ends sooner was ended by us."""


@dataclass(frozen=True)
class Server:
    """A web process on a free port."""

    process: subprocess.Popen[bytes]
    log: Path

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    @property
    def port(self) -> int:
        address = re.search(r"running on http://127\.0\.0\.1:(\d+)", self.said())
        return int(address[1]) if address else 0

    def connect(self, sent: bytes = b"") -> socket.socket:
        """A client that has sent this, and says no more."""
        client = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        client.sendall(sent)
        return client

    def is_up(self) -> bool:
        """Whether a request gets its answer."""
        return self.ask("GET", "/healthz/")[0] == 200

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """The status of a request and its document; None for what is none."""
        content = None if body is None else json.dumps(body).encode()
        sent = {"Host": "localhost", "Content-Type": "application/json", **headers}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as line:
            line.request(method, path, content, sent)
            answer = line.getresponse()
            text = answer.read()
        is_document = "json" in answer.headers.get("Content-Type", "")
        return answer.status, json.loads(text) if is_document else None

    def try_code(self, said_address: str) -> int:
        """The status of an attempt to come in at a table by a wrong code."""
        said = {"X-Forwarded-For": said_address}
        return self.ask("POST", "/api/v1/devices/", {"code": "ACDEFG"}, **said)[0]

    @contextmanager
    def stream(self, query: str) -> Iterator[http.client.HTTPResponse]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as line:
            line.request("GET", f"/live/?{query}")
            with line.getresponse() as response:
                yield response


@contextmanager
def served(folder: Path, files: int | None = None, **variables: str) -> Iterator[Server]:
    """A server limited to ``files`` file descriptors (None: as many as this process may have), with
    these variables in its environment."""
    log = folder / "web.log"
    limit = (files or resource.getrlimit(resource.RLIMIT_NOFILE)[0],) * 2
    with log.open("wb") as file:
        process = subprocess.Popen(
            build_server_command(["--port", "0"], graceful_seconds=PATIENCE),
            cwd=BASE,
            env=environment() | variables,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limit),  # noqa: PLW1509
        )
    server = Server(process, log)
    try:
        wait_until(lambda: server.port or process.poll() is not None)
        assert process.poll() is None, server.said()
        yield server
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_tells_and_ends_its_open_streams_when_it_ends(
    number: signal.Signals, tmp_path: Path
) -> None:
    with served(tmp_path) as server, ExitStack() as stack:
        streams = [stack.enter_context(server.stream(query("match:1"))) for _ in range(3)]
        notice = leave_notice("match:1", 7)
        for stream in streams:
            assert stream.status == 200
            assert stream.readline() == b"retry: 2000\n"
            assert stream.readline() == b"\n"
            assert stream.readline() == f"id: {notice.pk}\n".encode()
        server.process.send_signal(number)
        rest = [stream.read() for stream in streams]
        server.process.wait(PATIENCE / 4)
    assert rest == [b'data: {"topic": "match:1", "version": 7}\n\n'] * 3
    assert "Traceback" not in server.said()
    assert "Cancel" not in server.said()


def test_half_sent_bodies_do_not_stop_the_server(tmp_path: Path) -> None:
    half = b"POST /api/v1/devices/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{"
    with served(tmp_path) as server, ExitStack() as stack:
        for _client in range(12):
            stack.enter_context(server.connect(half))
        assert server.is_up()


def test_more_clients_than_file_descriptors_are_sent_away(tmp_path: Path) -> None:
    files = RESERVED_FILES + FEWEST_CONNECTIONS
    with served(tmp_path, files) as server:
        with ExitStack() as stack:
            clients = [stack.enter_context(server.connect()) for _client in range(files)]
            last = clients[-1].recv(12)
            assert last == b"HTTP/1.1 503"
        wait_until(server.is_up)
        # Of many connections at once the loop may accept more than it can: it logs that and goes
        # on.
        assert "Exception in" not in server.said(), server.said()


def test_a_client_that_says_it_is_somebody_else_is_still_the_same_client(tmp_path: Path) -> None:
    """The server itself believes no header of a client, on this machine neither."""
    with served(tmp_path) as server:
        statuses = [server.try_code(f"198.51.100.{number}") for number in range(32)]
    assert statuses[0] != 429
    assert statuses[-1] == 429
