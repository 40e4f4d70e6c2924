"""Rounds of an event, in the order of play, and their dates."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import RoundFilter
from api.serializers.rounds import RoundDateSerializer, RoundSerializer
from api.views.within import EventQueryViewSet
from api.viewsets import now
from tournaments.models import Round
from tournaments.selectors.stages.stages import annotate_round_counts, get_round_row, get_stage
from tournaments.services.events.calendars import move_rounds


class RoundViewSet(EventQueryViewSet):
    """The rounds of an event, in the order of play."""

    lookup_url_kwarg = "round_id"
    filterset_class = RoundFilter
    serializer_class = RoundSerializer
    serializer_classes = {"set_date": RoundDateSerializer}
    queryset = Round.objects.all()

    def get_queryset(self) -> QuerySet[Round]:
        return super().get_queryset().filter(group__stage__event=self.event)

    def filter_queryset(self, queryset: Any) -> Any:
        # Only the rounds that the filter leaves are counted.
        return annotate_round_counts(super().filter_queryset(queryset))

    def list(self, request: Request) -> Response:
        """The rounds of an event, in the order of play."""
        return super().list(request)

    def retrieve(self, request: Request, round_id: int) -> Response:
        """One round."""
        return Response(self.make_document(get_round_row(self.actor, round_id)))

    @extend_schema(responses=RoundSerializer)
    @action(detail=True, methods=["put"], url_path="date", url_name="date")
    def set_date(self, request: Request, round_id: int) -> Response:
        """Moves a round with open matches to another date."""
        row = get_round_row(self.actor, round_id)
        day = self.read_body()["date"]
        stage = get_stage(self.actor, row["group__stage_id"])
        move_rounds(stage=stage, rounds={round_id}, day=day, actor=self.actor, now=now())
        return Response(self.make_document(get_round_row(self.actor, round_id)))
