"""Codes with their sentences in the reader's language."""

from typing import Any

from rest_framework import serializers

from api.fields import ObjectField


class SentenceSerializer(serializers.Serializer[Any]):
    """A code with parameters, and its sentence in the reader's language."""

    code = serializers.CharField(help_text="What programs decide by.")
    params = ObjectField(help_text="The values that the sentence names.")
    sentence = serializers.CharField(help_text="The sentence for people.")
