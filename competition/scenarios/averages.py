"""Rounds that were not played and count as the average of those that were. Each point that an entry
scores then also counts in these averages, so it has a weight of more than 1."""

from fractions import Fraction
from typing import Final

from competition.standings.results import RoundResult
from competition.standings.table import ResultTable

AVERAGED: Final = frozenset({"points_for", "points_against", "points_difference", "thirds"})
"""The metrics to which such a round adds its average."""


def weights(table: ResultTable) -> list[Fraction]:
    """By entry, the weight of each point of its matches: 1, plus its share in the averages of the
    rounds that it has not played. The number of played rounds is fixed here, so a sum is linear in
    the points."""
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
    """Whether this entry won by a forfeit for which no points are recorded."""
    is_known = bool(result.points or result.thirds)
    return result.kind == "forfeit" and not is_known and result.is_won(position)
