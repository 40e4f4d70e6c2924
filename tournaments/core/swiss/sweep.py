"""Windows from the top to the bottom, widened until their round is proved to be the best."""

from collections.abc import Sequence
from typing import Final

from tournaments.core.swiss.certificate import Certificate
from tournaments.core.swiss.exact import Pair
from tournaments.core.swiss.ladder import Ladder
from tournaments.core.swiss.windows import Paired, Window, solve, windows

WIDEST: Final = 400
"""So many players a window has at most that is made by joining two."""
ATTEMPTS: Final = 4


def by_windows(
    ladder: Ladder, free: Sequence[int], order: tuple[int, ...]
) -> tuple[list[Pair] | None, bool]:
    """A round of the free players, and whether nothing is better on the first five levels.

    No pairs where windows have none that forbids nothing, however wide.
    """
    parts = windows(ladder, free)
    solved: list[Paired] = []
    best: list[Pair] | None = None
    for _ in range(ATTEMPTS):
        at = _sweep(ladder, parts, order, solved)
        if at is None:
            best = [pair for part in solved for pair in part.pairs]
            at = Certificate(ladder, parts, order, best).open_window()
            if at is None:
                return best, True
        joined = _joined(parts, at, must=best is None)
        if joined is None:
            break
        parts, kept = joined
        del solved[kept:]
    return best, False


def _sweep(
    ladder: Ladder, parts: Sequence[Window], order: tuple[int, ...], solved: list[Paired]
) -> int | None:
    """Solves the windows after those that are solved; the number of one that cannot be."""
    for number in range(len(solved), len(parts)):
        carried = solved[-1].carried if solved else None
        is_last = number == len(parts) - 1
        found = solve(ladder, parts[number], order, carried, is_last=is_last)
        if found is None:
            return number
        solved.append(found)
    return None


def _joined(parts: Sequence[Window], at: int, *, must: bool) -> tuple[list[Window], int] | None:
    """The windows with that one joined to its smaller neighbour, and how many stay as they were;
    None where that would be too wide."""
    neighbours = [number for number in (at - 1, at) if 0 <= number < len(parts) - 1]
    if not neighbours:
        return None

    def size(number: int) -> int:
        return len(parts[number].members) + len(parts[number + 1].members)

    upper = min(neighbours, key=size)
    if size(upper) > WIDEST and not must:
        return None
    joined = parts[upper].with_next(parts[upper + 1])
    return [*parts[:upper], joined, *parts[upper + 2 :]], upper
