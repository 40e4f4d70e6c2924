"""A hand card by card, against a second, slow reading of the same rules."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.refusals import Refused, Unreadable
from tests.rules.trionfo import oracle
from tests.rules.trionfo.hands import (
    BOOK,
    DEFAULT,
    START,
    Facts,
    legal_beginnings,
    legal_hands,
    plain,
    seeds,
)

DATA = Path(__file__).parents[2] / "data"
CALL = oracle.legal_hand(1, bid="chiamo")
MASO = oracle.legal_hand(1, bid="maso")


def refusal(play: Facts) -> list[Facts]:
    with pytest.raises(Refused) as refused:
        BOOK.replay(play, DEFAULT)
    return plain(refused.value.violations)


@given(legal_beginnings)
@settings(max_examples=300)
def test_a_hand_is_replayed_as_the_rules_have_it(play: Facts) -> None:
    assert BOOK.replay(play, DEFAULT) == oracle.answer(play)


@given(legal_hands)
def test_any_legal_play_makes_35_thirds_and_11_points_and_pays_nothing_in_all(play: Facts) -> None:
    result = BOOK.replay(play, DEFAULT)
    assert result["complete"]
    assert (sum(result["thirds"]), sum(result["points"]), sum(result["payments"])) == (35, 11, 0)


def in_the_table() -> set[tuple[int, int, bool]]:
    """Tricks, thirds, and whether the last trick was won, of one side."""
    rows = json.loads((DATA / "trionfo_hand.json").read_text())["rows"]
    return {
        (row["tricks"], thirds, row["won_last_trick"])
        for row in rows
        for low, high in row["thirds_runs"]
        for thirds in range(low, high + 1)
    }


HANDS = in_the_table()


@given(legal_hands)
@settings(max_examples=200)
def test_what_each_side_has_at_the_end_is_in_the_table(play: Facts) -> None:
    result = BOOK.replay(play, DEFAULT)
    own = [winner in (play["declarer"], result["partner"]) for winner in result["winners"]]
    ours, theirs = result["thirds"]
    assert (sum(own), ours, own[-1]) in HANDS
    assert (8 - sum(own), theirs, not own[-1]) in HANDS


def test_every_bid_is_made_and_lost_now_and_then() -> None:
    seen = set()
    for seed in range(200):
        for strong in (False, True):
            for bid in oracle.SAID[1:]:
                play = oracle.legal_hand(seed, bid=bid, strong=strong)
                seen.add((bid, BOOK.replay(play, DEFAULT)["success"]))
    assert seen == {(bid, made) for bid in oracle.SAID[1:] for made in (False, True)}


@given(legal_hands, st.integers(0, 39), st.integers(0, 39))
@settings(max_examples=200)
def test_two_plays_changed_about_are_caught_unless_they_are_legal_too(
    play: Facts, one: int, other: int
) -> None:
    plays = list(play["plays"])
    plays[one], plays[other] = plays[other], plays[one]
    changed = {**play, "plays": plays}
    at = oracle.first_illegal(changed)
    if at is None:
        assert BOOK.replay(changed, DEFAULT)["complete"]
        return
    with pytest.raises(Refused) as refused:
        BOOK.replay(changed, DEFAULT)
    assert [violation.at for violation in refused.value.violations] == [at]


@given(seeds)
def test_where_all_pass_nobody_pays_and_there_are_no_sides(seed: int) -> None:
    play = oracle.all_passed(seed)
    assert BOOK.replay(play, DEFAULT) == {
        "complete": True,
        "winners": [],
        "thirds": None,
        "points": None,
        "partner": None,
        "own_card": None,
        "success": None,
        "decided_at": None,
        "payments": [0, 0, 0, 0, 0],
    }
    record = BOOK.record_of_play(play, DEFAULT, START)
    assert (record.all_pass, record.leader) == (True, play["leader"])


@given(legal_hands)
@settings(max_examples=200)
def test_a_settled_maso_may_be_played_on_without_effect(play: Facts) -> None:
    whole = BOOK.replay(play, DEFAULT)
    if whole["decided_at"] is None:
        assert play["bid"] in ("chiamo", "di_piu")
        return
    for length in range(0, 41, 5):
        result = BOOK.replay({**play, "plays": play["plays"][:length]}, DEFAULT)
        settled = length // 5 > whole["decided_at"]
        told = (result["decided_at"], result["success"], result["payments"])
        known = (whole["decided_at"], whole["success"], whole["payments"])
        assert told == (known if settled else (None, None, None))


@given(legal_beginnings)
@settings(max_examples=200)
def test_the_record_of_a_play_passes_its_own_check_and_is_booked_alike(play: Facts) -> None:
    told = oracle.answer(play)
    if told["success"] is None:
        with pytest.raises(Refused) as refused:
            BOOK.record_of_play(play, DEFAULT, START)
        assert plain(refused.value.violations) == [
            {"code": "play_incomplete", "plays": len(play["plays"]), "must_be": 40}
        ]
        return
    record = BOOK.record_of_play(play, DEFAULT, START)
    assert BOOK.check(record, DEFAULT, START) == ()
    (step,) = BOOK.score(record, DEFAULT)
    assert list(step.add_to((0,) * 5)) == told["payments"]
    assert (record.partner, record.own_card) == (told["partner"], told["own_card"])


def auction(*said: tuple[int, str], **more: Any) -> Facts:
    """The hand of seat 0 who leads, with this auction."""
    play = {**oracle.all_passed(5), "leader": 0, "auction": [list(one) for one in said]}
    return {**play, **more}


TWO_BIDS = auction((0, "chiamo"), (1, "passo"), (2, "maso"), declarer=2, bid="maso", trump="D")


def test_passes_after_the_last_bid_may_be_left_out_and_others_not() -> None:
    assert BOOK.replay(TWO_BIDS, DEFAULT)["complete"] is False
    passes = [*TWO_BIDS["auction"], [3, "passo"]]
    assert BOOK.replay({**TWO_BIDS, "auction": passes}, DEFAULT)["complete"] is False
    assert refusal(auction((0, "passo"), (1, "passo"))) == [
        {"code": "auction_unfinished", "passes": 2, "must_be": 5}
    ]
    assert refusal({**TWO_BIDS, "auction": [[0, "chiamo"], [2, "maso"]]}) == [
        {"code": "spoke_out_of_turn", "seat": 2, "turn": 1}
    ]


@pytest.mark.parametrize(
    ("changed", "violation"),
    [
        (
            {"auction": [[1, "passo"], [2, "maso"]]},
            {"code": "spoke_out_of_turn", "seat": 1, "turn": 0},
        ),
        (
            {"auction": [[0, "maso"], [1, "passo"], [2, "maso"]]},
            {"code": "bid_too_low", "seat": 2, "bid": "maso", "over": "maso"},
        ),
        (
            {"auction": [[0, "maso_dei_masi"], [1, "passo"], [2, "maso"]]},
            {"code": "bid_too_low", "seat": 2, "bid": "maso", "over": "maso_dei_masi"},
        ),
        (
            {"auction": [*TWO_BIDS["auction"], [3, "passo"], [4, "passo"], [0, "passo"]]},
            {"code": "too_long", "field": "auction", "most": 5},
        ),
        (
            {"auction": [[0, "chiamo"], [1, "busso"], [2, "maso"]]},
            {
                "code": "no_such_choice",
                "field": "auction.1",
                "value": "busso",
                "choices": oracle.SAID,
            },
        ),
        (
            {"declarer": 0},
            {"code": "auction_at_odds", "field": "declarer", "value": 0, "must_be": 2},
        ),
        (
            {"bid": "di_piu"},
            {"code": "auction_at_odds", "field": "bid", "value": "di_piu", "must_be": "maso"},
        ),
        ({"trump": None}, {"code": "needed_here", "field": "trump"}),
        ({"trump": "X"}, {"code": "unknown_suit", "trump": "X"}),
        ({"called": "3C"}, {"code": "only_with_a_call", "field": "called"}),
    ],
)
def test_an_auction_goes_round_once_and_each_bid_tops_the_one_before(
    changed: Facts, violation: Facts
) -> None:
    assert refusal({**TWO_BIDS, **changed}) == [violation]


@pytest.mark.parametrize(
    ("called", "violation"),
    [
        (None, {"code": "needed_here", "field": "called"}),
        ("8D", {"code": "unknown_card", "card": "8D"}),
        ("3D", {"code": "called_is_trump", "card": "3D"}),
    ],
)
def test_with_a_call_a_card_of_another_suit_is_called(called: str | None, violation: Facts) -> None:
    call = auction((0, "chiamo"), declarer=0, bid="chiamo", trump="D", called=called)
    assert refusal(call) == [violation]


def test_any_rank_may_be_called_and_ones_own_too() -> None:
    call = auction((0, "chiamo"), declarer=0, bid="chiamo", trump="D")
    for seat, hand in enumerate(call["hands"]):
        for card in hand:
            if card[1] == "D":
                continue
            result = BOOK.replay({**call, "called": card}, DEFAULT)
            own = seat == 0
            assert (result["partner"], result["own_card"]) == (None if own else seat, own)


def test_where_all_have_passed_there_is_nothing_else() -> None:
    passed = oracle.all_passed(3)
    more = {"trump": "D", "called": "3C", "plays": passed["hands"][0][:1], "declarer": 0}
    assert refusal({**passed, **more}) == [
        {"code": "auction_at_odds", "field": "declarer", "value": 0, "must_be": None},
        {"code": "all_have_passed", "field": "trump"},
        {"code": "all_have_passed", "field": "called"},
        {"code": "all_have_passed", "field": "plays"},
    ]


def test_all_faults_of_auction_and_deal_are_named_and_no_card_is_judged() -> None:
    hands = [["AD", "AD", "9X"], *CALL["hands"][:1]]
    broken = {**CALL, "leader": 5, "auction": [], "hands": hands, "plays": ["9X"]}
    found = [fault["code"] for fault in refusal(broken)]
    assert found[:4] == ["out_of_range", "auction_unfinished", "auction_at_odds", "auction_at_odds"]
    assert {"wrong_hands", "wrong_hand_size", "card_twice", "unknown_card"} <= set(found)


def test_a_forty_first_card_is_one_too_many_and_who_can_must_follow() -> None:
    (fault,) = refusal({**MASO, "plays": [*MASO["plays"], MASO["plays"][0]]})
    assert fault["code"] == "too_many_plays"
    hands = [["AD", "3C", *MASO["hands"][0][2:]], *MASO["hands"][1:]]
    assert {fault["code"] for fault in refusal({**MASO, "hands": hands})} == {"card_twice"}


@pytest.mark.parametrize(
    "field", ["leader", "auction", "declarer", "bid", "trump", "called", "hands", "plays"]
)
def test_a_field_that_is_missing_or_of_the_wrong_type_makes_a_document_unreadable(
    field: str,
) -> None:
    with pytest.raises(Unreadable, match=f"{field}: field missing"):
        BOOK.replay({name: value for name, value in CALL.items() if name != field}, DEFAULT)
    with pytest.raises(Unreadable, match=f"{field}: wrong type"):
        BOOK.replay({**CALL, field: {}}, DEFAULT)


def test_what_was_said_is_a_seat_and_a_word() -> None:
    for said in (["0", "passo"], [0, None], "passo"):
        with pytest.raises(Unreadable, match="auction"):
            BOOK.replay({**CALL, "auction": [said]}, DEFAULT)
    with pytest.raises(Refused):
        BOOK.replay({**CALL, "auction": [[0]]}, DEFAULT)
