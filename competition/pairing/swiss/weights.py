"""Levels packed into one integer: the lesser integer is the better pairing, level after level."""

from collections.abc import Collection, Sequence

from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import Levels


class Weights:
    """The unit of each level in the packed weights of pairings of ``members``, of whom one may get
    the bye at one of the ``bye_costs``.

    Every level has as many bits as its greatest possible sum over the members needs, so that no sum
    of lesser levels reaches one unit of a greater level. The lowest bits, below all levels, decide
    only between rounds that are equal on all levels.
    """

    def __init__(
        self,
        ladder: Ladder,
        members: Sequence[int],
        order: tuple[int, ...],
        bye_costs: Collection[Levels] = (),
    ) -> None:
        upper_bounds = _bound_cost(ladder, members, bye_costs)
        units = [0] * len(Levels._fields)
        # The lowest bits are for the tie-break between players for the bye (by their index).
        shift = len(ladder).bit_length()
        for level in reversed(order):
            units[level] = 1 << shift
            shift += upper_bounds[level].bit_length()
        self.units = Levels(*units)

    def pack(self, levels: Levels) -> int:
        """The weight of these levels, to be minimised."""
        return sum(unit * count for unit, count in zip(self.units, levels, strict=True))


def _bound_cost(ladder: Ladder, members: Sequence[int], bye_costs: Collection[Levels]) -> Levels:
    """An upper bound, level by level, on the cost of any pairing of the members."""
    pairs = len(members) // 2
    groups = [ladder.group[member] for member in members]
    widest = max(groups, default=0) - min(groups, default=0)
    largest = max((ladder.size(group) for group in set(groups)), default=0)
    dearest_pairs = Levels(
        rematches=pairs,
        steps=widest * widest * pairs,
        floats=2 * pairs,
        clashes=pairs,
        distance=2 * largest * pairs,
    )
    dearest_bye = [max(levels) for levels in zip(Levels(), *bye_costs, strict=True)]
    return Levels(*map(sum, zip(dearest_pairs, dearest_bye, strict=True)))
