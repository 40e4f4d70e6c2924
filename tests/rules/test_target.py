"""The end of a game of two sides at its target."""

from rules.contract import Ending
from rules.target import find_target_ending


def test_nobody_at_the_target_goes_on() -> None:
    assert find_target_ending((40, 38), 41) is None


def test_a_side_alone_at_the_target_has_won() -> None:
    assert find_target_ending((41, 38), 41) == Ending(0, "target")
    assert find_target_ending((38, 45), 41, first=0) == Ending(1, "target")


def test_of_both_sides_there_the_first_has_won_where_it_is_known() -> None:
    assert find_target_ending((41, 45), 41, first=0) == Ending(0, "first")
    assert find_target_ending((41, 45), 41) == Ending(1, "higher")


def test_a_tie_beyond_the_target_goes_on() -> None:
    assert find_target_ending((42, 42), 41) is None
