"""Sheets of Trionfo: five sides, a number of hands, payments that make nothing in all."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.refusals import Refused
from rules.contract import Situation
from rules.registry import rulebook
from scoring.core.format import read_format
from scoring.core.state import MatchState, SheetRefused
from tests.scoring.core import sheets

BOOK = rulebook("trionfo")
THREE_HANDS = {"games": [{"game": "trionfo", "hands": 3}], "wins": None}
CALL = {"declarer": 0, "bid": "chiamo", "partner": 2, "own_card": False, "success": True}
LOST_MASO = {"declarer": 2, "bid": "maso", "partner": None, "own_card": False, "success": False}


def read(*records: dict[str, Any], document: Any = THREE_HANDS) -> MatchState:
    return sheets.read(*(("hand", record) for record in records), document=document)


def test_payments_run_up_and_the_highest_total_wins() -> None:
    state = read({**CALL, "leader": 4}, {"all_pass": True}, LOST_MASO)
    (game,) = state.games
    call = (2, -1, 1, -1, -1)
    assert game.running == (call, call, (6, 3, -15, 3, 3))
    assert (game.winner, game.why, state.winner, state.turn) == (0, "hands", 0, 2)


def test_a_hand_that_all_pass_counts_and_the_deal_moves_on() -> None:
    state = read({"all_pass": True, "leader": 1}, CALL)
    assert (state.games[0].hands, state.turn) == (2, 3)
    with pytest.raises(SheetRefused) as refused:
        read({"all_pass": True, "leader": 1}, {**CALL, "leader": 1})
    assert [fault.code for fault in refused.value.violations] == ["out_of_turn"]


def test_level_at_the_top_nobody_has_won() -> None:
    state = read({**CALL, "success": False}, {"all_pass": True}, {"all_pass": True})
    assert (state.over, state.winner, state.games[0].winner) == (True, None, None)


def test_a_game_without_hands_has_no_end() -> None:
    with pytest.raises(Refused) as refused:
        read_format({"games": [{"game": "trionfo"}], "wins": 1})
    assert [fault.code for fault in refused.value.violations] == ["hands_missing"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("claim", {"side": 0, "points": 3}), "claim_without_target"),
        (("redeal", {}), "redeal_not_allowed"),
        (("forfeit", {"side": 0, "of": "game"}), "forfeit_of_two_sides_only"),
    ],
)
def test_what_trionfo_does_not_know_is_refused(line: Any, code: str) -> None:
    with pytest.raises(SheetRefused) as refused:
        sheets.read(line, document=THREE_HANDS)
    assert [fault.code for fault in refused.value.violations] == [code]


def test_all_five_sign() -> None:
    lines = [("hand", {"all_pass": True})] * 3
    signs = [("sign", {"side": side}) for side in range(5)]
    assert "sign" in sheets.read(*lines, *signs[:4], document=THREE_HANDS).next
    assert sheets.read(*lines, *signs, document=THREE_HANDS).next == ("reopen",)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 8))
def test_plays_and_their_records_fold_alike(seed: int, hands: int) -> None:
    random, rules = Random(seed), BOOK.read_options({})
    document = {"games": [{"game": "trionfo", "hands": hands}], "wins": None}
    plays: list[Any] = []
    records: list[Any] = []
    turn = None
    for _ in range(hands):
        play = BOOK.simulate(random, rules, turn)
        record = BOOK.record_of_play(play, rules, Situation((0,) * 5, turn, to_target=False))
        plays.append(("hand", {"play": play}))
        records.append(("hand", record.model_dump(mode="json", exclude_none=True)))
        turn = (play["leader"] + 1) % 5
    played = sheets.read(*plays, document=document)
    assert played.as_json() == sheets.read(*records, document=document).as_json()
    assert (played.over, played.turn, sum(played.sum)) == (True, turn, 0)
