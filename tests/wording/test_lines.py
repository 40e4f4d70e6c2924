"""A line of a sheet in words."""

from typing import Any

import pytest

from rules.contract import Part
from scoring.core.fold import fold
from scoring.core.format import GameFormat, best_of, read_format
from scoring.core.lines import SheetLine
from wording.lines import word_line

SIDES = ("Zoffoli – Casadei", "Bartolini – Faedi")


def _game(**options: Any) -> GameFormat:
    return read_format(best_of(1, "marafon", options)).games[0]


POINTS = _game()
FIGURE = _game(count="figure")


def _said(
    kind: str, data: dict[str, Any], game: GameFormat = POINTS, parts: tuple[Part, ...] = ()
) -> str:
    return word_line(kind, data, parts, SIDES, game)


def test_a_hand_says_what_it_added() -> None:
    match = read_format(best_of(3, "marafon"))
    line = SheetLine(1, "hand", {"points": [7, None], "marafona": 0})
    parts = fold(match, [line]).readings[0].parts
    assert _said("hand", {}, parts=parts) == "10 a 4, marafona di Zoffoli – Casadei"


@pytest.mark.parametrize(
    ("data", "game", "said"),
    [
        ({"points": [7, None]}, POINTS, "7 a 4"),
        ({"points": [None, 0]}, POINTS, "11 a 0"),
        ({"points": [1, 10], "marafona": 1}, POINTS, "1 a 13, marafona di Bartolini – Faedi"),
        ({"thirds": [23, None]}, POINTS, "7 a 4"),
        ({"thirds": [23, None]}, FIGURE, "7⅔ a 4"),
        ({"thirds": [23, None], "marafona": 0}, FIGURE, "10⅔ a 4, marafona di Zoffoli – Casadei"),
    ],
)
def test_a_hand_that_does_not_count_is_scored_from_its_data(
    data: dict[str, Any], game: GameFormat, said: str
) -> None:
    assert _said("hand", data, game) == said


@pytest.mark.parametrize("data", [{}, {"points": [99, None]}, {"goals": 3}, {"play": {}}])
def test_data_that_are_no_hand_are_still_called_one(data: dict[str, Any]) -> None:
    assert _said("hand", data) == "Una mano"


def test_a_hand_written_card_by_card_has_its_score_too() -> None:
    from random import Random

    play = POINTS.rulebook.simulate(Random(7), POINTS.options, 0)
    (written,) = fold(
        read_format(best_of(1, "marafon")), [SheetLine(1, "hand", {"play": play})]
    ).readings
    assert _said("hand", {"play": play}) == _said("hand", {}, parts=written.parts)


@pytest.mark.parametrize(
    ("kind", "data", "said"),
    [
        ("redeal", {}, "A monte"),
        (
            "claim",
            {"side": 0, "thirds": 23},
            "Zoffoli – Casadei si chiamano fuori, con 7⅔ in questa mano",
        ),
        ("penalty", {"side": 1, "points": 3}, "Penalità: −3 per Bartolini – Faedi"),
        (
            "award",
            {"side": 0, "points": 2, "article": "12"},
            "Punti assegnati: +2 per Zoffoli – Casadei (articolo 12)",
        ),
        ("forfeit", {"side": 0, "of": "game"}, "Forfait di Zoffoli – Casadei per la partita"),
        ("forfeit", {"side": 1, "of": "match"}, "Forfait di Bartolini – Faedi per l’incontro"),
        ("strike", {"line": 4}, "Tolta la riga 4"),
        ("sign", {"side": 1}, "Firma di Bartolini – Faedi"),
        ("sign", {"side": None}, "Firma l’arbitro"),
        ("reopen", {}, "L’arbitro riapre l’incontro"),
    ],
)
def test_a_line_says(kind: str, data: dict[str, Any], said: str) -> None:
    assert _said(kind, data) == said


def test_points_of_a_referee_are_in_the_unit_of_the_game() -> None:
    assert _said("penalty", {"side": 0, "points": 4}, FIGURE) == (
        "Penalità: −1⅓ per Zoffoli – Casadei"
    )


@pytest.mark.parametrize(
    ("new", "said"),
    [
        (
            {"points": [4, 7], "marafona": 1},
            "La riga 15 diventa 4 a 10, marafona di Bartolini – Faedi",
        ),
        ({}, "Corretta la riga 15"),
        ({"side": 1, "points": 5, "reason": "in ritardo"}, "La riga 15 diventa: 5 per"),
        ({"side": 0, "of": "match"}, "La riga 15 diventa: Forfait di"),
        ({"side": 0, "thirds": 20}, "La riga 15 diventa: Zoffoli – Casadei si chiamano fuori"),
    ],
)
def test_a_correction_says_what_the_line_becomes(new: dict[str, Any], said: str) -> None:
    assert _said("amend", {"line": 15, "data": new}).startswith(said)


def test_a_claim_is_of_a_pair_or_of_a_player() -> None:
    said = "Zoffoli – Casadei si chiamano fuori, con 6⅔ in questa mano"
    assert _said("claim", {"side": 0, "thirds": 20}) == said
    of_two = read_format(best_of(1, "mariaccia")).games[0]
    line = word_line("claim", {"side": 0, "points": 87}, (), ("Zoffoli", "Faedi"), of_two)
    assert line == "Zoffoli si chiama fuori, con 87 in questa mano"


@pytest.mark.parametrize("kind", ["claim", "penalty", "award", "forfeit", "amend", "strike"])
def test_a_line_without_its_data_still_says_something(kind: str) -> None:
    assert _said(kind, {}) != ""
