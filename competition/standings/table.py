"""The table of results that metrics count: entries are numbers here, and what several metrics need
is computed once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

from competition.plan import EntryId, number_items
from competition.standings.options import StandingsOptions
from competition.standings.results import Kind, RoundResult

Computed = TypeVar("Computed")
Exact: TypeAlias = int | Fraction
Column: TypeAlias = Sequence[Exact | None]
"""A value by entry; None where there is none."""
Gain: TypeAlias = Callable[[RoundResult, int], int]
"""What a result adds to the entry in one of its slots."""


@dataclass(frozen=True, eq=False)
class ResultTable:
    """The entries, and the lines: each is a result with the numbers of the entries in its slots."""

    entries: tuple[EntryId, ...]
    lines: tuple[tuple[RoundResult, tuple[int, ...]], ...]
    options: StandingsOptions
    lots: Mapping[EntryId, int] = field(default_factory=dict)
    _memory: dict[Any, Any] = field(default_factory=dict, repr=False)

    def once(self, work: "Callable[[ResultTable], Computed]") -> Computed:
        """The value of ``work`` for this table, computed at the first call only."""
        # By the function itself, so that no two computations share a name.
        if work not in self._memory:
            self._memory[work] = work(self)
        value: Computed = self._memory[work]
        return value

    def summed(self, gain: Gain) -> list[int]:
        """By entry, the sum of what its results add to it."""
        sums = [0] * len(self.entries)
        for result, seats in self.lines:
            for position, entry in enumerate(seats):
                sums[entry] += gain(result, position)
        return sums

    def by_id(self) -> list[int]:
        """The numbers of the entries in the order of their ids, numbers before texts."""
        return sorted(
            range(len(self.entries)),
            key=lambda number: (isinstance(self.entries[number], str), self.entries[number]),
        )

    def among(self, members: Sequence[int]) -> "ResultTable":
        """The table of some entries alone: the results between them, their numbers from 0."""
        numbers = number_items(members)
        # By the histories of the members, because the whole table may have many more lines. A line
        # is in the history of each of its entries: the dict keeps it once.
        lines: dict[int, tuple[RoundResult, tuple[int, ...]]] = {}
        for member in members:
            for index in self.histories[member]:
                result, seats = self.lines[index]
                if len(seats) > 1 and numbers.keys() >= set(seats):
                    lines[index] = (result, tuple(numbers[seat] for seat in seats))
        entries = tuple(self.entries[member] for member in members)
        # Without lots: they order all entries, and are no result between some of them.
        return ResultTable(entries, tuple(lines.values()), self.options)

    def count(self, kind: Kind) -> list[int]:
        """By entry, the number of its results of that kind."""
        return self.summed(lambda result, position: result.kind == kind)

    def list_lots(self) -> Column:
        """By entry, its lot; None if none was drawn for it."""
        return [self.lots.get(entry) for entry in self.entries]

    @cached_property
    def rounds(self) -> int:
        """The number of the last round that is known."""
        return max((result.round for result, _ in self.lines), default=0)

    @cached_property
    def histories(self) -> list[list[int]]:
        """By entry, the indexes of its lines."""
        histories: list[list[int]] = [[] for _ in self.entries]
        for index, (_, seats) in enumerate(self.lines):
            for entry in seats:
                histories[entry].append(index)
        return histories

    @cached_property
    def scores(self) -> list[int]:
        """Match points by entry, without penalties."""
        return self.summed(lambda result, position: result.score[position])


def build_result_table(
    entries: Sequence[EntryId],
    results: Sequence[RoundResult],
    options: StandingsOptions,
    lots: Mapping[EntryId, int],
) -> ResultTable:
    """The table of these results. All entries in them must be known."""
    numbers = number_items(entries)
    lines: list[tuple[RoundResult, tuple[int, ...]]] = []
    for result in results:
        seats = tuple(numbers[slot] for slot in result.slots)
        lines.append((result, seats))
    return ResultTable(tuple(entries), tuple(lines), options, lots)
