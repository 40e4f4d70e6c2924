"""The prizes of an event, and who has them."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.fresh import answer_document, get_event_versions, make_event_tag
from api.openapi.schema import ETAG, describe_kept_answers
from api.serializers.prizes import AwardSerializer, PrizesChangeSerializer, PrizesSerializer
from api.viewsets import ApiViewSet, now
from competition.prizes import PrizeBand
from tournaments.models import Event
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.regulation.prizes import list_awards, list_prizes
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.services.regulation.prizes import set_prizes


class PrizeViewSet(ApiViewSet):
    """The prizes of an event."""

    lookup_url_kwarg = "event_id"
    lookup_value_converter = "uuid"
    pagination_class = None
    filter_backends = ()
    queryset = Event.objects.all()
    serializer_class = PrizesSerializer
    row_classes = {"prizes": AwardSerializer}
    csv_member = "prizes"
    serializer_classes = {"set_prizes": PrizesChangeSerializer}

    @extend_schema(parameters=ETAG, responses=describe_kept_answers(PrizesSerializer))
    @action(detail=True, url_name="list")
    def prizes(self, request: Request, event_id: UUID) -> HttpResponse:
        """The prizes of an event; 304 to a client that has the current ones."""
        versions = get_event_versions(self.actor, event_id)
        return answer_document(
            request,
            tag=make_event_tag(versions),
            resource=f"prizes:{event_id}",
            document=lambda: self.make_document(Event.objects.get(pk=event_id)),
        )

    @extend_schema(responses=PrizesSerializer)
    @prizes.mapping.put
    def set_prizes(self, request: Request, event_id: UUID) -> Response:
        """Replaces the whole list."""
        event = get_visible_event(self.actor, event_id)
        body = self.read_body()
        bands = [PrizeBand(**prize) for prize in body["prizes"]]
        set_prizes(event=event, bands=bands, actor=self.actor, now=now(), reason=body["reason"])
        return Response(self.make_document(event))

    def make_document(self, row: Event) -> Any:
        awards = list_awards(row, list_prizes(row), load_standings_of_event(row))
        return super().make_document({"event": row.pk, "prizes": awards})
