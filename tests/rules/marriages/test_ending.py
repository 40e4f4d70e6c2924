"""How a game ends: at the target, by who was first in Briscola 151; how the turn moves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract import Ending, Situation
from tests.rules.marriages import oracle
from tests.rules.marriages.hands import (
    GAMES,
    book_of,
    check,
    codes,
    every_game,
    plain,
    seeds,
    told,
    whole,
)
from tests.rules.marriages.oracle import Doc


@every_game
def test_at_the_target_a_side_has_won_of_both_the_higher_and_level_goes_on(
    game: str, options: Doc
) -> None:
    book, chosen = book_of(game, options)
    need = oracle.chosen(game, options)["target"]
    assert book.target(chosen) == need
    assert book.find_ending((need - 1, need - 1), chosen) is None
    assert book.find_ending((need, 0), chosen) == Ending(0, "target")
    assert book.find_ending((need - 1, need), chosen) == Ending(1, "target")
    assert book.find_ending((need, need + 1), chosen) == Ending(1, "higher")
    assert book.find_ending((need + 9, need), chosen) == Ending(0, "higher")
    assert book.find_ending((need, need), chosen) is None


@every_game
def test_only_where_it_is_a_race_who_was_first_has_won(game: str, options: Doc) -> None:
    book, chosen = book_of(game, options)
    need = oracle.chosen(game, options)["target"]
    is_race = oracle.chosen(game, options).get("race") == "immediate"
    behind = book.find_ending((need, need + 1), chosen, first=0)
    assert behind == (Ending(0, "first") if is_race else Ending(1, "higher"))
    tied = book.find_ending((need, need), chosen, first=1)
    assert tied == (Ending(1, "first") if is_race else None)
    assert book.find_ending((need, need - 1), chosen, first=1) == Ending(0, "target")


BOTH_THERE: Doc = {"card_points": [60, 60]}
NEARLY = Situation((100, 100))


def test_a_record_that_takes_both_there_must_say_who_was_first() -> None:
    assert codes(check("briscola_151", {}, BOTH_THERE, NEARLY)) == ["first_missing"]
    assert check("briscola_151", {}, {**BOTH_THERE, "first": 1}, NEARLY) == []
    assert check("briscola_151", {"race": "end_of_deal"}, BOTH_THERE, NEARLY) == []
    assert check("briscola_151", {}, BOTH_THERE, Situation((100, 90))) == []
    declared = [{"side": 1, "kind": "marriage", "suit": "C"}]
    with_it = {**BOTH_THERE, "declarations": declared, "trump": "D"}
    assert codes(check("briscola_151", {}, with_it, Situation((100, 71)))) == ["first_missing"]
    assert check("briscola_151", {}, with_it, Situation((100, 70))) == []


def test_nobody_is_first_in_a_game_over_a_number_of_hands() -> None:
    by_hands = Situation((100, 100), to_target=False)
    assert check("briscola_151", {}, BOTH_THERE, by_hands) == []


def test_first_is_a_side() -> None:
    assert check("briscola_151", {}, {**BOTH_THERE, "first": 2}, NEARLY) == [
        {"code": "out_of_range", "field": "first", "value": 2, "least": 0, "most": 1}
    ]


def test_what_a_record_says_of_the_first_is_what_the_book_says() -> None:
    book, chosen = book_of("briscola_151", {})
    for first in (None, 0, 1):
        assert (
            book.find_first_side(book.read_record({**BOTH_THERE, "first": first}), chosen, NEARLY)
            == first
        )


@given(seeds, st.integers(60, 150), st.integers(60, 150))
@settings(max_examples=300)
def test_who_was_first_is_told_event_by_event(seed: int, ours: int, theirs: int) -> None:
    doc, before = whole("briscola_151", {}, seed), (ours, theirs)
    book, chosen = book_of("briscola_151", {})
    record = book.record_of_play(doc, chosen, Situation(before))
    assert record.first == oracle.first_there("briscola_151", {}, doc, before)
    assert book.check(record, chosen, Situation(before)) == ()
    to_the_end = book.record_of_play(doc, chosen, Situation(before, to_target=False))
    assert to_the_end.first is None


def test_both_sides_are_first_now_and_then_also_the_one_with_less() -> None:
    firsts = set()
    for seed in range(200):
        doc = whole("briscola_151", {}, seed)
        totals = [100 + points for points in told("briscola_151", {}, doc)["totals"]]
        first = oracle.first_there("briscola_151", {}, doc, (100, 100))
        firsts.add((first, totals[0] > totals[1]) if first is not None else None)
    assert firsts >= {None, (0, True), (0, False), (1, True), (1, False)}


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_lead_goes_round_to_the_right(game: str, options: Doc) -> None:
    book, chosen = book_of(game, options)
    seats = oracle.players(game, options)
    assert book.seats(chosen) == seats
    assert [book.next_turn(seat, chosen) for seat in range(seats)] == [*range(1, seats), 0]
    assert book.turn_word == "leader"
    assert book.find_turn(book.read_record({"card_points": [60, 60], "leader": 1})) == 1
    assert book.find_turn(book.read_record({"card_points": [60, 60]})) is None


@every_game
def test_nothing_is_dealt_again(game: str, options: Doc) -> None:
    book, chosen = book_of(game, options)
    assert codes(plain(book.check_redeal(chosen))) == ["redeal_not_allowed"]
