"""Windows: neighbouring score groups of a large field that are paired together."""

from collections.abc import Iterator, Sequence
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


def list_inward(windows: Sequence[Window]) -> Iterator[tuple[int, int | None]]:
    """The windows in the order in which they are paired, each with the neighbour that helps it.

    The largest comes last, without a helper: it has the most freedom to pair what the others leave.
    """
    largest = max(range(len(windows)), key=lambda number: len(windows[number].members))
    for number in range(largest):
        yield number, number + 1
    for number in range(len(windows) - 1, largest, -1):
        yield number, number - 1
    yield largest, None


def join_window(windows: Sequence[Window], number: int, widest: int) -> list[Window] | None:
    """The windows, with that one joined to its smaller neighbour; None if that is too wide."""
    # Each candidate is the upper of the two windows to be joined.
    candidates = [upper for upper in (number - 1, number) if 0 <= upper < len(windows) - 1]
    if not candidates:
        return None

    def joined_size(upper: int) -> int:
        return len(windows[upper].members) + len(windows[upper + 1].members)

    upper = min(candidates, key=joined_size)
    if joined_size(upper) > widest:
        return None
    joined = windows[upper].with_next(windows[upper + 1])
    return [*windows[:upper], joined, *windows[upper + 2 :]]
