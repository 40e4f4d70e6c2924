"""Windows from both ends to the largest, widened until their round is proved to be the best."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from competition.pairing.swiss.certificate import Certificate
from competition.pairing.swiss.exact import Pair, optimum
from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.slices import pair_by_slices
from competition.pairing.swiss.windows import LARGEST_WINDOW, Window, windows

HELPERS: Final = 16
"""The number of players of the next window available to pair the rest of a window."""
WIDEST: Final = 400
"""The most players of a window that joins two."""
WIDEST_OF_ALL: Final = 1_500
"""Where forbidden pairs leave it no pairing otherwise."""
ATTEMPTS: Final = 4

Solved: TypeAlias = dict[tuple[tuple[int, ...], tuple[int, ...]], list[Pair] | None]


def by_windows(
    ladder: Ladder, free: Sequence[int], order: tuple[int, ...]
) -> tuple[list[Pair] | None, bool]:
    """A round of the free players, and whether nothing is better on the first five levels.

    No pairs where windows have none without forbidden pairs, however wide.
    """
    parts = windows(ladder, free)
    solved: Solved = {}
    best: list[Pair] | None = None
    attempt = 0
    while best is None or attempt < ATTEMPTS:
        attempt += 1
        found = _sweep_windows(ladder, parts, order, solved, is_odd=len(free) % 2 == 1)
        if isinstance(found, list):
            best = found
            open_window = Certificate(ladder, parts, order, best).open_window()
            if open_window is None:
                return best, True
            found = open_window
        joined = _join_window(parts, found, WIDEST if best else WIDEST_OF_ALL)
        if joined is None:
            break
        parts = joined
    return best, False


def _sweep_windows(
    ladder: Ladder,
    parts: Sequence[Window],
    order: tuple[int, ...],
    solved: Solved,
    *,
    is_odd: bool,
) -> list[Pair] | int:
    """The round of all windows, or the number of one that cannot be paired. From both ends: each
    leaves over to the next whom it has to, and the largest comes last."""
    last = len(parts) - 1
    left = [list(window.members) for window in parts]
    pairs: list[Pair] = []
    for number, beside in _order_inward(parts):
        helpers = [] if beside is None else _list_nearest(left[beside], is_below=number < beside)
        key = tuple(left[number]), tuple(helpers)
        if key not in solved:
            pair_up = pair_by_slices if _is_large(parts[number]) else optimum
            alone = {}
            if is_odd and number == last:
                alone = {index: ladder.resting(index) for index in (*left[number], *helpers)}
            solved[key] = pair_up(ladder, left[number], order, alone, helpers)
        found = solved[key]
        if found is None:
            return number
        pairs += found
        if beside is not None:
            used = {index for pair in found for index in pair}
            left[beside] = [index for index in left[beside] if index not in used]
    return pairs


def _order_inward(parts: Sequence[Window]) -> Iterator[tuple[int, int | None]]:
    """The windows in the order in which they are paired, each with the one that helps it."""
    middle = max(range(len(parts)), key=lambda number: len(parts[number].members))
    yield from ((number, number + 1) for number in range(middle))
    yield from ((number, number - 1) for number in range(len(parts) - 1, middle, -1))
    yield middle, None


def _list_nearest(members: Sequence[int], *, is_below: bool) -> list[int]:
    """The first HELPERS of a window that is below, the last of one that is above."""
    return list(members[:HELPERS] if is_below else members[: -HELPERS - 1 : -1])


def _is_large(window: Window) -> bool:
    return len(window.groups) == 1 and len(window.members) > LARGEST_WINDOW


def _join_window(parts: Sequence[Window], at: int, widest: int) -> list[Window] | None:
    """The windows with that one joined to its smaller neighbour; None if that is too wide."""
    neighbours = [number for number in (at - 1, at) if 0 <= number < len(parts) - 1]
    if not neighbours:
        return None

    def size(number: int) -> int:
        return len(parts[number].members) + len(parts[number + 1].members)

    upper = min(neighbours, key=size)
    if size(upper) > widest:
        return None
    return [*parts[:upper], parts[upper].with_next(parts[upper + 1]), *parts[upper + 2 :]]
