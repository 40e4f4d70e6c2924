"""The heartbeat of an attempt: shows that it lives, and how far it is."""

import time
from collections.abc import Callable
from datetime import datetime
from threading import Event, Thread
from types import TracebackType
from typing import Self
from uuid import UUID

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from jobs.models import Job

log = structlog.get_logger(__name__)

LOOK = 0.25
"""Seconds between two looks at the progress: four writes a second at most."""
BEAT = 3.0
"""Seconds after which a job that reports nothing gets a heartbeat."""


class Heartbeat:
    """Writes heartbeats and the last reported progress from its own thread and connection while the
    job computes. It ends before the result is stored: SQLite has one writer, and a heartbeat during
    the store's transaction would wait for itself."""

    def __init__(self, job_id: UUID, attempt: int, clock: Callable[[], datetime]) -> None:
        self._mine = Job.objects.filter(pk=job_id, attempt=attempt, state=Job.State.RUNNING)
        self._clock = clock
        self._progress = (0, 0)
        self._written = (0, 0)
        self._stop = Event()
        self._thread = Thread(target=self._run, name=f"heartbeat-{job_id}", daemon=True)

    def report(self, done: int, total: int) -> None:
        """Reports progress; cheap, because the thread writes it."""
        self._progress = (done, total)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stop.set()
        self._thread.join()
        self._beat_if_it_can()

    def _run(self) -> None:
        every = min(BEAT, settings.JOB_SILENCE_SECONDS / 4)
        last = time.monotonic()
        while not self._stop.wait(min(LOOK, every)):
            if self._progress != self._written or time.monotonic() - last >= every:
                last = time.monotonic()
                self._beat_if_it_can()
        connection.close()

    def _beat_if_it_can(self) -> None:
        """A database that is busy or away for the moment ends no work: the next beat tries again,
        on a new connection where the old one is of no use any more."""
        done, total = progress = self._progress
        try:
            self._mine.update(heartbeat_at=self._clock(), done=done, total=total)
            self._written = progress
        except (DatabaseError, InterfaceError):
            log.warning("heartbeat not written", exc_info=True)
            connection.close_if_unusable_or_obsolete()
