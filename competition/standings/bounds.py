"""What one match can add to a metric when only bounds of its totals are known.

A metric over totals names one of these functions as its ``bound``. Each returns a range by slot
that holds for all totals within the bounds, or None if nothing follows from them.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


class ValueRange(NamedTuple):
    """The least and the most that a value can be."""

    least: int
    most: int

    @classmethod
    def around(cls, values: Collection[int]) -> "ValueRange":
        """The narrowest range of these values. There has to be one."""
        return cls(min(values), max(values))

    def negate(self) -> "ValueRange":
        """The range of the negated value: its least is the most of the value."""
        return ValueRange(-self.most, -self.least)


@dataclass(frozen=True, slots=True)
class TotalsBounds:
    """By slot, the range of the total; ``lead``: the range of what slot 0 has more than slot 1
    (None: not known, or more than two slots)."""

    by_slot: Sequence[ValueRange]
    lead: ValueRange | None


SlotRanges: TypeAlias = tuple[ValueRange, ...]


def find_slot_ranges(rows: Iterable[Sequence[int]]) -> SlotRanges:
    """By slot, the range of the values in these rows, each of which has one for each slot."""
    return tuple(map(ValueRange.around, zip(*rows, strict=True)))


def bound_own(totals: TotalsBounds) -> SlotRanges:
    """A metric that adds up an entry's own totals."""
    return tuple(totals.by_slot)


def bound_others(totals: TotalsBounds) -> SlotRanges | None:
    """A metric that adds up the totals of the opponent."""
    if len(totals.by_slot) != 2:
        return None
    first_totals, second_totals = totals.by_slot
    return second_totals, first_totals


def bound_difference(totals: TotalsBounds) -> SlotRanges | None:
    """A metric that adds up own totals less the opponent's. The range of the lead is narrower than
    what follows from the two totals: at the end of a game both cannot be high."""
    if totals.lead is None:
        return None
    return totals.lead, totals.lead.negate()
