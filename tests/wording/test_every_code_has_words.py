"""Every code has words, and all words have a code."""

import re
from types import ModuleType

import pytest
from django.utils import translation
from django.utils.functional import Promise

from kernel.models import Frozen
from rules.games.trionfo.bids import BIDS, OWN_CARD
from rules.marriages.terms import DECLARATIONS, MARIANNONE
from rules.registry import rulebooks
from scoring.core.ending import AWARDED
from scoring.core.lines import FORFEIT
from scoring.core.lines import KINDS as LINES
from scoring.core.results import DECLARED
from tests.wording.raised import codes, keywords_of, literals_of
from wording import params, whys
from wording.games import GAMES, marafon, mariglia, marriages, trionfo
from wording.outlook import OUTLOOKS
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
    "comes": 2,
    "count": 3,
    "entered": 32,
    "enough": 21,
    "event": "Maraffa di Santa Lucia",
    "entries": 1,
    "expected": 5,
    "field": "points",
    "declaration": "mariannino",
    "first": 0,
    "format": "ladder",
    "found": "nome, cognome",
    "game": 20,
    "games": 3,
    "goes": 1,
    "given": {"tricks": [3, None], "last_trick": 0},
    "hands": 8,
    "host": "192.168.1.20:8080",
    "kind": "penalty",
    "known": 1,
    "last": 4,
    "least": 0,
    "line": 4,
    "metric": "wins",
    "most": 11,
    "must_be": 1,
    "n": 6,
    "name": "il portatile del banco",
    "needed": 6,
    "next": ["hand", "redeal"],
    "number": 2,
    "of": 5,
    "option": "marafona_who",
    "pages": 32,
    "place": 5,
    "players": 3,
    "prizes": 41,
    "timing": "leader",
    "trick": 3,
    "tricks": 9,
    "passes": 2,
    "player": "Anna Rossi",
    "plays": 39,
    "points": 119,
    "port": 443,
    "problem": "points: wrong type",
    "planned": 8,
    "room": 6,
    "round": 4,
    "rounds": 5,
    "rows": 27,
    "seat": 2,
    "seed": 3,
    "side": 1,
    "sides": 2,
    "sign": "0",
    "signs": 5,
    "size": 40,
    "sittings": 2,
    "state": "DRAFT",
    "reason": "piove",
    "suit": "C",
    "sum": 13,
    "table": 7,
    "ties": [{"names": ["Rossi–Bianchi", "Neri–Verdi"], "remedy": "play_off"}],
    "times": 2,
    "to": "FINISHED",
    "trump": "X",
    "turn": 2,
    "value": 12,
    "wins": 4,
    "without": "marafona_points",
    "against": 1,
    "among": 3,
    "articles": 41,
    "club": "bar fiume",
    "dated": 4,
    "days": 30,
    "endings": 400,
    "entry": "E7",
    "group": 3,
    "groups": 2,
    "left": 2,
    "losers_round": 2,
    "match": 10,
    "matches": 2,
    "mine": 7,
    "must": 2,
    "one": "E1",
    "other": "E2",
    "over": 12,
    "pairing": "main-1-1",
    "pairings": 3,
    "of_each": 3,
    "label": "1A",
    "rival": 12,
    "row": 3,
    "run": 3,
    "score": [2, 1],
    "scores": "2-1",
    "slots": 2,
    "stage": 2,
    "tables": 16,
    "target": 41,
    "totals": [41, 35],
    "typed": "ciao",
    "types": ["match.exploded"],
    "version": 2,
    "missing": "17, 99",
    "theirs": 5,
    "wait": 60,
    "way": "up",
    "weekday": 7,
    "word": "Albana",
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


@pytest.mark.parametrize("game", [marafon, mariglia, marriages, trionfo])
def test_a_rule_of_the_regulation_is_a_text_or_a_function(game: ModuleType) -> None:
    assert sorted(game.FIXED_RULES.keys() & game.MADE_RULES.keys()) == []


def test_every_game_has_words_for_its_options_records_and_claims() -> None:
    for book in rulebooks():
        words = GAMES[book.name]
        assert words.options.keys() == book.options_model.model_fields.keys()
        assert words.record.keys() == _fields_of(book.record_model)
        claim = book.claim_model.model_fields if book.claim_model else {}
        assert words.claim.keys() == claim.keys()


def _fields_of(record: type[Frozen]) -> set[str]:
    """The fields of a record, and those of the items of its lists."""
    schema = record.model_json_schema()
    items = [model["properties"] for model in schema.get("$defs", {}).values()]
    return {name for fields in (schema["properties"], *items) for name in fields}


def test_every_choice_of_an_option_has_words() -> None:
    for book in rulebooks():
        schema = book.options_model.model_json_schema()["properties"]
        for name, words in GAMES[book.name].options.items():
            one = [schema[name]["const"]] if "const" in schema[name] else []
            assert list(words.choices) == list(map(str, schema[name].get("enum", one)))


def test_every_part_but_what_the_play_gives_has_words() -> None:
    worded = {rule for game in GAMES.values() for rule in game.parts}
    looked_up = {*DECLARATIONS, *BIDS, OWN_CARD}
    assert literals_of("Part") - {"cards", "play"} | looked_up == worded


def test_every_reason_for_a_place_has_words() -> None:
    assert literals_of("Why") <= {*whys.PLACINGS, *whys.PAIRED, *OUTLOOKS}


def test_every_ending_has_words() -> None:
    by_steps = keywords_of("Step", "at_target")
    by_lines = {FORFEIT, AWARDED, DECLARED, MARIANNONE}
    assert literals_of("Ending", at=1) | by_steps | by_lines == whys.ENDINGS.keys()


def test_every_kind_of_line_has_words() -> None:
    others = {"replacement", "call_off", "disqualification", "protest", "decision", "regulation"}
    assert params.KINDS.keys() - others == set(LINES)


def test_a_missing_parameter_is_an_ellipsis() -> None:
    assert Params({"something": 1})["nothing"] == UNKNOWN
