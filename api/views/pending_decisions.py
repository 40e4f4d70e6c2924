"""What corrections have left to decide: the pending decisions of an event, one of them, and the
decision. Addresses call a pending decision a question."""

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

from api.filters import DecidedFilter
from api.serializers.pending_decisions import DecisionSerializer, PendingDecisionSerializer
from api.views.within import InEventViewSet
from api.viewsets import ApiViewSet, now
from tournaments.models import Event, PendingDecision
from tournaments.selectors.decisions.pending import (
    get_decision,
    list_decisions,
    list_possible_decisions,
)
from tournaments.selectors.events.events import is_of_the_club
from tournaments.selectors.registration.names import load_entry_names
from tournaments.selectors.stages.stages import load_round_counts
from tournaments.services.corrections.decisions import decide
from wording.rounds import name_rounds_in_event


class BasePendingDecisionViewSet(ApiViewSet):
    """Serializes pending decisions of one event: as many queries for any number."""

    lookup_url_kwarg = "question_id"
    serializer_class = PendingDecisionSerializer
    queryset = PendingDecision.objects.all()

    def make_documents(
        self, event: Event, rows: Sequence[PendingDecision], possible: list[str] | None = None
    ) -> Any:
        titles = {}
        if rows:
            titles = name_rounds_in_event(load_round_counts(event))
        context = {
            "names": load_entry_names(event, {entry for row in rows for entry in row.entries}),
            "titles": titles,
            "possible": possible,
        }
        return PendingDecisionSerializer(rows, many=True, context=context).data


class EventPendingDecisionViewSet(ListModelMixin, InEventViewSet, BasePendingDecisionViewSet):
    """The questions that corrections have left in an event, open and decided."""

    filterset_class = DecidedFilter

    def get_queryset(self) -> QuerySet[PendingDecision]:
        return list_decisions(self.event)

    def list(self, request: Request, event_id: UUID) -> Response:
        """The questions that corrections have left in an event, open and decided."""
        return self.answer_page(partial(self.make_documents, self.event))


class PendingDecisionViewSet(BasePendingDecisionViewSet):
    """A question, and its decision."""

    serializer_classes = {"decide": DecisionSerializer}

    def retrieve(self, request: Request, question_id: int) -> Response:
        """One question."""
        pending = get_decision(self.actor, question_id)
        is_inside = is_of_the_club(self.actor, pending.event)
        possible = None
        if is_inside:
            possible = list_possible_decisions(pending)
        return Response(self.make_documents(pending.event, [pending], possible)[0])

    @extend_schema(responses=PendingDecisionSerializer)
    @action(detail=True, methods=["post"])
    def decide(self, request: Request, question_id: int) -> Response:
        """Decides a question, with a public reason."""
        pending = get_decision(self.actor, question_id)
        decide(pending=pending, actor=self.actor, now=now(), **self.read_body())
        pending = get_decision(self.actor, question_id)
        possible = list_possible_decisions(pending)
        return Response(self.make_documents(pending.event, [pending], possible)[0])
