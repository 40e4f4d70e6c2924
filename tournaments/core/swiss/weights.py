"""Levels packed into one integer: the lesser integer is the better pairing, level after level."""

from collections.abc import Sequence
from itertools import accumulate

from tournaments.core.swiss.ladder import Ladder
from tournaments.core.swiss.levels import Levels


class Weights:
    """The weights of all pairs among ``members``, who are pairwise different and in order.

    Every level has as many bits as its greatest sum over the members asks for, so that no sum of
    lesser levels reaches one unit of a greater. What is left over decides nothing but between
    rounds that are level on all of them: the bye goes to the last who may have it.
    """

    def __init__(self, ladder: Ladder, members: Sequence[int], order: tuple[int, ...]) -> None:
        self._ladder = ladder
        self._order = order
        worst = _worst(ladder, members)
        bits = [worst[level].bit_length() for level in order]
        self._rest = len(ladder).bit_length()
        below = accumulate([self._rest, *reversed(bits)])
        units = {level: 1 << shift for level, shift in zip(reversed(order), below, strict=False)}
        self.units = Levels(*(units.get(level, 0) for level in range(len(Levels._fields))))

    def meeting(self, upper: int, lower: int) -> int:
        return self.packed(self._ladder.meeting(upper, lower))

    def resting(self, taker: int) -> int:
        spare = len(self._ladder) - 1 - taker
        return self.packed(self._ladder.resting(taker)) + spare

    def packed(self, levels: Levels) -> int:
        return sum(unit * count for unit, count in zip(self.units, levels, strict=True))


def _worst(ladder: Ladder, members: Sequence[int]) -> Levels:
    """No pairing of the members costs more on any level."""
    pairs = len(members) // 2 + 1
    groups = [ladder.group[member] for member in members]
    widest = max(groups) - min(groups)
    largest = max(ladder.size(group) for group in set(groups))
    return Levels(
        rematches=pairs + 1,
        byes=ladder.groups,
        steps=widest * widest * pairs,
        floats=2 * pairs,
        clashes=pairs,
        distance=2 * largest * pairs,
    )
