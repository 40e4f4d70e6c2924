"""The types of the fields of records and claims, with their bounds.

The bounds are in the schema, for programs that build a form from it. They are enforced by ``check``
and not by pydantic, so that a value out of bounds is reported together with all other violations.
``format`` is the meaning of a value: a side, a seat, a suit, a card.
"""

from pydantic import WithJsonSchema

Pair = tuple[int | None, int | None]
"""A number for each of two sides; None if it follows from the other one."""
NOTHING: Pair = (None, None)


def a_side(sides: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "integer", "format": "side", "minimum": 0, "maximum": sides - 1})


def a_seat(seats: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "integer", "format": "seat", "minimum": 0, "maximum": seats - 1})


A_SUIT = WithJsonSchema({"type": "string", "format": "suit", "enum": ["D", "C", "S", "B"]})
A_CARD = WithJsonSchema({"type": "string", "format": "card", "pattern": "^[A2-7JHK][DCSB]$"})


def up_to(most: int) -> WithJsonSchema:
    """A number from 0 to ``most``."""
    return WithJsonSchema({"type": "integer", "minimum": 0, "maximum": most})


def one_of(*choices: str) -> WithJsonSchema:
    """One of these words. Any other word is a violation, not unreadable."""
    return WithJsonSchema({"type": "string", "enum": list(choices)})


def whole(pair: Pair | None, total: int) -> tuple[int, int] | None:
    """Both numbers of a pair whose sum is ``total``; None if neither is given. A wrong sum is left
    to ``check``: the second number is not used if the first is given."""
    ours, theirs = pair or NOTHING
    if ours is not None:
        return ours, total - ours
    if theirs is None:
        return None
    return total - theirs, theirs
