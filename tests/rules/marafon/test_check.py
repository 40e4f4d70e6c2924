"""A record is possible if, and only if, some hand of the tables is what it tells of."""

from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract import Situation
from rules.fields import Pair
from rules.games.marafon.facts import find_possible_outcomes
from tests.rules.marafon import facts
from tests.rules.marafon.hands import BOOK, check, options

TABLES = {
    None: facts.HANDS,
    0: facts.WITH_MARAFONA,
    1: frozenset(map(facts.mirror, facts.WITH_MARAFONA)),
}


def numbers(hand: facts.Tuple) -> dict[str, tuple[int, int]]:
    """What both sides have in a hand of side 0."""
    tricks, thirds, _ = hand
    return {
        "thirds": (thirds, 35 - thirds),
        "points": (thirds // 3, (35 - thirds) // 3),
        "tricks": (tricks, 10 - tricks),
    }


@cache
def agreeing(field: str, told: Any) -> frozenset[facts.Tuple]:
    """The hands of which a record may tell that has this in one of its fields."""
    if told is None:
        return facts.HANDS
    if field == "marafona":
        return TABLES[told]
    if field == "last_trick":
        return frozenset(hand for hand in facts.HANDS if hand[2] == (told == 0))
    return frozenset(
        hand
        for hand in facts.HANDS
        if all(
            number in (None, real) for number, real in zip(told, numbers(hand)[field], strict=True)
        )
    )


def possible(told: dict[str, Any]) -> bool:
    hands = (
        agreeing(field, tuple(value) if isinstance(value, list) else value)
        for field, value in told.items()
    )
    return bool(facts.HANDS.intersection(*hands))


@pytest.mark.parametrize("marafona", [None, 0, 1])
def test_every_whole_record_is_possible_if_the_table_has_it(marafona: int | None) -> None:
    for tricks, thirds, last in product(range(11), range(36), (0, 1)):
        record = {
            "tricks": [tricks, 10 - tricks],
            "thirds": [thirds, 35 - thirds],
            "last_trick": last,
            "marafona": marafona,
        }
        in_table = (tricks, thirds, last == 0) in TABLES[marafona]
        assert (check(record) == []) == in_table, record


def test_whatever_is_left_out_a_record_is_possible_if_some_hand_agrees() -> None:
    thirds = [None, *([t, None] for t in range(37)), *([None, t] for t in range(0, 37, 5))]
    points = [None, *([p, 11 - p] for p in range(12)), [None, 4], [12, None]]
    tricks = [None, *([k, None] for k in range(12)), [None, 2]]
    for values in product(thirds, points, tricks, (None, 0, 1), (None, 0, 1)):
        names = ("thirds", "points", "tricks", "last_trick", "marafona")
        told = dict(zip(names, values, strict=True))
        assert bool(find_possible_outcomes(BOOK.read_record(told))) == possible(told), told


def pairs(most: int) -> st.SearchStrategy[Pair]:
    number = st.none() | st.integers(-1, most + 1)
    sums_up: st.SearchStrategy[Pair] = st.integers(0, most).map(lambda ours: (ours, most - ours))
    return sums_up | st.tuples(number, number)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "thirds": pairs(35),
            "points": pairs(11),
            "tricks": pairs(10),
            "last_trick": st.integers(0, 1),
            "marafona": st.integers(0, 1),
        },
    )
)
@settings(max_examples=300)
def test_a_record_is_refused_if_no_hand_agrees_or_nothing_counts(told: dict[str, Any]) -> None:
    counts = any(
        number is not None for field in ("thirds", "points") for number in told.get(field, [])
    )
    assert (check(told) == []) == (possible(told) and counts)


@given(st.integers(-2, 14), st.integers(-2, 14))
def test_points_alone_are_possible_if_they_make_eleven(ours: int, theirs: int) -> None:
    possible = ours in range(12) and theirs == 11 - ours
    assert (check({"points": [ours, theirs]}) == []) == possible


@pytest.mark.parametrize("side", [0, 1])
def test_points_with_a_marafona_need_a_point_of_its_side(side: int) -> None:
    for ours in range(12):
        pair = [ours, 11 - ours]
        possible = pair[side] >= 1
        assert (check({"points": pair, "marafona": side}) == []) == possible


def test_a_sum_that_is_wrong_says_what_it_must_be() -> None:
    record = {"thirds": [20, 16], "points": [6, 6], "tricks": [5, 4]}
    assert check(record)[:3] == [
        {"code": "wrong_sum", "field": "thirds", "sum": 36, "must_be": 35},
        {"code": "wrong_sum", "field": "points", "sum": 12, "must_be": 11},
        {"code": "wrong_sum", "field": "tricks", "sum": 9, "must_be": 10},
    ]


