"""The fold of a drawn order: its upper half meets its lower half."""

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from competition.pairing.swiss.exact import Pair
from competition.pairing.swiss.exchanges import around
from competition.plan import Entrant

Table: TypeAlias = tuple[int, ...]
"""The places of those who meet, or of the one who rests."""


def fold_pairs(entries: int, upper: int = 0) -> list[Pair]:
    """Places (from 0) that meet; the last of an odd number meets nobody. ``upper``: an even number
    of places at the top that are folded separately from the others."""
    even = entries - entries % 2
    parts = [(0, upper), (upper, even)] if 0 < upper < even else [(0, even)]
    return [
        (place, place + (end - start) // 2)
        for start, end in parts
        for place in range(start, start + (end - start) // 2)
    ]


def separate_mates(order: Sequence[Entrant], meetings: Sequence[Pair], lots: int) -> list[Entrant]:
    """The order without clubmates who meet, as far as lots can help it: those from the place
    ``lots`` on may change places, each with the nearest with whom both then meet strangers.

    Without seeds, a clash stays only where every table has an entrant of that club.
    """
    seats = list(order)
    met = {place for pair in meetings for place in pair}
    tables: list[Table] = [
        *meetings,
        *((place,) for place in range(len(order)) if place not in met),
    ]
    for at, table in enumerate(tables):
        if _has_clash(seats, table):
            _exchange_mates(seats, tables, at, lots)
    return seats


def _exchange_mates(seats: list[Entrant], tables: Sequence[Table], at: int, lots: int) -> None:
    for mine, there in product(tables[at][::-1], around(at, len(tables))):
        for theirs in tables[there][::-1]:
            if min(mine, theirs) < lots:
                continue
            seats[mine], seats[theirs] = seats[theirs], seats[mine]
            if not (_has_clash(seats, tables[at]) or _has_clash(seats, tables[there])):
                return
            seats[mine], seats[theirs] = seats[theirs], seats[mine]


def _has_clash(seats: Sequence[Entrant], table: Table) -> bool:
    clubs = [seats[place].club for place in table]
    return len(clubs) == 2 and clubs[0] is not None and clubs[0] == clubs[1]
