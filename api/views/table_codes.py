"""The codes of an event's tables, for its organizers."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.reading import finding_member
from api.serializers.table_codes import (
    NewTableCodesSerializer,
    TableCodeListSerializer,
    TableCodeSerializer,
)
from api.viewsets import ApiViewSet, now
from tournaments.models import TableCode
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.hall.tables import get_table_code, list_table_codes
from tournaments.selectors.stages.stages import get_round
from tournaments.services.hall.table_codes import make_codes, revoke_codes


class EventTableCodeViewSet(ListModelMixin, ApiViewSet):
    """The codes in force at an event."""

    lookup_url_kwarg = "code_id"
    may_refuse_with = {"list": (403,)}
    without_address = ("create",)
    serializer_class = TableCodeSerializer
    serializer_classes = {"create": NewTableCodesSerializer}
    queryset = TableCode.objects.none()

    def get_queryset(self) -> QuerySet[TableCode]:
        return list_table_codes(self.actor, get_visible_event(self.actor, self.kwargs["event_id"]))

    @extend_schema(responses={201: TableCodeListSerializer})
    def create(self, request: Request, event_id: UUID) -> Response:
        """Makes new codes; previous codes of these tables for the same round are revoked."""
        event = get_visible_event(self.actor, event_id)
        body: dict[str, Any] = self.read_body()
        # Without a round the codes hold for the whole event.
        with finding_member("round"):
            round_ = None if body["round"] is None else get_round(event, body["round"])
        new_codes = make_codes(
            event=event,
            round=round_,
            tables=body["tables"],
            actor=self.actor,
            now=now(),
        )
        return Response(TableCodeListSerializer({"results": new_codes}).data, 201)


class TableCodeViewSet(ApiViewSet):
    """A code of a table."""

    permission_classes = (ReadOnlyTokensRead,)
    lookup_url_kwarg = "code_id"
    serializer_class = TableCodeSerializer
    queryset = TableCode.objects.none()

    def retrieve(self, request: Request, code_id: int) -> Response:
        """One code."""
        return Response(self.make_document(get_table_code(self.actor, code_id)))

    def destroy(self, request: Request, code_id: int) -> Response:
        """Revokes a code at once; the tokens of its phones become invalid."""
        code = get_table_code(self.actor, code_id)
        revoke_codes(codes=[code], event=code.event, actor=self.actor, now=now())
        return Response(status=204)
