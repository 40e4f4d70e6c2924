"""Pairs of one score group that exchange partners, so that fewer have a fault."""

from collections.abc import Iterator, Sequence
from typing import Final

from competition.pairing.swiss.exact import Pair
from competition.pairing.swiss.score_groups import ScoreGroups, sort_pair

HOPELESS: Final = 8
"""The search ends after this number of pairs without an exchange."""


def exchange_pairs(score_groups: ScoreGroups, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, in the order of the fold, without faults as far as exchanges can remove them.

    Each pair with a fault exchanges with the nearest pair that can help. This is needed where one
    slice has no clean pairing: a club may be crowded at one end of a group.
    """
    exchanged = sorted(pairs)
    failures = 0
    for position, pair in enumerate(exchanged):
        # Each failed search has looked at every other pair; a crowded group would take too long.
        if not is_clean(score_groups, [pair]) and failures < HOPELESS:
            failures += not _try_exchange(score_groups, exchanged, position)
    return exchanged


def is_clean(score_groups: ScoreGroups, pairs: Sequence[Pair]) -> bool:
    """No rematch, no repeated float, no clubmates."""
    for pair in pairs:
        cost = score_groups.compute_pair_cost(*pair)
        if cost.rematches or cost.floats or cost.clashes:
            return False
    return True


def _try_exchange(score_groups: ScoreGroups, pairs: list[Pair], position: int) -> bool:
    """Exchanges with the nearest pair so that both new pairs are clean; False if there is none."""
    # The four players of two pairs can be paired in two other ways.
    one, other = pairs[position]
    for nearby in list_nearest_positions(position, len(pairs)):
        upper, lower = pairs[nearby]
        for first, second in (
            (sort_pair(one, lower), sort_pair(upper, other)),
            (sort_pair(one, upper), sort_pair(other, lower)),
        ):
            is_forbidden = (
                first[1] in score_groups.forbidden[first[0]]
                or second[1] in score_groups.forbidden[second[0]]
            )
            if not is_forbidden and is_clean(score_groups, [first, second]):
                pairs[position], pairs[nearby] = first, second
                return True
    return False


def list_nearest_positions(position: int, count: int) -> Iterator[int]:
    """The other positions of a list of ``count``, the nearest first, on both sides."""
    for distance in range(1, count):
        if position + distance < count:
            yield position + distance
        if position - distance >= 0:
            yield position - distance
