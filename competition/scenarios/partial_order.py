"""The order of entries when the outcome of every match is known, but not the points: as far as it
is certain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import NamedTuple, TypeAlias

from competition.scenarios.match_gains import MatchGains, compute_point_weights
from competition.scenarios.match_outcomes import PossibleOutcomes
from competition.standings.bounds import ValueRange
from competition.standings.metric import Metric
from competition.standings.metrics import METRICS
from competition.standings.ordering import (
    NONE,
    Deductions,
    averages,
    compute_deduction,
    is_averaged,
)
from competition.standings.results import RoundResult
from competition.standings.table import Exact, ResultTable


class ExactRange(NamedTuple):
    """The least and the greatest possible value of an entry; more is better."""

    least: Exact
    most: Exact


RangeColumn: TypeAlias = list[ExactRange | None]
"""By entry, its range; None: it has no value."""


@dataclass(frozen=True, slots=True)
class OutcomeExample(RoundResult):
    """A line of a table that stands for all results of an ``outcome``, by its index. The line
    itself is the first known result of the outcome. ``pairing_slots``: the slots of the pairing
    that the line has; those of voided entries are missing."""

    outcome: int = 0
    pairing_slots: tuple[int, ...] = ()

    @classmethod
    def of(
        cls, line: RoundResult, outcome: int, pairing_slots: tuple[int, ...]
    ) -> "OutcomeExample":
        values = {each.name: getattr(line, each.name) for each in fields(RoundResult)}
        return cls(**values, outcome=outcome, pairing_slots=pairing_slots)


OpenLine: TypeAlias = tuple[OutcomeExample, tuple[int, ...]]
"""As in ``ResultTable.lines``: an example, and the numbers of the entries in its slots."""


@dataclass(frozen=True, slots=True)
class EntryCluster:
    """Entries that no metric so far has certainly separated, by their numbers.

    ``above_inside``: by entry, the least and the most entries of the cluster that can be above it,
    where this is all that can be said. Empty: they are tied so far.
    """

    members: tuple[int, ...]
    above_inside: Mapping[int, ValueRange] = field(default_factory=dict)

    @property
    def is_settled(self) -> bool:
        """Whether later metrics are not considered: they only matter for entries that are tied."""
        return len(self.members) == 1 or bool(self.above_inside)

    def renumber(self, numbers: Sequence[int]) -> "EntryCluster":
        """The cluster with the numbers of the larger table that its table was taken from."""
        return EntryCluster(
            tuple(numbers[member] for member in self.members),
            {numbers[member]: above for member, above in self.above_inside.items()},
        )


class PartialOrder:
    """Orders tables in which some lines are ``OutcomeExample``."""

    def __init__(self, gains: MatchGains, possible: PossibleOutcomes) -> None:
        self._gains = gains
        self._outcomes = possible.outcomes

    def find_clusters(
        self, table: ResultTable, metrics: Sequence[str], deductions: Deductions = NONE
    ) -> list[EntryCluster]:
        """The entries in clusters, the best first: every entry of one is certainly above every
        entry of the next."""
        if not table.entries:
            return []
        clusters = [EntryCluster(tuple(range(len(table.entries))))]
        for metric in metrics:
            # No later metric can separate anybody any more.
            if all(cluster.is_settled for cluster in clusters):
                break
            deducted = deductions.get(metric, {})
            split: list[EntryCluster] = []
            for cluster in clusters:
                if cluster.is_settled:
                    split.append(cluster)
                else:
                    split += self._split(table, cluster.members, metric, deducted)
            clusters = split
        return clusters

    def _split(
        self,
        table: ResultTable,
        members: tuple[int, ...],
        metric: str,
        deducted: Mapping[int, int],
    ) -> list[EntryCluster]:
        """Tied members as a metric separates them."""
        if metric == "mini_table":
            return self._split_by_mini_table(table, members, table.options.mini_table)
        known = METRICS.get(metric)
        if known is None:
            return [_leave_unordered(members)]
        # A metric among tied entries looks at the results between them alone; any other one has its
        # value from the whole table, from which deductions are taken off.
        if known.among_tied:
            column = self._find_ranges(table.among(members), metric, known)
        elif of_all := self._find_ranges(table, metric, known):
            column = [of_all[member] for member in members]
            for position, member in enumerate(members):
                value = column[position]
                if value is not None and member in deducted:
                    off = compute_deduction(table, known, member, deducted[member])
                    column[position] = ExactRange(value.least - off, value.most - off)
        else:
            column = None
        if column is None:
            return [_leave_unordered(members)]
        return _separate(members, column)

    def _split_by_mini_table(
        self, table: ResultTable, members: tuple[int, ...], metrics: Sequence[str]
    ) -> list[EntryCluster]:
        """Tied members by the table of the results between them, repeated for those still tied in
        it, as in ``competition.standings.encounters.order_by_mini_table``."""
        mini_table = table.among(members)
        clusters: list[EntryCluster] = []
        for cluster in self.find_clusters(mini_table, metrics):
            inner = [cluster]
            if not cluster.is_settled and len(cluster.members) < len(members):
                inner = self._split_by_mini_table(mini_table, cluster.members, metrics)
            clusters += [inner_cluster.renumber(members) for inner_cluster in inner]
        return clusters

    def _find_ranges(self, table: ResultTable, metric: str, known: Metric) -> RangeColumn | None:
        """The possible values of a metric; None if nothing is known of them."""
        # The other lines are results that are written, and exact.
        open_lines: list[OpenLine] = []
        winners_are_known = True
        for line, seats in table.lines:
            if isinstance(line, OutcomeExample):
                open_lines.append((line, seats))
                winners_are_known &= self._outcomes[line.outcome].winner_is_known
        if is_averaged(table, known):
            # An average of ranges would need the ranges of each match: not attempted.
            if open_lines:
                return None
            return _make_exact_ranges(averages(table, known), known.sign)
        column = _make_exact_ranges(known.of(table), known.sign)
        if known.is_sum:
            return self._widen(table, metric, column, open_lines)
        if not open_lines or known.settled_by == "nothing":
            return column
        if known.settled_by == "winner" and winners_are_known:
            # The examples have the right winner, which is all that such a metric looks at.
            return column
        return None

    def _widen(
        self,
        table: ResultTable,
        metric: str,
        column: RangeColumn,
        open_lines: Sequence[OpenLine],
    ) -> RangeColumn | None:
        """Replaces what the example of each open line adds by the range of its outcome."""
        weights: Sequence[Exact] = [1] * len(table.entries)
        if METRICS[metric].fills_unplayed:
            weights = table.once(compute_point_weights)
        for line, seats in open_lines:
            ranges = self._gains.find_ranges(metric, line.outcome)
            if ranges is None:
                return None
            example = self._gains.list_by_result(metric, line.outcome)[0]
            for slot, seat in zip(line.pairing_slots, seats, strict=True):
                value = column[seat]
                if value is not None:
                    # Ranges of different lines are added: both ends may be unreachable together,
                    # so the range is a bound, which is all that separating entries needs.
                    less = (ranges[slot].least - example[slot]) * weights[seat]
                    more = (ranges[slot].most - example[slot]) * weights[seat]
                    column[seat] = ExactRange(value.least + less, value.most + more)
        return column


def _make_exact_ranges(values: Sequence[Exact | None], sign: int) -> RangeColumn:
    """Ranges of known values; ``sign`` -1 where less is better."""
    column: RangeColumn = []
    for value in values:
        if value is None:
            column.append(None)
        else:
            more_is_better = sign * value
            column.append(ExactRange(more_is_better, more_is_better))
    return column


def _leave_unordered(members: Sequence[int]) -> EntryCluster:
    """A cluster of whose order nothing is known."""
    any_number = ValueRange(0, len(members) - 1)
    return EntryCluster(tuple(members), dict.fromkeys(members, any_number))


def _separate(members: Sequence[int], column: RangeColumn) -> list[EntryCluster]:
    """Separates members whose ranges do not overlap, the highest first."""
    ranges: dict[int, ExactRange] = {}
    for member, value in zip(members, column, strict=True):
        if value is None:
            # A metric in which one of the tied has no value does not separate them.
            return [EntryCluster(tuple(members))]
        ranges[member] = value
    # From the highest range downwards: as long as one reaches up to the lowest end so far, it may
    # be above some entry of the cluster, and belongs to it.
    overlapping: list[list[int]] = []
    lowest: Exact = 0
    for member in sorted(ranges, key=lambda each: ranges[each].most, reverse=True):
        if overlapping and ranges[member].most >= lowest:
            overlapping[-1].append(member)
            lowest = min(lowest, ranges[member].least)
        else:
            overlapping.append([member])
            lowest = ranges[member].least

    clusters: list[EntryCluster] = []
    for inside in overlapping:
        above_inside: dict[int, ValueRange] = {}
        ranges_inside = [ranges[member] for member in inside]
        # One value for all: they are certainly tied, and a later metric may separate them.
        has_one_value = len(set().union(*ranges_inside)) == 1
        if len(inside) > 1 and not has_one_value:
            # Members whose range lies wholly above are certainly above; all others that do not lie
            # wholly below may be.
            for member in inside:
                own = ranges[member]
                certainly_above = sum(other.least > own.most for other in ranges_inside)
                certainly_below = sum(other.most < own.least for other in ranges_inside)
                most_above = len(inside) - 1 - certainly_below
                above_inside[member] = ValueRange(certainly_above, most_above)
        clusters.append(EntryCluster(tuple(inside), above_inside))
    return clusters
