"""Prizes: bands of places over a ranking; entries that share places share the prizes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from competition.draw.drawn_from import ChangedEntrant
from competition.plan import EntryId, Placing
from kernel.violations import Violation

MOST_BANDS = 40


@dataclass(frozen=True, slots=True)
class PrizeBand:
    """The prize of each entry on the places ``first`` to ``last``."""

    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class Awarded:
    """A band with the entries on its places."""

    band: PrizeBand
    placings: tuple[Placing, ...]
    shared: tuple[Placing, ...]
    """Those of them that are tied with an entry on a place outside the band: they share its prize
    and the next ones (ex aequo), by the regulation or a decision of the club."""
    is_settled: bool
    """Whether its entries can no longer change."""


def find_band_violations(bands: Sequence[PrizeBand]) -> Iterator[Violation]:
    """Bands that overlap, that end before they begin, that have no text, and too many bands.
    ``at``: which band, from 0."""
    if len(bands) > MOST_BANDS:
        yield Violation("too_many_prizes", {"prizes": len(bands), "most": MOST_BANDS})
    after = 0
    for at, band in sorted(enumerate(bands), key=lambda numbered: numbered[1].first):
        places = {"first": band.first, "last": band.last}
        if band.first < 1 or band.last < band.first:
            yield Violation("prize_places", places, at)
        elif band.first <= after:
            yield Violation("prize_twice", {"place": band.first}, at)
        if not band.text.strip():
            yield Violation("prize_without_text", places, at)
        after = max(after, band.last)


def assign_prizes(bands: Sequence[PrizeBand], placings: Sequence[Placing]) -> Iterator[Awarded]:
    """Each band with the entries on its places, the best first. Entries that share places across
    the end of a band are in all bands that these places touch."""
    for band in sorted(bands, key=lambda each: each.first):
        awarded: list[Placing] = []
        shared: list[Placing] = []
        is_open = False  # whether an entry that is still in can reach the band
        for placing in placings:
            if placing.first > band.last or placing.last < band.first:
                continue
            if placing.still_in:
                is_open = True
                continue
            awarded.append(placing)
            if placing.first < band.first or placing.last > band.last:
                shared.append(placing)
        # In a field that is smaller than the band, its last places stay without an entry.
        is_full = len(awarded) >= min(band.last, len(placings)) - band.first + 1
        is_settled = is_full and not is_open
        yield Awarded(band, tuple(awarded), tuple(shared), is_settled=is_settled)


Winners = Mapping[tuple[int, int], frozenset[EntryId]]
"""The entries that have a prize, by its first and last place."""


def find_changed_winners(before: Winners, now: Winners) -> Iterator[ChangedEntrant]:
    """The entries that have another prize now than before, with the first and the last place of the
    prizes before and now; an empty list for no prize."""
    entries: set[EntryId] = set()
    for winners in (*before.values(), *now.values()):
        entries |= winners
    for entry in sorted(entries):
        had, has = _find_prize_places(entry, before), _find_prize_places(entry, now)
        if had != has:
            yield ChangedEntrant(entry, "prize", had, has)


def _find_prize_places(entry: EntryId, winners: Winners) -> list[int]:
    """The first and the last place of an entry's prizes. If it shares several, these are
    neighbours."""
    places: list[int] = []
    for band, entries in winners.items():
        if entry in entries:
            places += band
    if not places:
        return []
    return [min(places), max(places)]
