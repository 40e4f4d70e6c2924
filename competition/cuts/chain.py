"""The places of a whole event, over all its stages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeAlias

from competition.cuts.cut import Cut, Losers, Places
from competition.plan import Placing

Link: TypeAlias = tuple[Cut | None, int, Sequence[Placing]]
"""A stage that is drawn: the cut it takes its entries by (None: the entry list), its number, and
its placings."""


def event_placings(links: Sequence[Link]) -> tuple[Placing, ...]:
    """The places of all entries in the event, best first.

    Entries that advance are ranked by their next stage, among those who advanced to it, and before
    those who did not advance. Where several stages follow one, the stage that takes the better
    places comes first, then the one with the lower number. Losers who play on keep the places on
    which they lost.
    """
    following: dict[int, list[Link]] = {}
    for link in links:
        if link[0] is not None:
            following.setdefault(link[0].stage, []).append(link)
    first = [link for link in links if link[0] is None]
    placed = [placing for link in first for placing in _rank_chain(link, following)]
    return tuple(placed)


def _rank_chain(link: Link, following: dict[int, list[Link]]) -> list[Placing]:
    """The placings of a stage with those of all that follow it."""
    _cut, number, placings = link
    rows = list(placings)
    ahead: list[Placing] = []
    for later in sorted(following.get(number, ()), key=_first_place):
        again = _rank_chain(later, following)
        if isinstance(later[0], Losers):
            rows = _rank_again(rows, again)
            continue
        waiting = _count_waiting(rows, again, _first_place(later) - 1 - len(ahead))
        rows = _leave_out(rows, again)
        ahead += _close_gaps(rows[:waiting], len(ahead))
        ahead += _place_behind(again, len(ahead))
        rows = rows[waiting:]
    return [*ahead, *_close_gaps(rows, len(ahead))] if ahead else rows


def _first_place(link: Link) -> int:
    """From which place on a stage takes its entrants."""
    return link[0].first if isinstance(link[0], Places) else 1


def _count_waiting(rows: Sequence[Placing], again: Sequence[Placing], missing: int) -> int:
    """How many stand before those who play on and are to play on too, where it is not drawn yet."""
    playing = {placing.entry for placing in again}
    before = next((at for at, row in enumerate(rows) if row.entry in playing), 0)
    return max(0, min(before, missing))


def _leave_out(rows: Sequence[Placing], gone: Sequence[Placing]) -> list[Placing]:
    taken = {placing.entry for placing in gone}
    return [row for row in rows if row.entry not in taken]


def _place_behind(rows: Sequence[Placing], before: int) -> Iterator[Placing]:
    return (replace(row, first=row.first + before, last=row.last + before) for row in rows)


def _rank_again(rows: list[Placing], again: Sequence[Placing]) -> list[Placing]:
    """Ranks the losers who played on anew, on the places on which they lost; entries that lost with
    them and did not play on come behind them there."""
    anew = {placing.entry for placing in again}
    bands = {_get_places(row) for row in rows if row.entry in anew}
    lost = [at for at, row in enumerate(rows) if _get_places(row) in bands]
    places = [
        first + at
        for (first, _last), level in groupby((rows[at] for at in lost), key=_get_places)
        for at, _row in enumerate(level)
    ]
    staying = [rows[at] for at in lost if rows[at].entry not in anew]
    found = list(rows)
    for at, placing in zip(lost, [*again, *_close_gaps(staying, len(again))], strict=True):
        first, last = places[placing.first - 1], places[placing.last - 1]
        found[at] = replace(placing, first=first, last=last)
    return found


def _get_places(row: Placing) -> tuple[int, int]:
    return row.first, row.last


def _close_gaps(rows: Sequence[Placing], before: int) -> Iterator[Placing]:
    """The places of those who stay, when others have gone ahead of them all."""
    place = before
    for _, level in groupby(rows, key=_get_places):
        same = list(level)
        for row in same:
            yield replace(row, first=place + 1, last=place + len(same))
        place += len(same)
