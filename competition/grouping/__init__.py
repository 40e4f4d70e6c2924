"""Divides entrants into groups of even size (docs/explanation/draw.md)."""

from collections import Counter
from collections.abc import Sequence

from competition.draw.coin import Coin
from competition.draw.constraints import Constraints
from competition.grouping.parting import GroupAssignment
from competition.grouping.sizes import (
    count_fixed,
    cut_evenly,
    divide_around_fixed,
    divide_evenly,
    list_fixed_sizes,
)
from competition.plan import Entrant, number_items
from kernel.refusals import Refused
from kernel.violations import Violation

__all__ = [
    "compute_group_sizes",
    "cut_evenly",
    "divide_evenly",
    "divide_into_groups",
    "find_fixed_violations",
]


def divide_into_groups(
    entrants: Sequence[Entrant],
    groups: int,
    grouping: str,
    constraints: Constraints,
    coin: Coin,
) -> list[list[Entrant]]:
    """The members of each group, by their index among the entrants.

    Sizes differ by one at most, the first groups are the larger; where entrants are fixed to a
    group, sizes are as even as possible. ``grouping`` is that of the options. Raises
    Refused for an entrant fixed to a group that does not exist.
    """
    if violations := find_fixed_violations(entrants, groups):
        raise Refused(violations)
    if groups == 1:
        return [list(entrants)]
    # The clubs as numbers from 1; 0: no clubmate that matters.
    clubs = [0] * len(entrants)
    if constraints.clubs_apart:
        members = Counter(entrant.club for entrant in entrants if entrant.club is not None)
        with_mates = [club for club, count in members.items() if count > 1]
        # By lot, because the deal takes clubs of equal size in the order of their numbers.
        numbers = number_items(coin.shuffle(with_mates), start=1)
        for member, entrant in enumerate(entrants):
            if entrant.club is not None:
                clubs[member] = numbers.get(entrant.club, 0)

    assignment = GroupAssignment(entrants, groups, clubs, coin)
    assignment.seat_seeds(in_rows=grouping == "snake")
    assignment.seat_lots()
    if grouping == "drawn":
        assignment.trade()
    return list(assignment.list_entrants_by_group())


def find_fixed_violations(entrants: Sequence[Entrant], groups: int) -> list[Violation]:
    """The groups that entrants are fixed to and that do not exist."""
    return [
        Violation("no_such_group", {"group": group, "groups": groups})
        for group in sorted(count_fixed(entrants))
        if not 1 <= group <= groups
    ]


def compute_group_sizes(entrants: Sequence[Entrant], groups: int) -> list[int]:
    """The sizes of the groups: as even as the entries fixed to a group allow."""
    return divide_around_fixed(list_fixed_sizes(entrants, groups), len(entrants))
