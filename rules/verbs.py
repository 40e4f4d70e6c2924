"""The verbs ``replay`` and ``legal`` of the command line, answered by the rulebooks."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from kernel.json_lines import Document, Verb
from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from rules.registry import RULEBOOKS, AnyRulebook, rulebook

RulebookCall = Callable[[AnyRulebook, Document, Any], Any]
"""Calls a rulebook with a document without its envelope, and with options."""


class Envelope(Frozen):
    """The fields that documents of all games have."""

    game: str
    options: dict[str, Any] = {}


def replay(document: Document) -> Mapping[str, Any]:
    """The result of a hand, as far as it was played."""
    result = _call_rulebook(document, lambda book, fields, options: book.replay(fields, options))
    return {"legal": True, **result}


def legal(document: Document) -> Mapping[str, Any]:
    """The cards that may be played."""
    cards = _call_rulebook(
        document, lambda book, fields, options: book.list_legal_cards(fields, options)
    )
    return {"legal": cards}


def _call_rulebook(document: Document, call: RulebookCall) -> Any:
    envelope_fields, fields = {}, {}
    for name, value in document.items():
        if name in Envelope.model_fields:
            envelope_fields[name] = value
        else:
            fields[name] = value
    envelope = read(Envelope, envelope_fields)
    book = rulebook(envelope.game)
    try:
        options = book.read_options(envelope.options)
    except Refused:
        # A document that cannot be read is unreadable, even if its options are refused too. So it
        # is read under the default options, which raises Unreadable if it is.
        with suppress(Refused):
            call(book, fields, book.read_options({}))
        raise
    return call(book, fields, options)


def replay_schema() -> Mapping[str, Any]:
    """One schema for each game: the play of a hand has different fields in each."""
    return {"oneOf": [_build_schema(book, book.play_model) for book in RULEBOOKS.values()]}


def legal_schema() -> Mapping[str, Any]:
    """One schema for each game."""
    return {"oneOf": [_build_schema(book, book.moment_model) for book in RULEBOOKS.values()]}


def _build_schema(book: AnyRulebook, model: type[Frozen]) -> Mapping[str, Any]:
    """The schema of a model with the envelope of the game around it."""
    schema = model.model_json_schema()
    options_schema = book.options_model.model_json_schema()
    # References into ``$defs`` are absolute, so both definitions move to the top.
    definitions = {**schema.pop("$defs", {}), **options_schema.pop("$defs", {})}
    envelope = {"game": {"const": book.name}, "options": options_schema}
    whole_schema = {
        **schema,
        "title": book.name,
        "properties": {**envelope, **schema["properties"]},
        "required": ["game", *schema.get("required", [])],
    }
    if definitions:
        whole_schema["$defs"] = definitions
    return whole_schema


def replay_example() -> Document:
    """A whole hand of Marafon by simulated players."""
    book = rulebook("marafon")
    play = book.simulate(Random(1), book.read_options({}), 0)  # noqa: S311  (no secret)
    return {"game": book.name, "options": {}, **play}


def legal_example() -> Document:
    """A hand that must follow the suit led."""
    moment = {"trump": "S", "hand": ["3D", "AD", "7S"], "table": ["4D"]}
    return {"game": "marafon", "options": {}, **moment}


VERBS = {
    "replay": Verb(
        replay, "the result of a hand, as far as it was played", replay_schema, replay_example
    ),
    "legal": Verb(legal, "the cards that may be played", legal_schema, legal_example),
}
