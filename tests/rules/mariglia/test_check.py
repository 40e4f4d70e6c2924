"""A record is possible if some legal hand is what it tells of, and the game was still open."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel.refusals import Unreadable
from rules.contract import Situation
from tests.rules.mariglia import oracle
from tests.rules.mariglia.hands import BOOK, DEFAULT, HAND, Facts, check, options

DATA = Path(__file__).parents[2] / "data"
NEAR = Situation((44, 44))


def table(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / name).read_text())
    return found


def test_every_total_of_the_table_is_taken_and_no_other() -> None:
    legal = table("mariglia_hand_legal.json")
    possible = {points for _, points in legal["legal"] + legal["unproven"]}
    by_count = {
        points
        for row in table("mariglia_hand.json")["rows"]
        for low, high in row["points_runs"]
        for points in range(low, high + 1)
    }
    assert possible == by_count == set(range(71))
    for ours in range(-1, 72):
        assert (check({**HAND, "totals": [ours, 70 - ours]}) == []) == (ours in possible)


@pytest.mark.parametrize(
    ("totals", "violations"),
    [
        ([40, None], []),
        ([None, 40], []),
        ([40, 31], [{"code": "wrong_sum", "field": "totals", "sum": 71, "must_be": 70}]),
        (
            [71, None],
            [
                {
                    "code": "out_of_range",
                    "field": "totals",
                    "value": 71,
                    "side": 0,
                    "least": 0,
                    "most": 70,
                }
            ],
        ),
        (
            [71, -1],
            [
                {
                    "code": "out_of_range",
                    "field": "totals",
                    "value": 71,
                    "side": 0,
                    "least": 0,
                    "most": 70,
                },
                {
                    "code": "out_of_range",
                    "field": "totals",
                    "value": -1,
                    "side": 1,
                    "least": 0,
                    "most": 70,
                },
            ],
        ),
        (None, [{"code": "result_missing"}]),
        ([None, None], [{"code": "result_missing"}]),
    ],
)
def test_the_two_sides_make_seventy(totals: Any, violations: list[Facts]) -> None:
    assert check({**HAND, "totals": totals}) == violations


@pytest.mark.parametrize("dealer", range(4))
def test_who_showed_the_seven_of_trumps_has_its_trick(dealer: int) -> None:
    side = dealer % 2
    for own in range(71):
        totals = [own, 70 - own] if side == 0 else [70 - own, own]
        found = check({"totals": totals, "dealer": dealer, "trionfo": "7C"})
        assert (found == []) == (own >= 6), own
    (fault,) = check({"totals": [70, 0], "dealer": 1, "trionfo": "7C"})
    assert fault == {
        "code": "cannot_be_together",
        "field": "totals",
        "side": 1,
        "value": 0,
        "least": 6,
        "most": 70,
        "given": {"trionfo": 1},
    }


def test_six_points_with_the_seven_of_trumps_have_been_played() -> None:
    hands = [
        ["AB", "KB", "JB", "HB", "6B", "7D", "AD", "KD", "JD", "HD"],
        ["2B", "3D", "4D", "7C", "AC", "KC", "JC", "HC", "6C", "5C"],
        ["3B", "5D", "6D", "7S", "AS", "KS", "JS", "HS", "6S", "5S"],
        ["7B", "5B", "4B", "2D", "2C", "3C", "4C", "2S", "3S", "4S"],
    ]
    left = [list(hand) for hand in hands]
    order = ["6B", *hands[0][:4], *hands[0][5:]]
    plays: list[str] = []
    leader = 0
    for _ in range(10):
        trick = oracle.Table(leader, "B", "J2H1")
        for place in range(4):
            hand = left[trick.seat(place)]
            allowed = trick.allowed(hand)
            planned = [card for card in order if card in allowed] if trick.seat(place) == 0 else []
            low = min(allowed, key=lambda card: (oracle.worth([card], "J2H1"), card[1] == "B"))
            card = (planned or ["2D" if "2D" in allowed and place == 0 else low])[0]
            hand.remove(card)
            trick.cards.append(card)
        plays += trick.cards
        leader = trick.winner()
    play = {"dealer": 3, "trionfo": "7B", "hands": hands, "plays": plays}
    assert BOOK.replay(play, DEFAULT)["totals"] == [64, 6]


def test_points_are_needed_unless_the_trionfo_has_won() -> None:
    bare = {"dealer": 0, "trionfo": "KS"}
    assert check(bare) == [{"code": "result_missing"}]
    assert check(bare, before=NEAR) == []
    assert check({**bare, "totals": None}, before=NEAR) == []
    assert check(HAND, before=NEAR) == [{"code": "trionfo_has_won", "side": 0, "card": "KS"}]
    assert check({**HAND, "trionfo": "2S"}, before=NEAR) == []


def test_the_trionfo_wins_nothing_in_a_game_over_a_number_of_hands() -> None:
    before = Situation((44, 44), to_target=False)
    assert check(HAND, before=before) == []
    assert check({**HAND, "totals": None}, before=before) == [{"code": "result_missing"}]


@pytest.mark.parametrize(
    ("chosen", "ours", "won"),
    [
        ({}, 42, True),
        ({}, 41, False),
        ({"win_above_target": True}, 42, False),
        ({"win_above_target": True}, 43, True),
        ({"target": 35}, 32, True),
        ({"target": 35}, 31, False),
    ],
)
def test_the_trionfo_wins_at_the_target_or_past_it(chosen: Facts, ours: int, won: bool) -> None:
    found = check(HAND, options(**chosen), Situation((ours, 0)))
    assert [fault["code"] for fault in found] == (["trionfo_has_won"] if won else [])


def test_honours_say_what_the_trionfo_is_worth() -> None:
    jack = {**HAND, "trionfo": "JS"}
    before = Situation((43, 0))
    assert [fault["code"] for fault in check(jack, before=before)] == ["trionfo_has_won"]
    assert check(jack, options(honours="H2J1"), before) == []


def test_level_past_the_target_the_smallest_trionfo_wins() -> None:
    tied = Situation((50, 50))
    assert check({**HAND, "trionfo": "4S"}, before=tied) == []
    assert check({"dealer": 1, "trionfo": "HS"}, before=tied) == []


def test_who_deals_out_of_turn_is_named_with_all_else_that_is_wrong() -> None:
    record = {"totals": [10, 10], "dealer": 2, "trionfo": "8S"}
    assert check(record, before=Situation((0, 0), turn=1)) == [
        {"code": "wrong_sum", "field": "totals", "sum": 20, "must_be": 70},
        {"code": "out_of_turn", "what": "dealer", "seat": 2, "turn": 1},
        {"code": "unknown_card", "card": "8S"},
    ]
    assert check({**HAND, "dealer": 4}) == [
        {"code": "out_of_range", "field": "dealer", "value": 4, "least": 0, "most": 3}
    ]


@pytest.mark.parametrize(
    "record",
    [
        {"totals": [35, 35], "dealer": 0},
        {"totals": [35, 35], "trionfo": "2D"},
        {**HAND, "dealer": None},
        {**HAND, "totals": [35.0, 35]},
        {**HAND, "tricks": [5, 5]},
    ],
)
def test_a_record_has_the_fields_of_the_notation(record: Facts) -> None:
    with pytest.raises(Unreadable):
        BOOK.read_record(record)


@given(st.integers(0, 2**32), st.integers(-3, 3).filter(bool))
def test_a_changed_number_is_caught(seed: int, more: int) -> None:
    play = oracle.legal_hand(seed)
    ours, theirs = oracle.answer(play, "J2H1")["totals"]
    record = {"totals": [ours + more, theirs], "dealer": play["dealer"], "trionfo": play["trionfo"]}
    assert check(record) != []
