"""Real workers, and beat, on the database and the broker of this test."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from config.celery import app
from config.environment import BASE
from tests.waiting import wait_until

LAST_WORDS = 3000


@dataclass(frozen=True)
class Worker:
    """A worker process and where it stops."""

    process: subprocess.Popen[bytes]
    stalls: Path
    log: Path

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def at(self, where: str) -> bool:
        return (self.stalls / f"{where}-{self.process.pid}").exists()

    def wait_at(self, where: str) -> None:
        """Until the worker has come to ``where``: computing or storing."""
        wait_until(lambda: self.at(where) or not self.alive)
        assert self.at(where), self.last_words()

    def go_on(self, where: str) -> None:
        (self.stalls / f"go-{where}-{self.process.pid}").touch()

    def last_words(self) -> str:
        return self.log.read_text(errors="replace")[-LAST_WORDS:]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """Lets it finish what it is at, and waits for it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


class Workers:
    """Starts workers; whatever still runs at the end is killed."""

    def __init__(self, folder: Path, app: str) -> None:
        self.stalls, self._app = folder, app
        self._started: list[Worker] = []

    def start(self) -> Worker:
        return self._start("worker", "--pool", "solo", "--without-mingle", "--without-gossip")

    def start_beat(self) -> Worker:
        """The clock that calls the reaper, every moment instead of every few seconds."""
        return self._start("beat", "--pidfile", "", "--schedule", str(self.stalls / "schedule"))

    def let_all(self, where: str) -> None:
        (self.stalls / f"go-{where}").touch()

    def wait_until(self, what: Callable[[], object]) -> None:
        """Until ``what()`` is true; a worker that has died by itself says why."""
        wait_until(lambda: what() or not any(worker.alive for worker in self._started))
        assert what(), [worker.last_words() for worker in self._started]

    def kill_all(self) -> None:
        for worker in self._started:
            if worker.alive:
                worker.kill()

    def _start(self, *words: str) -> Worker:
        log = self.stalls / f"{len(self._started)}.log"
        with log.open("wb") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", self._app, *words],
                cwd=BASE,
                env=environment() | {"LABELLA_STALLS": str(self.stalls)},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        worker = Worker(process, self.stalls, log)
        self._started.append(worker)
        return worker


@contextmanager
def workers(folder: Path, *, module: str = "tests.jobs.worker") -> Iterator[Workers]:
    """Workers on an empty queue. ``module`` has their Celery app."""
    app.control.purge()
    started = Workers(folder, module)
    try:
        yield started
    finally:
        started.kill_all()
        app.control.purge()


def environment() -> dict[str, str]:
    """This process's own folder and database; what pytest-xdist says is for it alone."""
    names = os.environ.keys() - {"PYTEST_XDIST_WORKER"}
    return {name: os.environ[name] for name in names} | {
        "LABELLA_VAR": str(settings.VAR),
        "DATABASE_URL": database_url(),
        "CELERY_SKIP_CHECKS": "1",
    }


def database_url() -> str:
    """The address of the database that this test is connected to."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    user, host, port = database["USER"], database["HOST"], database["PORT"]
    return f"postgres://{user}:{database['PASSWORD']}@{host}:{port}/{database['NAME']}"
