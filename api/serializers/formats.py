"""The formats of play: what they are, and what can be chosen in each."""

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from api.documents import FormatOptionsField
from competition.formats.contract import Format
from wording.formats import FORMATS

SCHEMA = {"type": "object", "description": "A JSON Schema (2020-12).", "additionalProperties": True}


class ChoiceWordsSerializer(serializers.Serializer[Any]):
    """The texts of an option: its label, its help, and its choices by value."""

    label = serializers.CharField(help_text="The label of its field.")  # type: ignore[assignment]
    help = serializers.CharField(help_text="What it means.")
    choices = serializers.DictField(
        child=serializers.CharField(), help_text="The texts of its values, where they are few."
    )


class FormatSerializer(serializers.Serializer[Format[Any]]):
    """A format of play."""

    name = serializers.CharField(help_text="Its name in the notation.")
    label = serializers.SerializerMethodField(  # type: ignore[assignment]
        help_text="Its name in the reader's language."
    )
    summary = serializers.SerializerMethodField(help_text="What it is, in one sentence.")
    needs_a_winner = serializers.BooleanField(help_text="Whether every match needs a winner.")
    least = serializers.IntegerField(help_text="The fewest entries of a group.")
    most = serializers.IntegerField(help_text="The most entries of a group.")
    metrics = serializers.ListField(
        child=serializers.CharField(),
        help_text="The metrics that rank it by default; empty if the bracket decides the places.",
    )

    def get_label(self, play: Format[Any]) -> str:
        return str(FORMATS[play.name].name)

    def get_summary(self, play: Format[Any]) -> str:
        return str(FORMATS[play.name].summary)


@extend_schema_serializer(many=False)
class FormatListSerializer(serializers.Serializer[Any]):
    """All formats of play."""

    results = FormatSerializer(many=True, help_text="The formats, in the order of the wizard.")


class FormatDetailSerializer(FormatSerializer):
    """A format of play with its options."""

    defaults = serializers.SerializerMethodField(help_text="The options with their defaults.")
    options = serializers.SerializerMethodField(help_text="The JSON Schema of the options.")
    words = serializers.SerializerMethodField(help_text="The texts of the options, by name.")

    @extend_schema_field(FormatOptionsField)
    def get_defaults(self, play: Format[Any]) -> dict[str, Any]:
        return dict(play.options({}).model_dump(mode="json"))

    @extend_schema_field(SCHEMA)
    def get_options(self, play: Format[Any]) -> dict[str, Any]:
        return dict(play.options_model.model_json_schema())

    @extend_schema_field(serializers.DictField(child=ChoiceWordsSerializer()))
    def get_words(self, play: Format[Any]) -> dict[str, Any]:
        texts: dict[str, Any] = {}
        for name, words in FORMATS[play.name].options.items():
            # The names of JSON members are texts, also where a choice is a number.
            choices = {str(value): str(text) for value, text in words.choices.items()}
            texts[name] = {
                "label": str(words.label),
                "help": str(words.help),
                "choices": choices,
            }
        return texts
