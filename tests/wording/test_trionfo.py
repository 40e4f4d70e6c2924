"""Trionfo in words: its regulation, and its hands."""

from typing import Any

import pytest
from django.utils import translation

from kernel.refusals import Refused
from rules.registry import rulebook
from scoring.core.fold import fold
from scoring.core.format import read_format
from scoring.core.lines import SheetLine
from wording.games.trionfo import BIDS, PARTS
from wording.lines import word_line
from wording.regulation import word_match_regulation
from wording.sentences import sentence

SIDES = ("Rossi", "Bianchi", "Verdi", "Neri", "Gallo")
MATCH = {"games": [{"game": "trionfo", "hands": 10}], "wins": None}
ALONE = {"declarer": 1, "own_card": False, "partner": None}


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_regulation_is_whole_sentences(language: str) -> None:
    with translation.override(language):
        rules = word_match_regulation(MATCH)
    assert all(rule.endswith(".") and "%(" not in rule for rule in rules)


def test_the_regulation_says_what_is_paid() -> None:
    rules = word_match_regulation(MATCH)
    assert rules[0] == "Una partita di 10 mani."
    assert (
        "Il signore che è solo riceve da ognuno degli altri 4, o paga a ognuno:"
        " chiamata in mano 2, di più 2, maso 4 e maso dei masi 8."
    ) in rules


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            {"declarer": 0, "bid": "chiamo", "partner": 2, "success": True},
            "2, −1, 1, −1, −1, chiamo: Rossi",
        ),
        (
            {"declarer": 0, "bid": "chiamo", "own_card": True, "success": False},
            "−8, 2, 2, 2, 2, chiamata in mano: Rossi",
        ),
        ({**ALONE, "bid": "maso", "success": True}, "−4, 16, −4, −4, −4, maso: Bianchi"),
        ({"all_pass": True}, "0, 0, 0, 0, 0, tutti passo"),
    ],
)
def test_a_hand_says_what_was_paid_and_who_played(data: dict[str, Any], said: str) -> None:
    format_ = read_format(MATCH)
    parts = fold(format_, [SheetLine(1, "hand", data)]).readings[0].parts
    assert word_line("hand", data, parts, SIDES, format_.games[0]) == said
    assert word_line("hand", data, (), SIDES, format_.games[0]) == said


def test_every_bid_has_words() -> None:
    schema = rulebook("trionfo").record_model.model_json_schema()["properties"]["bid"]
    (bids,) = [one["enum"] for one in schema["anyOf"] if "enum" in one]
    assert list(BIDS) == bids
    assert set(bids) < set(PARTS)


def test_what_cannot_be_is_said() -> None:
    book = rulebook("trionfo")
    hands: list[list[str]] = [[]] * 5
    play = {"leader": 0, "declarer": 1, "bid": "maso", "trump": None, "called": "3C", "plays": []}
    with pytest.raises(Refused) as refused:
        book.replay(
            {**play, "hands": hands, "auction": [[0, "maso"], [2, "maso"]]}, book.read_options({})
        )
    said = [sentence(fault.code, fault.params, SIDES) for fault in refused.value.violations]
    assert said[:5] == [
        "Tocca parlare a posto 2, non a posto 3.",
        "Posto 3 deve chiamare di più di chi ha parlato prima, o passare.",
        "Le chiamate dicono un’altra cosa (chi ha giocato).",
        "Va scritto anche questo: briscola.",
        "Questo c’è solo col “chiamo” (carta chiamata).",
    ]
