"""What is written down of a hand of Marafon: as little as possible, as much as one likes."""

from typing import Annotated

from pydantic import Field, WithJsonSchema

from rules.contract import Frozen
from rules.games.marafon.cards import ALL_POINTS, ALL_THIRDS, POINT, SEATS, SIDES, TRICKS

# The bounds stand in the schema for whoever makes a form of it. They are looked at by ``check``,
# which names what is out of bounds together with all else that is wrong.
# ``format`` says what a number or a sign stands for: a side, a seat, a suit.
_SIDE = WithJsonSchema({"type": "integer", "format": "side", "minimum": 0, "maximum": SIDES - 1})
_SEAT = WithJsonSchema({"type": "integer", "format": "seat", "minimum": 0, "maximum": SEATS - 1})
_SUIT = WithJsonSchema({"type": "string", "format": "suit", "enum": ["D", "C", "S", "B"]})


def _up_to(most: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "integer", "minimum": 0, "maximum": most})


_Thirds = Annotated[int, _up_to(ALL_THIRDS)]
_Points = Annotated[int, _up_to(ALL_POINTS)]
_Tricks = Annotated[int, _up_to(TRICKS)]

Pair = tuple[int | None, int | None]
NOTHING: Pair = (None, None)


class MarafonRecord(Frozen):
    """A hand as the sheet has it; where one side's number is missing, it follows.

    ``points`` are without the marafona; ``marafona`` is the side for which one counts by the
    options; ``first`` the side that got to the target first, where both are past it.
    """

    thirds: Annotated[tuple[_Thirds | None, _Thirds | None] | None, Field(strict=False)] = None
    points: Annotated[tuple[_Points | None, _Points | None] | None, Field(strict=False)] = None
    marafona: Annotated[int, _SIDE] | None = None
    last_trick: Annotated[int, _SIDE] | None = None
    tricks: Annotated[tuple[_Tricks | None, _Tricks | None] | None, Field(strict=False)] = None
    caller: Annotated[int, _SEAT] | None = None
    trump: Annotated[str, _SUIT] | None = None
    first: Annotated[int, _SIDE] | None = None


def whole(pair: Pair | None, total: int) -> tuple[int, int] | None:
    """Both numbers of a pair that makes ``total``; None where neither is given."""
    ours, theirs = pair or NOTHING
    if ours is not None:
        return ours, total - ours
    return None if theirs is None else (total - theirs, theirs)


def thirds_of(record: MarafonRecord) -> tuple[int, int] | None:
    return whole(record.thirds, ALL_THIRDS)


def points_of(record: MarafonRecord) -> tuple[int, int] | None:
    """Each side's points: its thirds rounded down, where they are given."""
    thirds = thirds_of(record)
    if thirds is None:
        return whole(record.points, ALL_POINTS)
    return thirds[0] // POINT, thirds[1] // POINT
