"""A real server for a test: all its processes, in a folder of its own, on a port of its own."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.browser.commands import CommandRunner
from tests.processes import alive, children_of
from tests.waiting import wait_until
from tools.paths import ROOT

DEMO = "demo.json"
"""The file in which ``tests.browser.demo`` writes what it has made."""
NEEDED = ("PATH", "HOME", "LANG")
"""All that a server is given of our environment: no setting of the tests."""
OWNER = {
    "DEMO": "0",
    "LABELLA_OWNER_CLUB": "Circolo del Savio",
    "LABELLA_OWNER_EMAIL": "iole@savio.example",
    "LABELLA_OWNER_FIRST_NAME": "Iole",
    "LABELLA_OWNER_LAST_NAME": "Amaducci",
    "LABELLA_OWNER_PASSWORD": "battezza-bastoni-41",
}
"""Settings of a first start without the demo: a club and its owner."""


@dataclass
class DemoServer:
    """A running server. ``logins`` (by role) and ``event`` are those of its demo; ``things`` and
    ``tables`` are what the scripts of these names have added (``tests.browser.demo``)."""

    process: subprocess.Popen[str]
    folder: Path
    base_url: str
    logins: dict[str, dict[str, str]] = field(default_factory=dict)
    event: dict[str, str] = field(default_factory=dict)
    things: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, Any] = field(default_factory=dict)
    commands: CommandRunner | None = None
    """Started by the first command."""
    sessions: dict[str, Any] = field(default_factory=dict)
    """The storage of a browser in which somebody of this role has signed in."""

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and body of an address of the server."""
        request = urllib.request.Request(self.base_url + path, headers=headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()

    def processes(self) -> dict[str, int]:
        """The process ids of web, worker and beat."""
        signs = {"uvicorn": "web", "worker": "worker", "beat": "beat"}
        return {
            name: pid
            for pid, command in children_of(self.process.pid).items()
            for sign, name in signs.items()
            if f" {sign} " in command
        }

    def manage(self, *words: str) -> str:
        """What a command of Django's prints, in this server."""
        if self.commands is None:
            self.commands = CommandRunner(environment(self.folder))
        return self.commands.run(*words)

    def stop(self, number: int = signal.SIGINT) -> int:
        """Ends it as Ctrl-C does, and returns its status."""
        self.process.send_signal(number)
        return self.process.wait(30)

    def close(self) -> None:
        """No more commands are run in this server."""
        if self.commands is not None:
            self.commands.stop()


@contextmanager
def running(folder: Path, *words: str, **settings: str) -> Iterator[DemoServer]:
    """Starts a server with its folder there, and ends it. ``words`` are options of the server."""
    command = [sys.executable, "-m", "tools.server", "--json-ready", *words]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment(folder) | settings, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            assert line, f"the server did not start: status {process.wait(30)}"
            with closing(_server(process, folder, json.loads(line))) as server:
                yield server
        finally:
            _end(process)


def _server(process: subprocess.Popen[str], folder: Path, started: dict[str, Any]) -> DemoServer:
    """``started``: what it prints when it is ready; with the logins if it has made the demo."""
    demo = dict(started)
    if (folder / DEMO).exists():
        demo |= json.loads((folder / DEMO).read_text(encoding="utf-8"))
    logins = {login["role"]: login for login in demo.get("logins", ())}
    server = DemoServer(process, folder, started["address"], logins, demo.get("event", {}))
    server.things.update(demo.get("things", {}))
    server.tables.update(demo.get("tables", {}))
    return server


def _end(process: subprocess.Popen[str]) -> None:
    left: Sequence[int] = [process.pid, *children_of(process.pid)]
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        finally:
            process.kill()
    wait_until(lambda: not any(map(alive, left)))


def environment(folder: Path) -> dict[str, str]:
    """The environment of a server that keeps its things in ``folder``."""
    ours = {name: os.environ[name] for name in NEEDED if name in os.environ}
    return ours | {"LABELLA_VAR": str(folder)}
