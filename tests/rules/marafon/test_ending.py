"""How a game ends: at the target, by who was first, by a claim; and how the turn moves."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.refusals import Refused, Unreadable
from rules.contract import Ending, Situation
from tests.rules.marafon import oracle
from tests.rules.marafon.hands import BOOK, DEFAULT, Facts, check, options, plain

FIRST = options(both_reach="first_in_play")


@pytest.mark.parametrize(
    ("totals", "ending"),
    [
        ((40, 40), None),
        ((41, 30), Ending(0, "target")),
        ((30, 52), Ending(1, "target")),
        ((42, 43), Ending(1, "higher")),
        ((43, 42), Ending(0, "higher")),
        ((42, 42), None),
    ],
)
def test_at_the_target_a_side_has_won_of_both_the_higher_and_level_goes_on(
    totals: tuple[int, int], ending: Ending | None
) -> None:
    assert BOOK.find_ending(totals, DEFAULT) == ending


def test_a_figure_more_is_a_whole_point_more_where_points_are_whole() -> None:
    plus = options(plus_figure=True)
    assert BOOK.find_ending((41, 0), plus) is None
    assert BOOK.find_ending((42, 0), plus) == Ending(0, "target")
    thirds = options(plus_figure=True, count="figure")
    assert BOOK.find_ending((123, 0), thirds) is None
    assert BOOK.find_ending((124, 0), thirds) == Ending(0, "target")


def test_who_got_there_first_has_won_also_with_less_and_also_level() -> None:
    assert BOOK.find_ending((41, 45), FIRST, first=0) == Ending(0, "first")
    assert BOOK.find_ending((42, 42), FIRST, first=1) == Ending(1, "first")
    assert BOOK.find_ending((41, 30), FIRST, first=1) == Ending(0, "target")


def test_where_the_higher_wins_nobody_asks_who_was_first() -> None:
    assert BOOK.find_ending((41, 45), DEFAULT, first=0) == Ending(1, "higher")


def test_without_a_word_of_who_was_first_the_higher_wins() -> None:
    assert BOOK.find_ending((41, 45), FIRST) == Ending(1, "higher")


BOTH_AT_38 = Situation((38, 38))


def first(facts: Facts, before: Situation) -> int | None:
    return BOOK.find_first_side(BOOK.read_record(facts), FIRST, before)


def test_a_record_that_takes_both_there_must_say_who_was_first() -> None:
    assert check({"points": [7, 4]}, FIRST, BOTH_AT_38) == [{"code": "first_missing"}]
    assert check({"points": [7, 4], "first": 1}, FIRST, BOTH_AT_38) == []
    assert first({"points": [7, 4], "first": 1}, BOTH_AT_38) == 1
    assert check({"points": [7, 4]}, DEFAULT, BOTH_AT_38) == []


def test_a_word_of_who_was_first_is_idle_where_it_does_not_matter() -> None:
    assert check({"points": [9, 2], "first": 1}, FIRST, BOTH_AT_38) == []
    assert check({"points": [7, 4], "first": 1}, DEFAULT, BOTH_AT_38) == []


def test_a_marafona_that_is_enough_by_itself_shows_who_was_first() -> None:
    record = {"points": [7, 4], "marafona": 1}
    assert check(record, FIRST, BOTH_AT_38) == []
    assert first(record, BOTH_AT_38) == 1
    found = check({**record, "first": 0}, FIRST, BOTH_AT_38)
    assert found == [{"code": "first_at_odds", "first": 0, "must_be": 1}]


def test_who_needs_the_last_tricks_point_was_not_first() -> None:
    for record in (
        {"thirds": [24, 11], "last_trick": 1},
        {"points": [8, 3], "last_trick": 1},
    ):
        assert check(record, FIRST, BOTH_AT_38) == []
        assert first(record, BOTH_AT_38) == 0
    assert check({"points": [7, 4], "last_trick": 1}, FIRST, BOTH_AT_38) == [
        {"code": "first_missing"}
    ]


@given(st.integers(0, 2**32), st.integers(30, 40), st.integers(30, 40))
@settings(max_examples=200)
def test_what_a_record_shows_is_what_its_play_tells(seed: int, ours: int, theirs: int) -> None:
    play, before = oracle.legal_hand(seed), Situation((ours, theirs))
    played = BOOK.record_of_play(play, FIRST, before)
    told = {
        "points": [thirds // 3 for thirds in played.thirds or () if thirds is not None],
        "last_trick": played.last_trick,
        "marafona": played.marafona,
    }
    if played.first is not None:
        assert first(told, before) in (None, played.first)


@pytest.mark.parametrize(
    ("chosen", "total", "thirds", "marafona", "enough"),
    [
        ({}, 38, 9, None, True),
        ({}, 38, 8, None, False),
        ({}, 38, 0, 0, True),
        ({}, 38, 0, 1, False),
        ({}, 41, 0, None, True),
        ({"marafona_in_claim": False}, 38, 8, 0, False),
        ({"marafona_points": 5}, 36, 0, 0, True),
        ({"claim_plus_figure": True}, 38, 9, None, False),
        ({"claim_plus_figure": True}, 38, 10, None, True),
        ({"plus_figure": True}, 38, 9, None, False),
        ({"plus_figure": True}, 38, 10, None, True),
        ({"count": "figure"}, 114, 9, None, True),
        ({"count": "figure"}, 114, 8, None, False),
        ({"count": "figure"}, 113, 1, 0, True),
        ({"target": 31, "claim_plus_figure": True}, 30, 3, None, False),
    ],
)
def test_a_claim_is_counted_in_thirds(
    chosen: Facts, total: int, thirds: int, marafona: int | None, enough: bool
) -> None:
    claim = {"side": 0, "thirds": thirds, "marafona": marafona}
    ending = Ending(0, "claim") if enough else Ending(1, "wrong_claim")
    assert BOOK.decide_claim(claim, options(**chosen), Situation((total, 40))) == ending
    for_the_other = {
        "side": 1,
        "thirds": thirds,
        "marafona": None if marafona is None else 1 - marafona,
    }
    mirrored = Ending(1, "claim") if enough else Ending(0, "wrong_claim")
    assert BOOK.decide_claim(for_the_other, options(**chosen), Situation((40, total))) == mirrored


@pytest.mark.parametrize(
    ("chosen", "claim", "codes"),
    [
        ({"claims": False}, {}, ["claims_not_allowed"]),
        ({}, {"thirds": 36}, ["out_of_range"]),
        ({}, {"thirds": -1}, ["out_of_range"]),
        ({}, {"side": 2, "marafona": 2}, ["out_of_range", "out_of_range"]),
        ({"marafona_points": 0}, {"marafona": 0}, ["marafona_gives_nothing"]),
        ({"marafona_who": "caller"}, {"marafona": 1}, ["marafona_of_caller_only"]),
    ],
)
def test_a_claim_that_cannot_be_made_is_refused(
    chosen: Facts, claim: Facts, codes: list[str]
) -> None:
    with pytest.raises(Refused) as refused:
        BOOK.decide_claim(
            {"side": 0, "thirds": 3, **claim}, options(**chosen), Situation((40, 40), turn=2)
        )
    assert [fault["code"] for fault in plain(refused.value.violations)] == codes


@pytest.mark.parametrize("claim", [{"side": 0}, {"thirds": 3}, {"side": "0", "thirds": 3}])
def test_a_claim_says_its_side_and_its_thirds(claim: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        BOOK.decide_claim(claim, DEFAULT, BOTH_AT_38)


def test_the_turn_to_call_goes_round_to_the_right() -> None:
    assert [BOOK.next_turn(seat, options()) for seat in range(4)] == [1, 2, 3, 0]
    assert BOOK.find_turn(BOOK.read_record({"points": [7, 4], "caller": 2})) == 2
    assert BOOK.find_turn(BOOK.read_record({"points": [7, 4]})) is None


def test_a_redeal_is_for_those_who_play_it() -> None:
    assert plain(BOOK.check_redeal(DEFAULT)) == [{"code": "redeal_not_allowed"}]
    assert BOOK.check_redeal(options(redeal=True)) == ()
