"""The regulation of an event, in sentences."""

from collections.abc import Mapping
from typing import Any

from rules.registry import rulebook
from wording.formats import match_words
from wording.games import words_of


def regulation_of(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The format of the match, then the rules of its game in the order one needs them.

    Games of one match that differ only in their target share their rules."""
    first = document["games"][0]
    book = rulebook(first["game"])
    words = words_of(book.name)
    rules = book.regulation(book.options(first.get("options", {})))
    same = len({str(game.get("options", {}).get("target")) for game in document["games"]}) == 1
    return (
        match_words(document),
        *(words.rules[rule.code](rule.params) for rule in rules if same or rule.code != "target"),
    )
