"""What all matches of an evening have in common besides the pace so far, and nobody knows."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Final, TypeAlias

from competition.forecast.distributions import USUAL, list_likely_factors
from competition.forecast.pace import Pace

Factors: TypeAlias = tuple[int, ...]
"""Equally likely factors in 1024ths."""
STEPS: Final = 17
"""Of each factor. An odd number, so that the middle one is that of a usual evening."""
ORDER_OF_DRIFTS, ORDER_OF_STRAGGLERS, ORDER_OF_PAUSES = sqrt(2), sqrt(3), sqrt(5)
"""Multiples of numbers that are no fractions put the steps of one factor in another order than
those of the next."""


@dataclass(frozen=True, slots=True)
class Variation:
    """How evenings differ from what was seen of them. Such a factor does not average out from
    round to round, as the luck of a single match does.

    ``drifts``: the pace of the rest against that so far: players tire, or play finals with more
    care. ``stragglers``: by how much the slow matches are slower than the others: it is the same
    pairs that are slow in each round. ``pauses``: how quick the organizer is with the next round.
    """

    drifts: Factors
    stragglers: Factors
    pauses: Factors


EXACT: Final = Variation((USUAL,), (USUAL,), (USUAL,))
"""Every evening is a usual one."""
LIKELY: Final = Variation(
    drifts=list_likely_factors(0.05, STEPS),
    stragglers=list_likely_factors(0.15, STEPS),
    pauses=list_likely_factors(0.1, STEPS),
)
"""So large that the ranges have eight in ten of the ends (docs/reference/forecast.md)."""


@dataclass(frozen=True, slots=True)
class EveningFactors:
    """The factors of one simulated evening, in 1024ths. ``pace``: with its drift."""

    pace: int
    stragglers: int
    pauses: int


def list_evenings(pace: Pace, variation: Variation, runs: int) -> Iterator[EveningFactors]:
    """The evenings to be simulated. What they differ in is taken in even steps and not drawn: so
    fewer runs are needed for the same precision."""
    for run in range(runs):
        seen_pace = pace.likely[run * len(pace.likely) // runs]
        yield EveningFactors(
            pace=seen_pace * _choose_factor(variation.drifts, run, ORDER_OF_DRIFTS) // USUAL,
            stragglers=_choose_factor(variation.stragglers, run, ORDER_OF_STRAGGLERS),
            pauses=_choose_factor(variation.pauses, run, ORDER_OF_PAUSES),
        )


def _choose_factor(factors: Factors, run: int, order: float) -> int:
    # The fractional parts of the multiples of an irrational number are spread evenly over 0 to 1.
    return factors[int(run * order % 1 * len(factors))]
