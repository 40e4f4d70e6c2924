"""The games that are known: their options, their records, and the card for a machine."""

from typing import Any

from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.refusals import QueryRefused
from api.rendering import read_json
from api.serializers.rulebooks import (
    RulebookDetailSerializer,
    RulebookListSerializer,
    RulebookSerializer,
    RuleSentencesSerializer,
)
from api.viewsets import ApiViewSet
from kernel.reading import shorten_value
from rules.registry import AnyRulebook, UnknownGame, rulebook, rulebooks
from tournaments.refusals import NotFound
from wording.regulation import word_match_regulation

LONGEST_OPTIONS = 2000
OPTIONS = OpenApiParameter(
    "options",
    OpenApiTypes.STR,
    description="A JSON object with the options that differ from the defaults.",
)


class RulebookViewSet(ApiViewSet):
    """The games, in the reader's language."""

    permission_classes = (ReadOnlyTokensRead,)
    lookup_url_kwarg = "name"
    lookup_value_converter = "slug"
    query_parameters = {"card": ("options",), "regulation": ("options",)}
    may_refuse_with = {"card": (422,), "regulation": (422,)}
    serializer_class = RulebookSerializer
    serializer_classes = {"retrieve": RulebookDetailSerializer}
    pagination_class = None
    filter_backends = ()

    @extend_schema(operation_id="rulebooks_list", responses=RulebookListSerializer)
    def list(self, request: Request) -> Response:
        """All games."""
        return Response(RulebookListSerializer({"results": rulebooks()}).data)

    def retrieve(self, request: Request, name: str) -> Response:
        """One game, with JSON schemas and its texts."""
        return Response(self.get_serializer(find_rulebook(name)).data)

    @extend_schema(parameters=[OPTIONS], responses=OpenApiTypes.OBJECT)
    @action(detail=True)
    def card(self, request: Request, name: str) -> Response:
        """The rulebook under given options as data: steps in order, each a table. A pad evaluates
        them offline; the check by the server is authoritative."""
        book = find_rulebook(name)
        return Response(book.build_card(book.read_options(read_options(request))))

    @extend_schema(parameters=[OPTIONS], responses=RuleSentencesSerializer)
    @action(detail=True)
    def regulation(self, request: Request, name: str) -> Response:
        """The rules of a game under given options, in the reader's language, for printing."""
        book, options = find_rulebook(name), read_options(request)
        # Read for its refusal: the regulation takes the options as a document.
        book.read_options(options)
        one_game = {"games": [{"game": book.name, "options": options}], "wins": 1}
        # The first sentence is on the match, which is invented here.
        _match, *rules = word_match_regulation(one_game)
        rows = {"language": get_language() or "", "sentences": rules}
        return Response(RuleSentencesSerializer(rows).data)


def read_options(request: Request) -> dict[str, Any]:
    """The options in the address. Raises QueryRefused, BodyUnreadable."""
    text = request.query_params.get("options", "{}")
    if len(text) > LONGEST_OPTIONS:
        raise QueryRefused("options_too_long", most=LONGEST_OPTIONS)
    options = read_json(text)
    if not isinstance(options, dict):
        raise QueryRefused("options_not_an_object")
    return options


def find_rulebook(name: str) -> AnyRulebook:
    """The rulebook of that name. Raises NotFound with the names that there are."""
    try:
        return rulebook(name)
    except UnknownGame as error:
        choices = [book.name for book in rulebooks()]
        raise NotFound("game_not_found", name=shorten_value(name), choices=choices) from error
