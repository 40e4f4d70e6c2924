"""What a match adds to the metrics of its entries, for metrics that are sums over matches."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from competition.plan import PlannedPairing, Result, Seated
from competition.scenarios.ways import Case
from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from competition.standings.placing import round_results
from competition.standings.table import table_of

Span: TypeAlias = tuple[int, int]
"""The least and the most."""


@dataclass(frozen=True, slots=True)
class Gains:
    """What a match adds under these options; the spans of each case are cached."""

    options: StandingsOptions
    _spans: dict[tuple[str, int], tuple[Span, ...] | None] = field(default_factory=dict, repr=False)

    def of(self, metric: str, result: Result) -> tuple[int, ...]:
        """By slot, what a result adds to a metric that is a sum; more is better."""
        slots = tuple(range(len(result.totals)))
        alone = PlannedPairing("", "main", 1, tuple(Seated(slot) for slot in slots))
        (line,) = round_results([alone], {"": result}, self.options)
        known = METRICS[metric]
        column = known.of(table_of(slots, [line], self.options, {}))
        sign = -1 if known.less else 1
        return tuple(sign * int(value or 0) for value in column)

    def spans(self, metric: str, case: Case) -> tuple[Span, ...] | None:
        """By slot, the least and the most that a case adds; None if that is not known. The case
        must live as long as this object, as the cache goes by its identity."""
        key = metric, id(case)
        if key not in self._spans:
            self._spans[key] = self._spanned(metric, case)
        return self._spans[key]

    def _spanned(self, metric: str, case: Case) -> tuple[Span, ...] | None:
        known = METRICS[metric]
        if not known.is_sum:
            return None
        is_settled = case.winner_is_known and known.settled_by != "totals"
        if case.scores.is_whole or is_settled:
            told = case.results if case.scores.is_whole else case.results[:1]
            columns = list(zip(*(self.of(metric, result) for result in told), strict=True))
            return tuple((min(column), max(column)) for column in columns)
        return _bounded(metric, case)


def _bounded(metric: str, case: Case) -> tuple[Span, ...] | None:
    """The spans that follow from the bounds of the totals."""
    scores = case.scores
    own = tuple(zip(scores.least, scores.most, strict=True))
    match metric:
        case "points_for" | "thirds":
            return own
        case "points_against" if len(own) == 2:
            return (-own[1][1], -own[1][0]), (-own[0][1], -own[0][0])
        case "points_difference" if scores.gap:
            return scores.gap, (-scores.gap[1], -scores.gap[0])
    return None


PLACE: Final = 1 << 64
"""Greater than any sum of a metric: the base in which several metrics form one integer, the first
metric the most significant."""


def packed(values: Sequence[int]) -> int:
    """Combines metrics into one integer, with base PLACE."""
    key = 0
    for value in values:
        key = key * PLACE + value
    return key
