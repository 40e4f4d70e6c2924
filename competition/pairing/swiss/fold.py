"""The fold of a drawn order: its upper half meets its lower half."""

from collections.abc import Sequence
from typing import TypeAlias

from competition.pairing.swiss.exact import Pair
from competition.pairing.swiss.exchanges import list_nearest_positions
from competition.plan import Entrant

TablePlaces: TypeAlias = tuple[int, ...]
"""The places of two that meet, or of the one with the bye."""


def fold_pairs(entries: int, upper: int = 0) -> list[Pair]:
    """The places (from 0) that meet; the last of an odd number has the bye. ``upper``: an even
    number of places at the top that are folded separately from the others."""
    even = entries - entries % 2
    parts = [(0, even)]
    if 0 < upper < even:
        parts = [(0, upper), (upper, even)]
    pairs: list[Pair] = []
    for start, end in parts:
        half = (end - start) // 2
        pairs += [(place, place + half) for place in range(start, start + half)]
    return pairs


def separate_mates(
    order: Sequence[Entrant], meetings: Sequence[Pair], first_lot: int
) -> list[Entrant]:
    """The order with as few meetings of clubmates as the lots allow: entrants from the place
    ``first_lot`` on may change places, each with the nearest so that both then meet strangers.

    Without seeds, a clash stays only where every table has an entrant of that club.
    """
    seats = list(order)
    # Who has the bye can change places too, and sits at a table alone.
    resting_places = sorted(set(range(len(order))).difference(*meetings))
    tables: list[TablePlaces] = [*meetings, *[(place,) for place in resting_places]]
    for number, table in enumerate(tables):
        if _has_clash(seats, table):
            _exchange_mates(seats, tables, number, first_lot)
    return seats


def _exchange_mates(
    seats: list[Entrant], tables: Sequence[TablePlaces], number: int, first_lot: int
) -> None:
    """Exchanges one entrant of that table with one of the nearest table that solves the clash."""
    for mine in tables[number][::-1]:
        for nearby in list_nearest_positions(number, len(tables)):
            for theirs in tables[nearby][::-1]:
                if min(mine, theirs) < first_lot:
                    continue
                seats[mine], seats[theirs] = seats[theirs], seats[mine]
                if not (_has_clash(seats, tables[number]) or _has_clash(seats, tables[nearby])):
                    return
                # It does not help: put them back.
                seats[mine], seats[theirs] = seats[theirs], seats[mine]


def _has_clash(seats: Sequence[Entrant], table: TablePlaces) -> bool:
    clubs = [seats[place].club for place in table]
    return len(clubs) == 2 and clubs[0] is not None and clubs[0] == clubs[1]
