"""The places of a whole event, over all its stages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

from tournaments.core.cut import Cut, Losers
from tournaments.core.plan import EntryId, Placing

Link: TypeAlias = tuple[Cut | None, int, Sequence[Placing]]
"""A stage that is drawn: the cut it takes its entries by (None: the entry list), its number, and
its placings."""


def event_placings(links: Sequence[Link]) -> tuple[Placing, ...]:
    """Where everybody stands, the best first.

    Whoever plays on is ranked by where he plays on, among those who went there with him, and
    before those who stay behind; the stages that follow one another come in the order of their
    numbers. Losers who play on stay on the places on which they lost.
    """
    following: dict[int, list[Link]] = {}
    for link in links:
        if link[0] is not None:
            following.setdefault(link[0].stage, []).append(link)
    first = [link for link in links if link[0] is None]
    placed = [placing for link in first for placing in _ranked(link, following)]
    return tuple(placed)


def _ranked(link: Link, following: dict[int, list[Link]], before: int = 0) -> list[Placing]:
    """The placings of a stage with those of all that follow it, on places after ``before``."""
    _cut, number, placings = link
    rows = list(placings)
    taken: set[EntryId] = set()
    ahead: list[Placing] = []
    for later in following.get(number, ()):
        if isinstance(later[0], Losers):
            rows = _among(rows, _ranked(later, following))
        else:
            ahead += _ranked(later, following, len(ahead))
            taken = {placing.entry for placing in ahead}
    if ahead:
        behind = [placing for placing in rows if placing.entry not in taken]
        rows = [*ahead, *_closed_up(behind, len(ahead))]
    return [replace(row, first=row.first + before, last=row.last + before) for row in rows]


def _among(rows: list[Placing], again: Sequence[Placing]) -> list[Placing]:
    """Those who lost and played on, ranked anew on the places that they have between them."""
    anew = {placing.entry for placing in again}
    places = [at for at, placing in enumerate(rows) if placing.entry in anew]
    if not places:
        return rows
    start = min(rows[at].first for at in places) - 1
    found = list(rows)
    for at, placing in zip(places, again, strict=True):
        found[at] = replace(placing, first=placing.first + start, last=placing.last + start)
    return found


def _closed_up(rows: Sequence[Placing], before: int) -> Iterator[Placing]:
    """The places of those who stay, when others have gone ahead of them all."""
    place = before
    for _band, level in groupby(rows, key=lambda row: (row.first, row.last)):
        same = list(level)
        for row in same:
            yield replace(row, first=place + 1, last=place + len(same))
        place += len(same)
