"""When a message is sent again: exponential backoff with jitter, for about a day. Pure."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, TypeAlias

FIRST_DELAY: Final = timedelta(seconds=5)
FACTOR: Final = 4
LONGEST_DELAY: Final = timedelta(hours=6)
JITTER: Final = 0.2
"""Each delay is between 80 % and 120 % of the plan, so that messages that failed together do not
come back together."""
GIVEN_UP_AFTER: Final = timedelta(hours=24)
LONGEST_QUIET: Final = timedelta(minutes=5)

Draw: TypeAlias = Callable[[], float]
"""A random number from 0 to 1, 1 excluded: ``random.random``."""


def schedule_next_attempt(
    *, created_at: datetime, attempts: int, now: datetime, draw: Draw, at_least: timedelta
) -> datetime | None:
    """When a message is tried again after this many failed attempts; None: it is given up.

    After 5 s, 20 s, 80 s, 5 min, 21 min, 85 min, then about every six hours. ``at_least``: what the
    receiver asked for (``Retry-After``).
    """
    factor: int = FACTOR ** min(attempts - 1, 10)
    planned = min(FIRST_DELAY * factor, LONGEST_DELAY)
    jittered = planned * (1 - JITTER + 2 * JITTER * draw())
    due_at = now + max(jittered, min(at_least, LONGEST_DELAY))
    if due_at > created_at + GIVEN_UP_AFTER:
        return None
    return due_at


def find_quiet_time(failures: int) -> timedelta:
    """How long nothing is sent to an endpoint after this many failures in a row."""
    factor: int = 2 ** min(failures, 10)
    return min(timedelta(seconds=factor), LONGEST_QUIET)
