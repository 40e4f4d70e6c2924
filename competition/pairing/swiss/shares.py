"""What a window pays of the pairs that cross its ends, and the least it can come to so."""

from collections.abc import Sequence
from enum import Enum
from itertools import combinations

from competition.pairing.swiss.exact import least_weight, meetings
from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import Levels, total
from competition.pairing.swiss.weights import Weights
from competition.pairing.swiss.windows import Window


class WindowEnds(Enum):
    """The ends of a window."""

    UPPER = 0
    LOWER = 1


def leaving(ladder: Ladder, window: Window, member: int, border: WindowEnds) -> Levels:
    """The share of one who meets somebody beyond a border; steps twice."""
    group = ladder.group[member]
    if border is WindowEnds.UPPER:
        inner, again = group - window.first, ladder.up[member]
    else:
        inner, again = window.end - 1 - group, ladder.down[member]
    return Levels(steps=2 * inner * inner + 2 * inner + 1, floats=int(again))


def through(window: Window) -> Levels:
    """The share of a pair with one above and one below; steps twice."""
    boundaries = window.end - window.first
    return Levels(steps=2 * boundaries * boundaries)


def least(
    ladder: Ladder,
    window: Window,
    order: tuple[int, ...],
    ends: tuple[bool, bool],
    *,
    most: int,
    resting: Sequence[int],
) -> Levels:
    """The least that a window's players can come to, free to leave it; steps twice.

    ``ends``: whether an odd number crosses each. ``most`` is as many as leave at most: each costs a
    unit. Of the ``resting``, if there are any, one meets nobody. ``order`` has neither byes nor
    distance.
    """
    nobody = len(ladder)
    doors = _doors(ladder, window, ends, most)
    prices = {
        (member, door): leaving(ladder, window, member, border)
        for door, border in doors.items()
        for member in window.members
    }
    prices |= {(member, nobody): Levels() for member in resting}
    for one, other in combinations(doors, 2):
        is_same = doors[one] is doors[other]
        prices[one, other] = Levels() if is_same else through(window)
    spare = Levels(steps=_most_steps(ladder, window), floats=len(window.members))
    weights = Weights(ladder, window.members, order, [spare])
    units = weights.units._replace(steps=2 * weights.units.steps)
    nodes = [*window.members, *([nobody] if resting else []), *doors]
    place = {node: number for number, node in enumerate(nodes)}
    edges = meetings(ladder, window.members, units)
    edges += [
        (place[one], place[other], -weights.packed(levels))
        for (one, other), levels in prices.items()
    ]
    return total(
        prices[pair] if pair in prices else twice(ladder.meeting(*pair))
        for pair in least_weight(nodes, edges) or []
    )


def twice(levels: Levels) -> Levels:
    """With the steps twice, and without what a share does not count."""
    return levels._replace(steps=2 * levels.steps, byes=0, distance=0)


def _doors(
    ladder: Ladder, window: Window, ends: tuple[bool, bool], most: int
) -> dict[int, WindowEnds]:
    """Nodes beyond those of the ladder by which players may leave: of each border as many as its
    parity asks for, or more by two."""
    borders: list[WindowEnds] = []
    for border, is_odd, is_end in (
        (WindowEnds.UPPER, ends[0], window.first == 0),
        (WindowEnds.LOWER, ends[1], window.end == ladder.groups),
    ):
        if not is_end:
            borders += [border] * (is_odd + 2 * (max(most - is_odd, 0) // 2))
    return dict(enumerate(borders, start=len(ladder) + 1))


def _most_steps(ladder: Ladder, window: Window) -> int:
    """More than all steps of a pairing come to, counted twice."""
    return 2 * (window.end - window.first + 1) ** 2 * (len(window.members) + 1)
