"""The ace of trumps is exchanged for a king or horse that lies face up (Briscola 151)."""

import pytest

from tests.rules.marriages.hands import after, codes, deal, refusal, told
from tests.rules.marriages.oracle import Doc, Hand

ON: Doc = {"ace_exchange": True}
TURNED = deal("AD KD 3B", "2C 2B 4C", bottom="HD")


def test_the_ace_is_changed_in_trick_0_too_and_the_marriage_declared_when_one_may() -> None:
    tricks = ["X0 P03B P12B", "D0D"]
    answer = told("briscola_151", ON, after(TURNED, *tricks))
    assert (answer["trumps"], answer["declared_points"]) == (["D"], [40, 0])
    (found,) = refusal("briscola_151", ON, after(TURNED, "X0 D0D"))
    assert (found["at"], found["code"]) == (1, "declaration_too_early")


def test_no_declaration_need_follow() -> None:
    assert told("briscola_151", ON, after(TURNED, "X0"))["declarations"] == []


def test_the_ace_lies_under_the_stock_then_and_is_drawn_last() -> None:
    answer = refusal("briscola_151", ON, after(TURNED, "X0 P0AD"))
    assert codes(answer) == ["not_in_hand"]
    assert told("briscola_151", ON, after(TURNED, "X0 P0HD P12C"))["card_points"] == [3, 0]


@pytest.mark.parametrize(
    ("hands", "bottom", "words", "at", "code"),
    [
        (("AD KD", ""), "HD", "X1", 0, "not_your_turn"),
        (("2C", "AD KD"), "HD", "X1", 0, "not_your_turn"),
        (("AD KD 2C", ""), "HD", "P02C X0", 1, "not_your_turn"),
        (("AD 2C", "KD"), "HD", "X0", 0, "exchange_not_held"),
        (("KD 2C", "AD"), "HD", "X0", 0, "exchange_not_held"),
        (("AD KD HD", ""), "JD", "X0", 0, "exchange_not_held"),
        (("AD KD", ""), "HD", "X0 X0", 1, "exchange_not_held"),
        (("AC KC", ""), "HD", "X0", 0, "exchange_not_held"),
        (("AD KC", ""), "HD", "X0", 0, "exchange_not_held"),
    ],
)
def test_an_exchange_that_cannot_be_is_named(
    hands: tuple[str, str], bottom: str, words: str, at: int, code: str
) -> None:
    (found,) = refusal("briscola_151", ON, after(deal(*hands, bottom=bottom), words))
    assert (found["at"], found["code"]) == (at, code)


def test_the_second_player_changes_at_his_turn() -> None:
    doc = deal("2C", "AD HD", bottom="KD")
    assert told("briscola_151", ON, after(doc, "P02C X1"))["winners"] == []


def test_nothing_is_changed_when_the_stock_is_gone() -> None:
    doc = deal("AD KD", "", bottom="HD")
    hand = Hand("briscola_151", ON, doc)
    while hand.stock:
        trick: list[list[object]] = []
        for seat in (hand.leader, 1 - hand.leader):
            card = next(card for card in hand.held[seat] if card not in ("AD", "KD"))
            hand.do(["P", seat, card])
            trick.append(["P", seat, card])
        may_still = {**doc, "tricks": [*doc["tricks"], [["X", 0]]]}
        if trick[0][1] == 0:
            assert "at" not in told("briscola_151", ON, may_still)
        hand.close()
        doc["tricks"].append(trick)
    late = {**doc, "tricks": [*doc["tricks"], [["X", hand.leader]]]}
    assert codes(refusal("briscola_151", ON, late)) == ["no_stock_left"]


def test_nothing_is_changed_where_it_is_not_played() -> None:
    assert codes(refusal("briscola_151", {}, after(TURNED, "X0"))) == ["exchange_not_played"]
    assert codes(refusal("mariaccia", {}, after(TURNED, "X0"))) == ["exchange_not_played"]
