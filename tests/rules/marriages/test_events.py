"""Deals and events that cannot be: named with their place, and nothing after them."""

from typing import Any

import pytest

from kernel.refusals import Unreadable
from tests.rules.marriages.hands import (
    after,
    book_of,
    codes,
    deal,
    every_game,
    refusal,
    simulated,
    told,
)
from tests.rules.marriages.oracle import Doc

FOUR = deal("2D 3D", "2C 3C", "2S 3S", "2B 3B")
TRICK = "P02D P12C P22S P32B"
TWO = deal("2D 3D", "2C 3C", bottom="4S")


@pytest.mark.parametrize(
    ("tricks", "at", "code"),
    [
        (["P12C"], 0, "not_your_turn"),
        (["P02D P22S"], 1, "not_your_turn"),
        (["P02C"], 0, "not_in_hand"),
        (["P08D"], 0, "unknown_card"),
        ([f"{TRICK} P03D"], 4, "not_your_turn"),
        ([TRICK, "P02D"], 4, "played_twice"),
        ([TRICK, "P13C"], 4, "not_your_turn"),
        (["P02D", "P12C"], 1, "trick_incomplete"),
        (["", TRICK], 0, "trick_incomplete"),
        (["P42D"], 0, "out_of_range"),
        (["D0Z"], 0, "unknown_suit"),
        (["D0D"], 0, "marriage_not_held"),
        (["N0"], 0, "combination_not_held"),
        (["X0"], 0, "exchange_not_played"),
        (["C0D"], 0, "declaration_not_played"),
        (["Z0D"], 0, "no_such_choice"),
        (["P0"], 0, "item_missing"),
        (["P02D N1D"], 1, "too_long"),
        (["P02D D1"], 1, "item_missing"),
    ],
)
def test_the_first_event_that_cannot_be_is_named_by_its_index_through_the_hand(
    tricks: list[str], at: int, code: str
) -> None:
    for more in ([], ["P03D"]):
        (found,) = refusal("marianna", {}, after(FOUR, *tricks, *more))
        assert (found["at"], found["code"]) == (at, code)


def test_an_event_of_a_kind_that_there_is_not_is_a_violation_and_not_unreadable() -> None:
    (found,) = refusal("marianna", {}, {**FOUR, "tricks": [[["P", 0, "2D"], ["Q", 1]]]})
    assert found == {
        "code": "no_such_choice",
        "at": 1,
        "params": {"field": "tricks", "value": "Q", "choices": ["P", "D", "C", "N", "M", "X"]},
    }
    assert refusal("marianna", {}, {**FOUR, "tricks": [[[]]]})[0]["code"] == "item_missing"


@pytest.mark.parametrize(
    "event", [["P", "0", "2D"], [0, "P", "2D"], ["P", 0, 2], ["P", True, "2D"], ["P", 0, None], "P"]
)
def test_an_event_of_the_wrong_type_makes_the_document_unreadable_wherever_it_stands(
    event: Any,
) -> None:
    book, chosen = book_of("marianna", {})
    for tricks in ([[event]], [[["P", 3, "2D"], event]]):
        with pytest.raises(Unreadable, match=r"tricks.*wrong type"):
            book.replay({**FOUR, "tricks": tricks}, chosen)


@every_game
@pytest.mark.parametrize("field", ["players", "leader", "hands", "stock", "tricks"])
def test_a_document_has_all_its_fields_and_no_others(game: str, options: Doc, field: str) -> None:
    book, chosen = book_of(game, options)
    doc = simulated(game, options, 1)
    with pytest.raises(Unreadable, match=f"{field}: field missing"):
        book.replay({name: value for name, value in doc.items() if name != field}, chosen)
    with pytest.raises(Unreadable, match=f"{field}: wrong type"):
        book.replay({**doc, field: {}}, chosen)
    with pytest.raises(Unreadable, match="trump: unknown field"):
        book.replay({**doc, "trump": "D"}, chosen)


@every_game
def test_nothing_happens_after_the_last_trick(game: str, options: Doc) -> None:
    doc = next(
        doc
        for doc in (simulated(game, options, seed) for seed in range(20))
        if told(game, options, doc)["complete"]
    )
    assert told(game, options, {**doc, "tricks": [*doc["tricks"], []]})["complete"]
    count = sum(map(len, doc["tricks"]))
    longer = {**doc, "tricks": [*doc["tricks"], [["P", 0, "AD"]]]}
    assert [(each["at"], each["code"]) for each in refusal(game, options, longer)] == [
        (count, "hand_is_over")
    ]


def test_all_faults_of_a_deal_are_named_and_no_event_is_judged() -> None:
    doc = {**FOUR, "players": 2, "leader": 4, "hands": [["2D", "2D", "8D"]], "stock": ["AD"]}
    found = refusal("marianna", {}, {**doc, "tricks": [[["P", 9, "zz"]]]})
    assert codes(found) == [
        "wrong_players",
        "wrong_hands",
        "wrong_hand_size",
        "wrong_stock",
        "out_of_range",
        "card_twice",
        "unknown_card",
    ]
    assert {each["at"] for each in found} == {None}


@pytest.mark.parametrize(
    ("game", "options", "players"),
    [("marianna", {}, 2), ("cinquecento", {"players": 2}, 4), ("cinquecento", {}, 2),
     ("briscola_151", {}, 4), ("mariaccia", {}, 4)],
)  # fmt: skip
def test_a_deal_is_for_as_many_as_the_options_say(game: str, options: Doc, players: int) -> None:
    doc = FOUR if players == 4 else TWO
    assert codes(refusal(game, options, doc))[0] == "wrong_players"
