"""The matches of an event in one list."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import MatchFilter
from api.fresh import answer_list, list_tag
from api.ordering import PAIRING_ORDERS, list_pairing_keys
from api.reading import read_uuid
from api.serializers.matches import MatchRowSerializer
from api.viewsets import ApiViewSet
from tournaments.models import Event, Pairing
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.stages.matches import annotate_match_rows, load_seats
from tournaments.selectors.versions import load_hall_version


class MatchViewSet(ListModelMixin, ApiViewSet):
    """The matches of an event, in the order of play, with table, points, games and pace."""

    lookup_url_kwarg = "match_id"
    filterset_class = MatchFilter
    ordering_fields = PAIRING_ORDERS
    serializer_class = MatchRowSerializer
    queryset = Pairing.objects.none()

    @cached_property
    def event(self) -> Event:
        return get_visible_event(
            self.actor, read_uuid(self.request.query_params.get("event"), field="event")
        )

    def list_ordering_keys(self, name: str) -> Sequence[Combinable]:
        return list_pairing_keys(name)

    def get_queryset(self) -> QuerySet[Pairing]:
        return annotate_match_rows(Pairing.objects.filter(event=self.event))

    def list(self, request: Request) -> Any:
        """The matches of an event, in the order of play."""
        event = self.event
        tag = list_tag(event, event.pairings.all(), load_hall_version(event.pk))
        return answer_list(request, tag=tag, make=self._list)

    def _list(self) -> Response:
        page: Any = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        context = {"seats": load_seats(page)}
        rows = MatchRowSerializer(page, many=True, context=context).data
        return self.get_paginated_response(rows)
