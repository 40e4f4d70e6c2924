"""Windows: neighbouring score groups of a large field that are paired together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from competition.pairing.swiss.score_groups import ScoreGroups

LEAST_WINDOW: Final = 64
"""Small score groups are merged until they have this number of players."""
LARGEST_WINDOW: Final = 200
"""But no more than these. A single score group of more is paired slice by slice."""


@dataclass(frozen=True, slots=True)
class Window:
    """The score groups from ``first`` to before ``end``, and their players who are to be paired."""

    first: int
    end: int
    members: tuple[int, ...]

    @property
    def groups(self) -> range:
        return range(self.first, self.end)

    def with_next(self, other: "Window") -> "Window":
        return Window(self.first, other.end, self.members + other.members)


def split_into_windows(score_groups: ScoreGroups, free: Sequence[int]) -> list[Window]:
    """All score groups with their ``free`` players, the best first, small ones merged."""
    members_by_group: list[list[int]] = [[] for _ in range(score_groups.groups)]
    for index in free:
        members_by_group[score_groups.group[index]].append(index)
    windows: list[Window] = []
    for group, members in enumerate(members_by_group):
        single = Window(group, group + 1, tuple(members))
        if windows:
            # A small window is merged with its neighbour, whichever of the two is the small one.
            sizes = len(windows[-1].members), len(members)
            if min(sizes) < LEAST_WINDOW and sum(sizes) <= LARGEST_WINDOW:
                windows[-1] = windows[-1].with_next(single)
                continue
        windows.append(single)
    return windows
