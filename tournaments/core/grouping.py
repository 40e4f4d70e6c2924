"""Entrants parted into groups of even size."""

from collections.abc import Sequence

from tournaments.core.coin import Coin
from tournaments.core.constraints import Constraints
from tournaments.core.entrants import seeded_first
from tournaments.core.plan import Entrant


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
