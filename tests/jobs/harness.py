"""Real workers on the database and the broker of this test."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from config.celery import app
from tests.waiting import wait_until

ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Worker:
    """A worker process and where it stops."""

    process: subprocess.Popen[bytes]
    stalls: Path

    def at(self, where: str) -> bool:
        return (self.stalls / f"{where}-{self.process.pid}").exists()

    def wait_at(self, where: str) -> None:
        """Until the worker has come to ``where``: computing or storing."""
        wait_until(lambda: self.at(where) or self.process.poll() is not None)
        assert self.at(where)

    def go_on(self, where: str) -> None:
        (self.stalls / f"go-{where}-{self.process.pid}").touch()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """Lets it finish what it is at, and waits for it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


class Workers:
    """Starts workers; whatever still runs at the end is killed."""

    def __init__(self, folder: Path) -> None:
        self.stalls = folder
        self._started: list[Worker] = []

    def start(self) -> Worker:
        command = [sys.executable, "-m", "celery", "-A", "tests.jobs.worker", "worker"]
        process = subprocess.Popen(
            [*command, "--pool", "solo", "--without-mingle", "--without-gossip"],
            cwd=ROOT,
            env=_environment() | {"LABELLA_STALLS": str(self.stalls)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        worker = Worker(process, self.stalls)
        self._started.append(worker)
        return worker

    def let_all(self, where: str) -> None:
        (self.stalls / f"go-{where}").touch()

    def kill_all(self) -> None:
        for worker in self._started:
            if worker.process.poll() is None:
                worker.kill()


@contextmanager
def workers(folder: Path) -> Iterator[Workers]:
    """Workers on an empty broker."""
    _empty_broker()
    started = Workers(folder)
    try:
        yield started
    finally:
        started.kill_all()
        _empty_broker()


def _environment() -> dict[str, str]:
    """This process's own folder and database; what pytest-xdist says is for it alone."""
    names = os.environ.keys() - {"PYTEST_XDIST_WORKER"}
    return {name: os.environ[name] for name in names} | {"DATABASE_URL": database_url()}


def database_url() -> str:
    """The address of the database that this test is connected to."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    user, host, port = database["USER"], database["HOST"], database["PORT"]
    return f"postgres://{user}:{database['PASSWORD']}@{host}:{port}/{database['NAME']}"


def _empty_broker() -> None:
    if settings.REDIS_URL:
        with app.connection_for_write() as broker:
            broker.default_channel.client.flushdb()
        return
    queue = Path(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_in"])
    shutil.rmtree(queue, ignore_errors=True)
    queue.mkdir(parents=True)
