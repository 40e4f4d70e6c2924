"""A claim of Mariaccia: right, wrong, and one that cannot be made."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernel.refusals import Refused, Unreadable
from rules.contract import Ending, Situation
from tests.rules.marriages.hands import book_of, codes, plain, seeds, told, whole
from tests.rules.marriages.oracle import Doc


def claimed(options: Doc, claim: Doc, totals: tuple[int, int]) -> Ending:
    book, chosen = book_of("mariaccia", options)
    ending: Ending = book.decide_claim(claim, chosen, Situation(totals))
    return ending


@pytest.mark.parametrize(
    ("options", "total", "points", "is_right"),
    [
        ({}, 150, 50, True),
        ({}, 150, 49, False),
        ({}, 150, 220, True),
        ({}, 200, 0, True),
        ({}, 199, 0, False),
        ({"target": 250}, 150, 99, False),
        ({"target": 250}, 150, 100, True),
    ],
)
def test_enough_wins_and_not_enough_loses_whatever_the_other_has(
    options: Doc, total: int, points: int, is_right: bool
) -> None:
    for other in (0, 150, 300):
        for side in (0, 1):
            totals = (total, other) if side == 0 else (other, total)
            ending = claimed(options, {"side": side, "points": points}, totals)
            if is_right:
                assert ending == Ending(side, "claim")
            else:
                assert ending == Ending(1 - side, "wrong_claim")


@given(seeds, st.integers(0, 199), st.integers(0, 1))
@settings(max_examples=150)
def test_a_claim_after_a_trick_is_right_if_the_replay_says_so(
    seed: int, total: int, side: int
) -> None:
    result = told("mariaccia", {}, whole("mariaccia", {}, seed))
    for totals in result["running"]:
        is_right = total + totals[side] >= 200
        ending = claimed({}, {"side": side, "points": totals[side]}, (total, total))
        assert ending.winner == (side if is_right else 1 - side)


@pytest.mark.parametrize("points", [-1, 1, 219, 221])
def test_points_that_nobody_can_have_in_a_hand_are_refused(points: int) -> None:
    with pytest.raises(Refused) as refused:
        claimed({}, {"side": 0, "points": points}, (150, 150))
    assert plain(refused.value.violations) == [
        {"code": "out_of_range", "field": "points", "value": points, "least": 0, "most": 220}
    ]


def test_a_claim_is_of_one_of_two_sides() -> None:
    with pytest.raises(Refused) as refused:
        claimed({}, {"side": 2, "points": 20}, (150, 150))
    assert plain(refused.value.violations) == [
        {"code": "out_of_range", "field": "side", "value": 2, "least": 0, "most": 1}
    ]


@pytest.mark.parametrize(
    ("game", "options"),
    [("mariaccia", {"claims": False}), ("marianna", {}), ("cinquecento", {}), ("briscola_151", {})],
)
def test_nobody_claims_where_it_is_not_played(game: str, options: Doc) -> None:
    book, chosen = book_of(game, options)
    with pytest.raises(Refused) as refused:
        book.decide_claim({"side": 0, "points": 20}, chosen, Situation((100, 100)))
    assert codes(plain(refused.value.violations)) == ["claims_not_allowed"]


@pytest.mark.parametrize(
    "claim", [{"side": 0}, {"points": 3}, {"side": "0", "points": 3}, {"side": 0, "thirds": 3}]
)
def test_a_claim_says_its_side_and_its_points(claim: dict[str, Any]) -> None:
    with pytest.raises(Unreadable):
        claimed({}, claim, (150, 150))
