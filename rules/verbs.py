"""The verbs of the command line: documents of the notation, answered by the rulebooks."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any

from kernel.json_lines import Document, Verb
from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from rules.registry import RULEBOOKS, AnyRulebook, rulebook

Question = Callable[[AnyRulebook, Document, Any], Any]
"""Asks a rulebook about the rest of a document, under options."""


class Envelope(Frozen):
    """What every document has, whatever its game."""

    game: str
    options: dict[str, Any] = {}


def replay(document: Document) -> Mapping[str, Any]:
    """The result of a hand, as far as it was played."""
    result = _ask(document, lambda book, rest, options: book.replay(rest, options))
    return {"legal": True, **result}


def legal(document: Document) -> Mapping[str, Any]:
    """The cards that may be played."""
    return {"legal": _ask(document, lambda book, rest, options: book.legal(rest, options))}


def _ask(document: Document, question: Question) -> Any:
    envelope = read(
        Envelope, {name: document[name] for name in Envelope.model_fields if name in document}
    )
    rest = {name: value for name, value in document.items() if name not in Envelope.model_fields}
    book = rulebook(envelope.game)
    try:
        options = book.options(envelope.options)
    except Refused:
        # A document that cannot be read has no answer, whatever its options are.
        with suppress(Refused):
            question(book, rest, book.options({}))
        raise
    return question(book, rest, options)


def replay_schema() -> Mapping[str, Any]:
    """One schema a game: the play of a hand has other fields in each."""
    return {"oneOf": [_schema_of(book, book.play_model) for book in RULEBOOKS.values()]}


def legal_schema() -> Mapping[str, Any]:
    """One schema a game."""
    return {"oneOf": [_schema_of(book, book.moment_model) for book in RULEBOOKS.values()]}


def _schema_of(book: AnyRulebook, model: type[Frozen]) -> Mapping[str, Any]:
    """The schema of a model with the envelope of the game around it."""
    schema = model.model_json_schema()
    options = book.options_model.model_json_schema()
    definitions = {**schema.pop("$defs", {}), **options.pop("$defs", {})}
    envelope = {"game": {"const": book.name}, "options": options}
    return {
        **schema,
        "title": book.name,
        "properties": {**envelope, **schema["properties"]},
        "required": ["game", *schema.get("required", [])],
        **({"$defs": definitions} if definitions else {}),
    }


def replay_example() -> Document:
    """A whole hand of Marafon by simulated players."""
    book = rulebook("marafon")
    play = book.simulate(Random(1), book.options({}), 0)  # noqa: S311  (no secret)
    return {"game": book.name, "options": {}, **play}


def legal_example() -> Document:
    """The led suit has to be followed."""
    moment = {"trump": "S", "hand": ["3D", "AD", "7S"], "table": ["4D"]}
    return {"game": "marafon", "options": {}, **moment}


VERBS = {
    "replay": Verb(
        replay, "the result of a hand, as far as it was played", replay_schema, replay_example
    ),
    "legal": Verb(legal, "the cards that may be played", legal_schema, legal_example),
}
