"""``python -m rules replay [FILE]`` and ``legal [FILE]``: the notation's documents, answered."""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from kernel.json_lines import Document, run
from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from rules.registry import AnyRulebook, rulebook

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


if __name__ == "__main__":
    sys.exit(run({"replay": replay, "legal": legal}))
