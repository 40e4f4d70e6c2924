"""The fold: games, totals, the match, and what may follow."""

from typing import Any

import pytest

from kernel.refusals import Unreadable
from scoring.core.format import best_of
from scoring.core.state import SheetRefused
from tests.scoring.core.sheets import BEST_OF_THREE, SHORT, folded, hand, read, sheet

SHUTOUT = hand(11)
LOST = hand(0)


def test_an_empty_sheet_has_no_game_begun() -> None:
    state = read()
    assert state.as_json() == {
        "games": [],
        "wins": [0, 0],
        "winner": None,
        "sum": [0, 0],
        "over": False,
        "turn": None,
        "next": ["hand", "redeal", "claim", "penalty", "forfeit", "award", "amend", "strike"],
    }


def test_totals_run_hand_by_hand() -> None:
    state = folded(sheet(hand(7), hand(4, marafona=1), hand(11)))
    (game,) = state.games
    assert game.running == ((7, 4), (11, 14), (22, 14))
    assert game.hands == 3
    assert game.why is None


def test_a_game_ends_at_the_target_and_the_next_begins_with_its_first_line() -> None:
    assert len(read(SHUTOUT).games) == 1
    assert len(read(SHUTOUT, hand(3)).games) == 2


def test_bella_is_opened_at_one_all() -> None:
    state = read(SHUTOUT, LOST)
    assert (state.wins, state.over) == ((1, 1), False)
    assert read(SHUTOUT, LOST, LOST).winner == 1


def test_two_games_won_end_a_best_of_three() -> None:
    state = read(SHUTOUT, SHUTOUT)
    assert (state.winner, state.over) == (0, True)
    assert state.next == ("amend", "strike", "sign")


def test_nothing_is_played_after_the_end() -> None:
    with pytest.raises(SheetRefused) as refused:
        read(SHUTOUT, SHUTOUT, SHUTOUT)
    assert refused.value.at == 3
    assert [fault.code for fault in refused.value.violations] == ["line_not_possible_now"]


def test_a_side_at_the_target_wins_while_the_other_is_just_short() -> None:
    hands = [hand(6)] * 3 + [hand(5)] * 3  # 33–33
    state = folded(sheet(*hands, hand(8, marafona=1), hand(6)))
    # 41–39 ends it before the last hand could be written
    assert state.games[0].totals == (41, 39)
    assert state.games[0].why == "target"


def test_level_past_the_target_goes_on() -> None:
    hands = [hand(6)] * 3 + [hand(5)] * 3  # 33–33
    hands += [hand(5, marafona=0), hand(3)]  # 41–39 already ends: so climb otherwise
    state = folded(sheet(*hands[:6], hand(4, marafona=0), hand(4)))
    # 40–40 and 44–47: both past 41, the higher wins
    assert state.games[0].running[6:] == ((40, 40), (44, 47))
    assert (state.games[0].winner, state.games[0].why) == (1, "higher")
    tied = folded(sheet(*hands[:6], hand(4, marafona=0), hand(4, marafona=0), hand(2)))
    assert tied.games[0].running[6:] == ((40, 40), (47, 47), (49, 56))
    assert tied.games[0].winner == 1


def test_a_claim_is_counted_in_thirds() -> None:
    hands = [hand(9)] * 4  # 36–8
    enough = folded(sheet(*hands, ("claim", {"side": 0, "thirds": 15, "marafona": None})))
    assert (enough.games[0].winner, enough.games[0].why) == (0, "claim")
    assert enough.games[0].totals == (36, 8)
    short = folded(sheet(*hands, ("claim", {"side": 0, "thirds": 14, "marafona": None})))
    assert (short.games[0].winner, short.games[0].why) == (1, "wrong_claim")


def test_penalties_and_awards_change_the_total_of_the_game_being_played() -> None:
    penalty = ("penalty", {"side": 0, "points": 3, "article": "5", "reason": "segni"})
    award = ("award", {"side": 1, "points": 11, "article": "6", "reason": "rinuncia"})
    state = read(hand(6), penalty, award)
    assert state.games[0].totals == (3, 16)
    assert (state.games[0].winner, state.games[0].why) == (1, "target")
    assert state.games[0].running == ((6, 5),)


def test_what_was_booked_before_a_hand_shows_in_its_running_total() -> None:
    penalty = ("penalty", {"side": 0, "points": 3, "article": "5", "reason": "segni"})
    assert read(penalty, hand(6)).games[0].running == ((3, 5),)


