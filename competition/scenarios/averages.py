"""Rounds that were not played and count as much as the average of those that were: whatever an
entry makes at a table then counts for more than itself."""

from fractions import Fraction
from typing import Final

from competition.standings.results import RoundResult
from competition.standings.table import ResultTable

AVERAGED: Final = frozenset({"points_for", "points_against", "points_difference", "thirds"})
"""The metrics to which such a round adds."""


def weights(table: ResultTable) -> list[Fraction]:
    """By entry, how often each point of its matches counts: 1, and the share that stands for the
    rounds it has not played. So many rounds are played, the sum is linear in them."""
    options = table.options
    times = [0] * len(table.entries)
    if options.rest == "average":
        times = table.count("bye")
    if options.walkover == "average":
        times = list(map(sum, zip(times, table.summed(_is_walkover), strict=True)))
    return [
        Fraction(of + missed, of) if missed and of else Fraction(1)
        for missed, of in zip(times, table.count("played"), strict=True)
    ]


def _is_walkover(result: RoundResult, position: int) -> bool:
    """Won by a forfeit of which no points are known."""
    is_known = bool(result.points or result.thirds)
    return result.kind == "forfeit" and not is_known and result.is_won(position)
