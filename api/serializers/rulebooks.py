"""The games: their names, their JSON schemas, and their texts."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from api.fields import ObjectField
from api.serializers.formats import SCHEMA, ChoiceWordsSerializer
from rules.registry import AnyRulebook
from wording.games import find_game_words
from wording.games.contract import FieldWords, OptionWords


class RulebookSerializer(serializers.Serializer[AnyRulebook]):
    """A game by its name in the notation."""

    name = serializers.CharField(help_text="Its name in the notation.")
    seats = serializers.SerializerMethodField(help_text="How many players a table has.")
    sides = serializers.IntegerField(help_text="How many sides play against each other.")
    turn = serializers.CharField(
        source="turn_word", help_text="What the seat of the turn does: calls, deals, …"
    )

    def get_seats(self, book: AnyRulebook) -> int:
        return book.seats(book.read_options({}))


@extend_schema_serializer(many=False)
class RulebookListSerializer(serializers.Serializer[Any]):
    """All games."""

    results = RulebookSerializer(many=True, help_text="The games.")


class WordsSerializer(ChoiceWordsSerializer):
    """The texts of a field or an option."""

    nothing = serializers.CharField(help_text="The text for an empty value.")
    ask = serializers.CharField(help_text="The question for the side whose number it is.")


class GameWordsSerializer(serializers.Serializer[Any]):
    """The texts of a game in the reader's language."""

    name = serializers.CharField(help_text="Its name.")
    options = serializers.DictField(
        child=WordsSerializer(), help_text="The texts of the options, by name."
    )
    record = serializers.DictField(
        child=WordsSerializer(), help_text="The texts of the fields of a hand's record, by name."
    )
    claim = serializers.DictField(
        child=WordsSerializer(), help_text="The texts of the fields of a claim, by name."
    )
    parts = serializers.DictField(
        child=serializers.CharField(), help_text="What gives points beside the cards."
    )


class RulebookDetailSerializer(RulebookSerializer):
    """A game with its JSON schemas and its texts."""

    defaults = serializers.SerializerMethodField(help_text="The options with their defaults.")
    options = serializers.SerializerMethodField(
        help_text="The JSON Schema of the options (a club's house rules)."
    )
    record = serializers.SerializerMethodField(help_text="The JSON Schema of a hand's record.")
    play = serializers.SerializerMethodField(help_text="The JSON Schema of a hand as a whole play.")
    claim = serializers.SerializerMethodField(
        help_text="The JSON Schema of a claim; null if the game has no claims."
    )
    words = serializers.SerializerMethodField(help_text="Its texts in the reader's language.")

    @extend_schema_field(ObjectField)
    def get_defaults(self, book: AnyRulebook) -> dict[str, Any]:
        return dict(book.read_options({}).model_dump(mode="json"))

    @extend_schema_field(SCHEMA)
    def get_options(self, book: AnyRulebook) -> dict[str, Any]:
        return dict(book.options_model.model_json_schema())

    @extend_schema_field(SCHEMA)
    def get_record(self, book: AnyRulebook) -> dict[str, Any]:
        return dict(book.record_model.model_json_schema())

    @extend_schema_field(SCHEMA)
    def get_play(self, book: AnyRulebook) -> dict[str, Any]:
        return dict(book.play_model.model_json_schema())

    @extend_schema_field({**SCHEMA, "type": ["object", "null"]})
    def get_claim(self, book: AnyRulebook) -> dict[str, Any] | None:
        if book.claim_model is None:
            return None
        return dict(book.claim_model.model_json_schema())

    @extend_schema_field(GameWordsSerializer)
    def get_words(self, book: AnyRulebook) -> dict[str, Any]:
        game = find_game_words(book.name)
        return {
            "name": str(game.name),
            "options": _describe_all(game.options),
            "record": _describe_all(game.record),
            "claim": _describe_all(game.claim),
            "parts": {name: str(words) for name, words in game.parts.items()},
        }


class RuleSentencesSerializer(serializers.Serializer[Any]):
    """The rules as they are printed, a sentence each, in the order in which one needs them."""

    language = serializers.CharField(help_text="The language of the sentences.")
    sentences = serializers.ListField(
        child=serializers.CharField(), help_text="The rules, a sentence each."
    )


def _describe_all(words_by_name: Mapping[str, OptionWords | FieldWords]) -> dict[str, Any]:
    """Options or fields in words, by name."""
    documents = {}
    for name, words in words_by_name.items():
        document = {
            "label": str(words.label),
            "help": str(words.help),
            "choices": {str(value): str(text) for value, text in words.choices.items()},
            "nothing": "",
            "ask": "",
        }
        if isinstance(words, FieldWords):
            document |= {"nothing": str(words.nothing), "ask": str(words.ask)}
        documents[name] = document
    return documents
