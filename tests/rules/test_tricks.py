"""Following suit, winning, and playing a hand out, whatever the game's ranking."""

import pytest

from kernel.violations import Violation
from rules.deals import check_cards, check_deal
from rules.tricks import Playing, Trick, find_winning_place, play_out, playable

THREE_HIGH = {rank: height for height, rank in enumerate("4567JHKA23")}
ACE_HIGH = {rank: height for height, rank in enumerate("24567JHK3A")}


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        (["4D", "5D", "6D", "7D"], "C", 3),
        (["3D", "AD", "2D", "KD"], "C", 0),
        (["4D", "3C", "3S", "3B"], None, 0),
        (["3D", "4C", "2D", "AD"], "C", 1),
        (["3D", "4C", "5C", "AD"], "C", 2),
        (["4C", "3D", "5C", "3S"], "C", 2),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(
    trick: list[str], trump: str | None, place: int
) -> None:
    assert find_winning_place(trick, trump, THREE_HIGH) == place


def test_the_ranking_is_the_games_own() -> None:
    trick = ["AD", "3D"]
    assert (
        find_winning_place(trick, None, THREE_HIGH),
        find_winning_place(trick, None, ACE_HIGH),
    ) == (1, 0)


def test_who_has_not_the_suit_led_may_play_anything() -> None:
    assert playable(["AD", "2C"], ["4D", "3D"]) == ["AD"]
    assert playable(["AD", "2C"], ["4S"]) == ["AD", "2C"]
    assert playable(["AD", "2C"], []) == ["AD", "2C"]


HANDS = [["4D", "5C"], ["3D", "5D"], ["AS", "6D"]]


def test_the_winner_of_a_trick_leads_to_the_next_with_any_number_of_seats() -> None:
    playing = play_out(HANDS, 2, None, ["6D", "4D", "3D", "5D", "AS", "5C"], THREE_HIGH)
    assert playing == Playing(
        (Trick(2, ("6D", "4D", "3D"), 1), Trick(1, ("5D", "AS", "5C"), 1)), None
    )


def test_a_trick_that_is_not_complete_is_left_out() -> None:
    playing = play_out(HANDS, 2, None, ["6D", "4D", "3D", "5D"], THREE_HIGH)
    assert playing == Playing((Trick(2, ("6D", "4D", "3D"), 1),), None)


def test_the_hand_is_played_up_to_the_first_illegal_card() -> None:
    playing = play_out(HANDS, 2, None, ["6D", "5C", "3D", "9D"], THREE_HIGH)
    fault = Violation("must_follow", {"card": "5C", "seat": 0, "suit": "D"}, at=1)
    assert playing == Playing((), fault)


def test_a_sound_deal_has_no_fault() -> None:
    assert check_deal(HANDS, 3, 2) == []


def test_every_fault_of_a_deal_is_named() -> None:
    assert check_deal([["AD"], ["AD", "AD", "1D"]], 3, 1) == [
        Violation("wrong_hands", {"hands": 2, "must_be": 3}),
        Violation("wrong_hand_size", {"seat": 1, "cards": 3, "must_be": 1}),
        Violation("card_twice", {"card": "AD"}),
        Violation("unknown_card", {"card": "1D"}),
    ]


def test_a_long_text_that_is_no_card_is_cut() -> None:
    (violation,) = check_cards(["A" * 1000])
    assert violation.params == {"card": "A" * 40 + "…"}
