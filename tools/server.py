"""Runs the server: set-up, database and demo first, then web, worker and beat."""

import os
import resource
import socket
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from serving.command import build_server_command
from tools import environment
from tools.addresses import print_addresses, print_demo_logins, print_json, print_lan_addresses
from tools.advice import Advice
from tools.data_dir import create_data_dir, lock_data_dir, record_address
from tools.first_run import initialize
from tools.management import run_manage
from tools.migrations import find_newer_migrations
from tools.network import NoFreePort, list_lan_addresses, open_listening_socket
from tools.paths import PYTHON, ROOT, data_dir, database_path
from tools.processes import ServerProcess
from tools.run_options import RunOptions, parse_run_options
from tools.static_files import collect_static
from tools.supervisor import Supervisor

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
MOST_FILES = 16384
GRACEFUL_SECONDS = 2
"""Seconds that requests in progress get when the server stops; streams would never end."""
READY_SIGNS = {"web": b"Uvicorn running", "worker": b" ready.", "beat": b""}


def main() -> None:
    """``python3 -m tools.server``: run until Ctrl-C."""
    run_server(parse_run_options())


def run_server(options: RunOptions) -> NoReturn:
    """Run until Ctrl-C; exits with the server's status."""
    environment.set_up("base")
    os.umask(0o077)
    # A hall of spectators needs more file descriptors than the default.
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(MOST_FILES, most)
    if files < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    directory = data_dir()
    with lock_data_dir(directory):
        status = _run_processes(directory, options)
    if not options.json_ready:
        print("\nLa Bella has stopped. All data is kept.", flush=True)
    sys.exit(status)


def _run_processes(directory: Path, options: RunOptions) -> int:
    create_data_dir(directory)
    _refuse_unusable_database(database_path(directory))
    variables = os.environ | {
        "LABELLA_VAR": str(directory),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONUNBUFFERED": "1",
        # The system checks are about the code, except for that of the catalogues, which the web
        # process runs as well.
        "CELERY_SKIP_CHECKS": "1",
    }
    host = "127.0.0.1"
    if options.hall:
        host = "0.0.0.0"
    # Before the database is touched: without a free port the server could not run anyway.
    try:
        listener = open_listening_socket(host, options.port)
    except NoFreePort as error:
        sys.exit(str(error))
    with listener:
        run_manage(variables, "migrate", "--no-input", "--verbosity", "0")
        collect_static(directory, variables)
        demo = initialize(directory, variables, demo=options.demo)
        port = listener.getsockname()[1]
        lan: list[str] = []
        if options.hall:
            lan = list_lan_addresses()
        address = f"http://127.0.0.1:{port}"
        variables |= _list_allowed_hosts([*THIS_MACHINE, *lan], port)
        processes = create_processes(directory, variables, listener)

        def report_ready() -> None:
            record_address(directory, address)
            if options.json_ready:
                print_json(address, demo)
                return
            print_addresses(address, demo)
            if options.hall:
                print_lan_addresses(lan, port)

        if not options.json_ready:
            print_demo_logins(demo)
        return Supervisor(processes).run(report_ready)


def _refuse_unusable_database(database: Path) -> None:
    """Exit where this code cannot serve an embedded database: one of a newer version, or a damaged
    one."""
    if os.environ.get("DATABASE_URL") or not database.exists():
        return
    try:
        newer = find_newer_migrations(database)
    except sqlite3.Error as error:
        sys.exit(f"{database} cannot be read: {error}. Restore a backup: {Advice.RESTORE}")
    if newer:
        sys.exit(
            f"{database} was written by a newer version of La Bella ({newer[-1]}). Install that "
            "version, or restore a backup of this one."
        )


def _list_allowed_hosts(hosts: Sequence[str], port: int) -> dict[str, str]:
    """The hosts that the server answers to, added to those of the environment."""
    ours = {
        "ALLOWED_HOSTS": hosts,
        "CSRF_TRUSTED_ORIGINS": [f"http://{host}:{port}" for host in hosts],
    }
    variables = {}
    for variable, values in ours.items():
        given = os.environ.get(variable)
        variables[variable] = ",".join(filter(None, (given, *values)))
    return variables


def create_processes(
    directory: Path, variables: Mapping[str, str], listener: socket.socket
) -> list[ServerProcess]:
    """Web, worker and beat, not started yet."""
    python = str(PYTHON)
    celery = [python, "-m", "celery", "-A", "config.celery"]
    commands = {
        "web": build_server_command(
            ["--fd", str(listener.fileno())], graceful_seconds=GRACEFUL_SECONDS, python=python
        ),
        # One job at a time: two would share the processor, and the database has one writer. The
        # solo pool has no child process that could survive a kill.
        "worker": [*celery, "worker", "--pool", "solo", "--loglevel", "INFO", "--without-mingle"],
        "beat": [
            *[*celery, "beat", "--loglevel", "WARNING", "--pidfile", ""],
            *["--schedule", str(directory / "celerybeat-schedule")],
        ],
    }
    processes = []
    for name, command in commands.items():
        is_web = name == "web"
        sockets: list[int] = []
        if is_web:
            sockets.append(listener.fileno())
        process = ServerProcess(
            name,
            command,
            variables,
            directory / "log" / f"{name}.log",
            ROOT,
            # Without the worker and the beat, play can go on.
            required=is_web,
            sockets=sockets,
            ready_sign=READY_SIGNS[name],
        )
        processes.append(process)
    return processes


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nStopped before the server was ready.")
