"""The examples of results from paper: each is a result that its match can have."""

from typing import Any

import pytest

from competition.hall.paper_examples import build_example
from competition.hall.paper_results import PaperScore, understand_result
from rules.registry import rulebooks
from scoring.core.fold import fold
from scoring.core.format import MatchFormat, best_of, read_format
from scoring.core.lines import SheetLine
from scoring.core.state import MatchState
from tests.scoring.core.growing import FORMATS

TRIONFO = {"games": [{"game": "trionfo", "hands": 1}], "wins": None}
DOCUMENTS: list[Any] = [*FORMATS, TRIONFO]
for book in rulebooks():
    for hands in (1, 2, 10):
        game = {"game": book.name, "hands": hands}
        DOCUMENTS.append({"games": [game], "wins": None})
        if book.sides == 2:
            DOCUMENTS.append({"games": [game] * 11, "wins": None})
            DOCUMENTS.append(best_of(5, book.name))
DOCUMENTS += [
    best_of(1, "marafon", {"target": 31}),
    best_of(1, "marafon", {"count": "figure", "plus_figure": True}),
    {"games": [{"game": "marafon"}] * 2, "wins": 2},
    {"games": [{"game": "marafon"}] * 2, "wins": None},
]


def write(match_format: MatchFormat, *scores: PaperScore) -> MatchState:
    result = understand_result(scores, match_format, fold(match_format, []))
    lines = [SheetLine(n, line.kind, line.data) for n, line in enumerate(result.lines, 1)]
    return fold(match_format, lines)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_an_example_is_a_result_that_can_be_written(document: Any) -> None:
    match_format = read_format(document)
    example = build_example(match_format)
    state = write(match_format, *map(PaperScore, example.totals))
    assert (state.over, state.winner) == (True, 0)
    if example.wins is not None:
        by_games = write(match_format, PaperScore(example.wins))
        assert (by_games.wins, by_games.winner) == (state.wins, 0)


@pytest.mark.parametrize(
    ("document", "totals", "wins"),
    [
        (best_of(3, "marafon"), ((41, 35), (38, 41), (41, 30)), (2, 1)),
        (best_of(1, "marafon", {"target": 31}), ((31, 26),), (1, 0)),
        (
            best_of(3, "marafon", {"target": 31}, {"target": 31}, {"target": 41}),
            ((31, 26), (28, 31), (41, 30)),
            (2, 1),
        ),
        ({"games": [{"game": "marafon", "hands": 10}], "wins": None}, ((60, 50),), (1, 0)),
        (TRIONFO, ((8, -2, -2, -2, -2),), (1, 0, 0, 0, 0)),
        # Without points in every hand, 1 to 0 can be the points of the game.
        ({"games": [{"game": "mariglia", "hands": 2}], "wins": None}, ((22, 18),), None),
    ],
)
def test_an_example_is_of_the_target_or_of_the_hands(document: Any, totals: Any, wins: Any) -> None:
    example = build_example(read_format(document))
    assert (example.totals, example.wins) == (totals, wins)
