"""Who gets which prize: bands of places over a ranking, shared places shared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from competition.draw.drawn_from import ChangedEntrant
from competition.plan import EntryId, Placing
from kernel.violations import Violation

MOST_BANDS = 40


@dataclass(frozen=True, slots=True)
class PrizeBand:
    """What the entries on places ``first`` to ``last`` get, each of them."""

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


def band_violations(bands: Sequence[PrizeBand]) -> Iterator[Violation]:
    """Bands that overlap, that end before they begin, that say nothing, and too many of them."""
    if len(bands) > MOST_BANDS:
        yield Violation("too_many_prizes", {"prizes": len(bands), "most": MOST_BANDS})
    after = 0
    for band in sorted(bands, key=lambda each: each.first):
        if band.first < 1 or band.last < band.first:
            yield Violation("prize_places", {"first": band.first, "last": band.last})
        elif band.first <= after:
            yield Violation("prize_twice", {"place": band.first})
        if not band.text.strip():
            yield Violation("prize_without_text", {"first": band.first, "last": band.last})
        after = max(after, band.last)


def assign_prizes(bands: Sequence[PrizeBand], placings: Sequence[Placing]) -> Iterator[Awarded]:
    """Each band with the entries on its places, the best first. Entries that share places across
    the end of a band are in all bands that these places touch."""
    for band in sorted(bands, key=lambda each: each.first):
        there = tuple(
            placing
            for placing in placings
            if not placing.still_in and placing.first <= band.last and placing.last >= band.first
        )
        still = any(
            placing.still_in and placing.first <= band.last and placing.last >= band.first
            for placing in placings
        )
        full = len(there) >= min(band.last, len(placings)) - band.first + 1
        shared = tuple(
            placing for placing in there if placing.first < band.first or placing.last > band.last
        )
        yield Awarded(band, there, shared, is_settled=full and not still)


Winners = Mapping[tuple[int, int], frozenset[EntryId]]
"""The entries that have a prize, by its first and last place."""


def find_changed_winners(before: Winners, now: Winners) -> Iterator[ChangedEntrant]:
    """Who has another prize now than before, by the first and the last place of what they had and
    have; an empty list for no prize."""
    entries = {entry for each in (before, now) for winners in each.values() for entry in winners}
    for entry in sorted(entries):
        had, has = _places_of(entry, before), _places_of(entry, now)
        if had != has:
            yield ChangedEntrant(entry, "prize", had, has)


def _places_of(entry: EntryId, winners: Winners) -> list[int]:
    """Where an entry shares several prizes, they are neighbours."""
    places = [place for band, entries in winners.items() if entry in entries for place in band]
    return [min(places), max(places)] if places else []
