"""The deck, and cards dealt from it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import CARDS, DECK, deal, find_holder, sort_cards


def test_the_deck_has_forty_cards_ten_of_each_suit() -> None:
    assert len(DECK) == len(CARDS) == 40
    assert DECK[:10] == ("AD", "2D", "3D", "4D", "5D", "6D", "7D", "JD", "HD", "KD")
    assert {suit: sum(card[1] == suit for card in DECK) for suit in "DCSB"} == dict.fromkeys(
        "DCSB", 10
    )


@given(st.integers(), st.sampled_from([(4, 10), (5, 8), (4, 5), (2, 5)]))
def test_a_deal_gives_each_seat_its_cards_and_none_twice(seed: int, size: tuple[int, int]) -> None:
    seats, each = size
    hands = deal(Random(seed), seats, each)
    dealt = [card for hand in hands for card in hand]
    assert [len(hand) for hand in hands] == [each] * seats
    assert len(set(dealt)) == len(dealt)
    assert set(dealt) <= CARDS


def test_a_hand_is_sorted_by_suit_and_rank() -> None:
    assert sort_cards(["KB", "2D", "AD", "HC"]) == ["AD", "2D", "HC", "KB"]


def test_the_holder_of_a_card_is_the_seat_it_was_dealt_to() -> None:
    assert find_holder("4D", [["AD"], ["4D", "5D"]]) == 1
    with pytest.raises(ValueError, match="4D was not dealt"):
        find_holder("4D", [["AD"], ["5D"]])
