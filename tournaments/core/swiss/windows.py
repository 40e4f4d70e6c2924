"""A round of many players: window after window, each the best there is of some score groups."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.swiss.exact import Pair, optimum
from tournaments.core.swiss.ladder import Ladder
from tournaments.core.swiss.levels import Levels
from tournaments.core.swiss.slices import sliced

LEAST_WINDOW = 64
"""Score groups are taken together until there are so many players."""
LARGEST_WINDOW = 200
"""One score group of more is paired slice by slice."""


@dataclass(frozen=True, slots=True)
class Window:
    """The score groups from ``first`` to before ``end``, and who is to be paired of them."""

    first: int
    end: int
    members: tuple[int, ...]

    @property
    def groups(self) -> range:
        return range(self.first, self.end)

    def with_next(self, other: "Window") -> "Window":
        return Window(self.first, other.end, self.members + other.members)


def windows(ladder: Ladder, free: Sequence[int]) -> list[Window]:
    """All score groups, the best first, in windows of LEAST_WINDOW players and more."""
    members: list[list[int]] = [[] for _ in range(ladder.groups)]
    for index in free:
        members[ladder.group[index]].append(index)
    found: list[Window] = []
    for group, there in enumerate(members):
        single = Window(group, group + 1, tuple(there))
        if found and len(found[-1].members) < LEAST_WINDOW:
            found[-1] = found[-1].with_next(single)
        else:
            found.append(single)
    if len(found) > 1 and len(found[-1].members) < LEAST_WINDOW:
        last = found.pop()
        found[-1] = found[-1].with_next(last)
    return found


@dataclass(frozen=True, slots=True)
class Paired:
    """What a window came to: its pairs, and who goes on to the next."""

    pairs: tuple[Pair, ...]
    carried: int | None


def solve(
    ladder: Ladder, window: Window, order: tuple[int, ...], carried: int | None, *, is_last: bool
) -> Paired | None:
    """The best of the window and of whom the window above has left over. Of an odd number one goes
    on to the next window, and from the last to the rest."""
    members = [*([] if carried is None else [carried]), *window.members]
    alone = None
    if len(members) % 2:
        alone = {
            member: ladder.resting(member) if is_last else _leaving(ladder, window, member)
            for member in members
        }
    if window.end - window.first == 1 and len(members) > LARGEST_WINDOW:
        pairs = sliced(ladder, members, order, alone)
    else:
        pairs = optimum(ladder, members, order, alone)
    if pairs is None:
        return None
    nobody = len(ladder)
    if is_last:
        return Paired(tuple(pairs), None)
    left = next((upper for upper, lower in pairs if lower == nobody), None)
    return Paired(tuple(pair for pair in pairs if pair[1] != nobody), left)


def _leaving(ladder: Ladder, window: Window, member: int) -> Levels:
    """What it costs at least that this one meets somebody of a later window."""
    group = ladder.group[member]
    step = window.end - group
    return Levels(
        steps=step * step,
        floats=int(ladder.down[member]),
        distance=ladder.size(group) - 1 - ladder.place[member],
    )
