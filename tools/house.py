"""Runs the house: environment, database, demo, then web, worker and beat as one group."""

import os
import resource
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from serving.command import server_command
from tools import environment
from tools.beginning import begin
from tools.folder import alone, furnish, say_where
from tools.greeting import greet, greet_hall, greet_program, show_logins
from tools.management import manage
from tools.network import NoFreePort, hall_addresses, open_door
from tools.parts import Part
from tools.paths import PYTHON, ROOT, var
from tools.static_files import collect
from tools.supervisor import Supervisor
from tools.wishes import Wishes, read_wishes

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
MOST_FILES = 16384
END_STREAMS_AFTER = 2
"""Seconds that answers under way get when the house ends; streams would stay for ever."""


def main() -> None:
    """``python3 -m tools.house``: until Ctrl-C."""
    wishes = read_wishes()
    environment.ensure("base")
    os.umask(0o077)
    _allow_many_connections()
    folder = var()
    with alone(folder):
        status = _run(folder, wishes)
    if not wishes.json_ready:
        print("\nLa Bella has ended. Everything is kept.", flush=True)
    sys.exit(status)


def _allow_many_connections() -> None:
    """A hall of spectators needs more file descriptors than a process has at first."""
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
    if files < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _run(folder: Path, wishes: Wishes) -> int:
    furnish(folder)
    settings = os.environ | {
        "LABELLA_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONUNBUFFERED": "1",
    }
    try:
        door = open_door("0.0.0.0" if wishes.hall else "127.0.0.1", wishes.port)
    except NoFreePort as error:
        sys.exit(str(error))
    with door:
        manage(settings, "migrate", "--no-input", "--verbosity", "0")
        collect(folder, settings)
        demo = begin(folder, settings, demo=wishes.demo)
        port = door.getsockname()[1]
        hall = hall_addresses() if wishes.hall else []
        address = f"http://127.0.0.1:{port}"
        parts = parts_of(folder, settings | _hosts([*THIS_MACHINE, *hall], port), door)

        def ready() -> bool:
            # Not asked over HTTP: after a power cut, forty phones are asking already.
            return parts[0].has_said(b"Uvicorn running") and parts[1].has_said(b" ready.")

        def welcome() -> None:
            say_where(folder, address)
            if wishes.json_ready:
                return greet_program(address, demo)
            greet(address, demo)
            return greet_hall(hall, port) if wishes.hall else None

        if not wishes.json_ready:
            show_logins(demo)
        return Supervisor(parts, ready).run(welcome)


def _hosts(names: Sequence[str], port: int) -> dict[str, str]:
    """The names the house answers to, added to those that the environment has."""
    ours = {
        "ALLOWED_HOSTS": names,
        "CSRF_TRUSTED_ORIGINS": [f"http://{name}:{port}" for name in names],
    }
    return {
        variable: ",".join(filter(None, [os.environ.get(variable), *values]))
        for variable, values in ours.items()
    }


def parts_of(folder: Path, settings: Mapping[str, str], door: socket.socket) -> list[Part]:
    """Web, worker and beat."""
    python = str(PYTHON)
    celery = [python, "-m", "celery", "-A", "config.celery"]
    commands = {
        "web": server_command(
            ["--fd", str(door.fileno())], graceful_seconds=END_STREAMS_AFTER, python=python
        ),
        # One job after the other: two would only share the processor, and the database has one
        # writer. A process less, and nothing is left behind when this one is killed.
        "worker": [*celery, "worker", "--pool", "solo", "--loglevel", "INFO", "--without-mingle"],
        "beat": [
            *[*celery, "beat", "--loglevel", "WARNING", "--pidfile", ""],
            *["--schedule", str(folder / "celerybeat-schedule")],
        ],
    }
    return [
        Part(
            name,
            command,
            settings,
            folder / "log" / f"{name}.log",
            ROOT,
            vital=name == "web",
            sockets=[door.fileno()] if name == "web" else [],
        )
        for name, command in commands.items()
    ]


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nEnded before it had begun.")
