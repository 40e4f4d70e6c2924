"""Rounds, games and places by the names they have at the table."""

import pytest

from wording.places import (
    name_game,
    name_round,
    place,
    put_round_in_sentence,
    word_places,
    word_source,
)


def test_the_rounds_of_sixty_four_pairs() -> None:
    names = [name_round("main", number, 6, 2 ** (6 - number)) for number in range(1, 7)]
    assert names == ["Trentaduesimi", "Sedicesimi", "Ottavi", "Quarti", "Semifinali", "Finale"]


def test_rounds_before_those_with_a_name_are_counted_from_the_first() -> None:
    names = [name_round("main", number, 9, 2 ** (9 - number)) for number in range(1, 6)]
    assert names == ["Primo turno", "Secondo turno", "Terzo turno", "Trentaduesimi", "Sedicesimi"]


def test_only_a_round_that_halves_down_to_one_match_has_a_name() -> None:
    assert name_round("main", 5, 5, 12) == "Quinto turno"
    assert name_round("losers", 2, 2, 1) == "Perdenti, turno 2"


def test_a_late_round_is_counted_in_figures() -> None:
    assert name_round("main", 7, 30, 12) == "Turno 7"


def test_the_third_place_has_a_final_of_its_own() -> None:
    assert name_round("third", 1, 1, 1) == "Finale per il terzo posto"


@pytest.mark.parametrize(
    ("number", "said"),
    [(12, "in finale"), (10, "ai quarti"), (9, "agli ottavi"), (2, "al turno 2")],
)
def test_somebody_lost_in_a_round(number: int, said: str) -> None:
    assert put_round_in_sentence(number, 12) == said


def test_an_empty_slot_says_who_will_sit_there() -> None:
    assert word_source("WINNER_OF", "main-3-2", 5) == "vincente del quarto 2"
    assert word_source("WINNER_OF", "main-1-7", 9) == "vincente dell’incontro 7, turno 1"
    assert word_source("LOSER_OF", "main-4-1", 5) == "perdente della semifinale 1"
    assert word_source("ENTRY", None, 5) == "da definire"


def test_bella_is_the_game_that_must_decide() -> None:
    assert [name_game(index, 3, 2) for index in range(3)] == [
        "Prima partita",
        "Seconda partita",
        "Bella",
    ]
    assert name_game(4, 5, 3) == "Bella"


def test_without_a_game_that_must_decide_there_is_no_bella() -> None:
    assert name_game(2, 3, None) == "Terza partita"
    assert name_game(3, 4, 2) == "Quarta partita"
    assert name_game(6, 9, None) == "Partita 7"
    assert name_game(0, 1, 1) == "La partita"


def test_places_can_be_shared() -> None:
    assert [place(1, 1), place(5, 8)] == ["1", "5–8"]
    assert [word_places(3, 3), word_places(5, 8)] == ["3º posto", "5º–8º posto"]
