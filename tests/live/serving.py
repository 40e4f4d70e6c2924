"""The stream from a real server, and the end of both.

Run on SQLite, and on PostgreSQL with Redis.
"""

import http.client
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from config.environment import BASE
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

    @contextmanager
    def stream(self, query: str) -> Iterator[http.client.HTTPResponse]:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)) as line:
            line.request("GET", f"/live/?{query}")
            with line.getresponse() as response:
                yield response


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    log = folder / "web.log"
    with log.open("wb") as file:
        process = subprocess.Popen(
            [
                *[sys.executable, "-m", "uvicorn", "config.asgi:application"],
                *["--port", "0", "--lifespan", "on"],
                *["--timeout-graceful-shutdown", str(PATIENCE)],
            ],
            cwd=BASE,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
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
