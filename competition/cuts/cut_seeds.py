"""The seeds with which the entries that advance start in the next stage."""

from competition.cuts.cut import Cut, Losers, OfEach, Through
from competition.draw.seeding import TABLES, assign_seeds_by_table, read_crossing_table
from competition.plan import EntryId, number_items
from kernel.refusals import Refused
from kernel.violations import Violation


def assign_seeds(cut: Cut, through: Through) -> dict[EntryId, int]:
    """The seeds of the entries that advance. Raises Refused if the table does not fit them."""
    if isinstance(cut, Losers):
        return {}
    match cut.seeding:
        case "places":
            return number_items(through.entries[: through.seeded], start=1)
        case "pots":
            # Lots are drawn pot by pot: nobody has a seed before.
            return {}
    # The pairings of the table, by its name or as it is written.
    if cut.table not in TABLES:
        return assign_seeds_by_table(read_crossing_table(cut.table), through.origins)
    if not isinstance(cut, OfEach) or cut.runners_up:
        raise Refused([Violation("crossing_of_each_alone", {})])
    # The firsts of the groups are in pot 1: so this is the number of groups.
    groups = sum(origin.pot == 1 for origin in through.origins.values())
    return assign_seeds_by_table(TABLES[cut.table](groups, cut.of_each), through.origins)
