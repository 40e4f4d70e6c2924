"""Draws: one asked of a worker, and those that were held, with all that is needed to hold them
again."""

from collections.abc import Sequence
from typing import Any, NotRequired
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.entries import ReasonBody
from api.jobs import JobDocument, job_document
from api.reading import read_body
from api.resource import Resource, now
from api.sheets import AuthorDocument
from api.within import WithinEvent
from tournaments.models import Draw
from tournaments.selectors.draws import draw_for, draws_of
from tournaments.selectors.events import is_of_the_club, visible_event
from tournaments.services.draws import ask_draw


class DrawnEntryDocument(TypedDict):
    """An entry as it was drawn: its seed, and the club that it was kept apart by."""

    id: int
    seed: int | None
    club: str | None


class DrawDocument(TypedDict):
    """A draw as it was held. From ``seed``, ``entries``, ``options`` and ``constraints`` anyone
    comes to the same ``order``; ``version`` is that of the drawing itself. The last one of a stage
    counts. Who held it is told to the people of the club alone."""

    id: int
    event: str
    stage: int
    number: int
    seed: str
    format: str
    options: dict[str, Any]
    constraints: dict[str, Any]
    entries: list[DrawnEntryDocument]
    order: list[int | None]
    version: int
    reason: str
    held_at: str
    author: NotRequired[AuthorDocument]


class Draws(WithinEvent):
    """The draws of an event, the first first."""

    queryset = Draw.objects.none()

    def get_queryset(self) -> QuerySet[Draw]:
        return draws_of(self.event)

    def documents(self, rows: Sequence[Draw]) -> Sequence[DrawDocument]:
        inside = is_of_the_club(self.actor, self.event)
        return [draw_document(draw, inside=inside) for draw in rows]

    @extend_schema(responses=DrawDocument)
    def get(self, request: Request) -> Response:
        return self.list(request)


class DrawDetail(Resource):
    """One draw."""

    @extend_schema(responses=DrawDocument)
    def get(self, request: Request, draw_id: int) -> Response:
        draw = draw_for(self.actor, draw_id)
        return Response(draw_document(draw, inside=is_of_the_club(self.actor, draw.stage.event)))


class DrawEvent(Resource):
    """Has a worker draw the event. Asked for twice at once, it is one draw; drawn again, it needs
    a reason."""

    @extend_schema(request=ReasonBody, responses={202: JobDocument})
    def post(self, request: Request, event_id: UUID) -> Response:
        body = read_body(ReasonBody, request)
        event = visible_event(self.actor, event_id)
        job = ask_draw(event=event, reason=body.reason, actor=self.actor, now=now())
        headers = {"Location": f"/api/v1/jobs/{job.pk}/"}
        return Response(job_document(job, event.pk), 202, headers=headers)


def draw_document(draw: Draw, *, inside: bool) -> DrawDocument:
    """A draw for the people of the club (``inside``) or for everybody."""
    document = DrawDocument(
        id=draw.pk,
        event=str(draw.stage.event_id),
        stage=draw.stage_id,
        number=draw.number,
        seed=draw.seed,
        format=draw.format,
        options=draw.options,
        constraints=draw.constraints,
        entries=draw.entries,
        order=draw.order,
        version=draw.version,
        reason=draw.reason,
        held_at=draw.held_at.isoformat(),
    )
    if inside:
        document["author"] = {"kind": draw.author_kind, "id": draw.author_id}  # type: ignore[typeddict-item]
    return document
