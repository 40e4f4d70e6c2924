"""The pace of an evening: how its matches last in comparison with the usual, and how sure that is.

A posterior on a grid. Finished matches count by their duration, and those that are still being
played count as at least so long: otherwise the quick ones alone would be seen early in a round.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from math import exp, log, sqrt
from typing import Final

from competition.forecast.distributions import USUAL
from competition.forecast.lengths import Samples, take_evenly

STEPS: Final = 24
"""Of the grid, from half to twice the usual time."""
GRID: Final[tuple[int, ...]] = tuple(
    round(USUAL * 2.0 ** (step / STEPS)) for step in range(-STEPS, STEPS + 1)
)
PRIOR_SPREAD: Final = 0.15
"""The standard deviation of the logarithm of an evening's pace, before anything is seen."""
WEIGHT: Final = 0.6
"""Of one observation: the same pairs play several matches, so these are no independent ones."""
LEAST_SHARE, MOST_SHARE = 0.3, 4.0
"""Durations out of these bounds are no pace: results copied from paper in one go, a table that
nobody has closed."""


@dataclass(frozen=True, slots=True)
class Played:
    """Something that took ``seconds`` and usually takes ``expected``. ``spread``: the standard
    deviation of the logarithm of their ratio, in thousandths."""

    seconds: int
    expected: int
    spread: int


@dataclass(frozen=True, slots=True)
class OpenDuration:
    """A match of which only is known that it has lasted ``seconds`` so far."""

    seconds: int
    usual: Samples

    def compute_log_survival(self) -> list[float]:
        """How likely it lasts at least that long, by pace. Never zero: a result may be late."""
        usual_durations = sorted(self.usual)
        count = len(usual_durations)
        survivals: list[float] = []
        for pace in GRID:
            at_usual_pace = self.seconds * USUAL // pace
            longer = count - bisect_left(usual_durations, at_usual_pace)
            survivals.append(log(max(longer / count, 0.05)))
        return survivals


@dataclass(frozen=True, slots=True)
class Pace:
    """Equally likely paces, in 1024ths of the usual duration, rising."""

    likely: tuple[int, ...]

    @property
    def median(self) -> int:
        return self.likely[len(self.likely) // 2]


def compute_hands_spread(hands: int) -> int:
    """The spread of the duration of hands: that of the players, and that of the hands."""
    return round(1000 * sqrt(0.0225 + 0.12 / max(1, hands)))


SPREAD_OF_GAMES: Final = 300
"""The spread of a match of which only the games are known."""


def estimate_pace(observed: Iterable[Played | OpenDuration], size: int = 64) -> Pace:
    """The pace by what was seen of an evening."""
    # The logarithm of the posterior at each pace of the grid, without its constant: what each
    # observation says is added. The prior is normal in the logarithm of the pace.
    log_paces = [step / STEPS * log(2) for step in range(-STEPS, STEPS + 1)]
    logs = [-0.5 * (log_pace / PRIOR_SPREAD) ** 2 for log_pace in log_paces]
    survivals: dict[tuple[int, Samples], list[float]] = {}
    for observation in observed:
        if isinstance(observation, OpenDuration):
            key = observation.seconds // 120, observation.usual
            if key not in survivals:
                survivals[key] = observation.compute_log_survival()
            logs = [value + WEIGHT * more for value, more in zip(logs, survivals[key], strict=True)]
            continue
        ratio = observation.seconds / max(1, observation.expected)
        if not LEAST_SHARE <= ratio <= MOST_SHARE:
            continue
        # What is expected is a mean, and the mean of a logarithm is less by half its variance.
        variance = (observation.spread / 1000) ** 2
        center, precision = log(ratio) + variance / 2, WEIGHT / variance
        logs = [
            value - 0.5 * precision * (center - log_pace) ** 2
            for value, log_pace in zip(logs, log_paces, strict=True)
        ]
    # Less the greatest, so that no exponential underflows to zero everywhere.
    best_log = max(logs)
    cumulative = list(accumulate(exp(value - best_log) for value in logs))
    # The middles of ``size`` equal parts of the probability: their paces are equally likely.
    likely: list[int] = []
    for index in range(size):
        quantile = (2 * index + 1) / (2 * size) * cumulative[-1]
        likely.append(GRID[min(bisect_left(cumulative, quantile), len(GRID) - 1)])
    return Pace(tuple(likely))


def compute_time_left(samples: Samples, seconds: int, pace: Pace) -> Samples:
    """The durations that are still possible when ``seconds`` of them have passed at this pace,
    as what is left of each."""
    passed = seconds * USUAL // pace.median
    seconds_left = sorted(duration - passed for duration in samples if duration > passed)
    size = len(samples)
    if len(seconds_left) * OVERDUE_SHARE < size:
        # Longer than nearly all matches: it may be slow, or ended and not written yet.
        longest = sum(samples) // size // 2
        return tuple(LEAST_LEFT + longest * index // size for index in range(size))
    return tuple(take_evenly(seconds_left, size))


OVERDUE_SHARE: Final = 25
LEAST_LEFT: Final = 60
