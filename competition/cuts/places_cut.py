"""The entries that advance by places: those of one ranking over all groups, or of a chosen list."""

from collections.abc import Sequence
from dataclasses import dataclass

from competition.cuts.borders import (
    Border,
    SettledBorder,
    apply_tie_rule,
    find_border,
    find_settled,
    list_tied_entries,
    merge_borders,
    move_border,
)
from competition.cuts.cut import Chosen, Places, Through, count_seeds
from competition.cuts.remedies import advances_all
from competition.cuts.seed_borders import find_seed_borders
from competition.cuts.ties import drop_entries
from competition.draw.seeding import Origin, find_pot
from competition.plan import EntryId, Placing


@dataclass(frozen=True, slots=True)
class AdvancingRows:
    """The rows of a ranking that advance, from ``first`` (from 0) to before ``last``; the ties that
    must be settled for that, and those that are settled."""

    first: int
    last: int
    borders: tuple[Border, ...] = ()
    settled: tuple[SettledBorder, ...] = ()


def advance_by_places(
    cut: Places,
    placings: Sequence[Placing],
    out: frozenset[EntryId] = frozenset(),
    unsettled: Sequence[Placing] | None = None,
) -> Through:
    """The entries on these places. Entries that are ``out`` are skipped. Entries tied across the
    first place belong to the cut above if all of them advance there, or else to this one.

    ``unsettled``: the same rows before lots and play-offs (None: there were none). Whether all
    tied entries advance follows from these, so that lots drawn for seeds eliminate nobody.
    """
    ranked = drop_entries(placings, out)
    raw = ranked
    if unsettled is not None:
        raw = drop_entries(unsettled, out)
    advancing = _find_advancing_rows(cut, ranked, raw)
    tied = set(list_tied_entries(advancing.borders))
    through = ranked[advancing.first : advancing.last]
    origins = _number_origins([row.entry for row in through], cut.pot_size)
    # Which of the tied entries advance is open, so that none of them is among the entries yet.
    entries = tuple(row.entry for row in drop_entries(through, tied))
    seeded = count_seeds(cut, usual=len(entries))
    seed_borders = find_seed_borders(cut, through, seeded, origins, tied)
    borders = (*advancing.borders, *seed_borders)
    return Through(entries, seeded, borders, origins, advancing.settled)


def _number_origins(entries: Sequence[EntryId], pot_size: int | None) -> dict[EntryId, Origin]:
    """The origins of entries that advance by one ranking, the best first: their places in it."""
    origins: dict[EntryId, Origin] = {}
    for place, entry in enumerate(entries, start=1):
        origins[entry] = Origin(str(place), find_pot(place, pot_size))
    return origins


def _find_advancing_rows(
    cut: Places, ranked: Sequence[Placing], raw: Sequence[Placing]
) -> AdvancingRows:
    above, below = find_border(raw, cut.first - 1), find_border(raw, cut.last)
    all_advance = advances_all(cut.level)
    # Both ends move alike, so that two adjacent cuts of the same rule have no entry in common.
    first = move_border(above, cut.first - 1, behind=all_advance)
    last = move_border(below, cut.last, behind=all_advance)
    if cut.level == "out":
        # The tied rows are outside the range already: nothing is left to settle.
        return AdvancingRows(first, last)
    if all_advance and (cut.room is None or last - first <= cut.room):
        if below is None:
            return AdvancingRows(first, last)
        return AdvancingRows(first, last, settled=(SettledBorder(below.tied, "all_advance"),))

    # Lots or a play-off decide: exactly the places of the cut advance.
    open_borders = [find_border(ranked, cut.first - 1), find_border(ranked, cut.last)]
    return AdvancingRows(
        cut.first - 1,
        cut.last,
        borders=apply_tie_rule(open_borders, cut.level),
        settled=find_settled(ranked, merge_borders([above, below])),
    )


def advance_chosen(cut: Chosen, out: frozenset[EntryId] = frozenset()) -> Through:
    """The entries that the organizer has chosen."""
    entries = tuple(entry for entry in cut.entries if entry not in out)
    origins = _number_origins(entries, cut.pot_size)
    return Through(entries, count_seeds(cut, usual=len(entries)), origins=origins)
