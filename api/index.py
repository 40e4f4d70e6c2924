"""The root of the API: its resources, its schema, its documentation."""

from functools import cache
from threading import Lock
from typing import Annotated, Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

import api.schema_extensions  # noqa: F401  (registers what the document needs)
from api.authentication import ReadOnlyTokensRead
from api.rendering import render_json
from api.resource import Resource


class IndexDocument(TypedDict):
    """The entry point: the addresses of the other resources."""

    events: Annotated[str, Field(description="The address of the events.")]
    clubs: Annotated[str, Field(description="The address of the clubs.")]
    rulebooks: Annotated[str, Field(description="The address of the games.")]
    formats: Annotated[str, Field(description="The address of the formats of play.")]
    schema: Annotated[str, Field(description="The address of the OpenAPI document.")]
    docs: Annotated[str, Field(description="The address of the documentation.")]


class Index(Resource):
    """The entry point: the addresses of the other resources."""

    @extend_schema(responses=IndexDocument)
    def get(self, request: Request) -> Response:
        return Response(
            IndexDocument(
                events=reverse("api:event-list"),
                clubs=reverse("api:club-list"),
                rulebooks=reverse("api:rulebook-list"),
                formats=reverse("api:format-list"),
                schema=reverse("api:schema"),
                docs=reverse("api:docs"),
            )
        )


_making_schema = Lock()


def schema() -> bytes:
    """The OpenAPI document, made once a process: it depends on the code alone."""
    # The generator keeps what it is looking at on the views: two threads would disturb each other.
    with _making_schema:
        return make_schema()


@cache
def make_schema() -> bytes:
    """The document for ``schema``, of the formats and games that are registered."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    with override("en"):
        return render_json(generator.get_schema(public=True))  # type: ignore[no-untyped-call]


class Schema(Resource):
    """This API in OpenAPI 3.1."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(schema(), content_type="application/vnd.oai.openapi+json")


class Docs(SpectacularSwaggerSplitView):
    """The documentation to click through. Its script comes from an address of its own: the
    content policy allows none inside a page."""

    url_name = "api:schema"
    template_name = "api/docs.html"

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        # As the other addresses: the framework would answer with a description of the view.
        return HttpResponse(status=204)


class Unknown(Resource):
    """Any other address: a problem document too."""

    permission_classes = (ReadOnlyTokensRead,)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        raise Http404

    # For every method: 405 would mean that the address is there.
    post = put = patch = delete = get

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        return self.get(request)
