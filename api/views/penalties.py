"""Penalties of rankings and disqualifications: given, read, cancelled."""

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

from api.filters import EntryRowFilter
from api.reading import finding_member
from api.serializers.penalties import (
    DisqualificationSerializer,
    PenaltySerializer,
    PointsOffSerializer,
)
from api.serializers.reasons import ReasonSerializer
from api.views.within import InEventViewSet
from api.viewsets import ApiViewSet, now
from tournaments.models import Event, Penalty, Stage
from tournaments.refusals import NotFound
from tournaments.selectors.registration.entries import get_visible_entry
from tournaments.selectors.registration.names import load_names_of_rows
from tournaments.selectors.standings.penalties import get_penalty, list_penalties
from tournaments.services.standings.penalties import cancel_penalty, disqualify, give_penalty


class BasePenaltyViewSet(ApiViewSet):
    """Serializes penalties with the names of their entries, in two queries for any number."""

    lookup_url_kwarg = "penalty_id"
    serializer_class = PenaltySerializer
    queryset = Penalty.objects.all()

    def make_documents(self, event: Event, penalties: Sequence[Penalty]) -> Any:
        names = load_names_of_rows(event, penalties)
        return PenaltySerializer(penalties, many=True, context={"names": names}).data

    def make_document(self, row: Penalty) -> Any:
        return self.make_documents(row.event, [row])[0]


class EventPenaltyViewSet(ListModelMixin, InEventViewSet, BasePenaltyViewSet):
    """The penalties of an event, in the order in which they were given."""

    filterset_class = EntryRowFilter
    serializer_classes = {"create": PointsOffSerializer}

    def get_queryset(self) -> QuerySet[Penalty]:
        return list_penalties(self.event)

    def list(self, request: Request, event_id: UUID) -> Response:
        """The penalties of an event, in the order in which they were given."""
        return self.answer_page(partial(self.make_documents, self.event))

    @extend_schema(responses={201: PenaltySerializer})
    def create(self, request: Request, event_id: UUID) -> Response:
        """Gives a penalty: points off the ranking of a stage."""
        event = self.event
        body = self.read_body()
        # Within the event, because only for this one the right to manage was checked.
        stages = Stage.objects.select_related("event").filter(event=event)
        stage = stages.filter(pk=body.pop("stage")).first()
        if stage is None:
            raise NotFound(field="stage")
        with finding_member("entry"):
            entry = get_visible_entry(self.actor, body.pop("entry"))
        penalty = give_penalty(stage=stage, entry=entry, actor=self.actor, now=now(), **body)
        return self.created(penalty, "api:penalty-detail", penalty_id=penalty.pk)


class PenaltyViewSet(BasePenaltyViewSet):
    """A penalty of a ranking, or a disqualification."""

    serializer_classes = {"cancel": ReasonSerializer}

    def retrieve(self, request: Request, penalty_id: int) -> Response:
        """One penalty."""
        return Response(self.make_document(get_penalty(self.actor, penalty_id)))

    @extend_schema(responses=PenaltySerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, penalty_id: int) -> Response:
        """Cancels a penalty, with the reason; it stays visible."""
        penalty = get_penalty(self.actor, penalty_id)
        reason = self.read_body()["reason"]
        penalty = cancel_penalty(penalty=penalty, reason=reason, actor=self.actor, now=now())
        return Response(self.make_document(penalty))


class DisqualificationViewSet(BasePenaltyViewSet):
    """Disqualifications of entries."""

    lookup_url_kwarg = "entry_id"
    serializer_classes = {"disqualify": DisqualificationSerializer}

    @extend_schema(responses={201: PenaltySerializer})
    @action(detail=True, methods=["post"])
    def disqualify(self, request: Request, entry_id: int) -> Response:
        """Takes an entry out of the event; its open match goes to the other side."""
        entry = get_visible_entry(self.actor, entry_id)
        body = self.read_body()
        penalty = disqualify(entry=entry, actor=self.actor, now=now(), **body)
        return self.created(penalty, "api:penalty-detail", penalty_id=penalty.pk)
