"""Sheets of Mariglia: two moments a hand, and a game that the trionfo ends."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract import Situation
from rules.registry import rulebook
from scoring.core.format import best_of
from scoring.core.state import MatchState, SheetRefused
from tests.scoring.core import sheets

BOOK = rulebook("mariglia")
SHORT = best_of(3, "mariglia", {"target": 35}, {"target": 35}, {"target": 45})


def read(*records: dict[str, Any], document: Any = SHORT) -> MatchState:
    return sheets.read(*(("hand", record) for record in records), document=document)


def hand(ours: int | None, dealer: int, trionfo: str = "2D") -> dict[str, Any]:
    return {"totals": None if ours is None else [ours, None], "dealer": dealer, "trionfo": trionfo}


def test_bonus_and_play_run_up_together_and_the_deal_goes_round() -> None:
    state = read(hand(40, 0, "AD"), hand(30, 1, "KS"))
    (game,) = state.games
    assert game.running == ((9, 0), (9, 8))
    assert [part.rule for part in state.readings[0].parts] == ["bonus", "play"]
    assert state.turn == 2


def test_the_bonus_ends_a_game_before_the_play() -> None:
    state = read(hand(67, 0), hand(35, 1, "2C"), hand(None, 2, "7S"))
    first = state.games[0]
    assert (first.totals, first.winner, first.why) == ((37, 0), 0, "bonus")
    assert (first.hands, first.running[-1]) == (3, (37, 0))
    assert state.turn == 3


def test_the_play_ends_a_game_at_the_target() -> None:
    state = read(hand(70, 1, "KS"))
    assert (state.games[0].totals, state.games[0].why) == ((35, 3), "target")


def test_a_target_that_must_be_passed_is_passed_by_one_point_of_the_trionfo() -> None:
    document = best_of(1, "mariglia", {"win_above_target": True})
    lines = [("award", {"side": side, "points": 45}) for side in (0, 1)]
    state = sheets.read(*lines, ("hand", hand(None, 1, "HS")), document=document)
    assert (state.games[0].totals, state.games[0].winner, state.games[0].why) == (
        (45, 46),
        1,
        "bonus",
    )


@pytest.mark.parametrize(
    ("record", "codes"),
    [
        (hand(None, 1, "2S"), ["result_missing"]),
        (hand(35, 2, "2S"), ["out_of_turn"]),
        (hand(35, 1, "7S"), []),
    ],
)
def test_a_hand_that_cannot_stand_is_named(record: dict[str, Any], codes: list[str]) -> None:
    if not codes:
        assert read(hand(60, 0), record).games[0].totals == (25, 5)
        return
    with pytest.raises(SheetRefused) as refused:
        read(hand(60, 0), record)
    assert (refused.value.at, [fault.code for fault in refused.value.violations]) == (2, codes)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([{}, {"target": 20}, {"win_above_target": True}]))
def test_plays_and_their_records_fold_alike(seed: int, options: dict[str, Any]) -> None:
    random, rules = Random(seed), BOOK.read_options(options)
    document = best_of(3, "mariglia", options)
    plays: list[Any] = []
    records: list[Any] = []
    state = read(document=document)
    while not state.over and len(plays) < 60:
        last = state.games[-1] if state.games else None
        totals = last.totals if last and not last.over else (0, 0)
        play = BOOK.simulate(random, rules, state.turn)
        record = BOOK.record_of_play(play, rules, Situation(totals, state.turn))
        plays.append(("hand", {"play": play}))
        records.append(("hand", record.model_dump(mode="json")))
        state = sheets.read(*records, document=document)
    played = sheets.read(*plays, document=document)
    assert played.as_json() == state.as_json()
    assert {game.why for game in state.games if game.over} <= {"target", "bonus"}
