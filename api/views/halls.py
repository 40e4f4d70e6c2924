"""The further halls of an event, and the tables that call the referee."""

from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.permissions import MayManageEvent, MayWriteRow
from api.serializers.halls import (
    HallSerializer,
    NewHallSerializer,
    RefereeCallSerializer,
    RenamedHallSerializer,
)
from api.views.within import InEventViewSet
from api.viewsets import ApiViewSet, now
from tournaments.models import Hall, RefereeCall
from tournaments.permissions import Right, check, check_referees_call
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.hall.halls import get_hall
from tournaments.selectors.hall.tables import call_for, list_referee_calls
from tournaments.services.events.halls import add_hall, remove_hall, rename_hall
from tournaments.services.undo.hall import attend


class HallViewSet(ListModelMixin, InEventViewSet):
    """The further halls of an event, by their tables."""

    lookup_url_kwarg = "hall_id"
    ordering = ("first_table", "pk")
    may_refuse_with = {"destroy": (422,)}
    serializer_class = HallSerializer
    queryset = Hall.objects.none()
    serializer_classes = {"create": NewHallSerializer, "partial_update": RenamedHallSerializer}

    def get_queryset(self) -> QuerySet[Hall]:
        return Hall.objects.filter(event=self.event).select_related("venue")

    def retrieve(self, request: Request, event_id: UUID, hall_id: int) -> Response:
        """One hall."""
        return Response(self.make_document(get_hall(self.event, hall_id)))

    @extend_schema(responses={201: HallSerializer})
    def create(self, request: Request, event_id: UUID) -> Response:
        """Adds a hall with as many new tables, until the event is over. After the start with a
        reason."""
        body = self.read_body()
        hall = add_hall(event=self.event, actor=self.actor, now=now(), **body)
        return self.created(hall, "api:hall-detail", event_id=event_id, hall_id=hall.pk)

    @extend_schema(responses=HallSerializer)
    def partial_update(self, request: Request, event_id: UUID, hall_id: int) -> Response:
        """Renames a hall until the event is archived; its tables stay. After the start with a
        reason."""
        hall = get_hall(self.event, hall_id)
        body = self.read_body(partial=True)
        hall = rename_hall(
            hall=hall,
            name=body.get("name", hall.venue.name),
            actor=self.actor,
            now=now(),
            reason=body.get("reason", ""),
        )
        return Response(self.make_document(hall))

    def destroy(self, request: Request, event_id: UUID, hall_id: int) -> Response:
        """Takes away the last hall with its tables, before the draw."""
        remove_hall(hall=get_hall(self.event, hall_id), actor=self.actor, now=now())
        return Response(status=204)


class EventRefereeCallViewSet(ListModelMixin, ApiViewSet):
    """The tables that wait for the referee, who waits longest first."""

    lookup_url_kwarg = "call_id"
    ordering = ("called_at", "pk")
    may_refuse_with = {"list": (403,)}
    serializer_class = RefereeCallSerializer
    queryset = RefereeCall.objects.none()

    def get_queryset(self) -> QuerySet[RefereeCall]:
        event = get_visible_event(self.actor, self.kwargs["event_id"])
        check(self.actor, Right.WRITE_SHEETS, club_id=event.club_id, event=event)
        return list_referee_calls(event)


class RefereeCallViewSet(ApiViewSet):
    """A call for the referee."""

    permission_classes = (ReadOnlyTokensRead, MayManageEvent, MayWriteRow)
    lookup_url_kwarg = "call_id"
    acts = {"answer": Right.WRITE_SHEETS}
    offers_undo = ("answer",)
    serializer_class = RefereeCallSerializer
    queryset = RefereeCall.objects.all()

    def check_writes(self) -> None:
        # A referee may be bound to other tables.
        check_referees_call(self.actor, call_for(self.actor, self.kwargs["call_id"]))

    @extend_schema(request=None, responses=RefereeCallSerializer)
    @action(detail=True, methods=["post"])
    def answer(self, request: Request, call_id: int) -> Response:
        """Answers a call: the referee goes to the table. A second answer changes nothing."""
        call = call_for(self.actor, call_id)
        steps = attend(call=call, actor=self.actor, now=now())
        call = call_for(self.actor, call_id)
        return self.offer_undo(Response(self.make_document(call)), steps)
