"""The pad's interpreter of cards, in Chromium's own engine, against the fold of the server."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.core.format import best_of, read_format
from scoring.core.state import MatchState
from tests.browser.conftest import OpenPage
from tests.scoring.core.growing import FORMATS, grown

GROWN = 50
"""Sheets grown of each format; they are compared after each of their lines."""
ALL_FORMATS = [
    *FORMATS,
    {
        "games": [{"game": "marafon", "options": {"marafona_who": "caller", "target": 21}}] * 3,
        "wins": 2,
    },
    {"games": [{"game": "marafon", "options": {"plus_figure": True, "target": 31}}], "wins": 1},
    {"games": [{"game": "marafon", "options": {"marafona_points": 0, "claims": False}}], "wins": 1},
    best_of(1, "mariglia", {"target": 45, "win_above_target": True}),
    {"games": [{"game": "mariglia", "hands": 3}], "wins": None},
    best_of(1, "marianna", {"mi_copri": True, "timing": "trick_start", "values": [20, 40, 60, 80]}),
    best_of(1, "cinquecento", {"mi_copri": True}),
    best_of(1, "briscola_151", {"race": "end_of_deal", "ace_exchange": True}),
    best_of(1, "mariaccia", {"claims": False, "target": 250}),
]
COMPARED = ("games", "wins", "winner", "over", "turn")
FOLD_ALL = """async ({ format, cards, sheets }) => {
  const { fold } = await import("/static/js/pad/game/sheet.js");
  const folded = (lines) => {
    try { return fold(format, cards, lines); } catch (error) { return error.constructor.name; }
  };
  return sheets.map((lines) => [...lines, null].map((_, count) => folded(lines.slice(0, count))));
}"""


@pytest.fixture
def engine(open_page: OpenPage) -> Page:
    page = open_page()
    page.goto("/")
    return page


def _fold_all(engine: Page, document: dict[str, Any], sheets: list[Any]) -> Any:
    """What the pad makes of each sheet, after none, one, two, … of its lines."""
    games = read_format(document).games
    cards = [game.rulebook.build_card(game.options) for game in games]
    return engine.evaluate(FOLD_ALL, {"format": document, "cards": cards, "sheets": sheets})


def _compared(state: dict[str, Any]) -> dict[str, Any]:
    return {name: state[name] for name in COMPARED}


def _told(states: list[MatchState]) -> list[dict[str, Any]]:
    return [_compared(state.as_json()) for state in states]


@pytest.mark.parametrize("number", range(len(ALL_FORMATS)))
def test_the_interpreter_agrees_with_the_fold_on_thousands_of_sheets(
    engine: Page, number: int
) -> None:
    document = ALL_FORMATS[number]
    sheets = [
        grown(read_format(document), seed, Random(seed).randrange(30)) for seed in range(GROWN)
    ]
    lines = [
        [{"n": line.n, "kind": line.kind, "data": dict(line.data)} for line in sheet]
        for sheet, _ in sheets
    ]
    for told, (sheet, states) in zip(_fold_all(engine, document, lines), sheets, strict=True):
        assert [state if isinstance(state, str) else _compared(state) for state in told] == _told(
            states
        ), sheet


def test_it_refuses_what_the_fold_refuses(engine: Page) -> None:
    cannot_be: list[dict[str, Any]] = [
        {"points": [0, 11], "marafona": 0},
        {"points": [7, 5]},
        {"points": [12, None]},
        {"thirds": [35, 1]},
        {"points": [7, None], "marafona": 2},
        {},
    ]
    sheets = [[{"n": 1, "kind": "hand", "data": data}] for data in cannot_be]
    told = _fold_all(engine, ALL_FORMATS[0], sheets)
    assert [after for _, after in told] == ["CannotBe"] * len(cannot_be)
