"""A metric, and the order that metrics put entries in."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from competition.plan import Value
from competition.standings.table import Column, Exact, ResultTable

Settled: TypeAlias = Literal["nothing", "winner", "games", "totals"]
"""What of the matches settles a metric: nothing of them (lots), who won, also how many games each
has won, or every total and feat. Each includes what stands before it."""

Group: TypeAlias = list[int]
"""The numbers of entries that are level."""


@dataclass(frozen=True, slots=True)
class Separation:
    """What puts an entry above the next: a metric, its two values, and how many were level until
    then (in a mini-table, how many are in it); ``inside``: what parted the two in a mini-table."""

    metric: str
    mine: Exact
    theirs: Exact
    among: int
    inside: "Separation | None" = None


@dataclass(frozen=True, slots=True)
class Ordering:
    """Groups of level entries, the best first. ``partings`` are by position: at 3 stands what puts
    the third above the fourth."""

    groups: list[Group]
    columns: Mapping[str, Column]
    partings: Mapping[int, Separation]

    def starts(self) -> Iterator[tuple[int, Group]]:
        """Each group with the number of entries above it."""
        return starts(self.groups)


@dataclass(frozen=True, slots=True)
class Metric:
    """What entries rank by. ``of`` finds the values of a whole table; where ``among_level`` it is
    asked of each group of level entries by itself, for the table of the results between them.

    A group in which somebody has no value stays level.
    """

    of: Callable[[ResultTable], Column]
    less: bool = False
    """Whether the smaller value stands first."""
    among_level: bool = False
    inside: Callable[[ResultTable], Ordering] | None = None
    """Where the values are places in an order of its own, that order."""
    is_fraction: bool = False
    """Whether its values are fractions even where they are whole."""
    is_sum: bool = False
    """Whether each match adds to its values, so that they can be averaged per match."""
    settled_by: Settled = "totals"
    """What of a match has to be known for it; the scenarios reckon with less of a match where less
    is enough."""

    @property
    def takes_penalties(self) -> bool:
        """Points can come off it: more is better, and everybody has a value."""
        return not self.less and not self.among_level

    def shown(self, exact: Exact | None) -> Value:
        """A whole number as it is, another as a fraction in lowest terms."""
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
