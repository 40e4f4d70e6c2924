"""Pairs of one score group who change partners, so that fewer meet whom they should not."""

from collections.abc import Iterator, Sequence
from typing import Final

from competition.pairing.swiss.exact import Pair
from competition.pairing.swiss.ladder import Ladder

HOPELESS: Final = 8
"""The search ends after this number of pairs without an exchange."""


def exchange_pairs(ladder: Ladder, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, in the order of the fold, without faults as far as exchanges with the nearest pair
    that can help bring it about: a club may be crowded at one end of a group."""
    found = sorted(pairs)
    hopeless = 0
    for at, pair in enumerate(found):
        if not is_clean(ladder, [pair]) and hopeless < HOPELESS:
            hopeless += not _try_exchange(ladder, found, at)
    return found


def is_clean(ladder: Ladder, pairs: Sequence[Pair]) -> bool:
    """No rematch, no repeated float, no clubmates."""
    return not any(
        levels.rematches or levels.floats or levels.clashes
        for levels in (ladder.meeting(*pair) for pair in pairs)
    )


def _try_exchange(ladder: Ladder, pairs: list[Pair], at: int) -> bool:
    one, other = pairs[at]
    for there in around(at, len(pairs)):
        upper, lower = pairs[there]
        for first, second in (
            (_make_pair(one, lower), _make_pair(upper, other)),
            (_make_pair(one, upper), _make_pair(other, lower)),
        ):
            if not (_is_forbidden(ladder, first) or _is_forbidden(ladder, second)) and is_clean(
                ladder, [first, second]
            ):
                pairs[at], pairs[there] = first, second
                return True
    return False


def _make_pair(one: int, other: int) -> Pair:
    return min(one, other), max(one, other)


def _is_forbidden(ladder: Ladder, pair: Pair) -> bool:
    return pair[1] in ladder.forbidden[pair[0]]


def around(at: int, count: int) -> Iterator[int]:
    """The nearest first, on both sides."""
    for far in range(1, count):
        yield from (near for near in (at + far, at - far) if 0 <= near < count)
