"""Levels packed into one integer: the lesser integer is the better pairing, level after level."""

from collections.abc import Collection, Sequence
from itertools import accumulate

from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import Levels


class Weights:
    """The units of all levels for pairings of ``members``, of whom one may be ``alone`` at one of
    those prices.

    Every level has as many bits as its greatest sum over the members asks for, so that no sum of
    lesser levels reaches one unit of a greater. What is left over decides nothing but between
    rounds that are level on all of them.
    """

    def __init__(
        self,
        ladder: Ladder,
        members: Sequence[int],
        order: tuple[int, ...],
        alone: Collection[Levels] = (),
    ) -> None:
        worst = _bound_cost(ladder, members, alone)
        bits = [worst[level].bit_length() for level in order]
        below = accumulate([len(ladder).bit_length(), *reversed(bits)])
        units = {level: 1 << shift for level, shift in zip(reversed(order), below, strict=False)}
        self.units = Levels(*(units.get(level, 0) for level in range(len(Levels._fields))))

    def packed(self, levels: Levels) -> int:
        return sum(unit * count for unit, count in zip(self.units, levels, strict=True))


def _bound_cost(ladder: Ladder, members: Sequence[int], alone: Collection[Levels]) -> Levels:
    """No pairing of the members costs more on any level."""
    pairs = len(members) // 2
    groups = [ladder.group[member] for member in members]
    widest = max(groups, default=0) - min(groups, default=0)
    largest = max((ladder.size(group) for group in set(groups)), default=0)
    met = Levels(
        rematches=pairs,
        steps=widest * widest * pairs,
        floats=2 * pairs,
        clashes=pairs,
        distance=2 * largest * pairs,
    )
    dearest = [max(levels) for levels in zip(Levels(), *alone, strict=True)]
    return Levels(*map(sum, zip(met, dearest, strict=True)))
