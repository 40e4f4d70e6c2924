"""The matches that count when the runners-up of several groups are compared."""

from collections.abc import Sequence
from dataclasses import replace

from competition.cuts.cut import OfEach
from competition.plan import EntryId, Placing, PlannedPairing
from competition.standings.ruling import Ruling


def select_fair_pairings(
    pairings: Sequence[PlannedPairing], groups: Sequence[Sequence[Placing]]
) -> list[PlannedPairing]:
    """The matches that count when entries of groups of different sizes are compared: of a larger
    group only those among as many of its best as the smallest group has."""
    smallest_size = min(map(len, groups))
    compared_entries: set[EntryId] = set()
    for group in groups:
        compared_entries.update(placing.entry for placing in group[:smallest_size])
    return [pairing for pairing in pairings if compared_entries.issuperset(pairing.entries)]


def choose_compared_pairings(
    cut: OfEach,
    pairings: Sequence[PlannedPairing],
    groups: Sequence[Sequence[Placing]],
    ruling: Ruling,
) -> tuple[Sequence[PlannedPairing], Ruling]:
    """The pairings that count when runners-up are compared, and how they are ranked by them."""
    if cut.compare == "fair":
        return select_fair_pairings(pairings, groups), ruling
    return pairings, replace(ruling, options={**ruling.options, "per_match": True})
