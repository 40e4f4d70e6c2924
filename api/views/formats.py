"""The formats of play, with what can be chosen in each."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.serializers.formats import (
    FormatDetailSerializer,
    FormatListSerializer,
    FormatSerializer,
)
from api.viewsets import ApiViewSet
from competition.formats import FORMATS, formats
from kernel.reading import shorten_value
from tournaments.refusals import NotFound


class FormatViewSet(ApiViewSet):
    """The formats of play, in the reader's language."""

    permission_classes = (ReadOnlyTokensRead,)
    lookup_url_kwarg = "format_name"
    lookup_value_converter = "slug"
    serializer_class = FormatSerializer
    serializer_classes = {"retrieve": FormatDetailSerializer}
    pagination_class = None
    filter_backends = ()

    @extend_schema(operation_id="formats_list", responses=FormatListSerializer)
    def list(self, request: Request) -> Response:
        """All formats of play."""
        return Response(FormatListSerializer({"results": formats()}).data)

    def retrieve(self, request: Request, format_name: str) -> Response:
        """One format, with the JSON Schema of its options."""
        if format_name not in FORMATS:
            name = shorten_value(format_name)
            raise NotFound("format_not_found", name=name, choices=list(FORMATS))
        return Response(self.get_serializer(FORMATS[format_name]).data)