def test_a_number_out_of_range_is_named_and_the_rest_is_looked_at_all_the_same() -> None:
    assert check({"thirds": [40, None], "tricks": [-1, None], "caller": 4, "first": 2}) == [
        {"code": "out_of_range", "field": "thirds", "side": 0, "value": 40, "least": 0, "most": 35},
        {"code": "out_of_range", "field": "tricks", "side": 0, "value": -1, "least": 0, "most": 10},
        {"code": "out_of_range", "field": "caller", "value": 4, "least": 0, "most": 3},
        {"code": "out_of_range", "field": "first", "value": 2, "least": 0, "most": 1},
    ]


def test_points_must_be_the_thirds_rounded_down() -> None:
    assert check({"thirds": [20, 15], "points": [7, 4]}) == [
        {
            "code": "cannot_be_together",
            "field": "points",
            "side": 0,
            "value": 7,
            "least": 6,
            "most": 6,
            "given": {"thirds": [20, 15]},
        }
    ]


def test_the_last_trick_gives_its_side_a_point_and_a_trick() -> None:
    found = check({"points": [None, 0], "tricks": [None, 0], "last_trick": 1})
    assert [(fault["field"], fault["side"], fault["least"]) for fault in found] == [
        ("points", 1, 1),
        ("tricks", 1, 1),
    ]


def test_the_tricks_bound_the_thirds_and_leave_holes_between_the_bounds() -> None:
    too_many = check({"thirds": [25, 10], "tricks": [4, 6], "last_trick": 1})
    assert [(fault["least"], fault["most"], fault["given"]) for fault in too_many] == [
        (11, 35, {"tricks": [4, 6], "last_trick": 1})
    ]
    hole = check({"thirds": [11, 24], "tricks": [1, 9], "last_trick": 1})
    assert [(fault["value"], fault["least"], fault["most"]) for fault in hole] == [(24, 23, 35)]


def test_a_marafona_takes_three_tricks_and_five_thirds() -> None:
    found = check({"thirds": [4, 31], "tricks": [2, 8], "marafona": 0})
    assert [(fault["field"], fault["least"]) for fault in found] == [("thirds", 5), ("tricks", 3)]


def test_a_marafona_with_the_last_trick_takes_eight_thirds() -> None:
    found = check({"thirds": [28, 7], "last_trick": 1, "marafona": 1})
    assert [(fault["field"], fault["side"], fault["least"]) for fault in found] == [
        ("thirds", 1, 8)
    ]


def test_all_contradictions_are_found_at_once() -> None:
    record = {
        "thirds": [20, 15], "points": [7, 4], "tricks": [1, 9], "marafona": 0,
        "caller": 3, "trump": "X",
    }  # fmt: skip
    found = check(record, before=Situation((0, 0), turn=1))
    assert [(fault["code"], fault.get("field"), fault.get("given")) for fault in found] == [
        ("cannot_be_together", "points", {"thirds": [20, 15]}),
        ("cannot_be_together", "thirds", {"tricks": [1, 9]}),
        ("cannot_be_together", "points", {"tricks": [1, 9]}),
        ("cannot_be_together", "tricks", {"marafona": 0}),
        ("out_of_turn", None, None),
        ("unknown_suit", None, None),
    ]


def test_a_record_must_say_what_the_hand_gave() -> None:
    assert check({}) == [{"code": "result_missing"}]
    assert check({"tricks": [10, 0], "thirds": [None, None]}) == [{"code": "result_missing"}]


def test_a_figure_points_are_not_enough() -> None:
    figure = options(count="figure")
    assert check({"points": [7, 4]}, figure) == [{"code": "thirds_missing"}]
    assert check({"points": [7, 4], "thirds": [None, 13]}, figure) == []


def test_a_record_without_a_result_cannot_be_asked_who_was_first() -> None:
    first = options(count="figure", both_reach="first_in_play")
    assert check({"points": [7, 4], "caller": 4}, first) == [
        {"code": "thirds_missing"},
        {"code": "out_of_range", "field": "caller", "value": 4, "least": 0, "most": 3},
    ]


def test_a_hand_out_of_turn_is_one_only_if_the_turn_is_known() -> None:
    record = {"points": [7, 4], "caller": 2}
    assert check(record) == []
    assert check(record, before=Situation((0, 0), turn=2)) == []
    found = check(record, before=Situation((0, 0), turn=1))
    assert found == [{"code": "out_of_turn", "what": "caller", "seat": 2, "turn": 1}]


def test_no_marafona_counts_where_the_options_give_nothing_for_it() -> None:
    none = options(marafona_points=0)
    found = check({"points": [7, 4], "marafona": 0}, none)
    assert found == [{"code": "marafona_gives_nothing", "side": 0}]


def test_where_only_the_callers_marafona_counts_it_is_on_his_side() -> None:
    of_caller = options(marafona_who="caller")
    record = {"points": [7, 4], "marafona": 0}
    assert check(record, of_caller) == []
    assert check({**record, "caller": 2}, of_caller) == []
    assert check({**record, "caller": 1}, of_caller) == [
        {"code": "marafona_of_caller_only", "side": 0, "caller": 1}
    ]
    by_turn = Situation((0, 0), turn=3)
    assert check(record, of_caller, by_turn) == [
        {"code": "marafona_of_caller_only", "side": 0, "caller": 3}
    ]
