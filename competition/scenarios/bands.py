"""The order of entries when the winner of every match is known, but not the points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from competition.scenarios.averages import AVERAGED, weights
from competition.scenarios.gains import Gains
from competition.scenarios.ways import Case
from competition.standings.metrics import METRICS
from competition.standings.ordering import (
    NONE,
    Deductions,
    amount_off,
    averages,
    is_averaged,
)
from competition.standings.table import Exact, ResultTable

Spans: TypeAlias = list[tuple[Exact, Exact] | None]
"""By entry, the least and the greatest possible value; None: it has no value."""
OpenLines: TypeAlias = Mapping[int, Case]
"""By the identity of a line's result, the case that it is an example of."""


@dataclass(frozen=True, slots=True)
class Band:
    """Entries that no metric so far has certainly separated. ``inside``: by entry, the least and
    the most entries of the band that can be above it; empty: they are tied."""

    members: tuple[int, ...]
    inside: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def is_settled(self) -> bool:
        """Whether later metrics are not considered."""
        return len(self.members) == 1 or bool(self.inside)


class Bander:
    """Orders a table in which some lines stand for a case, not for a known result."""

    def __init__(self, gains: Gains, open_lines: OpenLines) -> None:
        self.gains = gains
        self.open_lines = open_lines

    def bands(
        self, table: ResultTable, metrics: Sequence[str], deductions: Deductions = NONE
    ) -> list[Band]:
        """The entries by these metrics, as far as they are certainly separated."""
        bands = [Band(tuple(range(len(table.entries))))] if table.entries else []
        for metric in metrics:
            if all(band.is_settled for band in bands):
                break
            off = deductions.get(metric, {})
            bands = [piece for band in bands for piece in self._split(table, band, metric, off)]
        return bands

    def _split(
        self, table: ResultTable, band: Band, metric: str, off: Mapping[int, int]
    ) -> Sequence[Band]:
        if band.is_settled:
            return [band]
        members = band.members
        if metric == "mini_table":
            inner = self._mini(table.among(members), table.options.mini_table)
            return [_mapped(each, members) for each in inner]
        known = METRICS.get(metric)
        if known is not None and known.among_level:
            spans = self._spans(table.among(members), metric)
        else:
            whole = self._spans(table, metric)
            less: Mapping[int, Exact] = off
            if known is not None:
                less = {each: amount_off(table, known, each, off[each]) for each in off}
            spans = None if whole is None else [_less(whole[each], less, each) for each in members]
        if spans is None:
            return [_blurred(members)]
        return list(_clusters(members, spans))

    def _mini(self, table: ResultTable, metrics: Sequence[str]) -> list[Band]:
        """The mini-table of tied entries, repeated for those still tied in it
        (``mini_ordering``)."""
        found: list[Band] = []
        for band in self.bands(table, metrics):
            if band.is_settled or len(band.members) == len(table.entries):
                found.append(band)
            else:
                inner = self._mini(table.among(band.members), metrics)
                found += [_mapped(each, band.members) for each in inner]
        return found

    def _spans(self, table: ResultTable, metric: str) -> Spans | None:
        """The values of a metric (more is better); None if they are not known."""
        if metric not in METRICS:
            return None
        open_here = [
            (case, seats)
            for result, seats in table.lines
            if (case := self.open_lines.get(id(result))) is not None
        ]
        sign = -1 if METRICS[metric].less else 1
        if is_averaged(table, METRICS[metric]):
            return None if open_here else [(sign * each,) * 2 for each in _averages(table, metric)]
        column = METRICS[metric].of(table)
        spans: Spans = [None if value is None else (sign * value,) * 2 for value in column]
        known = METRICS[metric]
        if known.is_sum:
            return self._with_open(table, metric, spans, open_here)
        if not open_here or known.settled_by == "nothing":
            return spans
        winners_are_known = all(case.winner_is_known for case, _ in open_here)
        return spans if known.settled_by == "winner" and winners_are_known else None

    def _with_open(
        self,
        table: ResultTable,
        metric: str,
        spans: Spans,
        open_here: Sequence[tuple[Case, tuple[int, ...]]],
    ) -> Spans | None:
        """Replaces what the example of each open line adds by the span of its case."""
        heavy = table.once(weights) if metric in AVERAGED else [1] * len(table.entries)
        for case, seats in open_here:
            added = self.gains.spans(metric, case)
            if added is None:
                return None
            example = self.gains.of(metric, case.results[0])
            for seat, (low, high), shown in zip(seats, added, example, strict=True):
                known, times = spans[seat], heavy[seat]
                if known is not None:
                    less, more = (low - shown) * times, (high - shown) * times
                    spans[seat] = (known[0] + less, known[1] + more)
        return spans


def _averages(table: ResultTable, metric: str) -> list[Exact]:
    return [value or 0 for value in averages(table, METRICS[metric])]


def _less(
    span: tuple[Exact, Exact] | None, off: Mapping[int, Exact], member: int
) -> tuple[Exact, Exact] | None:
    points = off.get(member, 0)
    return span if span is None or not points else (span[0] - points, span[1] - points)


def _mapped(band: Band, members: Sequence[int]) -> Band:
    """Translates a band of a smaller table to the numbers of the larger."""
    return Band(
        tuple(members[each] for each in band.members),
        {members[each]: span for each, span in band.inside.items()},
    )


def _blurred(members: Sequence[int]) -> Band:
    """A band of whose order nothing is known."""
    return Band(tuple(members), dict.fromkeys(members, (0, len(members) - 1)))


def _clusters(members: Sequence[int], spans: Spans) -> Sequence[Band]:
    """Separates members whose spans do not overlap, the highest first."""
    known = [span for span in spans if span is not None]
    if len(known) < len(members):
        return [Band(tuple(members))]
    by_span = sorted(zip(known, members, strict=True), key=lambda each: each[0][1], reverse=True)
    clusters: list[list[tuple[tuple[Exact, Exact], int]]] = []
    lowest: Exact = 0
    for span, member in by_span:
        if clusters and span[1] >= lowest:
            clusters[-1].append((span, member))
            lowest = min(lowest, span[0])
        else:
            clusters.append([(span, member)])
            lowest = span[0]
    return [_band(cluster) for cluster in clusters]


def _band(cluster: Sequence[tuple[tuple[Exact, Exact], int]]) -> Band:
    members = tuple(member for _, member in cluster)
    if len({end for span, _ in cluster for end in span}) == 1 or len(members) == 1:
        return Band(members)
    return Band(
        members,
        {
            member: (
                sum(low > span[1] for (low, _), _ in cluster),
                len(members) - 1 - sum(high < span[0] for (_, high), _ in cluster),
            )
            for span, member in cluster
        },
    )
