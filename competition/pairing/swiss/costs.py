"""The cost of a round by criterion, and the order in which the criteria are minimised."""

from collections.abc import Iterable
from typing import Final, NamedTuple


class PairingCost(NamedTuple):
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


BYES: Final = PairingCost._fields.index("byes")
STEPS: Final = PairingCost._fields.index("steps")
CLASHES: Final = PairingCost._fields.index("clashes")
DISTANCE: Final = PairingCost._fields.index("distance")
OFF: Final = 0
"""The value of ``club_level`` with which clubs do not count."""
LAST_CLUB_LEVEL: Final = CLASHES + 1


def sum_costs(costs: Iterable[PairingCost]) -> PairingCost:
    """The sum, criterion by criterion."""
    return PairingCost(*map(sum, zip(PairingCost(), *costs, strict=True)))


def order_criteria(club_level: int) -> tuple[int, ...]:
    """The indexes of the criteria in the order in which they are minimised.

    ``club_level`` is the place of the club clashes from 1, usually 5; the other criteria keep their
    order. 0 leaves the clashes out.
    """
    order = [criterion for criterion in range(len(PairingCost._fields)) if criterion != CLASHES]
    if club_level != OFF:
        order.insert(club_level - 1, CLASHES)
    return tuple(order)


def rank_cost(cost: PairingCost, order: tuple[int, ...]) -> tuple[int, ...]:
    """The criteria as they are compared: the lesser of two rounds is the better."""
    return tuple(cost[criterion] for criterion in order)


def has_no_cost_before(criterion: int, cost: PairingCost, order: tuple[int, ...]) -> bool:
    """Whether nothing is paid on the criteria that come before this one."""
    return not any(rank_cost(cost, order[: order.index(criterion)]))
