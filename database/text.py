"""Texts that people write, without the signs that nobody sees."""

import unicodedata
from collections.abc import Mapping
from typing import Any


class TextTooLong(Exception):
    """A text has more signs than its column takes; nothing was written."""

    code = "too_long"
    violations: tuple[()] = ()

    def __init__(self, field: str, most: int) -> None:
        super().__init__(field, most)
        self.params: Mapping[str, Any] = {"field": field, "most": most}


_INVISIBLE = "Cf"
"""The Unicode category of zero-width and bidirectional signs."""


def strip_invisible(text: str) -> str:
    """A text without zero-width and bidirectional signs, which come along when a text is pasted,
    and with which one name could look like another; accents in one encoding (NFC)."""
    if text.isascii():
        return text
    plain = unicodedata.normalize("NFC", text)
    return "".join(sign for sign in plain if unicodedata.category(sign) != _INVISIBLE).strip()


def strip_invisible_values(document: Any) -> Any:
    """A JSON document with ``strip_invisible`` applied to every text in it, keys excepted."""
    if isinstance(document, str):
        return strip_invisible(document)
    if isinstance(document, Mapping):
        return {key: strip_invisible_values(value) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [strip_invisible_values(value) for value in document]
    return document
