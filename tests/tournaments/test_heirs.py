"""Who plays in place of an entry that was replaced."""

import pytest

from tournaments.selectors.registration.heirs import find_heir


@pytest.mark.parametrize(
    ("entry", "heir"),
    [(1, 3), (2, 3), (3, 3), (4, 4), (5, 5)],
)
def test_an_heir_may_have_been_replaced_as_well(entry: int, heir: int) -> None:
    # 5 and 6 are damaged rows: each stands in place of the other.
    assert find_heir(entry, {1: 2, 2: 3, 5: 6, 6: 5}) == heir
