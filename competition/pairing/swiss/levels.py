"""What a round costs, by level, and in which order the levels are minimised."""

from collections.abc import Iterable
from typing import Final, NamedTuple


class Levels(NamedTuple):
    """The six numbers of the notation, of a pairing, of a round or of a part of it."""

    rematches: int = 0
    byes: int = 0
    """The taker's score group counted from the last, which is 0."""
    steps: int = 0
    """Between score groups, each squared."""
    floats: int = 0
    """Repeated: who floats as in the last round, up or down."""
    clashes: int = 0
    """Clubmates who meet."""
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
    """Level by level."""
    return Levels(*map(sum, zip(Levels(), *levels, strict=True)))


def priority(club_level: int) -> tuple[int, ...]:
    """The indexes of the levels in the order in which they are minimised.

    ``club_level`` is the place of the club clashes, 5 where the notation has them; lifted to n
    they come before the levels that were the n-th and after. 0 leaves them out.
    """
    order = [level for level in range(len(Levels._fields)) if level != CLASHES]
    if club_level != OFF:
        order.insert(club_level - 1, CLASHES)
    return tuple(order)


def rank_levels(levels: Levels, order: tuple[int, ...]) -> tuple[int, ...]:
    """The levels as they are compared: of two rounds the lesser is the better."""
    return tuple(levels[level] for level in order)
