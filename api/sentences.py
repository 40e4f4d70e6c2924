"""Codes with their sentences."""

from collections.abc import Mapping
from typing import Any

from typing_extensions import TypedDict

from wording.sentences import sentence


class SentenceDocument(TypedDict):
    """A code with parameters, and its sentence in the reader's language."""

    code: str
    params: dict[str, Any]
    sentence: str


def make_sentence_document(code: str, params: Mapping[str, Any]) -> SentenceDocument:
    return SentenceDocument(code=code, params=dict(params), sentence=sentence(code, params))
