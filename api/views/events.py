"""Events: the list, one, a new one, and its steps."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.filters import EventFilter
from api.permissions import MayManageEvent, MayManageSomeClub
from api.reading import finding_member, read_query
from api.serializers.draws import NewDrawSerializer
from api.serializers.events import (
    CancelSerializer,
    EventChangeSerializer,
    EventSerializer,
    NewEventSerializer,
    UndoSerializer,
)
from api.serializers.jobs import JobSerializer
from api.views.jobs import answer_job
from api.viewsets import ApiViewSet, now
from database.folding import Folded
from database.limits import MOST_ENTRIES
from kernel.models import Frozen
from tournaments.models import Club, Event, Venue
from tournaments.permissions import Right, list_visible_events
from tournaments.selectors.events.clubs import get_club, get_venue_of_club
from tournaments.selectors.events.events import annotate_events, get_visible_event
from tournaments.services.draws.draws import ask_draw
from tournaments.services.events.changes import change_event
from tournaments.services.events.events import (
    EventPlan,
    archive_event,
    cancel_event,
    create_event,
    delete_draft,
    finish_event,
    hold_after_all,
    open_entries,
    reopen_event,
    restore_event,
)
from tournaments.services.undo.offers import read_steps
from tournaments.services.undo.starts import begin_play
from tournaments.services.undo.undo import undo


class DeletedEntriesQuery(Frozen):
    """How many entries are deleted with a draft."""

    entries: Annotated[int, Field(ge=0, le=MOST_ENTRIES)] = 0


class EventViewSet(ListModelMixin, ApiViewSet):
    """The events that the caller may see, the latest first; those by link are not listed."""

    lookup_url_kwarg = "event_id"
    lookup_value_converter = "uuid"
    filterset_class = EventFilter
    ordering = ("-date", "pk")
    ordering_fields = ("date", "name")
    serializer_class = EventSerializer
    serializer_classes = {
        "create": NewEventSerializer,
        "partial_update": EventChangeSerializer,
        "draw": NewDrawSerializer,
        "cancel": CancelSerializer,
        "undo": UndoSerializer,
    }

    offers_undo = ("start",)
    query_parameters = {"destroy": ("entries",)}
    may_refuse_with = {"destroy": (400,)}
    acts = {
        "restore": Right.MANAGE_CLUB,
        "hold_after_all": Right.MANAGE_CLUB,
        "undo": Right.WRITE_SHEETS,
    }

    def get_permissions(self) -> list[BasePermission]:
        # An event that does not exist yet has no managers: its club decides.
        rule = MayManageSomeClub if self.action == "create" else MayManageEvent
        return [ReadOnlyTokensRead(), rule()]

    def list_ordering_keys(self, name: str) -> Sequence[Combinable]:
        if name == "name":
            return [Folded(name)]
        return super().list_ordering_keys(name)

    def get_queryset(self) -> QuerySet[Event]:
        return annotate_events(list_visible_events(self.actor))

    def retrieve(self, request: Request, event_id: UUID) -> Response:
        """One event."""
        return Response(self.make_document(get_visible_event(self.actor, event_id)))

    @extend_schema(responses={201: EventSerializer})
    def create(self, request: Request) -> Response:
        """Creates an event: a draft that only members of the club see."""
        body = self.read_body()
        with finding_member("club"):
            club = get_club(self.actor, body.pop("club"))
        # A client may choose the id: sent again, the request finds its event.
        event_id = body.pop("id", None)
        plan = EventPlan(**{**body, "venue": find_venue(club, body["venue"])})
        event = create_event(club=club, plan=plan, actor=self.actor, now=now(), event_id=event_id)
        return self.created(event, "api:event-detail", event_id=event.pk)

    @extend_schema(responses=EventSerializer)
    def partial_update(self, request: Request, event_id: UUID) -> Response:
        """Changes the fields that are sent, and no others."""
        changes = self.read_body(partial=True)
        reason = changes.pop("reason", "")
        event = get_visible_event(self.actor, event_id)
        # null takes the venue away; without the member it stays.
        if "venue" in changes:
            changes["venue"] = find_venue(event.club, changes["venue"])
        change_event(event=event, changes=changes, actor=self.actor, now=now(), reason=reason)
        return Response(self.make_document(event))

    @extend_schema(parameters=[OpenApiParameter("entries", int)], responses={204: None})
    def destroy(self, request: Request, event_id: UUID) -> Response:
        """Deletes a draft of which no money was noted. With entries it is deleted only if their
        number is sent as `entries`."""
        delete_draft(
            event=get_visible_event(self.actor, event_id),
            entries=read_query(DeletedEntriesQuery, request).entries,
            actor=self.actor,
            now=now(),
        )
        return Response(status=204)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def open(self, request: Request, event_id: UUID) -> Response:
        """Changes the state from draft to open: the event is visible and takes entries."""
        return self._take_step(open_entries)

    @extend_schema(responses={202: JobSerializer})
    @action(detail=True, methods=["post"])
    def draw(self, request: Request, event_id: UUID) -> Response:
        """Has a worker draw the event. Two requests at the same time make one draw; to draw again
        needs a reason."""
        body = self.read_body()
        event = get_visible_event(self.actor, event_id)
        job = ask_draw(event=event, actor=self.actor, now=now(), **body)
        return answer_job(job, event.pk)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def start(self, request: Request, event_id: UUID) -> Response:
        """Changes the state from drawn to running: tables are called, lines can be written."""
        event = get_visible_event(self.actor, event_id)
        steps = begin_play(event=event, actor=self.actor, now=now())
        return self.offer_undo(Response(self.make_document(event)), steps)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def finish(self, request: Request, event_id: UUID) -> Response:
        """Changes the state from running to finished, once every match is decided."""
        return self._take_step(finish_event)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def reopen(self, request: Request, event_id: UUID) -> Response:
        """Changes the state from finished back to running, for a correction."""
        return self._take_step(reopen_event)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def archive(self, request: Request, event_id: UUID) -> Response:
        """Changes the state from finished or cancelled to archived: nothing can be written any
        more."""
        return self._take_step(archive_event)

    @extend_schema(request=None)
    @action(detail=True, methods=["post"])
    def restore(self, request: Request, event_id: UUID) -> Response:
        """Changes the state from archived back to finished, or to cancelled if it was. Only an
        owner of the club may."""
        return self._take_step(restore_event)

    @extend_schema(responses=EventSerializer)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, event_id: UUID) -> Response:
        """Cancels an event. Nothing is deleted, and nothing more is written."""
        return self._take_step(cancel_event, reason=self.read_body()["reason"])

    @extend_schema(request=None)
    @action(detail=True, methods=["post"], url_path="hold-after-all")
    def hold_after_all(self, request: Request, event_id: UUID) -> Response:
        """Takes a cancellation back: the event is in the state that it was in. Only an owner of the
        club may."""
        return self._take_step(hold_after_all)

    @extend_schema(responses={204: None})
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, event_id: UUID) -> Response:
        """Undoes an act of the last ten seconds, by the `Undo-Token` of its answer: only who did
        it may, and only if nothing else has happened to what it changed. The second time nothing
        happens."""
        undo(steps=read_steps(self.read_body()["token"]), actor=self.actor, now=now())
        return Response(status=204)

    def _take_step(self, service: Callable[..., Event], **arguments: Any) -> Response:
        event = get_visible_event(self.actor, self.kwargs["event_id"])
        service(event=event, actor=self.actor, now=now(), **arguments)
        return Response(self.make_document(event))

    def make_document(self, row: Event) -> Any:
        # Read again, with the numbers of entries and tables.
        return super().make_document(annotate_events(Event.objects.filter(pk=row.pk)).get())


def find_venue(club: Club, venue_id: int | None) -> Venue | None:
    """The venue of the club that a body names. Raises NotFound."""
    if venue_id is None:
        return None
    with finding_member("venue"):
        return get_venue_of_club(club, venue_id)
