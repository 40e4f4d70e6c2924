"""Removes the invisible characters from texts that people write."""

import unicodedata
from collections.abc import Mapping
from typing import Any

from kernel.refusals import Refusal


class TextTooLong(Refusal):
    """A text is longer than its column; nothing was written."""

    code = "too_long"
    status = 422

    def __init__(self, field: str, most: int) -> None:
        super().__init__(most=most)
        self.params = {"field": field, "most": most}


_INVISIBLE = "Cf"
"""The Unicode category of zero-width and bidirectional characters (“format”)."""
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Signs of other categories that show nothing either: the grapheme joiner, the fillers of Hangul,
the inherent vowels of Khmer, and the empty pattern of Braille."""
_ONLY_BESIDE_OTHERS = "MZC"
"""The first letters of the categories of marks, separators and control characters: a text of these
alone shows nothing."""


def strip_invisible(text: str) -> str:
    """A text without zero-width, bidirectional and blank characters. They come along when a text is
    pasted, and they make two different names look the same. Accents get one encoding (NFC). Empty
    if nothing of it would be seen."""
    if text.isascii():
        return text
    normalized = unicodedata.normalize("NFC", text)
    kept: list[str] = []
    is_seen = False
    for sign in normalized:
        category = unicodedata.category(sign)
        if category != _INVISIBLE and sign not in _BLANK:
            kept.append(sign)
            is_seen = is_seen or category[0] not in _ONLY_BESIDE_OTHERS
    if not is_seen:
        return ""
    # A form has stripped the text, but a space may have stood behind an invisible character.
    return "".join(kept).strip()


_APOSTROPHES = str.maketrans("’ʼ‘`´", "'''''")


def fold_text(text: str) -> str:
    """A text for searching and sorting: without capitals and accents, with one kind of apostrophe.
    Nicolò is found as NICOLO, Dall’Ara as dall'ara."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.translate(_APOSTROPHES))
    plain = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return plain.casefold()


MOST_WORDS = 5
"""The words of a search that are looked for."""


def split_search(sought: str) -> list[str]:
    """The folded words of a search. Labels can be copied as they are shown: the dot of an initial
    (“Pirini F.”) and the dash between two names are no part of a word."""
    # PostgreSQL knows no text with a NUL.
    folded_text = fold_text(sought).replace("\0", " ")
    words = [word.strip(".,;–—-") for word in folded_text.split()]
    return [word for word in words if word][:MOST_WORDS]


def strip_invisible_values(document: Any) -> Any:
    """A JSON document with ``strip_invisible`` applied to every text in it except the keys."""
    if isinstance(document, str):
        return strip_invisible(document)
    if isinstance(document, Mapping):
        return {key: strip_invisible_values(value) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [strip_invisible_values(value) for value in document]
    return document
