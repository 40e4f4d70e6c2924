"""The seeds with which the entries that advance start in the next stage."""

from collections.abc import Sequence

from competition.cuts.cut import Cut, Following, Losers, OfEach, Through
from competition.draw.seeding import TABLES, Label, crossing_labels, seeds_by_table
from competition.plan import EntryId
from kernel.refusals import Refused
from kernel.violations import Violation


def seeds_of(cut: Cut, through: Through) -> dict[EntryId, int]:
    """The seeds of the entries that advance. Raises Refused if the table does not fit them."""
    if isinstance(cut, Losers):
        return {}
    match cut.seeding:
        case "places":
            seeded = through.entries[: through.seeded]
            return {entry: seed for seed, entry in enumerate(seeded, start=1)}
        case "pots":
            return {}
    return seeds_by_table(_get_crossing_pairs(cut, through), through.origins)


def _get_crossing_pairs(cut: Following, through: Through) -> Sequence[tuple[Label, Label]]:
    """The pairings of the table of a cut, by its name or as it is written."""
    if cut.table not in TABLES:
        return crossing_labels(cut.table)
    if not isinstance(cut, OfEach) or cut.runners_up:
        raise Refused([Violation("crossing_of_each_alone", {})])
    # The firsts of the groups are in pot 1: so this is the number of groups.
    groups = sum(origin.pot == 1 for origin in through.origins.values())
    return TABLES[cut.table](groups, cut.of_each)
