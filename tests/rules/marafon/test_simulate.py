"""Simulated players hold real cards and play legally, whatever the options."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.marafon.hands import BOOK, DEFAULT, Facts, options, variants


@given(st.integers(0, 2**32), variants, st.none() | st.integers(0, 3))
def test_a_simulated_hand_is_legal_and_whole(seed: int, chosen: Facts, turn: int | None) -> None:
    play = BOOK.simulate(Random(seed), options(**chosen), turn)
    result = BOOK.replay(play, options(**chosen))
    assert result["complete"]
    holder_of_4_of_coins = next(seat for seat in range(4) if "4D" in play["hands"][seat])
    assert play["caller"] == (holder_of_4_of_coins if turn is None else turn)


def test_the_same_random_numbers_make_the_same_hand() -> None:
    assert BOOK.simulate(Random(7), DEFAULT, 0) == BOOK.simulate(Random(7), DEFAULT, 0)


def test_marafonas_are_declared_and_led_so_that_they_count_now_and_then() -> None:
    lead_ace = options(marafona_lead_ace=True)
    hands = [BOOK.simulate(Random(seed), lead_ace, 0) for seed in range(400)]
    declared = [play for play in hands if play["declared"] is not None]
    counting = [play for play in declared if sum(BOOK.replay(play, lead_ace)["score"]) == 14]
    assert 0 < len(counting) <= len(declared) < len(hands)


def test_nothing_is_declared_where_nothing_is_given_for_it() -> None:
    none = options(marafona_points=0)
    assert all(BOOK.simulate(Random(seed), none, 0)["declared"] is None for seed in range(200))
