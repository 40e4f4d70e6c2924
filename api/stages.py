"""Stages of an event."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.resource import Resource
from api.within import WithinEvent
from tournaments.models import Stage
from tournaments.selectors.stages import stage_for


class StageDocument(TypedDict):
    """A part of an event with a format of its own; ``version`` rises with each result."""

    id: int
    event: str
    number: int
    format: str
    options: dict[str, Any]
    constraints: dict[str, Any]
    version: int


class Stages(WithinEvent):
    """The stages of an event."""

    queryset = Stage.objects.all()

    def get_queryset(self) -> QuerySet[Stage]:
        return super().get_queryset().filter(event=self.event)

    def documents(self, rows: Sequence[Stage]) -> Sequence[StageDocument]:
        return [stage_document(stage) for stage in rows]

    @extend_schema(responses=StageDocument)
    def get(self, request: Request) -> Response:
        return self.list(request)


class StageDetail(Resource):
    """One stage."""

    @extend_schema(responses=StageDocument)
    def get(self, request: Request, stage_id: int) -> Response:
        return Response(stage_document(stage_for(self.actor, stage_id)))


def stage_document(stage: Stage) -> StageDocument:
    return StageDocument(
        id=stage.pk,
        event=str(stage.event_id),
        number=stage.number,
        format=stage.format,
        options=stage.options,
        constraints=stage.constraints,
        version=stage.version,
    )
