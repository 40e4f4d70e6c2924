"""Events like others: copies, and the templates of a club."""

from uuid import UUID

from django.db.models import QuerySet
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import ReadOnlyTokensRead
from api.permissions import MayWriteRow
from api.serializers.events import EventSerializer
from api.serializers.templates import CopySerializer, NewTemplateSerializer, TemplateSerializer
from api.viewsets import ApiViewSet, now
from competition.event_shape import EventShape
from tournaments.models import Club, Event, EventTemplate
from tournaments.permissions import Right, check
from tournaments.refusals import NotFound
from tournaments.selectors.events.clubs import get_club
from tournaments.selectors.events.events import annotate_events, get_visible_event
from tournaments.selectors.events.shapes import get_template, read_shape, unpack_template_shape
from tournaments.services.events.shapes import (
    create_from_shape,
    delete_template,
    plan_from_shape,
    save_template,
)


class ShapeViewSet(ApiViewSet):
    """Creates events from shapes."""

    def create_event(self, club: Club, shape: EventShape) -> Response:
        body = self.read_body()
        event = create_from_shape(
            club=club,
            shape=shape,
            plan=plan_from_shape(shape, name=body["name"], date=body["date"]),
            actor=self.actor,
            now=now(),
            event_id=body.get("id"),
        )
        row = annotate_events(Event.objects.filter(pk=event.pk)).get()
        document = EventSerializer(row, context=self.get_serializer_context()).data
        headers = {"Location": reverse("api:event-detail", kwargs={"event_id": event.pk})}
        return Response(document, 201, headers=headers)


class CopyViewSet(ShapeViewSet):
    """Copies of events."""

    lookup_url_kwarg = "event_id"
    lookup_value_converter = "uuid"
    queryset = Event.objects.all()
    serializer_class = CopySerializer

    @extend_schema(responses={201: EventSerializer})
    @action(detail=True, methods=["post"])
    def copy(self, request: Request, event_id: UUID) -> Response:
        """Creates a draft with the settings of this event: format, stages, halls, rules, prizes and
        articles. Entries, draws and results are not copied."""
        event = get_visible_event(self.actor, event_id)
        return self.create_event(event.club, read_shape(event))


class TemplateViewSet(ListModelMixin, ShapeViewSet):
    """The templates of a club, for those who manage its events."""

    permission_classes = (ReadOnlyTokensRead, MayWriteRow)
    lookup_url_kwarg = "template_id"
    may_refuse_with = {"list": (403,), "retrieve": (403,)}
    serializer_class = TemplateSerializer
    serializer_classes = {"create": NewTemplateSerializer, "events": CopySerializer}
    queryset = EventTemplate.objects.none()

    def get_queryset(self) -> QuerySet[EventTemplate]:
        return EventTemplate.objects.filter(club=self.find_club())

    def find_club(self) -> Club:
        """The club of the address. Raises NotFound, NotAllowed."""
        club = get_club(self.actor, self.kwargs["club_id"])
        check(self.actor, Right.MANAGE_EVENTS, club_id=club.pk)
        return club

    def check_writes(self) -> None:
        self.find_club()

    @extend_schema(responses={201: TemplateSerializer})
    def create(self, request: Request, club_id: int) -> Response:
        """Keeps the settings of an event as a template; the one of that name is replaced."""
        club = self.find_club()
        body = self.read_body()
        # Within the club, because only for this one the right to manage was checked.
        event = club.events.filter(pk=body["event"]).first()
        if event is None:
            raise NotFound(field="event")
        template = save_template(event=event, name=body["name"], actor=self.actor, now=now())
        return self.created(
            template, "api:template-detail", club_id=club.pk, template_id=template.pk
        )

    def retrieve(self, request: Request, club_id: int, template_id: int) -> Response:
        """One template."""
        return Response(self.make_document(get_template(self.find_club(), template_id)))

    def destroy(self, request: Request, club_id: int, template_id: int) -> Response:
        """Deletes a template; events that were created from it stay."""
        delete_template(template=get_template(self.find_club(), template_id), actor=self.actor)
        return Response(status=204)

    @extend_schema(responses={201: EventSerializer})
    @action(detail=True, methods=["post"])
    def events(self, request: Request, club_id: int, template_id: int) -> Response:
        """Creates a draft with the settings of the template."""
        club = self.find_club()
        return self.create_event(club, unpack_template_shape(get_template(club, template_id)))
