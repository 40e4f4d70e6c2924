"""What a match adds to the metrics of its entries, for metrics that are sums over matches."""

from fractions import Fraction
from typing import TypeAlias, get_args

from competition.plan import Absence, PlannedPairing, Seated
from competition.scenarios.match_outcomes import PossibleOutcomes
from competition.standings.bounds import (
    SlotRanges,
    TotalsBounds,
    ValueRange,
    find_slot_ranges,
)
from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from competition.standings.placing import list_round_results
from competition.standings.results import RoundResult
from competition.standings.sums import is_walkover
from competition.standings.table import ResultTable, build_result_table

SlotGains: TypeAlias = tuple[int, ...]
"""By slot, what a match adds; more is better."""


class MatchGains:
    """What the possible outcomes of a match add under these options. Outcomes are named by their
    index, and everything is computed once."""

    def __init__(self, options: StandingsOptions, possible: PossibleOutcomes) -> None:
        self._options = options
        self._outcomes = possible.outcomes
        self._by_result: dict[tuple[str, int], list[SlotGains]] = {}
        self._ranges: dict[tuple[str, int], SlotRanges | None] = {}

    def list_by_result(self, metric: str, outcome: int) -> list[SlotGains]:
        """What each known result of an outcome adds to a metric that is a sum."""
        key = metric, outcome
        if key in self._by_result:
            return self._by_result[key]
        # All results stand in one table, each between entries of its own: a sum over the matches of
        # an entry is then what its only match adds.
        results = self._outcomes[outcome].results
        slots = len(results[0].totals)
        pairings, by_id = [], {}
        for number, result in enumerate(results):
            seats = tuple(Seated(number * slots + slot) for slot in range(slots))
            pairings.append(PlannedPairing(str(number), "main", 1, seats))
            by_id[str(number)] = result
        lines = list(list_round_results(pairings, by_id, self._options))
        table = build_result_table(range(len(results) * slots), lines, self._options, {})
        known = METRICS[metric]
        gains = [known.sign * int(value or 0) for value in known.of(table)]
        by_result = [tuple(gains[first : first + slots]) for first in range(0, len(gains), slots)]
        self._by_result[key] = by_result
        return by_result

    def find_ranges(self, metric: str, outcome: int) -> SlotRanges | None:
        """By slot, the least and the most that an outcome adds; None if that is not known."""
        key = metric, outcome
        if key not in self._ranges:
            self._ranges[key] = self._compute_ranges(metric, outcome)
        return self._ranges[key]

    def is_bounded(self, metric: str) -> bool:
        """Whether it is known of every outcome what it adds at least and at most."""
        outcomes = range(len(self._outcomes))
        return all(self.find_ranges(metric, outcome) is not None for outcome in outcomes)

    def list_without_opponent(self, metric: str) -> list[int]:
        """What a round without an opponent adds to a metric that is a sum: a bye that was given,
        one that was asked for, an absence."""
        known = METRICS[metric]
        gains: list[int] = []
        for kind in get_args(Absence):
            line = RoundResult(1, (0,), (self._options.alone(kind),), kind=kind)
            (value,) = known.of(build_result_table((0,), [line], self._options, {}))
            gains.append(known.sign * int(value or 0))
        return gains

    def _compute_ranges(self, metric: str, outcome: int) -> SlotRanges | None:
        known, totals = METRICS[metric], self._outcomes[outcome].totals
        if not known.is_sum:
            return None
        winner_is_known = self._outcomes[outcome].winner_is_known
        if totals.is_complete:
            gains = self.list_by_result(metric, outcome)
        elif winner_is_known and known.settled_by != "totals":
            # The same for every result of the outcome, so that one example is enough.
            gains = self.list_by_result(metric, outcome)[:1]
        else:
            # What follows from the bounds of the totals, if the metric is a function of these.
            if known.bound is None:
                return None
            by_slot = tuple(map(ValueRange, totals.least, totals.most))
            ranges = known.bound(TotalsBounds(by_slot, totals.lead))
            if ranges is None or not known.less:
                return ranges
            # More is better here.
            return tuple(value_range.negate() for value_range in ranges)
        return find_slot_ranges(gains)


def compute_point_weights(table: ResultTable) -> list[Fraction]:
    """By entry, what each point of its matches adds to a metric that ``fills_unplayed``.

    This is 1, and more for an entry with rounds that count as the average of those it has played:
    each point then counts in these averages too. With the number of played rounds fixed, the sum is
    linear in the points.
    """
    options = table.options
    averaged = [0] * len(table.entries)
    if options.rest == "average":
        averaged = table.count("bye")
    if options.walkover == "average":
        averaged = list(map(sum, zip(averaged, table.summed(is_walkover), strict=True)))
    weights: list[Fraction] = []
    for missed, played in zip(averaged, table.count("played"), strict=True):
        weight = Fraction(1)
        # Without a match that was played there is no average to count by.
        if played:
            weight += Fraction(missed, played)
        weights.append(weight)
    return weights
