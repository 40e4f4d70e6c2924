"""The places that groups have for the entrants of a pot."""

from collections import Counter

import pytest

from competition.grouping.sizes import offer_places


@pytest.mark.parametrize(
    ("free", "fixed", "entrants", "offered"),
    [
        # Each group with room takes one, also where the pot has fewer.
        ([2, 2, 2], {}, 3, [1, 1, 1]),
        ([2, 2, 2], {}, 2, [1, 1, 1]),
        ([2, 0, 2], {}, 2, [1, 0, 1]),
        # One of the pot is fixed in the first group.
        ([1, 2, 2], {0: 1}, 2, [0, 1, 1]),
        # Two are fixed in the first group: one of the others must take a second.
        ([1, 3, 3], {0: 2}, 3, [0, 2, 1]),
        # The only room left is where one is fixed already.
        ([2, 1, 0], {0: 1}, 2, [1, 1, 0]),
    ],
)
def test_a_pot_gets_a_place_in_each_group_before_a_second_in_any(
    free: list[int], fixed: dict[int, int], entrants: int, offered: list[int]
) -> None:
    assert offer_places(free, Counter(fixed), entrants) == offered
