"""Five hundred listeners at one notice a second: memory, processor, threads of the web process."""

import selectors
import socket
import subprocess
import sys
import time
from pathlib import Path

from bench.django_setup import ROOT, fresh, run
from bench.figures import Figure
from bench.http import find_free_port, up
from serving.command import build_server_command
from tests.waiting import wait_until

LISTENERS = 500
NOTICES = 20
TOPIC = "hall:bench"
TICKET = f"""
import django
django.setup()
from live.tickets import ticket
print(ticket(["{TOPIC}"]))
"""
TELL = f"""
import django, time
django.setup()
from django.utils import timezone
from live.services import write_notices
for version in range({NOTICES}):
    write_notices("{TOPIC}", version=version, now=timezone.now())
    time.sleep(1)
"""


def measure() -> list[Figure]:
    with fresh("sqlite") as environment:
        run(environment, "-m", "django", "collectstatic", "--no-input", "--verbosity", "0")
        paper = run(environment, "-c", TICKET).strip()
        port = find_free_port()
        command = build_server_command(["--port", str(port)], graceful_seconds=1)
        quiet = ["--log-level", "warning"]
        process = subprocess.Popen([*command, *quiet], env=environment, cwd=ROOT)
        try:
            wait_until(lambda: up(port))
            return _measure_listeners(process.pid, port, paper, environment)
        finally:
            process.terminate()
            process.wait()


def _measure_listeners(
    pid: int, port: int, paper: str, environment: dict[str, str]
) -> list[Figure]:
    warm = [_open_listener(port, paper) for _ in range(5)]
    time.sleep(1)
    memory, threads = _read_memory(pid), _count_threads(pid)
    listeners = [_open_listener(port, paper) for _ in range(LISTENERS)]
    time.sleep(1)
    grown = (_read_memory(pid) - memory) / LISTENERS
    more_threads = _count_threads(pid) - threads
    began, cpu = time.monotonic(), _read_cpu(pid)
    teller = subprocess.Popen([sys.executable, "-c", TELL], env=environment, cwd=ROOT)
    heard = _count_notices(listeners, until=began + NOTICES + 5)
    teller.wait()
    share = 100 * (_read_cpu(pid) - cpu) / (time.monotonic() - began)
    for each in (*warm, *listeners):
        each.close()
    return [
        Figure(f"a listener of {LISTENERS}, memory", grown / 1024, "KiB", "≤ 25"),
        Figure(f"{LISTENERS} listeners, a notice a second, of a core", share, "%", "≤ 5"),
        Figure(f"{LISTENERS} listeners, threads more", more_threads, "", "0"),
        Figure("notices told to all of them", heard / LISTENERS, f"of {NOTICES}"),
    ]


def _open_listener(port: int, paper: str) -> socket.socket:
    asked = socket.create_connection(("127.0.0.1", port))
    asked.sendall(f"GET /live/?ticket={paper} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    asked.setblocking(False)  # noqa: FBT003  (its only argument)
    return asked


def _count_notices(listeners: list[socket.socket], until: float) -> int:
    """The number of notices delivered to all of them."""
    found = 0
    with selectors.DefaultSelector() as selector:
        for each in listeners:
            selector.register(each, selectors.EVENT_READ)
        while time.monotonic() < until:
            for key, _ in selector.select(timeout=0.5):
                found += key.fileobj.recv(65536).count(b"id: ")  # type: ignore[union-attr]
    return found


def _read_status(pid: int, name: str) -> int:
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line for line in text.splitlines() if line.startswith(name)).split()[1])


def _read_memory(pid: int) -> int:
    return _read_status(pid, "VmRSS") * 1024


def _count_threads(pid: int) -> int:
    return _read_status(pid, "Threads")


def _read_cpu(pid: int) -> float:
    text = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / 100
