"""/rulebooks/: the games, their schemas, and the card under given options."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from jsonschema import Draft202012Validator

from rules.registry import rulebook
from tests.api.client import Program, refused
from tests.factories import make_event


@pytest.fixture
def marafon(anybody: Program) -> Any:
    return anybody.read("rulebooks/marafon/")


def test_all_games_are_listed(anybody: Program) -> None:
    told = anybody.read("rulebooks/")["results"]
    assert {"name": "marafon", "seats": 4, "sides": 2, "turn": "caller"} in told


def test_a_game_has_its_default_options(marafon: Any) -> None:
    assert (marafon["defaults"]["target"], marafon["defaults"]["count"]) == (41, "points")


@pytest.mark.parametrize("what", ["options", "record", "play", "claim"])
def test_its_schemas_are_json_schemas(marafon: Any, what: str) -> None:
    Draft202012Validator.check_schema(marafon[what])


def test_the_schema_of_the_options_takes_the_defaults_and_refuses_others(marafon: Any) -> None:
    schema = Draft202012Validator(marafon["options"])
    schema.validate(marafon["defaults"])
    assert not schema.is_valid(marafon["defaults"] | {"target": 500})


def test_the_schema_of_a_record_takes_a_hand_and_refuses_what_is_none(marafon: Any) -> None:
    schema = Draft202012Validator(marafon["record"])
    schema.validate({"points": [7, None], "last_trick": 0})
    assert not schema.is_valid({"punti": 7})


def test_the_card_is_the_rulebooks_own(anybody: Program) -> None:
    book = rulebook("marafon")
    assert anybody.read("rulebooks/marafon/card/") == book.build_card(book.read_options({}))


def test_the_card_follows_the_options(anybody: Program) -> None:
    options = {"count": "figure", "target": 31}
    told = anybody.read(f"rulebooks/marafon/card/?options={quote(json.dumps(options))}")
    book = rulebook("marafon")
    assert told == book.build_card(book.read_options(options))
    assert told != anybody.read("rulebooks/marafon/card/")


@pytest.mark.parametrize(
    ("options", "status", "code"),
    [
        ("{", 400, "body_unreadable"),
        ("[]", 400, "options_not_an_object"),
        ('{"target": "41"}', 422, "unreadable_by_rules"),
        ('{"colour": 1}', 422, "unreadable_by_rules"),
        ('{"target": 500}', 422, "refused_by_rules"),
        ('{"target": 41, "target": 31}', 400, "name_twice"),
        ('{"x": "' + "x" * 2000 + '"}', 400, "options_too_long"),
    ],
)
def test_options_that_cannot_be_are_refused(
    anybody: Program, options: str, status: int, code: str
) -> None:
    refused(anybody.get(f"rulebooks/marafon/card/?options={quote(options)}"), status, code)


def test_options_at_odds_are_all_named(anybody: Program) -> None:
    options = quote(json.dumps({"target": 500, "marafona_points": 99}))
    answer = anybody.get(f"rulebooks/marafon/card/?options={options}")
    problem = refused(answer, 422, "refused_by_rules")
    fields = [fault["params"]["field"] for fault in problem["violations"]]
    assert fields == ["target", "marafona_points"]


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_regulation_is_printed_in_the_readers_language(anybody: Program, language: str) -> None:
    options = quote(json.dumps({"target": 31}))
    told = anybody.read(
        f"rulebooks/marafon/regulation/?options={options}", accept_language=language
    )
    assert told["language"] == language
    assert len(told["sentences"]) > 3
    assert any("31" in sentence for sentence in told["sentences"])
    assert all(sentence.endswith(".") for sentence in told["sentences"])
    words = {"it": " mano", "en": " hand"}[language]
    assert words in " ".join(told["sentences"])


def test_the_regulation_of_an_event_has_its_match_and_the_rules_of_its_game(
    db: None, anybody: Program
) -> None:
    event = make_event(pairs=2)
    told = anybody.read(f"events/{event.pk}/regulation/", accept_language="en")
    assert "Best of three games to 41." in told["sentences"]
    whole = anybody.read("rulebooks/marafon/regulation/", accept_language="en")["sentences"]
    assert set(whole) < set(told["sentences"])


def test_a_regulation_of_options_that_cannot_be_is_refused(anybody: Program) -> None:
    options = quote(json.dumps({"target": 500}))
    answer = anybody.get(f"rulebooks/marafon/regulation/?options={options}")
    refused(answer, 422, "refused_by_rules")


@pytest.mark.parametrize(
    "path", [f"rulebooks/poker/{part}" for part in ("", "card/", "regulation/")]
)
def test_an_unknown_game_is_answered_with_those_that_are_known(anybody: Program, path: str) -> None:
    problem = refused(anybody.get(path, accept_language="it"), 404, "game_not_found")
    names = [row["name"] for row in anybody.read("rulebooks/")["results"]]
    assert problem["params"] == {"name": "poker", "choices": names}
    assert problem["title"].startswith("Non esiste il gioco “poker”. Ci sono: marafon, ")
