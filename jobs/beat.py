"""The scheduler of periodic tasks, for machines whose clock may be set back."""

from typing import Any

from celery.beat import PersistentScheduler, ScheduleEntry


class SteadyScheduler(PersistentScheduler):
    """Celery's scheduler waits for the moment of the last run to come again, and then its period:
    an hour, if the clock was an hour fast. This one counts from the moment it notices."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        ahead = [entry for entry in self.schedule.values() if _is_ahead(entry)]
        for entry in ahead:
            entry.last_run_at = entry.default_now()
        if ahead:
            self._heap = None
        return float(super().tick(*args, **kwargs))


def _is_ahead(entry: ScheduleEntry) -> bool:
    return entry.last_run_at is not None and entry.last_run_at > entry.default_now()
