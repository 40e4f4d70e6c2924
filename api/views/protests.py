"""Protests: filed by referees, decided by organizers, read by everybody."""

from collections.abc import Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import ProtestFilter
from api.serializers.protests import (
    NewProtestSerializer,
    ProtestDecisionSerializer,
    ProtestSerializer,
)
from api.views.within import InEventViewSet
from api.viewsets import ApiViewSet, now
from tournaments.models import Event, Pairing, Protest
from tournaments.permissions import Right
from tournaments.refusals import NotFound
from tournaments.selectors.decisions.protests import get_protest, list_protests
from tournaments.selectors.registration.names import load_names_of_rows
from tournaments.services.decisions.protests import decide_protest, file_protest


class BaseProtestViewSet(ApiViewSet):
    """Serializes protests with the names of their entries, in two queries for any number."""

    lookup_url_kwarg = "protest_id"
    serializer_class = ProtestSerializer
    queryset = Protest.objects.all()

    def make_documents(self, event: Event, protests: Sequence[Protest]) -> Any:
        names = load_names_of_rows(event, protests)
        return ProtestSerializer(protests, many=True, context={"names": names}).data

    def make_document(self, row: Protest) -> Any:
        return self.make_documents(row.event, [row])[0]


class EventProtestViewSet(ListModelMixin, InEventViewSet, BaseProtestViewSet):
    """The protests of an event, the newest first."""

    ordering = ("-pk",)
    acts = {"create": Right.WRITE_SHEETS}
    filterset_class = ProtestFilter
    serializer_classes = {"create": NewProtestSerializer}

    def get_queryset(self) -> QuerySet[Protest]:
        return list_protests(self.event)

    def list(self, request: Request, event_id: UUID) -> Response:
        """The protests of an event, the newest first."""
        return self.answer_page(partial(self.make_documents, self.event))

    @extend_schema(responses={201: ProtestSerializer})
    def create(self, request: Request, event_id: UUID) -> Response:
        """Files a protest, once play is drawn. A referee may. The same protest filed again is the
        first one."""
        body = self.read_body()
        # Within the event, because only for this one the right to file a protest was checked.
        entry = self.event.entries.select_related("event").filter(pk=body["entry"]).first()
        if entry is None:
            raise NotFound(field="entry")
        protest = file_protest(
            entry=entry,
            pairing=find_pairing(self.event, body["match"]),
            article=body["article"],
            text=body["text"],
            actor=self.actor,
            now=now(),
        )
        return self.created(protest, "api:protest-detail", protest_id=protest.pk)


class ProtestViewSet(BaseProtestViewSet):
    """A protest, and its decision."""

    serializer_classes = {"decide": ProtestDecisionSerializer}

    def retrieve(self, request: Request, protest_id: int) -> Response:
        """One protest."""
        return Response(self.make_document(get_protest(self.actor, protest_id)))

    @extend_schema(responses=ProtestSerializer)
    @action(detail=True, methods=["post"])
    def decide(self, request: Request, protest_id: int) -> Response:
        """Decides a protest once, with a public reason. It changes no result and no ranking."""
        protest = get_protest(self.actor, protest_id)
        body = self.read_body()
        protest = decide_protest(
            protest=protest,
            decision=Protest.Decision(body["decision"]),
            reason=body["reason"],
            actor=self.actor,
            now=now(),
        )
        return Response(self.make_document(protest))


def find_pairing(event: Event, match_id: int | None) -> Pairing | None:
    """The pairing of a match of the event; None without one. Raises NotFound."""
    if match_id is None:
        return None
    pairing = event.pairings.select_related("round", "event").filter(match=match_id).first()
    if pairing is None:
        raise NotFound(field="match")
    return pairing