def test_a_forfeited_game_goes_to_the_other_side() -> None:
    forfeit = ("forfeit", {"side": 0, "of": "game", "article": "2", "reason": "tardi"})
    state = read(hand(6), forfeit)
    assert (state.games[0].winner, state.games[0].why, state.over) == (1, "forfeit", False)


def test_a_forfeited_match_is_over_at_once() -> None:
    forfeit = ("forfeit", {"side": 0, "of": "match", "article": "2", "reason": "assenti"})
    state = read(forfeit)
    assert (state.winner, state.over, state.wins) == (1, True, (0, 1))


def test_a_redeal_needs_the_option_and_keeps_the_turn() -> None:
    with pytest.raises(SheetRefused):
        read(("redeal", {}))
    document = {"games": [{"game": "marafon", "options": {"redeal": True}}], "wins": 1}
    state = read(hand(6, caller=2), ("redeal", {}), document=document)
    assert state.turn == 3


def test_the_first_seat_known_fixes_the_turn_through_the_games() -> None:
    state = read(hand(6), hand(11, caller=1), hand(3), document=SHORT)
    assert state.turn == 3
    with pytest.raises(SheetRefused) as refused:
        read(hand(6), hand(11, caller=1), hand(3, caller=3))
    assert refused.value.at == 3
    assert refused.value.violations[0].code == "out_of_turn"


def test_a_fixed_number_of_hands_goes_to_the_highest_total() -> None:
    document = {"games": [{"game": "marafon", "hands": 2}], "wins": None}
    state = read(hand(6), hand(4), document=document)
    assert (state.over, state.winner, state.games[0].why) == (True, 1, "hands")
    assert state.sum == (10, 12)


def test_level_after_all_games_is_a_draw() -> None:
    document = {"games": [{"game": "marafon", "hands": 2}], "wins": None}
    state = read(hand(6), hand(5), document=document)
    assert state.drawn
    assert state.games[0].winner is None


def test_fixed_hands_go_on_past_the_target() -> None:
    document = {"games": [{"game": "marafon", "hands": 5}], "wins": None}
    state = read(*[hand(11)] * 5, document=document)
    assert state.games[0].totals == (55, 0)


def test_each_game_may_have_its_own_target() -> None:
    document = {
        "games": [{"game": "marafon", "options": {"target": target}} for target in (31, 31, 41)],
        "wins": 2,
    }
    state = read(*[SHUTOUT] * 3, *[LOST] * 3, *[SHUTOUT] * 3, document=document)
    assert [game.totals for game in state.games] == [(33, 0), (0, 33), (33, 0)]
    assert not state.over


@pytest.mark.parametrize(
    "line",
    [
        ("hand", {"points": [7.5, None]}),
        ("hand", {"points": [7, None], "colour": "red"}),
        ("hand", {"play": {}, "points": [7, 4]}),
        ("penalty", {"side": "0", "points": 1}),
        ("sing", {}),
    ],
)
def test_what_has_not_the_form_of_its_kind_is_unreadable(line: Any) -> None:
    with pytest.raises(Unreadable):
        read(line)


def test_lines_are_numbered_from_one_without_gaps() -> None:
    lines = sheet(hand(6), hand(5))
    with pytest.raises(SheetRefused) as refused:
        folded([lines[1]], BEST_OF_THREE)
    assert refused.value.violations[0].code == "line_out_of_order"


ONE_GAME = best_of(1, "marafon", {"target": 11})
BAD_HAND = ("hand", {"points": [7, 7]})
MENDED = ("amend", {"line": 1, "data": {"points": [5, None]}})


@pytest.mark.parametrize(
    "lines",
    [
        (("sign", {"side": 0}), ("strike", {"line": 1})),
        (BAD_HAND, SHUTOUT, MENDED),
        (BAD_HAND, SHUTOUT, ("sign", {"side": 0}), MENDED),
        (BAD_HAND, SHUTOUT, ("sign", {"side": None}), ("reopen", {}), MENDED),
    ],
)
def test_a_line_stands_that_a_later_one_mends_with_and_without_signatures(lines: Any) -> None:
    assert read(*lines, document=ONE_GAME).readings


def test_nothing_but_a_reopening_follows_the_signature_of_a_sheet_that_is_mended_later() -> None:
    with pytest.raises(SheetRefused) as refused:
        read(BAD_HAND, SHUTOUT, ("sign", {"side": None}), MENDED, document=ONE_GAME)
    assert (refused.value.at, refused.value.violations[0].code) == (4, "line_not_possible_now")
