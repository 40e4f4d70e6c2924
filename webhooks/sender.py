"""Sends in threads of the worker, so that a slow receiver holds up no other job."""

import random
from collections.abc import Callable
from threading import Lock, Thread
from typing import Final

import structlog
from django.conf import settings
from django.db import connection
from django.utils import timezone

from webhooks.delivery import SendRules, send_next_batch

log = structlog.get_logger(__name__)

MOST_THREADS: Final = 8
"""In each process of the worker."""


class WebhookSender:
    """Starts threads while something is due, and none otherwise. They are daemons: a worker that
    ends does not wait for receivers, and what it was sending is due again after its lease."""

    def __init__(self, send: Callable[[], int | None], *, most_threads: int = MOST_THREADS) -> None:
        self._send, self._most = send, most_threads
        self._lock = Lock()
        self._running = 0
        self._is_woken = False

    def wake(self) -> None:
        """Looks for deliveries that are due, in a thread."""
        with self._lock:
            # If all threads are busy, the next one that finds nothing looks once more.
            self._is_woken = True
            if self._running >= self._most:
                return
            self._running += 1
        try:
            Thread(target=self._run, name="webhooks", daemon=True).start()
        except RuntimeError as error:
            # No thread to be had now; the next wake-up tries again.
            log.warning("webhooks wait: no thread", error=str(error))
            with self._lock:
                self._running -= 1

    def _run(self) -> None:
        try:
            while self._may_go_on():
                while self._send() is not None:
                    # There was something, so there may be more for another thread.
                    self.wake()
        except Exception:
            # The database is away, say: beat wakes the sender again.
            log.warning("webhooks cannot be sent", exc_info=True)
            with self._lock:
                self._running -= 1
        finally:
            connection.close()

    def _may_go_on(self) -> bool:
        """Whether somebody has woken the sender since this thread has last looked; if not, the
        thread has ended."""
        with self._lock:
            if self._is_woken:
                self._is_woken = False
                return True
            self._running -= 1
            return False


def _send_as_configured() -> int | None:
    return send_next_batch(
        SendRules(
            allows_loopback=settings.WEBHOOKS_ALLOW_LOOPBACK,
            draw=random.random,
            clock=timezone.now,
        )
    )


sender = WebhookSender(_send_as_configured)
