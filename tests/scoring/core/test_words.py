"""Amends, strikes, signatures and reopenings."""

from typing import Any

import pytest

from scoring.core.state import SheetRefused
from tests.scoring.core.sheets import hand, read

WON = (hand(11), hand(11))
SIGNED = (("sign", {"side": 0}), ("sign", {"side": 1}))


def amend(line: Any, data: Any) -> Any:
    return "amend", {"line": line, "data": data, "reason": "letta male"}


def strike(line: Any) -> Any:
    return "strike", {"line": line, "reason": "doppia"}


def refused(*lines: Any) -> Any:
    with pytest.raises(SheetRefused) as caught:
        read(*lines)
    return caught.value.at, [fault.code for fault in caught.value.violations]


def test_an_amended_line_reads_otherwise() -> None:
    state = read(hand(6), amend(1, {"points": [4, None]}))
    assert state.games[0].running == ((4, 7),)


def test_a_struck_line_does_not_count() -> None:
    assert read(hand(6), hand(3), strike(1)).games[0].running == ((3, 8),)


def test_the_later_word_counts() -> None:
    assert read(hand(6), strike(1), amend(1, {"points": [2, None]})).games[0].running == ((2, 9),)
    assert read(hand(6), amend(1, {"points": [2, None]}), strike(1)).games == ()


def test_a_struck_amend_or_strike_is_undone() -> None:
    assert read(hand(6), amend(1, {"points": [2, None]}), strike(2)).games[0].totals == (6, 5)
    assert read(hand(6), strike(1), strike(2)).games[0].totals == (6, 5)
    assert read(hand(6), strike(1), strike(2), strike(3)).games == ()


def test_an_early_amend_may_change_who_has_won_the_game_and_the_match() -> None:
    lost = {"points": [0, None]}
    assert read(*WON).winner == 0
    assert read(*WON, amend(1, lost)).wins == (1, 1)
    assert read(*WON, amend(1, lost), amend(2, lost)).winner == 1


def test_an_amend_that_leaves_no_room_for_a_later_hand_names_it() -> None:
    lost = {"points": [0, None]}
    assert read(hand(0), hand(11), hand(11)).winner == 0
    assert refused(hand(0), hand(11), hand(11), amend(1, {"points": [11, None]})) == (
        3,
        ["line_not_possible_now"],
    )
    assert read(hand(0), hand(11), hand(11), amend(1, lost)).winner == 0


def test_a_word_needs_an_earlier_line() -> None:
    assert refused(strike(1)) == (1, ["no_such_line"])
    assert refused(hand(6), strike(7)) == (2, ["no_such_line"])


def test_only_play_can_be_amended() -> None:
    assert refused(hand(6), strike(1), amend(2, {"line": 1})) == (3, ["cannot_be_amended"])


def test_an_amended_hand_must_be_possible() -> None:
    assert refused(hand(6), amend(1, {"points": [6, 6]}))[0] == 1


def test_a_match_is_signed_by_both_sides_or_the_referee() -> None:
    assert read(*WON, SIGNED[0]).next == ("amend", "strike", "sign")
    assert read(*WON, *SIGNED).next == ("reopen",)
    assert read(*WON, ("sign", {"side": None})).next == ("reopen",)


def test_an_open_match_is_not_signed() -> None:
    assert refused(hand(6), SIGNED[0]) == (2, ["line_not_possible_now"])


def test_a_side_signs_once() -> None:
    assert refused(*WON, SIGNED[0], SIGNED[0]) == (4, ["signed_already"])


def test_a_signed_match_is_closed_until_it_is_reopened() -> None:
    assert refused(*WON, *SIGNED, strike(1)) == (5, ["line_not_possible_now"])
    reopened = (*WON, *SIGNED, ("reopen", {"reason": "protesta"}))
    assert read(*reopened).next == ("amend", "strike", "sign")
    assert read(*reopened, *SIGNED).next == ("reopen",)


def test_a_reopened_match_can_be_corrected_to_another_result() -> None:
    reopened = (*WON, *SIGNED, ("reopen", {"reason": "protesta"}))
    state = read(*reopened, amend(2, {"points": [0, None]}), hand(0))
    assert (state.winner, state.wins) == (1, (1, 2))


def test_a_signature_cannot_stand_on_a_match_that_an_amend_opens() -> None:
    assert refused(*WON, SIGNED[0], amend(2, {"points": [0, None]})) == (
        3,
        ["line_not_possible_now"],
    )


def test_a_match_that_is_not_signed_is_not_reopened() -> None:
    assert refused(*WON, ("reopen", {"reason": "?"})) == (3, ["line_not_possible_now"])
