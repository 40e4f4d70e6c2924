"""Events: the list, one, a new one, and its steps."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias
from uuid import UUID

from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.authentication import ReadOnlyTokensRead
from api.clubs import ClubDocument
from api.permissions import MayManageSomeClub
from api.reading import Day, Id, Reason, Title, read_body
from api.resource import Listing, Resource, now
from api.within import IdFilter, TextFilter
from kernel.models import Frozen
from tournaments.models import Club, Event
from tournaments.permissions import visible_events
from tournaments.selectors.clubs import club_for, venue_of
from tournaments.selectors.events import annotate_events, visible_event
from tournaments.services.changes import change_event
from tournaments.services.events import (
    MOST_TABLES,
    EventPlan,
    archive_event,
    create_event,
    finish_event,
    open_entries,
    reopen_event,
    start_play,
)

Visibility: TypeAlias = Literal["PUBLIC", "LINK", "CLUB"]
Names: TypeAlias = Literal["FULL", "INITIAL"]


class EventDocument(TypedDict):
    """An event. ``entries`` counts those entered; ``version`` rises with every change."""

    id: str
    club: ClubDocument
    venue: str | None
    venue_id: int | None
    name: str
    date: str
    state: Literal["DRAFT", "OPEN", "DRAWN", "RUNNING", "FINISHED", "ARCHIVED"]
    visibility: Visibility
    names: Names
    format: str
    options: dict[str, Any]
    constraints: dict[str, Any]
    match_format: dict[str, Any]
    capacity: int | None
    entries: int
    tables: int
    version: int


Tables = Annotated[int, Field(ge=0, le=MOST_TABLES)]
Capacity = Annotated[int, Field(ge=2, le=4096)]


class EventBody(Frozen):
    """A new event. ``match_format`` is the document of the notation: the games and how many of
    them must be won. ``id`` may be made by who sends it: sent twice, it is one event."""

    id: UUID | None = Field(default=None, strict=False)
    club: Id
    name: Title
    date: Day
    match_format: dict[str, Any]
    format: Title = "single_elimination"
    options: dict[str, Any] = {}
    constraints: dict[str, Any] = {}
    venue: Id | None = None
    tables: Tables = 0
    capacity: Capacity | None = None
    visibility: Visibility = "PUBLIC"
    names: Names = "FULL"


UNSAID: Any = Field(default_factory=lambda: None)
"""A field that may be missing, and has no default to be read off the schema."""


class EventChange(Frozen):
    """Changes to an event; fields that are left out stay. Formats, options, constraints, tables and
    capacity are fixed from the draw on. ``reason``: needed for a change of the regulation (date,
    venue) after the start of play."""

    name: Title = UNSAID
    date: Day = UNSAID
    match_format: dict[str, Any] = UNSAID
    format: Title = UNSAID
    options: dict[str, Any] = UNSAID
    constraints: dict[str, Any] = UNSAID
    venue: Id | None = UNSAID
    tables: Tables = UNSAID
    capacity: Capacity | None = UNSAID
    visibility: Visibility = UNSAID
    names: Names = UNSAID
    reason: Reason = ""

    def said(self, club: Club) -> dict[str, Any]:
        """Only the fields that were sent, as a missing field is not the same as an empty one."""
        changes = self.model_dump(include=self.model_fields_set - {"reason"})
        if changes.get("venue") is not None:
            changes["venue"] = venue_of(club, changes["venue"])
        return changes


class EventFilter(filters.FilterSet):  # type: ignore[misc]
    """``state`` may be given several times; ``q`` is looked for in the name."""

    q = TextFilter("name", lookup_expr="icontains")
    club = IdFilter()
    state = filters.MultipleChoiceFilter(choices=Event.State.choices)
    date_from = filters.DateFilter(field_name="date", lookup_expr="gte")
    date_to = filters.DateFilter(field_name="date", lookup_expr="lte")

    class Meta:
        model = Event
        fields: Sequence[str] = ()


class Events(Listing):
    """The events that the caller may see, the latest first; those by link are not listed."""

    permission_classes = (ReadOnlyTokensRead, MayManageSomeClub)

    filterset_class = EventFilter
    ordering = ("-date", "pk")

    def get_queryset(self) -> QuerySet[Event]:
        return visible_events(self.actor)

    def described(self, rows: QuerySet[Event]) -> QuerySet[Event, dict[str, Any]]:
        return annotate_events(rows)

    def documents(self, rows: Sequence[Mapping[str, Any]]) -> Sequence[EventDocument]:
        return [event_document(row) for row in rows]

    @extend_schema(responses=EventDocument)
    def get(self, request: Request) -> Response:
        return self.list(request)

    @extend_schema(request=EventBody, responses={201: EventDocument})
    def post(self, request: Request) -> Response:
        """Creates an event: a draft that only members of the club see."""
        body = read_body(EventBody, request)
        club = club_for(self.actor, body.club)
        venue = None if body.venue is None else venue_of(club, body.venue)
        plan = EventPlan(**{**body.model_dump(exclude={"id", "club"}), "venue": venue})
        event = create_event(club=club, plan=plan, actor=self.actor, now=now(), event_id=body.id)
        headers = {"Location": f"/api/v1/events/{event.pk}/"}
        return Response(read_event(event.pk), 201, headers=headers)


class EventDetail(Resource):
    """One event."""

    @extend_schema(responses=EventDocument)
    def get(self, request: Request, event_id: UUID) -> Response:
        event = visible_event(self.actor, event_id)
        return Response(read_event(event.pk))

    @extend_schema(request=EventChange, responses=EventDocument)
    def patch(self, request: Request, event_id: UUID) -> Response:
        """Changes the fields that are sent, and no others."""
        body = read_body(EventChange, request)
        event = visible_event(self.actor, event_id)
        changes = body.said(event.club)
        change_event(event=event, changes=changes, actor=self.actor, now=now(), reason=body.reason)
        return Response(read_event(event.pk))


class _Step(Resource):
    """Changes the state of an event, and answers with the event."""

    service: Callable[..., Event]

    @extend_schema(request=None, responses=EventDocument)
    def post(self, request: Request, event_id: UUID) -> Response:
        event = visible_event(self.actor, event_id)
        type(self).service(event=event, actor=self.actor, now=now())
        return Response(read_event(event.pk))


class OpenEvent(_Step):
    """Changes the state from draft to open: the event is visible and takes entries."""

    service = open_entries


class StartEvent(_Step):
    """Changes the state from drawn to running: tables are called, lines can be written."""

    service = start_play


class FinishEvent(_Step):
    """Changes the state from running to finished, once every match is decided."""

    service = finish_event


class ReopenEvent(_Step):
    """Changes the state from finished back to running, for a correction."""

    service = reopen_event


class ArchiveEvent(_Step):
    """Changes the state from finished to archived: nothing can be written any more."""

    service = archive_event


def read_event(event_id: UUID) -> EventDocument:
    return event_document(annotate_events(Event.objects.filter(pk=event_id)).get())


def event_document(row: Mapping[str, Any]) -> EventDocument:
    """An event out of a row of ``described``."""
    return EventDocument(
        id=str(row["id"]),
        club=ClubDocument(id=row["club_id"], slug=row["club__slug"], name=row["club__name"]),
        venue=row["venue__name"],
        venue_id=row["venue_id"],
        name=row["name"],
        date=row["date"].isoformat(),
        state=row["state"],
        visibility=row["visibility"],
        names=row["names"],
        format=row["format"],
        options=row["format_options"],
        constraints=row["constraints"],
        match_format=row["match_format"],
        capacity=row["capacity"],
        entries=row["entry_count"] or 0,
        tables=row["table_count"] or 0,
        version=row["version"],
    )
