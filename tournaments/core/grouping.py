"""Entrants parted into groups of even size."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TypeVar

from tournaments.core.coin import Coin
from tournaments.core.constraints import Constraints
from tournaments.core.entrants import seeded_first
from tournaments.core.plan import Entrant

Item = TypeVar("Item")


def parted(
    entrants: Sequence[Entrant],
    groups: int,
    grouping: str,
    constraints: Constraints,
    coin: Coin,
) -> list[list[Entrant]]:
    """The members of each group; sizes differ by one at most, the first groups are the larger."""
    if groups == 1:
        return [list(entrants)]
    seeded, unseeded = seeded_first(entrants)
    found: list[list[Entrant]] = [[] for _ in range(groups)]
    for number, entrant in enumerate((*seeded, *coin.shuffle(unseeded))):
        found[number % groups].append(entrant)
    return found


def even_sizes(entries: int, groups: int) -> list[int]:
    """Sizes differ by one at most, the first groups are the larger."""
    size, over = divmod(entries, groups)
    return [size + (group < over) for group in range(groups)]


def in_even_parts(order: Sequence[Item], groups: int) -> list[Sequence[Item]]:
    """The order cut as it stands into groups of even size."""
    ends = accumulate(even_sizes(len(order), groups), initial=0)
    return [order[start:end] for start, end in pairwise(ends)]
