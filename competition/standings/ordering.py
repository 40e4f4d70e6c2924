"""Entries put in order, one metric after the other, as long as any are tied."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from competition.standings.metric import Group, Metric, Ordering, Separation, starts
from competition.standings.table import Exact, ResultTable

Deductions = Mapping[str, Mapping[int, int]]
"""By metric and entry, what is deducted from its value."""
NONE: Final[Deductions] = {}
RESTS: Final = frozenset({"bye", "half_bye"})


def order_entries(
    table: ResultTable, metrics: Mapping[str, Metric], deductions: Deductions = NONE
) -> Ordering:
    """The entries by these metrics. Neither the order of the entries nor that of the results
    matters: tied entries are ordered by their ids."""
    groups = [table.by_id()] if table.entries else []
    columns: dict[str, list[Exact | None]] = {}
    partings: dict[int, Separation] = {}
    for name, metric in metrics.items():
        column, inside = _compute_column(table, metric, groups)
        for entry, points in deductions.get(name, {}).items():
            column[entry] = (column[entry] or 0) - compute_deduction(table, metric, entry, points)
        columns[name] = column
        # Each group of tied entries is split where this metric differs; the rest stay tied for the
        # next one.
        split_groups: list[Group] = []
        for above, group in starts(groups):
            pieces = list(metric.split(group, column))
            split_groups += pieces
            # A position is separated once, by the first metric in which its neighbours differ:
            # later metrics only see the pieces.
            start = above
            for upper, lower in pairwise(pieces):
                start += len(upper)
                mine, theirs = column[upper[0]], column[lower[0]]
                if mine is not None and theirs is not None:
                    partings[start] = Separation(name, mine, theirs, len(group), inside.get(start))
        groups = split_groups
    return Ordering(groups, columns, partings)


def _compute_column(
    table: ResultTable, metric: Metric, groups: list[Group]
) -> tuple[list[Exact | None], dict[int, Separation]]:
    """The values by entry, and what separates neighbours inside mini-tables."""
    if is_averaged(table, metric):
        return [*averages(table, metric)], {}
    if not metric.among_tied:
        return list(metric.of(table)), {}
    # A metric among tied entries has its values in each group of them by itself; an entry that is
    # tied with nobody needs none.
    column: list[Exact | None] = [None] * len(table.entries)
    inside: dict[int, Separation] = {}
    for above, group in starts(groups):
        if len(group) > 1:
            tied_table = table.among(group)
            for entry, value in zip(group, metric.of(tied_table), strict=True):
                column[entry] = value
            if metric.inside:
                for place, parting in tied_table.once(metric.inside).partings.items():
                    inside[above + place] = parting
    return column, inside


def is_averaged(table: ResultTable, metric: Metric) -> bool:
    """Whether the values of a metric are averages per match in this table."""
    return table.options.per_match and metric.is_sum


def averages(table: ResultTable, metric: Metric) -> list[Exact]:
    """By entry, the exact average per match; 0 without a match."""
    sums = metric.of(table.once(with_matches_alone))
    column: list[Exact] = []
    for value, count in zip(sums, matches(table), strict=True):
        average = Fraction(0)
        if count:
            average = Fraction(value or 0) / count
        column.append(average)
    return column


def with_matches_alone(table: ResultTable) -> ResultTable:
    """The table without the rounds in which an entry had a rest."""
    # With a memory of its own: what was computed for the whole table is not true of this one.
    lines = tuple(line for line in table.lines if line[0].kind not in RESTS)
    return replace(table, lines=lines, _memory={})


def matches(table: ResultTable) -> list[int]:
    """By entry, how many rounds count for its averages."""
    return table.summed(lambda result, position: result.kind not in RESTS)


def compute_deduction(table: ResultTable, metric: Metric, entry: int, points: int) -> Exact:
    """The deduction from a value: points are deducted from the sum, so an average changes less."""
    if not is_averaged(table, metric):
        return points
    return Fraction(points, max(1, table.once(matches)[entry]))
