"""The games that are known: their options, their records, and the card for a machine."""

from typing import Any

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

LONGEST_OPTIONS = 2000


class RulebookNameDocument(TypedDict):
    """A game by the word of the notation; ``turn`` is what the seat does that a hand goes by."""

    name: str
    seats: int
    sides: int
    turn: str


class RulebookDocument(RulebookNameDocument):
    """A game with JSON schemas: of its options (a club's house rules), of the record of a hand, of
    a hand as a whole play, and of a claim where the game knows any."""

    defaults: dict[str, Any]
    options: dict[str, Any]
    record: dict[str, Any]
    play: dict[str, Any]
    claim: dict[str, Any] | None


class RulebookListDocument(TypedDict):
    results: list[RulebookNameDocument]


class Rulebooks(Resource):
    """All games there are."""

    @extend_schema(operation_id="rulebooks_list", responses=RulebookListDocument)
    def get(self, request: Request) -> Response:
        return Response(RulebookListDocument(results=[_named(book) for book in rulebooks()]))


class RulebookDetail(Resource):
    """One game."""

    @extend_schema(responses=RulebookDocument)
    def get(self, request: Request, name: str) -> Response:
        return Response(_described(book_named(name)))


class RulebookCard(Resource):
    """The rulebook under given options as data: steps in order, each a table. A pad walks them by
    itself; the server's check has the last word."""

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "options",
                OpenApiTypes.STR,
                description="A JSON object with the options that differ from the defaults.",
            )
        ],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, name: str) -> Response:
        book = book_named(name)
        text = request.query_params.get("options", "{}")
        if len(text) > LONGEST_OPTIONS:
            raise QueryRefused("options_too_long", most=LONGEST_OPTIONS)
        options = read_json(text)
        if not isinstance(options, dict):
            raise QueryRefused("options_not_an_object")
        return Response(book.card(book.options(options)))


def book_named(name: str) -> AnyRulebook:
    """The rulebook of that name. Raises NotFound."""
    book = next((book for book in rulebooks() if book.name == name), None)
    if book is None:
        raise NotFound
    return book


def _named(book: AnyRulebook) -> RulebookNameDocument:
    return RulebookNameDocument(
        name=book.name, seats=book.seats, sides=book.sides, turn=book.turn_word
    )


def _described(book: AnyRulebook) -> RulebookDocument:
    claim = book.claim_model
    return RulebookDocument(
        **_named(book),
        defaults=book.options({}).model_dump(mode="json"),
        options=book.options_model.model_json_schema(),
        record=book.record_model.model_json_schema(),
        play=book.play_model.model_json_schema(),
        claim=None if claim is None else claim.model_json_schema(),
    )
