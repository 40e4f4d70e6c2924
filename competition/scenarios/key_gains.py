"""What the possible results of a match add to the sort keys of its entries."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeAlias

from competition.plan import Result
from competition.standings.bounds import SlotRanges, find_slot_ranges

SlotKeys: TypeAlias = tuple[int, ...]
"""By slot, what a result adds to the key."""
ResultsByKeys: TypeAlias = Mapping[SlotKeys, Result]


class KnownResult(NamedTuple):
    """A result, and what it adds to the keys by slot."""

    keys: SlotKeys
    result: Result


@dataclass(frozen=True)
class KeyGains:
    """What a match adds to the keys of its entries.

    ``least``, ``most``: by outcome and slot. ``known``: by outcome, what the known results add,
    with one result for each; the first of all is that of the first known result.
    """

    least: Sequence[SlotKeys]
    most: Sequence[SlotKeys]
    known: Sequence[ResultsByKeys]

    @property
    def example(self) -> SlotKeys:
        """What the first known result adds."""
        return next(iter(self.known[0]))

    @property
    def known_keys(self) -> list[SlotKeys]:
        """What the known results add, over all outcomes."""
        keys: list[SlotKeys] = []
        for of_outcome in self.known:
            keys += of_outcome
        return keys

    @cached_property
    def range_by_slot(self) -> SlotRanges:
        """By slot, the least and the most that a match can add."""
        return find_slot_ranges([*self.least, *self.most])

    @cached_property
    def known_range_by_slot(self) -> SlotRanges:
        """The same of the known results: narrower, as not every metric is at its extreme in the
        same result."""
        return find_slot_ranges(self.known_keys)

    @cached_property
    def deciding_by_slot(self) -> list[list[list[KnownResult]]]:
        """By slot and outcome, the known results that are enough to judge the entry there."""
        slots = range(len(self.example))
        return [[choose_deciding(known, slot) for known in self.known] for slot in slots]


def choose_deciding(known: ResultsByKeys, slot: int) -> list[KnownResult]:
    """The results that can decide for a slot. With more than two slots all are kept.

    An entry gains nothing by a lower key of its own or a higher one of its opponent. So of the
    results with the same points for it (a sentence may name the points), only the Pareto extremes
    are kept: no other gives it a higher key and its opponent a lower one, or the reverse.
    """
    results = [KnownResult(keys, result) for keys, result in known.items()]
    if any(len(each.keys) != 2 for each in results):
        return results
    by_points: dict[int, list[KnownResult]] = defaultdict(list)
    for each in results:
        by_points[each.result.totals[slot]].append(each)
    deciding: list[KnownResult] = []
    # The best results for the slot, then the worst: with the sign turned round these are the best.
    for same_points, sign in product(by_points.values(), (1, -1)):
        in_order = sorted(
            same_points,
            key=lambda each: (sign * each.keys[slot], -sign * each.keys[1 - slot]),
            reverse=True,
        )
        # From the best key downwards, a result only adds something if it leaves the opponent less
        # than all before it.
        least_of_opponent: int | None = None
        for each in in_order:
            of_opponent = sign * each.keys[1 - slot]
            if least_of_opponent is None or of_opponent < least_of_opponent:
                least_of_opponent = of_opponent
                deciding.append(each)
    return deciding
