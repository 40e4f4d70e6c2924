"""Waiting for what another process does, with a deadline."""

import time
from collections.abc import Callable
from threading import Event

PAUSE = 0.02


def wait_until(what: Callable[[], object], seconds: float = 30.0) -> None:
    """Returns as soon as ``what()`` is true; fails after ``seconds`` seconds."""
    deadline = time.monotonic() + seconds
    never = Event()
    while not what():
        assert time.monotonic() < deadline, f"waited {seconds} s in vain"
        never.wait(PAUSE)
