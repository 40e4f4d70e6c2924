"""The heartbeat of an attempt: stores that it is alive, and its progress."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from threading import Event, Thread
from uuid import UUID

import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from jobs.models import Job

log = structlog.get_logger(__name__)


class AttemptEnded(Exception):
    """This attempt no longer runs: somebody stopped its job, or the reaper gave it up."""


LOOK = 0.25
"""Seconds between two checks for new progress: four writes a second at most."""
BEAT = 3.0
"""Seconds after which a heartbeat is written without new progress."""


class Heartbeat:
    """Writes heartbeats and the last reported progress from its own thread and connection while the
    job computes. It ends before the result is stored: the store locks the row (on SQLite the whole
    database), and a heartbeat would only wait for it."""

    def __init__(self, job_id: UUID, attempt: int, clock: Callable[[], datetime]) -> None:
        # An attempt that the reaper has given up matches no row: it cannot keep the job alive.
        self._attempt_row = Job.objects.filter(pk=job_id, attempt=attempt, state=Job.State.RUNNING)
        self._clock = clock
        # A tuple is replaced in one step, so the two threads share it without a lock.
        self._progress = (0, 0)
        self._written_progress = (0, 0)
        self._has_ended = False
        self._stop = Event()
        self._thread = Thread(
            target=self._beat_until_stopped, name=f"heartbeat-{job_id}", daemon=True
        )

    def report(self, done: int, total: int) -> None:
        """Report progress. Cheap: the thread writes it. Raises AttemptEnded once the thread has
        found that nobody waits for this attempt."""
        if self._has_ended:
            raise AttemptEnded
        self._progress = (done, total)

    @contextmanager
    def beating(self) -> Iterator[None]:
        """Beats during the block, and once more at its end. Only that one if the caller has a
        transaction open: the thread would wait for the row that it has locked."""
        has_thread = not connection.in_atomic_block
        if has_thread:
            self._thread.start()
        try:
            yield
        finally:
            self._stop.set()
            if has_thread:
                self._thread.join()
            # Once more, from here: what was reported since the thread's last write.
            self._try_to_beat()

    def _beat_until_stopped(self) -> None:
        # Several beats must fail before the reaper takes the job for stalled.
        interval = min(BEAT, settings.JOB_SILENCE_SECONDS / 4)
        last_beat = time.monotonic()
        while not self._stop.wait(min(LOOK, interval)):
            has_progress = self._progress != self._written_progress
            if has_progress or time.monotonic() - last_beat >= interval:
                last_beat = time.monotonic()
                self._try_to_beat()
        # Django closes connections at the end of a request, and this thread answers none.
        connection.close()

    def _try_to_beat(self) -> None:
        """A database that is busy or unreachable for a moment must not fail the job: the next beat
        tries again, on a new connection if the old one is unusable."""
        done, total = progress = self._progress
        try:
            written = self._attempt_row.update(heartbeat_at=self._clock(), done=done, total=total)
            self._has_ended = not written
            self._written_progress = progress
        except (DatabaseError, InterfaceError):
            log.warning("heartbeat not written", exc_info=True)
            connection.close_if_unusable_or_obsolete()
