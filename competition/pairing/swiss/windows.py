"""A round of many players in windows: score groups that are paired together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from competition.pairing.swiss.ladder import Ladder

LEAST_WINDOW: Final = 64
"""Small score groups are merged until they have this number of players."""
LARGEST_WINDOW: Final = 200
"""But no more than these. One score group of more is paired slice by slice."""


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
    """All score groups, the best first, small ones taken together."""
    members: list[list[int]] = [[] for _ in range(ladder.groups)]
    for index in free:
        members[ladder.group[index]].append(index)
    found: list[Window] = []
    for group, there in enumerate(members):
        single = Window(group, group + 1, tuple(there))
        if found and _belong_together(found[-1], single):
            found[-1] = found[-1].with_next(single)
        else:
            found.append(single)
    return found


def _belong_together(upper: Window, lower: Window) -> bool:
    sizes = len(upper.members), len(lower.members)
    return min(sizes) < LEAST_WINDOW and sum(sizes) <= LARGEST_WINDOW
