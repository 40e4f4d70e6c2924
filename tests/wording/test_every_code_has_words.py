"""No code leaves the house without words, and no words are left without their code."""

import re

import pytest
from django.utils import translation
from django.utils.functional import Promise

from rules.registry import rulebooks
from scoring.core.lines import FORFEIT
from scoring.core.lines import KINDS as LINES
from tests.wording.raised import codes, literals_of
from wording import params, whys
from wording.games import GAMES
from wording.params import UNKNOWN, Params
from wording.sentences import SENTENCES, sentence

CODES = codes()
PLACES = re.compile(r"%\((\w+)\)s")
SIDES = ("Zoffoli – Casadei", "Bartolini – Faedi")

PLAUSIBLE = {
    "article": "12",
    "at": 4,
    "attempts": 3,
    "capacity": 32,
    "card": "4D",
    "what": "caller",
    "cards": 9,
    "choices": ["points", "figure"],
    "column": "player1",
    "count": 3,
    "entered": 32,
    "entries": 1,
    "expected": 5,
    "field": "points",
    "first": 0,
    "format": "ladder",
    "found": "nome, cognome",
    "games": 3,
    "given": {"tricks": [3, None], "last_trick": 0},
    "hands": 8,
    "kind": "penalty",
    "least": 0,
    "line": 4,
    "most": 11,
    "must_be": 1,
    "n": 6,
    "name": "il portatile del banco",
    "needed": 6,
    "next": ["hand", "redeal"],
    "number": 2,
    "of": 5,
    "option": "marafona_who",
    "player": "Anna Rossi",
    "plays": 39,
    "problem": "points: wrong type",
    "round": 4,
    "rounds": 5,
    "rows": 27,
    "seat": 2,
    "seed": 3,
    "side": 1,
    "sides": 2,
    "sign": "0",
    "signs": 5,
    "state": "DRAFT",
    "suit": "C",
    "sum": 13,
    "table": 7,
    "times": 2,
    "to": "FINISHED",
    "trump": "X",
    "turn": 2,
    "value": 12,
    "wins": 4,
    "without": "marafona_points",
}


def test_every_code_has_words() -> None:
    assert sorted(CODES.keys() - SENTENCES.keys()) == []


def test_no_words_without_a_code() -> None:
    assert sorted(SENTENCES.keys() - CODES.keys()) == []


@pytest.mark.parametrize("code", sorted(code for code in SENTENCES if CODES.get(code) is not None))
def test_words_ask_for_no_parameter_that_their_code_does_not_bring(code: str) -> None:
    words = SENTENCES[code]
    asked = set(PLACES.findall(str(words % _All()))) if isinstance(words, Promise) else set()
    assert asked <= (CODES[code] or set())


class _All(dict[str, object]):
    """Leaves every place in a sentence as it is; there are five of everything."""

    def __missing__(self, name: str) -> object:
        return _Place(name)


class _Place(int):
    """A number, for the words that choose a plural by it, that is written as its place."""

    name: str

    def __new__(cls, name: str) -> "_Place":
        place = super().__new__(cls, 5)
        place.name = name
        return place

    def __str__(self) -> str:
        return f"%({self.name})s"


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_code_becomes_a_whole_sentence(code: str, language: str) -> None:
    with translation.override(language):
        said = sentence(code, PLAUSIBLE, SIDES)
        unsaid = sentence("no_code_at_all")
    assert said[:1].isupper() or said[:1].isdigit() or said[:1] == "“"
    assert said[-1] in ".?"
    assert "%(" not in said
    assert UNKNOWN not in said.replace("…”", "")
    assert said.split("(")[0] != unsaid.split("(")[0]


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_code_without_its_parameters_still_has_a_sentence(code: str) -> None:
    assert sentence(code).endswith((".", "?"))
    assert sentence(code, dict.fromkeys(PLAUSIBLE)).endswith((".", "?"))


def test_every_rule_of_the_regulation_has_words() -> None:
    assert literals_of("Rule") == {rule for game in GAMES.values() for rule in game.rules}


def test_every_game_has_words_for_its_options_records_and_claims() -> None:
    for book in rulebooks():
        words = GAMES[book.name]
        assert words.options.keys() == book.options_model.model_fields.keys()
        assert words.record.keys() == book.record_model.model_fields.keys()
        assert book.claim_model is not None
        assert words.claim.keys() == book.claim_model.model_fields.keys()


def test_every_choice_of_an_option_has_words() -> None:
    for book in rulebooks():
        schema = book.options_model.model_json_schema()["properties"]
        for name, words in GAMES[book.name].options.items():
            assert list(words.choices) == schema[name].get("enum", [])


def test_every_part_but_the_cards_has_words() -> None:
    worded = {rule for game in GAMES.values() for rule in game.parts}
    assert literals_of("Part") - {"cards"} == worded


def test_every_reason_for_a_place_has_words() -> None:
    assert literals_of("Why") == whys.PLACINGS.keys()


def test_every_ending_has_words() -> None:
    assert literals_of("Ending", at=1) | {FORFEIT} == whys.ENDINGS.keys()


def test_every_kind_of_line_has_words() -> None:
    assert params.KINDS.keys() - {"replacement"} == set(LINES)


def test_a_missing_parameter_is_an_ellipsis() -> None:
    assert Params({"something": 1})["nothing"] == UNKNOWN
