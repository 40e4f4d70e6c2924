"""What is typed of a paper sheet, and what it means for a match."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.hall.paper_results import (
    LONGEST_RESULT,
    PaperLine,
    PaperScore,
    read_scores,
    understand_result,
)
from kernel.refusals import Refused
from scoring.core.fold import fold
from scoring.core.format import best_of, read_format
from scoring.core.lines import SheetLine

BEST_OF_THREE = read_format(best_of(3, "marafon"))
TRIONFO = read_format({"games": [{"game": "trionfo", "hands": 3}], "wins": None})


def numbers_of(typed: str, sides: int = 2) -> list[tuple[int, ...]]:
    return [score.numbers for score in read_scores(typed, sides)]


def codes_of(typed: str, sides: int = 2) -> list[str]:
    with pytest.raises(Refused) as refused:
        read_scores(typed, sides)
    return [violation.code for violation in refused.value.violations]


@pytest.mark.parametrize("typed", ["2-1", "2–1", "2 1", " 2 : 1 ", "2,1", "2/1", "2 - 1"])
def test_any_sign_stands_between_two_numbers(typed: str) -> None:
    assert numbers_of(typed) == [(2, 1)]


@pytest.mark.parametrize(
    "typed",
    ["41-35 38-41 41-30", "41 35 / 38 41 / 41 30", "41–35, 38–41, 41–30", "41 35 38 41 41 30"],
)
def test_games_are_pairs_of_numbers(typed: str) -> None:
    assert numbers_of(typed) == [(41, 35), (38, 41), (41, 30)]


def test_an_asterisk_names_the_winner() -> None:
    assert read_scores("38*-40", 2) == (PaperScore((38, 40), 0),)
    assert codes_of("38*-40*") == ["result_of_two_winners"]


def test_totals_of_five_may_be_negative() -> None:
    assert numbers_of("8 -2 -2, −2 -2", 5) == [(8, -2, -2, -2, -2)]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "score_missing"),
        ("   ", "score_missing"),
        ("ciao", "result_unreadable"),
        ("2-1!", "result_unreadable"),
        ("123456 2", "result_unreadable"),
        ("2 1 " * LONGEST_RESULT, "result_unreadable"),
        ("2", "result_incomplete"),
        ("41 35 41", "result_incomplete"),
    ],
)
def test_what_is_no_result_is_refused(typed: str, code: str) -> None:
    assert codes_of(typed) == [code]


@given(st.text(max_size=60), st.sampled_from([2, 5]))
def test_any_text_is_read_or_refused(typed: str, sides: int) -> None:
    try:
        scores = read_scores(typed, sides)
    except Refused:
        return
    assert all(len(score.numbers) == sides for score in scores)


def understand(typed: str, *written: tuple[str, Any]) -> Any:
    lines = [SheetLine(n, *line) for n, line in enumerate(written, start=1)]
    state = fold(BEST_OF_THREE, lines)
    return understand_result(read_scores(typed, 2), BEST_OF_THREE, state)


def test_small_numbers_alone_are_games() -> None:
    result = understand("2 1")
    assert result.lines == (PaperLine("games", {"wins": [2, 1], "from_paper": True}),)
    assert result.games_only


def test_points_become_a_line_for_each_game() -> None:
    result = understand("41 35 / 41 30")
    assert [line.data["totals"] for line in result.lines] == [[41, 35], [41, 30]]


def test_games_that_are_on_the_sheet_are_not_written_again() -> None:
    first = ("total", {"totals": [41, 35]})
    assert len(understand("41 35 / 41 30", first).lines) == 1
    with pytest.raises(Refused) as refused:
        understand("41 36 / 41 30", first)
    assert [each.code for each in refused.value.violations] == ["result_not_on_sheet"]


def test_all_wrong_games_are_named_at_once() -> None:
    with pytest.raises(Refused) as refused:
        understand("41 41 / 99 2 / 41 30")
    found = [(each.code, each.params["game"]) for each in refused.value.violations]
    assert found == [("total_tied", 0), ("total_too_high", 1)]


def test_one_row_of_a_game_over_fixed_hands_is_its_points() -> None:
    state = fold(TRIONFO, [])
    result = understand_result(read_scores("1 1 -2 0 0", 5), TRIONFO, state)
    assert [line.kind for line in result.lines] == ["total"]
