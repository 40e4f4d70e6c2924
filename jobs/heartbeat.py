"""The heartbeat of an attempt: shows that it lives, and how far it is."""

from collections.abc import Callable
from datetime import datetime
from threading import Event, Thread
from types import TracebackType
from typing import Self
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, connection

from jobs.models import Job


class Heartbeat:
    """Beats from a thread of its own, on a connection of its own, while the work computes, and
    writes the last progress told. It has ended before anything is stored: SQLite has one writer,
    and a beat inside the store's transaction would wait for itself."""

    def __init__(self, job_id: UUID, attempt: int, clock: Callable[[], datetime]) -> None:
        self._mine = Job.objects.filter(pk=job_id, attempt=attempt, state=Job.State.RUNNING)
        self._clock = clock
        self._progress = (0, 0)
        self._stop = Event()
        self._thread = Thread(target=self._run, name=f"heartbeat-{job_id}", daemon=True)

    def report(self, done: int, total: int) -> None:
        """Tells how far the work is; costs nothing, the thread writes it down."""
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
        self._beat()

    def _run(self) -> None:
        pause = min(0.3, settings.JOB_SILENCE_SECONDS / 4)
        written, beats = (0, 0), 0
        try:
            while not self._stop.wait(pause):
                beats += 1
                if self._progress != written or beats % 10 == 0:
                    written = self._progress
                    self._beat()
        finally:
            connection.close()

    def _beat(self) -> None:
        done, total = self._progress
        try:
            self._mine.update(heartbeat_at=self._clock(), done=done, total=total)
        except OperationalError:
            # A database that is busy for the moment: the next beat will tell.
            return
