"""Distributions as equally likely values: the middle of each of equal parts, by the inverse."""

from math import exp, log
from statistics import NormalDist
from typing import Final

USUAL: Final = 1024
"""The factor of the usual pace; 2048 is twice as slow."""


def list_likely_factors(spread: float, count: int) -> tuple[int, ...]:
    """Equally likely factors around 1, in 1024ths, rising: the logarithm has this spread."""
    normal = NormalDist(0, spread)
    return tuple(round(USUAL * exp(normal.inv_cdf((step + 0.5) / count))) for step in range(count))


def list_likely_waits(least: int, more: int, count: int) -> tuple[int, ...]:
    """Equally likely waits in seconds, rising: what they have beyond ``least`` is exponential, with
    the mean ``more``."""
    return tuple(round(least - more * log(1 - (step + 0.5) / count)) for step in range(count))
