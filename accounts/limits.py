"""Counts tries that failed, by address and by event: who guesses waits, who reads never does."""

from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache

WINDOW = 600
"""Seconds. Tries are counted in windows of the clock, so that nothing has to be cleared away."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The maximum of failed tries of a kind within a window."""

    kind: str
    most: int

    def failed(self, key: str, now: datetime) -> None:
        """One more try that failed."""
        name = self._name(key, now)
        cache.add(name, 0, WINDOW)
        try:
            cache.incr(name)
        except ValueError:  # its window ended between the two
            cache.add(name, 1, WINDOW)

    def wait(self, key: str, now: datetime) -> int:
        """How many seconds to wait before the next try; 0 for none."""
        if cache.get(self._name(key, now), 0) < self.most:
            return 0
        return WINDOW - int(now.timestamp()) % WINDOW

    def _name(self, key: str, now: datetime) -> str:
        return f"failed:{self.kind}:{key}:{int(now.timestamp()) // WINDOW}"
