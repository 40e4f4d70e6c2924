"""A measured figure beside its goal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time


@dataclass(frozen=True)
class Figure:
    """What was measured, in which unit, and what it should be."""

    what: str
    value: float
    unit: str
    goal: str = ""


def table(figures: Sequence[Figure]) -> str:
    """The figures as lines of text."""
    return "\n".join(
        f"  {figure.what:58} {figure.value:>10,.2f} {figure.unit:9} {figure.goal}"
        for figure in figures
    )


def measure_cpu_seconds(work: Callable[[], object], times: int = 5) -> float:
    """The median of the CPU seconds of one call."""

    def once() -> float:
        began = process_time()
        work()
        return process_time() - began

    return median(once() for _ in range(times))


def percentile(values: Sequence[float], share: int) -> float:
    """The value that ``share`` percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]
