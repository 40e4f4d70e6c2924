"""What is written down of a hand: what it says of a play, and how it can contradict itself."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings

from kernel.refusals import Refused, Unreadable
from rules.contract import Situation
from tests.rules.marriages import oracle
from tests.rules.marriages.hands import (
    START,
    added,
    begun,
    book_of,
    check,
    codes,
    every_game,
    games,
    plain,
    seeds,
    simulated,
    whole,
)
from tests.rules.marriages.oracle import Doc

TURNED = ("briscola_151", "mariaccia")


def of_oracle(game: str, doc: Doc, answer: Doc) -> Doc:
    """The record as one would write it from what the oracle says of a play."""
    record: Doc = {
        "card_points": tuple(answer["card_points"]) if answer["complete"] else None,
        "declarations": tuple(
            {"side": each["seat"] % 2, "kind": each["kind"], "suit": each["suit"]}
            for each in answer["declarations"]
        ),
        "leader": doc["leader"],
    }
    if game in TURNED:
        record["trump"] = doc["stock"][-1][1]
    if game == "briscola_151":
        record["first"] = None
    return record


@given(games, seeds)
@settings(max_examples=300)
def test_the_record_of_a_play_passes_its_own_check_and_adds_what_the_play_says(
    game: tuple[str, Doc], seed: int
) -> None:
    book, chosen = book_of(*game)
    for doc in (whole(*game, seed), simulated(*game, seed)):
        answer = oracle.replay(*game, doc)
        record = book.record_of_play(doc, chosen, START)
        assert record.model_dump() == of_oracle(game[0], doc, answer)
        assert book.check(record, chosen, Situation((0, 0), turn=doc["leader"])) == ()
        (step,) = book.score(record, chosen)
        says = answer["totals"] if answer["complete"] else answer["declared_points"]
        assert (list(step.add_to((0, 0))), step.wins) == (says, answer["instant_win"])


@given(games, seeds)
@settings(max_examples=150)
def test_a_play_that_is_not_finished_makes_no_record_unless_a_mariannone_has_won(
    game: tuple[str, Doc], seed: int
) -> None:
    book, chosen = book_of(*game)
    doc = begun(*game, seed)
    answer = oracle.replay(*game, doc)
    if answer["instant_win"] is not None:
        assert book.record_of_play(doc, chosen, START).card_points is None
        return
    with pytest.raises(Refused) as refused:
        book.record_of_play(doc, chosen, START)
    tricks = 40 // doc["players"]
    assert plain(refused.value.violations) == [
        {"code": "tricks_incomplete", "tricks": len(answer["winners"]), "must_be": tricks}
    ]


@every_game
def test_an_illegal_play_makes_no_record(game: str, options: Doc) -> None:
    book, chosen = book_of(game, options)
    doc = whole(game, options, 1)
    with pytest.raises(Refused) as refused:
        book.record_of_play({**doc, "leader": 9}, chosen, START)
    assert codes(plain(refused.value.violations)) == ["out_of_range"]


def marriage(side: int, suit: str | None = None, kind: str = "marriage") -> Doc:
    return {"side": side, "kind": kind, "suit": suit}


def record(*declarations: Doc, **more: Any) -> Doc:
    return {"card_points": [60, 60], "declarations": list(declarations), **more}


@every_game
def test_one_side_of_the_card_points_is_enough(game: str, options: Doc) -> None:
    for pair in ([70, None], [None, 50], [70, 50]):
        assert check(game, options, {"card_points": pair}) == []
        assert added(game, options, {"card_points": pair}) == (70, 50)
    for nothing in (None, [None, None]):
        assert codes(check(game, options, {"card_points": nothing})) == ["card_points_missing"]


@every_game
@pytest.mark.parametrize(
    ("pair", "violations"),
    [
        ([70, 51], [{"code": "wrong_sum", "field": "card_points", "sum": 121, "must_be": 120}]),
        ([119, None], [{"code": "no_cards_make_this", "side": 0, "points": 119}]),
        ([None, 1], [{"code": "no_cards_make_this", "side": 1, "points": 1}]),
        (
            [121, -1],
            [
                {"code": "out_of_range", "field": "card_points", "side": side, "value": value,
                 "least": 0, "most": 120}
                for side, value in ((0, 121), (1, -1))
            ],
        ),
    ],
)  # fmt: skip
def test_card_points_that_cannot_be_are_named(
    game: str, options: Doc, pair: list[int | None], violations: list[Doc]
) -> None:
    assert check(game, options, {"card_points": pair}) == violations


def test_a_suit_may_be_left_out_where_the_value_does_not_hang_on_it() -> None:
    written = record(marriage(0), marriage(1))
    assert check("marianna", {}, written) == []
    assert added("marianna", {}, written) == (100, 120)
    for game in TURNED:
        assert codes(check(game, {}, {**written, "trump": "D"})) == ["suit_missing"] * 2


@pytest.mark.parametrize("game", TURNED)
def test_a_marriage_in_trumps_is_worth_40_and_trumps_must_be_known_for_it(game: str) -> None:
    written = record(marriage(0, "D"), marriage(1, "C"), marriage(1, "S"))
    assert codes(check(game, {}, written)) == ["trump_missing"]
    assert added(game, {}, {**written, "trump": "D"}) == (100, 100)
    assert added(game, {}, {**written, "trump": "S"}) == (80, 120)
    assert check(game, {}, record()) == []


@every_game
def test_declarations_that_cannot_be_are_named(game: str, options: Doc) -> None:
    trump = {"trump": "D"} if game in TURNED else {}
    for declarations, violations in (
        ([marriage(2, "D")], ["out_of_range"]),
        ([marriage(0, "X")], ["unknown_suit"]),
        ([marriage(0, "D", "briscola")], ["declaration_not_played"]),
        ([marriage(0, "D"), marriage(1, "D")], ["suit_declared_twice"]),
        ([marriage(0, suit) for suit in "DCSBD"], ["suit_declared_twice", "too_many_marriages"]),
    ):
        assert codes(check(game, options, record(*declarations, **trump))) == violations


@every_game
@pytest.mark.parametrize("kind", ["marriage", "mi_copri", "mariannino", "mariannone"])
def test_a_kind_can_be_declared_where_it_is_played(game: str, options: Doc, kind: str) -> None:
    rules = oracle.chosen(game, options)
    is_played = kind == "marriage" or bool(
        rules.get("mi_copri" if kind == "mi_copri" else "mariannino")
    )
    suit = "D" if kind in ("marriage", "mi_copri") else None
    trump = {"trump": "D"} if game in TURNED else {}
    found = codes(check(game, options, record(marriage(1, suit, kind), **trump)))
    assert found == ([] if is_played else ["declaration_not_played"])


def test_a_combination_has_no_suit() -> None:
    for kind in ("mariannino", "mariannone"):
        found = check("marianna", {}, record(marriage(0, "D", kind)))
        assert found == [{"code": "suit_without_meaning", "declaration": kind}]


def test_five_marriages_are_too_many_also_without_suits() -> None:
    found = check("marianna", {}, record(*[marriage(0)] * 5))
    assert found == [{"code": "too_many_marriages", "count": 5, "most": 4}]


@pytest.mark.parametrize("game", ["marianna", "cinquecento"])
def test_a_cover_comes_first_and_has_king_and_horse_in_its_cards(game: str) -> None:
    options = {"mi_copri": True}
    cover = marriage(1, "D", "mi_copri")
    for ours in range(121):
        written = {"card_points": [ours, None], "declarations": [cover]}
        possible = 120 - ours == 7 or (120 - ours >= 9 and ours not in (1, 119))
        assert (check(game, options, written) == []) == possible, ours
    found = check(game, options, {"card_points": [112, 8], "declarations": [cover]})
    assert found == [{"code": "cover_not_in_points", "side": 1, "points": 8}]
    late = check(game, options, record(marriage(0, "C"), cover))
    assert late == [{"code": "cover_after_trumps", "side": 1}]
    assert codes(check(game, options, record(cover, marriage(0, "C", "mi_copri")))) == [
        "cover_after_trumps"
    ]


def test_every_series_without_a_combination_can_be_if_a_cover_stands_first_alone() -> None:
    for length in range(6):
        for kinds in product(("marriage", "mi_copri"), repeat=length):
            can_be = length <= 4 and "mi_copri" not in kinds[1:]
            written = record(*(marriage(at % 2, None, kind) for at, kind in enumerate(kinds)))
            assert (check("marianna", {"mi_copri": True}, written) == []) == can_be, kinds


@every_game
def test_who_led_is_a_seat_whose_turn_it_was(game: str, options: Doc) -> None:
    written = {"card_points": [60, 60], "leader": 1}
    assert check(game, options, written) == []
    assert check(game, options, written, Situation((0, 0), turn=1)) == []
    assert check(game, options, written, Situation((0, 0), turn=0)) == [
        {"code": "out_of_turn", "what": "leader", "seat": 1, "turn": 0}
    ]
    seats = oracle.players(game, options)
    assert codes(check(game, options, {**written, "leader": seats})) == ["out_of_range"]


def test_all_contradictions_are_found_at_once() -> None:
    written = {
        "card_points": [70, 51],
        "declarations": [marriage(2, "X"), marriage(0, "C", "mariannino")],
        "leader": 4,
    }
    assert codes(check("cinquecento", {}, written)) == [
        "wrong_sum",
        "out_of_range",
        "unknown_suit",
        "declaration_not_played",
        "out_of_range",
    ]


@pytest.mark.parametrize(
    ("game", "field", "value"),
    [
        ("marianna", "trump", "D"),
        ("marianna", "first", 0),
        ("cinquecento", "trump", "D"),
        ("mariaccia", "first", 0),
        ("briscola_151", "colour", "red"),
    ],
)
def test_a_field_that_the_game_has_not_is_unreadable(game: str, field: str, value: Any) -> None:
    book, _ = book_of(game, {})
    with pytest.raises(Unreadable, match=f"{field}: unknown field"):
        book.read_record({"card_points": [60, 60], field: value})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("card_points", "60"),
        ("card_points", [60, "60"]),
        ("declarations", {}),
        ("declarations", [{"kind": "marriage", "suit": "D"}]),
        ("leader", "0"),
    ],
)
def test_a_value_of_the_wrong_type_is_unreadable(field: str, value: Any) -> None:
    book, _ = book_of("marianna", {})
    with pytest.raises(Unreadable, match=field):
        book.read_record({"card_points": [60, 60], field: value})


def test_more_declarations_than_any_hand_has_are_not_even_read() -> None:
    book, _ = book_of("marianna", {})
    with pytest.raises(Refused) as refused:
        book.read_record(record(*[marriage(0)] * 21))
    assert codes(plain(refused.value.violations)) == ["too_long"]
