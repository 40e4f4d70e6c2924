"""The cost of a round by level, and the order in which the levels are minimised."""

from collections.abc import Iterable
from typing import Final, NamedTuple


class Levels(NamedTuple):
    """The six numbers of the notation: the cost of a pairing, of a round or of a part of it."""

    rematches: int = 0
    byes: int = 0
    """The score group of the entry with the bye, counted from the last, which is 0."""
    steps: int = 0
    """Between score groups, squared for each pair: two floats of one step are better than one of
    two."""
    floats: int = 0
    """Repeated floats: players who float in the same direction as in the last round."""
    clashes: int = 0
    """Pairs of clubmates."""
    distance: int = 0
    """From the fold."""


BYES: Final = Levels._fields.index("byes")
STEPS: Final = Levels._fields.index("steps")
CLASHES: Final = Levels._fields.index("clashes")
DISTANCE: Final = Levels._fields.index("distance")
OFF: Final = 0
"""The club level at which clubs do not count."""
LAST_CLUB_LEVEL: Final = CLASHES + 1


def total(levels: Iterable[Levels]) -> Levels:
    """The sum, level by level."""
    return Levels(*map(sum, zip(Levels(), *levels, strict=True)))


def priority(club_level: int) -> tuple[int, ...]:
    """The indexes of the levels in the order in which they are minimised.

    ``club_level`` is the place of the club clashes from 1, usually 5; the other levels keep their
    order. 0 leaves the clashes out.
    """
    order = [level for level in range(len(Levels._fields)) if level != CLASHES]
    if club_level != OFF:
        order.insert(club_level - 1, CLASHES)
    return tuple(order)


def rank_levels(levels: Levels, order: tuple[int, ...]) -> tuple[int, ...]:
    """The levels as they are compared: the lesser of two rounds is the better."""
    return tuple(levels[level] for level in order)
