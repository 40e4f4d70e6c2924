"""One large score group: folded, and paired slice by slice of its fold."""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Final

from tournaments.core.swiss.exact import Pair, optimum
from tournaments.core.swiss.ladder import Ladder
from tournaments.core.swiss.levels import Levels, ranked, total

SLICE: Final = 32
"""So many of the upper half, and as many of the lower: those whom the fold gives them."""
LARGEST_SLICE: Final = 128
SCANNED: Final = 64
"""So many are looked at for who meets the one from above and for who goes on."""


def sliced(
    ladder: Ladder,
    members: Sequence[int],
    order: tuple[int, ...],
    alone: Mapping[int, Levels] | None,
) -> list[Pair] | None:
    """A good pairing of the members: one score group, and before it at most one from above.

    Not always the best on the fold. None where a slice has none that forbids nothing.
    """
    left = list(members)
    pairs: list[Pair] = []
    if ladder.group[left[0]] != ladder.group[left[1]]:
        above = left.pop(0)
        partners = [lower for lower in left if lower not in ladder.forbidden[above]]
        if not partners:
            return None
        below = _cheapest(partners, lambda lower: ladder.meeting(above, lower), order)
        left.remove(below)
        pairs.append((above, below))
    if alone is not None:
        leaving = _cheapest(left[::-1], lambda member: alone[member], order)
        left.remove(leaving)
        pairs.append((leaving, len(ladder)))
    found = _slices(ladder, left, order)
    return None if found is None else [*pairs, *found]


def _cheapest(
    candidates: Sequence[int], price: Callable[[int], Levels], order: tuple[int, ...]
) -> int:
    """The best of the first SCANNED, or of all where none of these is without a fault."""

    def rank(candidate: int) -> tuple[int, ...]:
        return ranked(price(candidate), order)

    best = min(islice(candidates, SCANNED), key=rank)
    return min(candidates, key=rank) if _faults([price(best)]) else best


def _slices(ladder: Ladder, left: Sequence[int], order: tuple[int, ...]) -> list[Pair] | None:
    """Slice after slice; one with a fault is joined to its neighbour and paired again."""
    half = len(left) // 2
    done: list[tuple[int, list[Pair]]] = []
    start = 0
    while start < half:
        end = min(start + SLICE, half)
        found = _slice(ladder, left, order, start, end)
        while not _is_clean(ladder, found) and end - start < LARGEST_SLICE:
            if end < half:
                end = min(end + SLICE, half)
            elif done:
                start, _ = done.pop()
            else:
                break
            found = _slice(ladder, left, order, start, end)
        if found is None:
            return None
        done.append((start, found))
        start = end
    return [pair for _, pairs in done for pair in pairs]


def _slice(
    ladder: Ladder, left: Sequence[int], order: tuple[int, ...], start: int, end: int
) -> list[Pair] | None:
    half = len(left) // 2
    return optimum(ladder, [*left[start:end], *left[half + start : half + end]], order)


def _is_clean(ladder: Ladder, pairs: Sequence[Pair] | None) -> bool:
    return pairs is not None and not _faults([ladder.meeting(*pair) for pair in pairs])


def _faults(levels: Sequence[Levels]) -> int:
    found = total(levels)
    return found.rematches + found.floats + found.clashes
