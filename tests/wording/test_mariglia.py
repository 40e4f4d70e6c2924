"""Mariglia in words: its regulation, its hands, how its games end."""

from typing import Any

import pytest
from django.utils import translation

from scoring.core.fold import fold
from scoring.core.format import best_of, read_format
from scoring.core.lines import SheetLine
from wording.lines import word_line
from wording.regulation import word_match_regulation
from wording.sentences import sentence
from wording.whys import word_ending

SIDES = ("Sanna – Piras", "Cossu – Fois")
MATCH = best_of(3, "mariglia", {"target": 35}, {"target": 35}, {"target": 45})


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"honours": "H2J1", "deal": "scoperto"},
        {"win_above_target": True, "speaking": "winners", "hide_mariglia": True},
    ],
)
def test_any_regulation_is_whole_sentences(options: dict[str, Any], language: str) -> None:
    with translation.override(language):
        rules = word_match_regulation(best_of(1, "mariglia", options))
    assert all(rule.endswith(".") and "%(" not in rule and "%%" not in rule for rule in rules)


def test_what_cards_are_worth_follows_the_honours() -> None:
    said = "Valore delle carte: 7 5, asso 4, re 3, fante 2 e cavallo 1; le altre (frilli) niente."
    usual, other = (
        " ".join(word_match_regulation(best_of(1, "mariglia", options)))
        for options in ({}, {"honours": "H2J1"})
    )
    assert said in usual
    assert said not in other


def test_a_hand_says_what_it_added_and_whose_the_trionfo_was() -> None:
    format_ = read_format(MATCH)
    data = {"totals": [41, 29], "dealer": 1, "trionfo": "KS"}
    state = fold(format_, [SheetLine(1, "hand", data)])
    said = word_line("hand", data, state.readings[0].parts, SIDES, format_.games[0])
    assert said == "6 a 3, trionfo di Cossu – Fois"
    assert word_line("hand", data, (), SIDES, format_.games[0]) == said


def test_a_game_that_the_trionfo_has_won_says_so() -> None:
    said = "Traguardo raggiunto col trionfo: vittoria di Cossu – Fois."
    assert word_ending("bonus", 1, SIDES) == said


@pytest.mark.parametrize(
    ("code", "params", "said"),
    [
        (
            "cannot_be_together",
            {
                "field": "totals",
                "side": 1,
                "value": 2,
                "least": 6,
                "most": 70,
                "given": {"trionfo": 1},
            },
            "Cossu – Fois: con il 7 di briscola si va da 6 a 70 punti, non 2.",
        ),
        (
            "trionfo_has_won",
            {"side": 0, "card": "KS"},
            (
                "Con il re di spade di trionfo Sanna – Piras hanno vinto prima di giocare:"
                " i punti della giocata non si scrivono."
            ),
        ),
        (
            "wrong_sum",
            {"field": "totals", "sum": 71, "must_be": 70},
            "In due fanno 71 punti: insieme devono fare 70.",
        ),
    ],
)
def test_what_cannot_be_is_said(code: str, params: dict[str, Any], said: str) -> None:
    assert sentence(code, params, SIDES) == said
