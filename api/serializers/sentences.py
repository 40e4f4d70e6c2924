"""Codes with their sentences in the reader's language."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field
from rest_framework import serializers
from typing_extensions import TypedDict

from api.fields import ObjectField
from wording.sentences import sentence
from wording.whys import describe_pairing


class SentenceSerializer(serializers.Serializer[Any]):
    """A code with parameters, and its sentence in the reader's language."""

    code = serializers.CharField(help_text="What programs decide by.")
    params = ObjectField(help_text="The values that the sentence names.")
    sentence = serializers.CharField(help_text="The sentence for people.")


class SentenceDocument(TypedDict):
    """A code with parameters, and its sentence in the reader's language."""

    code: Annotated[str, Field(description="The code, for programs.")]
    params: Annotated[
        dict[str, Any],
        Field(description="The parameters of the code, as the catalogue of codes has them."),
    ]
    sentence: Annotated[str, Field(description="The same for people, in the reader's language.")]


def make_sentence_document(code: str, params: Mapping[str, Any]) -> SentenceDocument:
    return SentenceDocument(code=code, params=dict(params), sentence=sentence(code, params))


def make_reason_document(why: Mapping[str, Any] | None) -> SentenceDocument | None:
    """Why two entries meet, with its sentence; None if there is no reason."""
    if not why:
        return None
    code, params = why["code"], why["params"]
    return SentenceDocument(code=code, params=params, sentence=describe_pairing(code, params))
