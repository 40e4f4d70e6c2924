"""What the soak calls lost, written twice and different."""

from typing import Any

import pytest

from soak.answers import CorrectedSheet, answer_conflict, answer_overtaken
from soak.tapped import HANDS, Score, TappedDeal, TappedHand, TappedMatch
from soak.verdict import Verdict

NINE, FOUR, SIX = TappedHand((9, 2)), TappedHand((4, 7), marafona=1), TappedHand((6, 5))
SIGNED = {"status": "WON", "state": {"signed": [0, 1]}}


def line(n: int, kind: str, **data: Any) -> dict[str, Any]:
    return {"n": n, "kind": kind, "data": data, "key": f"K4D9-{n}-000"}


def hand_line(n: int, hand: TappedHand) -> dict[str, Any]:
    return line(n, "hand", **hand.as_json())


def tapped(*hands: TappedHand) -> TappedMatch:
    found = TappedMatch(match=1, table=1, games=2, hands_a_game=2)
    found.deals = [TappedDeal(hand) for hand in hands]
    found.history = list(found.deals)
    return found


def judge(match: TappedMatch, sheet: list[dict[str, Any]], **document: Any) -> Verdict:
    verdict = Verdict()
    verdict.add_match(match, SIGNED | document, sheet)
    return verdict


def test_a_sheet_as_it_was_tapped_is_right() -> None:
    sheet = [
        hand_line(1, NINE),
        hand_line(2, SIX),
        line(3, "amend", line=2, data=FOUR.as_json(), reason=""),
        hand_line(4, NINE),
        line(5, "strike", line=4, reason=""),
    ]
    verdict = judge(tapped(NINE, FOUR), sheet)
    assert verdict.faults == []
    assert (verdict.hands, verdict.lines) == (2, 5)


@pytest.mark.parametrize(
    ("written", "lost", "duplicated", "differing"),
    [
        ([NINE], 1, 0, 0),
        ([NINE, FOUR, FOUR], 0, 1, 0),
        ([NINE, NINE, FOUR], 0, 1, 0),
        ([NINE, SIX], 0, 0, 1),
        ([], 2, 0, 0),
    ],
)
def test_every_difference_is_counted(
    written: list[TappedHand], lost: int, duplicated: int, differing: int
) -> None:
    sheet = [hand_line(n, hand) for n, hand in enumerate(written, 1)]
    verdict = judge(tapped(NINE, FOUR), sheet)
    assert (verdict.lost, verdict.duplicated, verdict.differing) == (lost, duplicated, differing)
    assert "the sheet is not what was tapped" in verdict.faults[0]


def test_a_key_that_occurs_twice_is_a_fault() -> None:
    sheet = [hand_line(1, NINE), hand_line(2, FOUR) | {"key": "K4D9-1-000"}]
    assert "occurs twice" in judge(tapped(NINE, FOUR), sheet).faults[0]


def test_a_match_must_be_decided_and_signed() -> None:
    sheet = [hand_line(1, NINE)]
    faults = judge(tapped(NINE), sheet, status="OPEN", state={"signed": [0]}).faults
    assert len(faults) == 2


def test_a_pad_shows_the_hands_of_the_game_that_is_on() -> None:
    match = tapped(NINE, FOUR, SIX)
    assert match.score == Score(2, (6, 5))
    assert not match.is_over
    assert tapped(NINE, FOUR, SIX, NINE).is_over


def test_hands_are_those_of_the_rulebook() -> None:
    assert TappedHand((0, 11), marafona=1) in HANDS
    assert TappedHand((0, 11), marafona=0) not in HANDS


@pytest.mark.parametrize(
    ("theirs", "answer"),
    [
        (hand_line(1, NINE), "keep_theirs"),
        (hand_line(1, SIX), "correct_theirs"),
        (hand_line(1, FOUR), "write_another"),
        (line(1, "redeal"), "write_another"),
    ],
)
def test_people_know_whether_a_hand_is_the_same(theirs: dict[str, Any], answer: str) -> None:
    match = tapped(NINE)
    match.deals[0].typed.add(SIX)
    item = {"kind": "hand", "version": 0, "data": NINE.as_json()}
    shown = "6–5" if theirs["data"] == SIX.as_json() else ""
    assert answer_conflict(item, [theirs], match, shown=shown) == answer


def test_a_hand_replaces_one_that_was_taken_back_on_this_phone_only() -> None:
    match = tapped(SIX, NINE)
    match.deals.pop(0).is_taken_back = True
    sheet = [hand_line(1, SIX)]
    item = {"kind": "hand", "version": 0, "data": NINE.as_json()}
    assert answer_conflict(item, sheet, match, shown="6–5") == "correct_theirs"
    assert answer_overtaken(match.deals[0], NINE, sheet, match) == "same_mine"


def test_a_strike_is_left_where_the_line_has_another_hand_by_now() -> None:
    match = tapped(SIX, NINE)
    match.deals[0].is_taken_back = True
    strike = {"kind": "strike", "version": 1, "data": {"line": 1, "reason": ""}}
    sheet = [hand_line(1, SIX)]
    # Taken back while it is written: it would count if the strike were not.
    match.deals.pop(0)
    assert answer_conflict(strike, sheet, match) == "write_another"
    sheet.append(line(2, "amend", line=1, data=NINE.as_json(), reason=""))
    assert answer_conflict(strike, sheet, match) == "keep_theirs"


def test_a_hand_of_a_sheet_is_what_was_last_said_of_it() -> None:
    sheet = [
        hand_line(1, NINE),
        line(2, "amend", line=1, data=SIX.as_json(), reason=""),
        line(3, "amend", line=1, data=FOUR.as_json(), reason=""),
    ]
    assert CorrectedSheet(sheet).list_hands() == [FOUR]
