"""What corrections have left to decide: the questions of an event, one of them, its decision."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.filters import QuestionFilter
from api.serializers.questions import DecisionSerializer, QuestionSerializer
from api.viewsets import ApiViewSet, now
from tournaments.models import Event, PendingDecision
from tournaments.selectors.decisions.pending import decisions_for, get_decision, list_decisions
from tournaments.selectors.events.events import is_of_the_club, visible_event
from tournaments.selectors.registration.entries import names_of
from tournaments.selectors.stages.stages import load_round_counts
from tournaments.services.corrections.decisions import decide
from wording.rounds import round_title


class BaseQuestionViewSet(ApiViewSet):
    """Serializes questions of one event: as many queries for any number."""

    lookup_url_kwarg = "question_id"
    serializer_class = QuestionSerializer
    queryset = PendingDecision.objects.all()

    def make_documents(
        self, event: Event, rows: Sequence[PendingDecision], possible: list[str] | None = None
    ) -> Any:
        titles = {}
        if rows:
            titles = {row.id: round_title(row) for row in load_round_counts(event)}
        context = {
            "names": names_of(event, {entry for row in rows for entry in row.entries}),
            "titles": titles,
            "possible": possible,
        }
        return QuestionSerializer(rows, many=True, context=context).data


class EventQuestionViewSet(ListModelMixin, BaseQuestionViewSet):
    """The questions that corrections have left in an event, open and decided."""

    filterset_class = QuestionFilter

    @cached_property
    def event(self) -> Event:
        return visible_event(self.actor, self.kwargs["event_id"])

    def get_queryset(self) -> QuerySet[PendingDecision]:
        return list_decisions(self.event)

    def list(self, request: Request, event_id: UUID) -> Response:
        """The questions that corrections have left in an event, open and decided."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        return self.get_paginated_response(self.make_documents(self.event, page))


class QuestionViewSet(BaseQuestionViewSet):
    """A question, and its decision."""

    serializer_classes = {"decide": DecisionSerializer}

    def retrieve(self, request: Request, question_id: int) -> Response:
        """One question."""
        question = get_decision(self.actor, question_id)
        is_inside = is_of_the_club(self.actor, question.event)
        possible = decisions_for(question) if is_inside else None
        return Response(self.make_documents(question.event, [question], possible)[0])

    @extend_schema(responses=QuestionSerializer)
    @action(detail=True, methods=["post"])
    def decide(self, request: Request, question_id: int) -> Response:
        """Decides a question, with a public reason."""
        question = get_decision(self.actor, question_id)
        decide(pending=question, actor=self.actor, now=now(), **self.read_body())
        question = get_decision(self.actor, question_id)
        possible = decisions_for(question)
        return Response(self.make_documents(question.event, [question], possible)[0])
