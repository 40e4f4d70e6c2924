"""The games that are known: their options, their records, and the card for a machine."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.refusals import QueryRefused
from api.rendering import read_json
from api.resource import Resource
from rules.registry import AnyRulebook, rulebooks
from tournaments.refusals import NotFound
from wording.games import words_of
from wording.games.contract import FieldWords, GameWords, OptionWords
from wording.regulation import regulation_of

LONGEST_OPTIONS = 2000
OPTIONS = OpenApiParameter(
    "options",
    OpenApiTypes.STR,
    description="A JSON object with the options that differ from the defaults.",
)


class RulebookNameDocument(TypedDict):
    """A game by its name in the notation; ``turn``: what the seat of the turn does (calls, deals,
    …)."""

    name: str
    seats: int
    sides: int
    turn: str


class WordsDocument(TypedDict):
    """The texts of a field or an option: its label, its help, its choices by value, the text for an
    empty value, and the question for the side whose number it is."""

    label: str
    help: str
    choices: dict[str, str]
    nothing: str
    ask: str


class GameWordsDocument(TypedDict):
    """A game in the reader's language. ``parts`` are what gives points beside the cards."""

    name: str
    options: dict[str, WordsDocument]
    record: dict[str, WordsDocument]
    claim: dict[str, WordsDocument]
    parts: dict[str, str]


class RulebookDocument(RulebookNameDocument):
    """A game in words, and with JSON schemas: of its options (a club's house rules), of the record
    of a hand, of a hand as a whole play, and of a claim where the game knows any."""

    defaults: dict[str, Any]
    options: dict[str, Any]
    record: dict[str, Any]
    play: dict[str, Any]
    claim: dict[str, Any] | None
    words: GameWordsDocument


class RulebookListDocument(TypedDict):
    results: list[RulebookNameDocument]


class Rulebooks(Resource):
    """All games."""

    @extend_schema(operation_id="rulebooks_list", responses=RulebookListDocument)
    def get(self, request: Request) -> Response:
        return Response(
            RulebookListDocument(results=[_name_document(book) for book in rulebooks()])
        )


class RulebookDetail(Resource):
    """One game."""

    @extend_schema(responses=RulebookDocument)
    def get(self, request: Request, name: str) -> Response:
        return Response(_rulebook_document(book_named(name)))


class RulebookCard(Resource):
    """The rulebook under given options as data: steps in order, each a table. A pad evaluates them
    offline; the check by the server is authoritative."""

    may_refuse_with = {"GET": (422,)}

    @extend_schema(
        parameters=[OPTIONS],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, name: str) -> Response:
        book = book_named(name)
        return Response(book.card(book.options(read_options(request))))


class RegulationDocument(TypedDict):
    """The rules as they are printed, a sentence each, in the order in which one needs them."""

    language: str
    sentences: list[str]


class RulebookRegulation(Resource):
    """The rules of a game under given options, in the reader's language, for printing."""

    may_refuse_with = {"GET": (422,)}

    @extend_schema(parameters=[OPTIONS], responses=RegulationDocument)
    def get(self, request: Request, name: str) -> Response:
        book, options = book_named(name), read_options(request)
        book.options(options)
        one_game = {"games": [{"game": book.name, "options": options}], "wins": 1}
        _match, *rules = regulation_of(one_game)
        return Response(regulation_document(rules))


def regulation_document(sentences: Iterable[str]) -> RegulationDocument:
    return RegulationDocument(language=get_language() or "", sentences=list(sentences))


def read_options(request: Request) -> dict[str, Any]:
    """The options in the address. Raises QueryRefused, BodyUnreadable."""
    text = request.query_params.get("options", "{}")
    if len(text) > LONGEST_OPTIONS:
        raise QueryRefused("options_too_long", most=LONGEST_OPTIONS)
    options = read_json(text)
    if not isinstance(options, dict):
        raise QueryRefused("options_not_an_object")
    return options


def book_named(name: str) -> AnyRulebook:
    """The rulebook of that name. Raises NotFound."""
    book = next((book for book in rulebooks() if book.name == name), None)
    if book is None:
        raise NotFound
    return book


def _name_document(book: AnyRulebook) -> RulebookNameDocument:
    return RulebookNameDocument(
        name=book.name, seats=book.seats(book.options({})), sides=book.sides, turn=book.turn_word
    )


def _rulebook_document(book: AnyRulebook) -> RulebookDocument:
    claim = book.claim_model
    return RulebookDocument(
        **_name_document(book),
        defaults=book.options({}).model_dump(mode="json"),
        options=book.options_model.model_json_schema(),
        record=book.record_model.model_json_schema(),
        play=book.play_model.model_json_schema(),
        claim=None if claim is None else claim.model_json_schema(),
        words=_make_words_document(words_of(book.name)),
    )


def _make_words_document(game: GameWords) -> GameWordsDocument:
    return GameWordsDocument(
        name=str(game.name),
        options={name: _make_option_document(words) for name, words in game.options.items()},
        record={name: _make_field_document(words) for name, words in game.record.items()},
        claim={name: _make_field_document(words) for name, words in game.claim.items()},
        parts={name: str(words) for name, words in game.parts.items()},
    )


def _make_option_document(words: OptionWords) -> WordsDocument:
    return WordsDocument(
        label=str(words.label), help=str(words.help), choices=_choices(words), nothing="", ask=""
    )


def _make_field_document(words: FieldWords) -> WordsDocument:
    return WordsDocument(
        label=str(words.label),
        help=str(words.help),
        choices=_choices(words),
        nothing=str(words.nothing),
        ask=str(words.ask),
    )


def _choices(words: OptionWords | FieldWords) -> dict[str, str]:
    return {str(value): str(said) for value, said in words.choices.items()}
