"""The ties that must be settled for seeds, among entries that advance whatever the lots decide."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from competition.cuts.borders import Border, find_border, mark_for_seeds
from competition.cuts.cut import OfEach, Places
from competition.draw.seeding import Origin
from competition.plan import EntryId, Placing


def find_seed_borders(
    cut: Places | OfEach,
    through: Sequence[Placing],
    seeded_places: int,
    origins: Mapping[EntryId, Origin],
    tied: AbstractSet[EntryId],
) -> tuple[Border, ...]:
    """The ties that matter for seeds among the rows of one ranking that advance: those across two
    places which a draw treats differently.

    ``seeded_places``: the first places whose entries have seeds. Entries of ``tied`` are ordered by
    the remedy for the border of the cut.
    """
    borders: list[Border] = []
    for place, (above, below) in enumerate(pairwise(through), start=1):
        match cut.seeding:
            case "places":
                is_seed_border = place <= seeded_places
            case "pots":
                is_seed_border = origins[above.entry].pot != origins[below.entry].pot
            case "table":
                is_seed_border = True
        if not is_seed_border:
            continue
        border = find_border(through, place)
        if border is not None and tied.isdisjoint(border.tied):
            borders.append(border)
    return mark_for_seeds(borders)
