"""The runners-up of several groups: the matches that count when they are compared, and those of
them that advance."""

from collections.abc import Sequence
from dataclasses import replace

from competition.cuts.cut import OfEach, Places, Through
from competition.cuts.places_cut import advance_by_places
from competition.draw.seeding import Origin
from competition.plan import EntryId, Placing, PlannedPairing
from competition.standings.ruling import Ruling
from database.limits import MOST_ENTRIES


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


def advance_runners_up(
    cut: OfEach, runners_up: Sequence[Placing], out: frozenset[EntryId], seeds: int
) -> Through:
    """The best runners-up: a cut by places of their own ranking. They share the pot behind those of
    the groups. ``seeds``: how many are left for them."""
    seeded = 0
    if cut.seeding == "places":
        seeded = seeds
    best_places = Places(
        stage=cut.stage,
        last=cut.runners_up,
        level=cut.level,
        seeded=seeded,
        seeding=cut.seeding,
        # One pot for any number of entries: between two pots a tie would be a border for seeds.
        pot_size=MOST_ENTRIES,
    )
    best_through = advance_by_places(best_places, runners_up, out)
    pot_behind_groups = cut.of_each + 1
    origins: dict[EntryId, Origin] = {}
    for entry, origin in best_through.origins.items():
        origins[entry] = Origin(f"R{origin.label}", pot_behind_groups)
    return replace(best_through, origins=origins)
