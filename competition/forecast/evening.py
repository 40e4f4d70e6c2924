"""The rest of an evening as tasks that wait for one another and for tables; simulated endings."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from statistics import median_high
from typing import Final

from competition.forecast.distributions import USUAL
from competition.forecast.lengths import SAMPLES, Samples
from competition.forecast.pace import Pace
from competition.forecast.variation import LIKELY, EveningFactors, Variation, list_evenings

MOST_TASKS: Final = 1500
"""Matches and pauses of an evening: the largest event has fewer, a larger one is not forecast."""
MOST_STEPS: Final = 12_000
MOST_RUNS, LEAST_RUNS = 300, 24
"""An evening with more left is simulated less often: the time of a forecast is bounded."""
CURVE_POINTS: Final = 24
EVERYWHERE: Final = 0
"""The pool of tables of which a match may take any."""


@dataclass(frozen=True, slots=True)
class Task:
    """A match that is left, or a pause (``pool`` None) in which no table is needed.

    ``after``: the indices of the earlier tasks that it waits for. ``lasts``: its durations at the
    usual pace, or simply in seconds if it is a pause. ``earliest``: seconds from now. ``is_on``: it
    has a table already. ``round``: which round it belongs to; "" for a pause.
    """

    after: tuple[int, ...]
    lasts: Samples
    pool: int | None = EVERYWHERE
    earliest: int = 0
    is_on: bool = False
    round: str = ""


@dataclass(frozen=True, slots=True)
class Range:
    """Seconds from now: the middle one of all simulated ends, and the range of eight in ten."""

    low: int
    likely: int
    high: int


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """When ``finished`` of the matches that are left are over."""

    finished: int
    at: Range


@dataclass(frozen=True, slots=True)
class Forecast:
    """What is expected of the rest of an evening. ``rounds``: the end of each, by its key;
    ``begins``: when each task is likely to begin, in seconds from now."""

    end: Range
    rounds: dict[str, Range]
    curve: tuple[CurvePoint, ...]
    left: int
    begins: tuple[int, ...]


def forecast(
    tasks: Sequence[Task],
    tables: Sequence[int],
    pace: Pace,
    seed: int,
    *,
    most_runs: int = MOST_RUNS,
    variation: Variation = LIKELY,
) -> Forecast | None:
    """The ends of an evening of these tasks; None if nothing is left, or far too much.

    ``tables``: how many each pool has, those in use included; a pool of 0 has as many as needed.
    ``variation``: how this evening may differ from what was seen of it.
    The same arguments give the same answer.
    """
    matches: list[int] = []
    rounds: dict[str, list[int]] = {}
    for index, task in enumerate(tasks):
        if task.pool is not None:
            matches.append(index)
            rounds.setdefault(task.round, []).append(index)
    if not matches or len(tasks) > MOST_TASKS:
        return None
    runs = max(LEAST_RUNS, min(most_runs, MOST_STEPS // len(tasks)))
    hall = _Hall(tasks, tables)
    random = Random(seed)  # noqa: S311  (a simulation, no secret)
    ends_by_round: dict[str, list[int]] = defaultdict(list)
    ends_by_evening: list[list[int]] = []  # of the matches, rising
    begins: list[list[int]] = []  # by evening and task
    for evening in list_evenings(pace, variation, runs):
        ends, lasts = hall.play(evening, random)
        begins.append([end - duration for end, duration in zip(ends, lasts, strict=True)])
        for key, indices in rounds.items():
            ends_by_round[key].append(max(ends[index] for index in indices))
        ends_by_evening.append(sorted(ends[index] for index in matches))
    # With fewer matches than points, several points have the same number of finished matches.
    shown_counts = {len(matches) * point // CURVE_POINTS for point in range(1, CURVE_POINTS + 1)}
    curve: list[CurvePoint] = []
    for finished in sorted(shown_counts - {0}):
        moments = [ends[finished - 1] for ends in ends_by_evening]
        curve.append(CurvePoint(finished, _find_range(moments)))
    ranges = {key: _find_range(ends) for key, ends in ends_by_round.items()}
    likely_begins = tuple(map(median_high, zip(*begins, strict=True)))
    return Forecast(curve[-1].at, ranges, tuple(curve), len(matches), likely_begins)


def _find_range(seconds: Sequence[int]) -> Range:
    rising = sorted(seconds)
    last_index = len(rising) - 1
    return Range(
        rising[last_index // 10], rising[last_index // 2], rising[last_index - last_index // 10]
    )


class _Hall:
    """Plays the tasks of an evening again and again."""

    def __init__(self, tasks: Sequence[Task], tables: Sequence[int]) -> None:
        self._tasks = tasks
        # The median duration of each task. Many tasks share their durations: sorted once for all.
        medians: dict[int, int] = {}
        self._usual: list[int] = []
        for task in tasks:
            key = id(task.lasts)
            if key not in medians:
                medians[key] = median_high(task.lasts)
            self._usual.append(medians[key])
        self._followers: list[list[int]] = [[] for _ in tasks]
        for index, task in enumerate(tasks):
            for earlier_task in task.after:
                self._followers[earlier_task].append(index)
        # Without a number of tables there are enough for all matches at once.
        pool_sizes = tables or (0,)
        self._tables = [size or len(tasks) for size in pool_sizes]
        tables_left = list(self._tables)
        for task in tasks:
            if task.pool is not None:
                tables_left[task.pool] -= 1
        self._has_room = min(tables_left) >= 0

    def play(self, evening: EveningFactors, random: Random) -> tuple[list[int], list[int]]:
        """The end of each task, in seconds from now, and how long it lasts, in one simulated
        evening."""
        # One byte a task is enough to draw from 256 lengths, and quicker than a number each.
        bytes_ = random.randbytes(len(self._tasks))
        pace, stragglers, pauses = evening.pace, evening.stragglers, evening.pauses
        lasts = []
        for task, usual, byte in zip(self._tasks, self._usual, bytes_, strict=True):
            drawn = task.lasts[byte]
            if task.pool is None:
                lasts.append(drawn * pauses // USUAL)
                continue
            # Only what is longer than usual grows with the stragglers of the evening.
            if drawn > usual:
                drawn = usual + (drawn - usual) * stragglers // USUAL
            lasts.append(drawn * pace // USUAL)
        if not self._has_room:
            return self._play_at_tables(lasts), lasts
        # There is a table for everybody: a match begins when those before it have ended.
        ends: list[int] = []
        for task, duration in zip(self._tasks, lasts, strict=True):
            begin = task.earliest
            for earlier_task in task.after:
                begin = max(begin, ends[earlier_task])
            ends.append(begin + duration)
        return ends, lasts

    def _play_at_tables(self, lasts: Sequence[int]) -> list[int]:
        """Free tables go to the ready matches in the order of play."""
        tasks = self._tasks
        ends = [0] * len(tasks)
        missing = [len(task.after) for task in tasks]
        free = list(self._tables)
        ready: list[list[int]] = [[] for _ in free]
        # Moments as single numbers, which a heap compares fastest: time, task, whether it ends.
        moments = self._begin_evening(lasts, free)
        while moments:
            moment = heappop(moments)
            now, index, is_end = moment >> 15, moment >> 1 & 0x3FFF, moment & 1
            pool = tasks[index].pool
            if is_end:
                ends[index] = now
                if pool is not None:
                    free[pool] += 1
                for follower in self._followers[index]:
                    missing[follower] -= 1
                    if not missing[follower]:
                        begin = max(now, tasks[follower].earliest)
                        heappush(moments, _pack_moment(begin, follower, 0))
            elif pool is None:
                heappush(moments, _pack_moment(now + lasts[index], index, 1))
            else:
                heappush(ready[pool], index)
            # All that happens at this moment comes before the tables are given out.
            if not moments or moments[0] >> 15 != now:
                for number, waiting_tasks in enumerate(ready):
                    while waiting_tasks and free[number] > 0:
                        called_task = heappop(waiting_tasks)
                        free[number] -= 1
                        heappush(moments, _pack_moment(now + lasts[called_task], called_task, 1))
        return ends

    def _begin_evening(self, lasts: Sequence[int], free: list[int]) -> list[int]:
        """The ends of what is being played, whose tables are taken off the ``free`` ones, and the
        begins of what waits for nothing."""
        moments: list[int] = []
        for index, task in enumerate(self._tasks):
            if task.is_on and task.pool is not None:
                free[task.pool] -= 1
                heappush(moments, _pack_moment(lasts[index], index, 1))
            elif not task.after:
                heappush(moments, _pack_moment(task.earliest, index, 0))
        return moments


def _pack_moment(seconds: int, index: int, is_end: int) -> int:
    return seconds << 15 | index << 1 | is_end


def pause(seconds: int) -> Samples:
    """A pause that lasts about so long."""
    return tuple(seconds * (64 + index % 128) // 128 for index in range(SAMPLES))
