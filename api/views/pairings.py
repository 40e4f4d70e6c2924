"""Pairings of an event, in the order of play, and the tables that they are played at."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import PairingFilter
from api.fresh import answer_list, list_tag
from api.ordering import PAIRING_ORDERS, list_pairing_keys
from api.serializers.pairings import (
    PairingListSerializer,
    PairingSerializer,
    TableNumberSerializer,
    load_pairing_document,
    make_pairing_documents,
)
from api.views.within import EventQueryViewSet
from api.viewsets import ApiViewSet, now
from tournaments.models import Pairing
from tournaments.selectors.stages.matches import get_pairing
from tournaments.selectors.stages.stages import get_stage
from tournaments.selectors.versions import load_hall_version
from tournaments.services.hall.table_moves import free_table
from tournaments.services.pairings.play_offs import call_play_offs
from tournaments.services.undo.hall import move_match_to


class PairingViewSet(EventQueryViewSet):
    """The pairings of an event, in the order of play."""

    lookup_url_kwarg = "pairing_id"
    filterset_class = PairingFilter
    ordering_fields = PAIRING_ORDERS
    serializer_class = PairingSerializer
    serializer_classes = {"table": TableNumberSerializer}
    acts = {"free_table": None}
    offers_undo = ("table",)
    queryset = Pairing.objects.select_related("event", "table", "match", "round__group")

    def list_ordering_keys(self, name: str) -> Sequence[Combinable]:
        return list_pairing_keys(name)

    def get_queryset(self) -> QuerySet[Pairing]:
        return super().get_queryset().filter(event=self.event)

    def list(self, request: Request) -> Any:
        """The pairings of an event, in the order of play."""
        event = self.event
        tag = list_tag(event, event.pairings.all(), load_hall_version(event.pk))
        answer = partial(self.answer_page, make_pairing_documents)
        return answer_list(request, tag=tag, make=answer)

    def retrieve(self, request: Request, pairing_id: int) -> Response:
        """One pairing."""
        return Response(load_pairing_document(self.actor, pairing_id))

    @extend_schema(responses=PairingSerializer)
    @action(detail=True, methods=["put"])
    def table(self, request: Request, pairing_id: int) -> Response:
        """Moves a match that is called or ready to another table; a match that is there changes
        places with it."""
        number = self.read_body()["table"]
        pairing = get_pairing(self.actor, pairing_id)
        steps = move_match_to(pairing=pairing, number=number, actor=self.actor, now=now())
        response = Response(load_pairing_document(self.actor, pairing_id))
        return self.offer_undo(response, steps)

    @extend_schema(request=None, responses={200: PairingSerializer})
    @table.mapping.delete
    def free_table(self, request: Request, pairing_id: int) -> Response:
        """Frees the table of a decided match that waits for signatures, for the next match."""
        pairing = get_pairing(self.actor, pairing_id)
        free_table(pairing=pairing, actor=self.actor, now=now())
        return Response(load_pairing_document(self.actor, pairing_id))


class StagePlayOffViewSet(ApiViewSet):
    """The play-offs of a stage: pairings of the section `play_off`, which settle ties and count for
    nothing else."""

    without_address = ("create",)
    serializer_class = PairingListSerializer
    queryset = Pairing.objects.none()

    @extend_schema(request=None, responses={201: PairingListSerializer})
    def create(self, request: Request, stage_id: int) -> Response:
        """Pairs every play-off that the regulation requires in a stage that is played out: for ties
        of two entries. Refused while a play-off is being played."""
        stage = get_stage(self.actor, stage_id)
        new_play_offs = call_play_offs(stage=stage, actor=self.actor, now=now())
        pairings = [load_pairing_document(self.actor, pairing.pk) for pairing in new_play_offs]
        return Response({"pairings": pairings}, 201)
