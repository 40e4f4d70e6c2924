"""The axis of time of a chart: where a moment is on it, and the marks of its full hours."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.timezone import localtime


@dataclass(frozen=True, slots=True)
class HourMark:
    x: int
    hour: int


@dataclass(frozen=True, slots=True)
class TimeAxis:
    """An axis from ``start`` on that is ``seconds`` long, between two ends in units of an SVG."""

    start: datetime
    seconds: int
    left: int
    right: int

    def find_x(self, passed: int) -> int:
        """The place of a moment, in seconds after the start; the nearer end for one outside."""
        passed = min(max(passed, 0), self.seconds)
        return self.left + (self.right - self.left) * passed // self.seconds

    def list_hours(self, step: int = 1) -> Iterator[HourMark]:
        """The marks of the full hours; with ``step`` 2 of every second one, and so on."""
        first_hour = localtime(self.start).replace(minute=0, second=0, microsecond=0)
        for number in range(0, self.seconds // 3600 + 2, step):
            moment = localtime(first_hour + timedelta(hours=number))
            if self.start <= moment <= self.start + timedelta(seconds=self.seconds):
                passed = int((moment - self.start).total_seconds())
                # Midnight is the end of the evening here, not its beginning.
                yield HourMark(self.find_x(passed), moment.hour or 24)
