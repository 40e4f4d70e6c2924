"""A tie-break that the project does not have: the points of each round, but ten at most.

It is over totals, so that it needs a bound for games to a target.
"""

from typing import Final

from competition.standings.bounds import SlotRanges, TotalsBounds, ValueRange
from competition.standings.metric import Metric
from competition.standings.results import RoundResult
from competition.standings.table import Column, ResultTable

NAME: Final = "capped_points"
CAP: Final = 10


def capped_points(table: ResultTable) -> Column:
    def get_capped(result: RoundResult, position: int) -> int:
        return min(CAP, result.points[position]) if result.points else 0

    return table.summed(get_capped)


def bound_capped(totals: TotalsBounds) -> SlotRanges:
    return tuple(ValueRange(min(CAP, each.least), min(CAP, each.most)) for each in totals.by_slot)


METRIC: Final = Metric(capped_points, is_sum=True, bound=bound_capped)
