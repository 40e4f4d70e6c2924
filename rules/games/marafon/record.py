"""The record of a hand of Marafon: a result is enough, and more facts may be written."""

from typing import Annotated

from pydantic import Field

from kernel.models import Frozen
from rules.fields import A_SUIT, a_seat, a_side, up_to, whole
from rules.games.marafon.cards import ALL_POINTS, ALL_THIRDS, POINT, SEATS, SIDES, TRICKS

_Side = Annotated[int, a_side(SIDES)]
_Thirds = Annotated[int, up_to(ALL_THIRDS)]
_Points = Annotated[int, up_to(ALL_POINTS)]
_Tricks = Annotated[int, up_to(TRICKS)]


class MarafonRecord(Frozen):
    """A hand as the sheet has it; where one side's number is missing, it follows.

    ``points`` are without the marafona; ``marafona`` is the side for which one counts by the
    options; ``first`` the side that got to the target first, where both are past it.
    """

    thirds: Annotated[tuple[_Thirds | None, _Thirds | None] | None, Field(strict=False)] = None
    points: Annotated[tuple[_Points | None, _Points | None] | None, Field(strict=False)] = None
    marafona: _Side | None = None
    last_trick: _Side | None = None
    tricks: Annotated[tuple[_Tricks | None, _Tricks | None] | None, Field(strict=False)] = None
    caller: Annotated[int, a_seat(SEATS)] | None = None
    trump: Annotated[str, A_SUIT] | None = None
    first: _Side | None = None


def read_thirds(record: MarafonRecord) -> tuple[int, int] | None:
    return whole(record.thirds, ALL_THIRDS)


def read_points(record: MarafonRecord) -> tuple[int, int] | None:
    """Each side's points: its thirds rounded down, where they are given."""
    thirds = read_thirds(record)
    if thirds is None:
        return whole(record.points, ALL_POINTS)
    return thirds[0] // POINT, thirds[1] // POINT
