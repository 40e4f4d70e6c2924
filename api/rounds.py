"""Rounds of an event, in the order of play."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.resource import Resource
from api.within import EventOnly, IdFilter, WithinEvent
from tournaments.models import Round
from tournaments.selectors.stages import annotate_round_counts, round_for


class RoundDocument(TypedDict):
    """A round; ``number`` from 1 in its section, ``open`` matches still to be decided. ``date``
    null: that of the event."""

    id: int
    event: str
    stage: int
    group: int
    section: str
    number: int
    order: int
    date: str | None
    pairings: int
    open: int


class RoundFilter(EventOnly):
    stage = IdFilter(field_name="group__stage")


class Rounds(WithinEvent):
    """The rounds of an event."""

    filterset_class = RoundFilter

    queryset = Round.objects.all()

    def get_queryset(self) -> QuerySet[Round]:
        return super().get_queryset().filter(group__stage__event=self.event)

    def described(self, rows: QuerySet[Round]) -> QuerySet[Round, dict[str, Any]]:
        return annotate_round_counts(rows)

    def documents(self, rows: Sequence[Mapping[str, Any]]) -> Sequence[RoundDocument]:
        return [round_document(row) for row in rows]

    @extend_schema(responses=RoundDocument)
    def get(self, request: Request) -> Response:
        return self.list(request)


class RoundDetail(Resource):
    """One round."""

    @extend_schema(responses=RoundDocument)
    def get(self, request: Request, round_id: int) -> Response:
        return Response(round_document(round_for(self.actor, round_id)))


def date_document(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def round_document(row: Mapping[str, Any]) -> RoundDocument:
    """A round out of a row of ``counted``."""
    return RoundDocument(
        id=row["pk"],
        event=str(row["group__stage__event_id"]),
        stage=row["group__stage_id"],
        group=row["group__number"],
        section=row["section"],
        number=row["number"],
        order=row["order"],
        date=date_document(row["date"]),
        pairings=row["pairing_count"],
        open=row["open_count"],
    )
