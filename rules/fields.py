"""The fields of records and claims: what a number or a sign of them stands for, and its bounds.

The bounds are in the schema, for programs that make a form of it. ``check`` enforces them, and
reports a value out of bounds together with all other violations. ``format`` says what a value
stands for: a side, a seat, a suit, a card.
"""

from pydantic import WithJsonSchema

Pair = tuple[int | None, int | None]
"""A number of each of two sides; None where it follows from the other's."""
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
    """One of these words. A word that is none of them is a violation, not unreadable."""
    return WithJsonSchema({"type": "string", "enum": list(choices)})


def whole(pair: Pair | None, total: int) -> tuple[int, int] | None:
    """Both numbers of a pair that makes ``total``; None where neither is given."""
    ours, theirs = pair or NOTHING
    if ours is not None:
        return ours, total - ours
    return None if theirs is None else (total - theirs, theirs)
