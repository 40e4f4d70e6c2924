"""Simulated players hold real cards and play legally, whatever the options."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.mariglia.hands import BOOK, DEFAULT, honours, options, seeds


@given(seeds, honours, st.none() | st.integers(0, 3))
def test_a_simulated_hand_is_legal_and_whole(seed: int, chosen: str, turn: int | None) -> None:
    play = BOOK.simulate(Random(seed), options(honours=chosen), turn)
    assert BOOK.replay(play, options(honours=chosen))["complete"]
    assert turn in (None, play["dealer"])


def test_the_same_random_numbers_make_the_same_hand() -> None:
    assert BOOK.simulate(Random(7), DEFAULT, 0) == BOOK.simulate(Random(7), DEFAULT, 0)


def test_hands_are_won_by_either_side_and_not_all_alike() -> None:
    scores = {
        tuple(BOOK.replay(BOOK.simulate(Random(seed), DEFAULT, 0), DEFAULT)["score"])
        for seed in range(200)
    }
    assert len(scores) > 20
    assert {max(score) == score[0] for score in scores} == {True, False}
