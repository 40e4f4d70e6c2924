"""A metric, and the order of entries by metrics."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from competition.plan import Value
from competition.standings.bounds import SlotRanges, TotalsBounds, bound_own
from competition.standings.table import Column, Exact, ResultTable

Settled: TypeAlias = Literal["nothing", "winner", "games", "totals"]
"""The results that determine a metric: none (lots), the winners, also the games won, or all totals
and feats. Each includes those before it."""

Group: TypeAlias = list[int]
"""The numbers of entries that are tied."""


@dataclass(frozen=True, slots=True)
class Separation:
    """Why an entry is above the next: a metric, its two values, and how many were tied until then
    (in a mini-table, how many are in it); ``inside``: what separated the two in a mini-table."""

    metric: str
    mine: Exact
    theirs: Exact
    among: int
    inside: "Separation | None" = None


@dataclass(frozen=True, slots=True)
class Ordering:
    """Groups of tied entries, the best first. ``partings`` are by position: the one at 3 separates
    the third from the fourth."""

    groups: list[Group]
    columns: Mapping[str, Column]
    partings: Mapping[int, Separation]

    def starts(self) -> Iterator[tuple[int, Group]]:
        """Each group with the number of entries above it."""
        return starts(self.groups)


@dataclass(frozen=True, slots=True)
class Metric:
    """A criterion of a ranking. ``of`` computes the values of a whole table; if ``among_tied``, of
    each group of tied entries by itself, from the table of the results between them.

    A group in which some entry has no value stays tied.
    """

    of: Callable[[ResultTable], Column]
    less: bool = False
    """Whether the smaller value is better."""
    among_tied: bool = False
    inside: Callable[[ResultTable], Ordering] | None = None
    """If the values are places in another ordering, that ordering."""
    is_fraction: bool = False
    """Whether its values are shown as fractions even if they are whole."""
    is_sum: bool = False
    """Whether each match adds to its values, so that they can be averaged per match."""
    settled_by: Settled = "totals"
    """What of a match has to be known for it; scenarios distinguish no more than that."""
    bound: Callable[[TotalsBounds], SlotRanges | None] | None = None
    """What a match adds if only bounds of its totals are known, as in a game to a target. Scenarios
    prove nothing by a metric over totals without it."""
    feat: str | None = None
    """The feat of a hand that it counts, as the rulebook names it."""
    fills_unplayed: bool = False
    """Whether a bye, or a walkover without points, can add a fixed number or the average of the
    rounds that were played (the options ``rest`` and ``walkover``)."""
    counts_match_points: bool = False
    """Whether it depends on the match points that a result or a bye is worth."""
    counts_hands: bool = False
    """Whether it needs the hands of a match one by one, and not only the totals of its games."""
    of_opponents: bool = False
    """Whether it adds up the scores of opponents, so that their unplayed rounds matter."""

    @property
    def sign(self) -> int:
        """The factor that makes more better: -1 where less is."""
        if self.less:
            return -1
        return 1

    @property
    def takes_penalties(self) -> bool:
        """Whether points can be deducted: more is better, and every entry has a value."""
        return not self.less and not self.among_tied

    @property
    def adds_own_totals(self) -> bool:
        """Whether a match adds an entry's own total, so that a lead in it is in points."""
        return self.bound is bound_own

    def split(self, group: Group, column: Column) -> Iterator[Group]:
        """A group of tied entries as the values in this column split it, the best first."""
        if len(group) == 1:
            yield group
            return
        values: dict[int, Exact] = {}
        for entry in group:
            value = column[entry]
            # An entry without a value can be compared with nobody, so the whole group stays tied.
            if value is None:
                yield group
                return
            values[entry] = value
        # sorted() is stable, also in reverse: tied entries stay in the order of their ids.
        in_order = sorted(group, key=values.__getitem__, reverse=not self.less)
        for _, piece in groupby(in_order, key=values.__getitem__):
            yield list(piece)

    def shown(self, exact: Exact | None) -> Value:
        """The value as JSON: a whole number, or a fraction in lowest terms as two numbers."""
        # A metric of fractions shows all its values as two numbers, so that a column looks alike.
        if exact is None or (isinstance(exact, int) and not self.is_fraction):
            return exact
        if exact.denominator == 1 and not self.is_fraction:
            return exact.numerator
        return exact.numerator, exact.denominator


def starts(groups: list[Group]) -> Iterator[tuple[int, Group]]:
    """Each group with the number of entries above it."""
    above = 0
    for group in groups:
        yield above, group
        above += len(group)
