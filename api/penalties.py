"""Penalties of rankings and disqualifications: given, read, cancelled."""

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Literal, cast
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.entries import ReasonBody
from api.names import EntryNameDocument, make_name_document
from api.reading import Id, Label, read_body
from api.resource import Listing, Resource, now
from tournaments.models import Event, Penalty, Stage
from tournaments.refusals import NotFound
from tournaments.selectors.entries import EntryName, entry_for, names_of
from tournaments.selectors.events import visible_event
from tournaments.selectors.penalties import penalties_of, penalty_for
from tournaments.services.penalties import (
    MOST_POINTS,
    cancel_penalty,
    disqualify,
    give_penalty,
)


class CancelledDocument(TypedDict):
    """When and why a penalty was cancelled."""

    reason: str
    at: str


class PenaltyDocument(TypedDict):
    """Points off an entry's ranking in a stage (``metric`` empty: off what it ranks by first, in
    its unit), or a disqualification from the event, which ``voids`` its results or keeps them.
    Penalties of a hand, a game or a match are lines of its sheet."""

    id: int
    event: str
    kind: Literal["POINTS", "DISQUALIFIED"]
    entry: EntryNameDocument
    stage: int | None
    points: int
    metric: str
    voids: bool
    article: str
    reason: str
    given_at: str
    cancelled: CancelledDocument | None


class PointsOffBody(ReasonBody):
    """Points off what an entry ranks by in a stage."""

    entry: Id
    stage: Id
    points: Annotated[int, Field(ge=1, le=MOST_POINTS)]
    metric: Annotated[str, Field(max_length=40)] = ""
    article: Label = ""


class DisqualifyBody(ReasonBody):
    """``voids``: the results no longer count, for the entry and for its opponents."""

    voids: bool
    article: Label = ""


class Penalties(Listing):
    """The penalties of an event, in the order in which they were given."""

    queryset = Penalty.objects.all()

    @cached_property
    def event(self) -> Event:
        return visible_event(self.actor, self.kwargs["event_id"])

    def get_queryset(self) -> QuerySet[Penalty]:
        return penalties_of(self.event)

    def documents(self, rows: Sequence[Penalty]) -> Sequence[PenaltyDocument]:
        names = names_of(self.event, {row.entry_id for row in rows})
        return [penalty_document(row, names[row.entry_id]) for row in rows]

    @extend_schema(responses=PenaltyDocument)
    def get(self, request: Request, event_id: UUID) -> Response:
        return self.list(request)

    @extend_schema(request=PointsOffBody, responses={201: PenaltyDocument})
    def post(self, request: Request, event_id: UUID) -> Response:
        """Gives a penalty: points off the ranking of a stage."""
        event = self.event
        body = read_body(PointsOffBody, request)
        stage = Stage.objects.select_related("event").filter(event=event, pk=body.stage).first()
        if stage is None:
            raise NotFound
        penalty = give_penalty(
            stage=stage,
            entry=entry_for(self.actor, body.entry),
            points=body.points,
            metric=body.metric,
            article=body.article,
            reason=body.reason,
            actor=self.actor,
            now=now(),
        )
        return Response(_make_document(penalty), 201)


class CancelPenalty(Resource):
    """Cancels a penalty, with the reason; it stays on show."""

    @extend_schema(request=ReasonBody, responses=PenaltyDocument)
    def post(self, request: Request, penalty_id: int) -> Response:
        penalty = penalty_for(self.actor, penalty_id)
        body = read_body(ReasonBody, request)
        penalty = cancel_penalty(penalty=penalty, reason=body.reason, actor=self.actor, now=now())
        return Response(_make_document(penalty))


class DisqualifyEntry(Resource):
    """Takes an entry out of the event; its open match goes to the other side."""

    @extend_schema(request=DisqualifyBody, responses={201: PenaltyDocument})
    def post(self, request: Request, entry_id: int) -> Response:
        entry = entry_for(self.actor, entry_id)
        body = read_body(DisqualifyBody, request)
        penalty = disqualify(
            entry=entry,
            voids=body.voids,
            article=body.article,
            reason=body.reason,
            actor=self.actor,
            now=now(),
        )
        return Response(_make_document(penalty), 201)


def _make_document(penalty: Penalty) -> PenaltyDocument:
    entry = penalty.entry_id
    return penalty_document(penalty, names_of(penalty.event, [entry])[entry])


def penalty_document(penalty: Penalty, name: EntryName) -> PenaltyDocument:
    cancelled = None
    if penalty.cancelled_at is not None:
        at = penalty.cancelled_at.isoformat()
        cancelled = CancelledDocument(reason=penalty.cancelled_reason, at=at)
    return PenaltyDocument(
        id=penalty.pk,
        event=str(penalty.event_id),
        kind=cast('Literal["POINTS", "DISQUALIFIED"]', penalty.kind),
        entry=make_name_document(name),
        stage=penalty.stage_id,
        points=penalty.points,
        metric=penalty.metric,
        voids=penalty.voids,
        article=penalty.article,
        reason=penalty.reason,
        given_at=penalty.given_at.isoformat(),
        cancelled=cancelled,
    )
