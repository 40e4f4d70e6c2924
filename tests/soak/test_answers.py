"""The simulated players answer the questions of a pad knowing which hands were played."""

from typing import Any

from soak.answers import answer_conflict
from soak.tapped import TappedDeal, TappedHand, TappedMatch

WRONG = TappedHand((7, 4))
PLAYED = TappedHand((9, 2))


def make_match(*deals: TappedDeal) -> TappedMatch:
    return TappedMatch(1, 1, 1, 10, deals=list(deals), history=list(deals))


def make_line(n: int, kind: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"n": n, "kind": kind, "data": data}


STRUCK = [make_line(1, "hand", WRONG.as_json()), make_line(2, "strike", {"line": 1, "reason": ""})]
AMEND = make_line(1, "amend", {"line": 1, "data": PLAYED.as_json()}) | {"version": 1}


def test_correction_of_struck_hand_is_written_again() -> None:
    assert answer_conflict(AMEND, STRUCK, make_match(TappedDeal(PLAYED))) == "write_another"


def test_correction_of_hand_that_was_not_played_goes() -> None:
    deal = TappedDeal(PLAYED, is_taken_back=True)
    assert answer_conflict(AMEND, STRUCK, make_match(deal)) == "keep_theirs"


def test_correction_of_hand_that_stands_elsewhere_goes() -> None:
    sheet = [*STRUCK, make_line(3, "hand", PLAYED.as_json())]
    assert answer_conflict(AMEND, sheet, make_match(TappedDeal(PLAYED))) == "keep_theirs"


def test_correction_that_the_sheet_has_already_goes() -> None:
    amend = make_line(2, "amend", {"line": 1, "data": PLAYED.as_json()})
    assert (
        answer_conflict(AMEND, [STRUCK[0], amend], make_match(TappedDeal(PLAYED))) == "keep_theirs"
    )


def test_correction_after_another_one_is_written() -> None:
    amend = make_line(2, "amend", {"line": 1, "data": TappedHand((8, 3)).as_json()})
    assert (
        answer_conflict(AMEND, [STRUCK[0], amend], make_match(TappedDeal(PLAYED)))
        == "write_another"
    )


def test_hand_that_was_taken_back_is_struck_where_the_other_phone_wrote_it() -> None:
    sheet = [make_line(1, "hand", PLAYED.as_json())]
    item = sheet[0] | {"version": 0}
    match = make_match(TappedDeal(PLAYED, is_taken_back=True))
    answer = answer_conflict(item, sheet, match, shown="9–2", is_struck=True)
    assert answer == "strike_theirs"


def test_same_points_played_later_are_another_hand_than_the_one_taken_back() -> None:
    sheet = [make_line(1, "hand", PLAYED.as_json())]
    item = sheet[0] | {"version": 0}
    match = make_match(TappedDeal(PLAYED, is_taken_back=True), TappedDeal(PLAYED))
    answer = answer_conflict(item, sheet, match, shown="9–2", is_struck=True)
    assert answer == "keep_theirs"
