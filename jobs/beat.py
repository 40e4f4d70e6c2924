"""The scheduler of periodic tasks, safe against a clock that is set back."""

from typing import Any

from celery.beat import PersistentScheduler


class SteadyScheduler(PersistentScheduler):
    """After a clock was set back by an hour, Celery's scheduler runs nothing for an hour: it waits
    for the time of the last run to come again. This one counts from the moment it notices."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        has_moved = False
        for entry in self.schedule.values():
            if entry.last_run_at is not None and entry.last_run_at > entry.default_now():
                entry.last_run_at = entry.default_now()
                has_moved = True
        if has_moved:
            # Celery keeps the entries in a heap, ordered by times that no longer hold; None has it
            # built again.
            self._heap = None
        return float(super().tick(*args, **kwargs))
