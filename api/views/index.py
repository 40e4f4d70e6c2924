"""The root of the API: its resources, its schema, its documentation."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_serializer
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.openapi.document import schema
from api.viewsets import ApiView


@extend_schema_serializer(component_name="IndexDocument")
class IndexSerializer(serializers.Serializer[Any]):
    """The entry point: the addresses of the other resources."""

    events = serializers.CharField(help_text="The address of the events.")
    clubs = serializers.CharField(help_text="The address of the clubs.")
    rulebooks = serializers.CharField(help_text="The address of the games.")
    formats = serializers.CharField(help_text="The address of the formats of play.")
    schema = serializers.CharField(help_text="The address of the OpenAPI document.")
    docs = serializers.CharField(help_text="The address of the documentation.")


class IndexView(ApiView):
    """The entry point: the addresses of the other resources."""

    @extend_schema(responses=IndexSerializer)
    def get(self, request: Request) -> Response:
        addresses = {
            "events": reverse("api:event-list"),
            "clubs": reverse("api:club-list"),
            "rulebooks": reverse("api:rulebook-list"),
            "formats": reverse("api:format-list"),
            "schema": reverse("api:schema"),
            "docs": reverse("api:docs"),
        }
        return Response(addresses)


class SchemaView(ApiView):
    """This API in OpenAPI 3.1."""

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(schema(), content_type="application/vnd.oai.openapi+json")


class DocsView(SpectacularSwaggerSplitView):
    """The documentation to click through. Its script comes from an address of its own: the
    content policy allows none inside a page."""

    url_name = "api:schema"
    template_name = "api/docs.html"

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        # As the other addresses: the framework would answer with a description of the view.
        return HttpResponse(status=204)


class UnknownView(ApiView):
    """Any other address: a problem document too."""

    permission_classes = (ReadOnlyTokensRead,)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        raise Http404

    # For every method: 405 would mean that the address is there.
    post = put = patch = delete = get

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        return self.get(request)
