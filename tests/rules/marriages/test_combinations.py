"""Mariannino and mariannone: in play, and what can stand beside them in a record."""

from itertools import product

import pytest

from rules.contract import Ending, Situation
from tests.rules.marriages import possible
from tests.rules.marriages.hands import added, after, book_of, check, codes, deal, refusal, told
from tests.rules.marriages.oracle import Doc, Hand

HORSES = deal("HD HC HS HB KD", "2C", "2S", "2B", top="KC 4D 4S 4B KS")
KINGS = deal("KD KC KS KB HD", "2C", "2S", "2B", top="4C 4D 4S 4B")


def test_a_mariannino_is_worth_250_outside_the_series_and_leaves_trumps_alone() -> None:
    answer = told("marianna", {}, after(HORSES, "N0 P0HD P12C P22S P32B", "D0C"))
    assert answer["declarations"] == [
        {"trick": 0, "seat": 0, "kind": "mariannino", "suit": None, "value": 250},
        {"trick": 1, "seat": 0, "kind": "marriage", "suit": "C", "value": 40},
    ]
    assert (answer["trumps"], answer["instant_win"]) == ([None], None)
    assert answer["totals"] == [293, 0]


def test_marriage_and_mariannino_are_not_declared_in_one_trick_but_one_after_the_other() -> None:
    for words in ("N0 D0D", "D0D N0"):
        (found,) = refusal("marianna", {}, after(HORSES, words))
        assert (found["at"], found["code"]) == (1, "one_declaration_a_trick")
    doc = deal("HD HC HS KD 2D", "2C", "2S", "2B", top="HB")
    answer = told("marianna", {}, after(doc, "D0D P02D P12C P22S P32B", "N0"))
    assert [each["value"] for each in answer["declarations"]] == [40, 250]
    assert answer["trumps"] == ["D"]


def test_a_mariannone_wins_and_what_follows_is_counted_all_the_same() -> None:
    at_once = told("marianna", {}, after(KINGS, "M0"))
    assert (at_once["instant_win"], at_once["totals"], at_once["complete"]) == (0, [500, 0], False)
    doc = after(KINGS, "M0")
    hand = Hand("marianna", {}, doc)
    hand.do(["M", 0])
    while not hand.is_over:
        trick = doc["tricks"][-1]
        while (seat := hand.turn()) is not None:
            event = ["P", seat, min(hand.held[seat])]
            hand.do(event)
            trick.append(event)
        hand.close()
        doc["tricks"] += [] if hand.is_over else [[]]
    played_on = told("marianna", {}, doc)
    assert (played_on["instant_win"], played_on["complete"]) == (0, True)
    assert played_on["declared_points"] == [500, 0]
    assert sum(played_on["totals"]) == 620


@pytest.mark.parametrize(
    ("hand", "words", "code"),
    [
        ("HD HC HS KD KC", "N0", "combination_not_held"),
        ("HD HC HS HB 2D", "N0", "combination_not_held"),
        ("HD HC HS HB KD", "M0", "combination_not_held"),
        ("KD KC KS KB 2D", "M0", "combination_not_held"),
        ("KD KC KS KB HD", "N0", "combination_not_held"),
    ],
)
def test_a_combination_is_four_of_a_rank_and_one_of_the_other(
    hand: str, words: str, code: str
) -> None:
    assert codes(refusal("marianna", {}, after(deal(hand, "", "", ""), words))) == [code]


def test_a_combination_is_declared_once_a_hand() -> None:
    words = "N0 P0HD P12C P22S P32B"
    kept = deal("HD HC HS HB KD", "2C", "2S", "2B", top="KC")
    assert codes(refusal("marianna", {}, after(kept, words, "N0"))) == ["declared_twice"]


@pytest.mark.parametrize(
    ("game", "options"), [("marianna", {"mariannino": False}), ("cinquecento", {})]
)
def test_there_are_none_where_they_are_not_played(game: str, options: Doc) -> None:
    for doc, words in ((HORSES, "N0"), (KINGS, "M0")):
        assert codes(refusal(game, options, after(doc, words))) == ["declaration_not_played"]


KINDS = {"d": "marriage", "C": "mi_copri", "N": "mariannino", "M": "mariannone"}


def record(sequence: str, side: int = 0) -> Doc:
    declarations = [{"side": side, "kind": KINDS[word]} for word in sequence]
    return {"card_points": [60, 60], "declarations": declarations}


@pytest.mark.parametrize(("fifth_last", "tricks"), [(False, 5), (True, 6)])
def test_a_record_with_a_combination_can_be_if_some_hand_is_like_it(
    fifth_last: bool, tricks: int
) -> None:
    options = {"mi_copri": True, "fifth_last": fifth_last}
    can_be = possible.sequences(tricks)
    assert {"N", "NCddd", "dddN", "Nddd", "NdddM"} <= can_be
    for length in range(1, 8):
        for words in product("dCNM", repeat=length):
            sequence = "".join(words)
            if set(sequence) & set("NM"):
                assert (check("marianna", options, record(sequence)) == []) == (
                    sequence in can_be
                ), sequence


@pytest.mark.parametrize(
    ("sequence", "code"),
    [
        ("ddddN", "too_many_before_combination"),
        ("Ndddd", "too_many_after_combination"),
        ("CN", "cover_before_combination"),
        ("NMC", "cover_before_combination"),
        ("NN", "declared_twice"),
        ("ddNM", "no_room_for_both"),
        ("dNMdd", "no_room_for_both"),
    ],
)
def test_what_cannot_stand_beside_a_combination_is_named(sequence: str, code: str) -> None:
    assert codes(check("marianna", {"mi_copri": True}, record(sequence))) == [code]


@pytest.mark.parametrize("kind", ["mariannino", "mariannone"])
@pytest.mark.parametrize("other", ["marriage", "mi_copri"])
def test_the_other_side_has_declared_nothing_then(kind: str, other: str) -> None:
    for declarations in (
        [{"side": 0, "kind": kind}, {"side": 1, "kind": other}],
        [{"side": 1, "kind": other}, {"side": 0, "kind": kind}],
    ):
        written = {"card_points": [60, 60], "declarations": declarations}
        found = codes(check("marianna", {"mi_copri": True}, written))
        assert "combination_leaves_no_others" in found


def test_a_mariannone_in_a_record_wins_whatever_the_totals() -> None:
    book, chosen = book_of("marianna", {"target": 2001})
    written = book.read_record({"declarations": [{"side": 1, "kind": "mariannone"}]})
    assert book.check(written, chosen, Situation((2000, 0))) == ()
    (step,) = book.score(written, chosen)
    assert (step.wins, step.parts[-1].rule) == (1, "mariannone")
    assert step.add_to((2000, 0)) == (2000, 500)
    assert book.find_ending((2000, 500), chosen) is None
    assert book.find_ending((2001, 500), chosen) == Ending(0, "target")


def test_card_points_may_be_written_beside_a_mariannone_if_the_hand_was_played_on() -> None:
    written = {"card_points": [50, 70], "declarations": [{"side": 0, "kind": "mariannone"}]}
    assert check("marianna", {}, written) == []
    assert added("marianna", {}, written) == (550, 70)
