"""One large score group: folded, and paired slice by slice of its fold."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from competition.pairing.swiss.exact import Pair, optimum
from competition.pairing.swiss.exchanges import exchange_pairs, is_clean
from competition.pairing.swiss.ladder import Ladder
from competition.pairing.swiss.levels import Levels, rank_levels

SLICE: Final = 24
"""The number of players taken from the upper half; as many are taken from the lower half."""
LARGEST_SLICE: Final = 72
NEAR: Final = 12
"""The number of players considered on each side of the border."""


def pair_by_slices(
    ladder: Ladder,
    members: Sequence[int],
    order: tuple[int, ...],
    alone: Mapping[int, Levels] | None = None,
    helpers: Sequence[int] = (),
) -> list[Pair] | None:
    """A good pairing of the members, all of one score group, as ``optimum`` would be asked for it;
    not always the best on the fold. None where there is none without forbidden pairs."""
    left = list(members)
    pairs: list[Pair] = []
    if alone:
        taker = min(left[::-1], key=lambda member: rank_levels(alone[member], order))
        left.remove(taker)
        pairs.append((taker, len(ladder)))
    if len(left) % 2:
        crossing = _find_crossing_pair(ladder, left, order, helpers)
        if crossing is None:
            return None
        left = [member for member in left if member not in crossing]
        pairs.append(crossing)
    found = _pair_slices(ladder, left, order)
    return None if found is None else [*pairs, *exchange_pairs(ladder, found)]


def _find_crossing_pair(
    ladder: Ladder, left: Sequence[int], order: tuple[int, ...], helpers: Sequence[int]
) -> Pair | None:
    """Who meets one of the helpers: near the border, or anybody where there it cannot be without a
    fault."""
    near = left[::-1] if helpers and helpers[0] > left[0] else left

    def best(members: Sequence[int]) -> Pair | None:
        return min(
            (
                (min(pair), max(pair))
                for pair in product(members, helpers)
                if pair[0] not in ladder.forbidden[pair[1]]
            ),
            key=lambda pair: rank_levels(ladder.meeting(*pair), order),
            default=None,
        )

    found = best(near[:NEAR])
    if found is None or not is_clean(ladder, [found]):
        found = best(near)
    return found


def _pair_slices(ladder: Ladder, left: Sequence[int], order: tuple[int, ...]) -> list[Pair] | None:
    """Slice after slice; one with a fault is joined to its neighbour and paired again."""
    half = len(left) // 2
    done: list[tuple[int, list[Pair]]] = []
    start = 0
    while start < half:
        end = min(start + SLICE, half)
        found = _pair_slice(ladder, left, order, start, end)
        while not (found and is_clean(ladder, found)) and end - start < LARGEST_SLICE:
            if end < half:
                end = min(end + SLICE, half)
            elif done:
                start, _ = done.pop()
            else:
                break
            found = _pair_slice(ladder, left, order, start, end)
        if found is None:
            return None
        done.append((start, found))
        start = end
    return [pair for _, pairs in done for pair in pairs]


def _pair_slice(
    ladder: Ladder, left: Sequence[int], order: tuple[int, ...], start: int, end: int
) -> list[Pair] | None:
    half = len(left) // 2
    return optimum(ladder, [*left[start:end], *left[half + start : half + end]], order)
