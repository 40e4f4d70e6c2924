"""Stages of events, their groups, the dates of their rounds, and their draws."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from api.reading import Reason, finding_member, read_query
from api.serializers.draws import DrawDocument
from api.serializers.reasons import LoggedReasonSerializer
from api.serializers.rounds import CalendarSerializer
from api.serializers.stages import (
    GroupChangeSerializer,
    GroupSerializer,
    NewStageSerializer,
    StageChangeSerializer,
    StageSerializer,
)
from api.views.draws import answer_new_draw
from api.views.within import EventQueryViewSet, InEventViewSet, InStageViewSet
from api.viewsets import ApiViewSet, now
from competition.calendar import Calendar
from competition.formats.contract import MOST_GROUPS
from kernel.models import Frozen
from tournaments.models import Group, Stage
from tournaments.refusals import NotFound
from tournaments.selectors.events.clubs import get_venue_of_club
from tournaments.selectors.stages.stages import get_stage, list_stages_with_groups
from tournaments.services.draws.draws import prepare_draw, prepare_lots
from tournaments.services.events.calendars import remove_calendar, set_calendar
from tournaments.services.events.stages import (
    GroupPlan,
    StagePlan,
    add_stage,
    change_stage,
    remove_stage,
    set_group,
)

PLAN_NAMES = frozenset(StageChangeSerializer().fields) - {"reason"}


class ReasonQuery(Frozen):
    """Why a stage is taken away after the start of play."""

    reason: Reason = ""


class BaseStageViewSet(ApiViewSet):
    """Serializes stages with their groups."""

    lookup_url_kwarg = "stage_id"
    serializer_class = StageSerializer
    queryset = Stage.objects.all()

    def make_document(self, row: Stage) -> Any:
        # Read again, with its groups and whether it is drawn.
        return super().make_document(list_stages_with_groups(row.event).get(pk=row.pk))


class StageViewSet(EventQueryViewSet, BaseStageViewSet):
    """The stages of an event."""

    serializer_classes = {
        "partial_update": StageChangeSerializer,
        "calendar": CalendarSerializer,
        "draws": LoggedReasonSerializer,
    }
    query_parameters = {"destroy": ("reason",)}
    may_refuse_with = {"destroy": (422,)}

    def get_queryset(self) -> QuerySet[Stage]:
        return list_stages_with_groups(self.event)

    def retrieve(self, request: Request, stage_id: int) -> Response:
        """One stage."""
        return Response(self.make_document(get_stage(self.actor, stage_id)))

    @extend_schema(responses=StageSerializer)
    def partial_update(self, request: Request, stage_id: int) -> Response:
        """Changes the fields that are sent, while the stage is not drawn and no draw is
        prepared."""
        stage = get_stage(self.actor, stage_id)
        changes = self.read_body(partial=True)
        reason = changes.pop("reason", "")
        # The service takes a complete plan: the fields that were not sent stay as they are.
        current_values = {name: getattr(stage, name) for name in PLAN_NAMES}
        plan = make_stage_plan({**current_values, **changes})
        stage = change_stage(stage=stage, plan=plan, actor=self.actor, now=now(), reason=reason)
        return Response(self.make_document(stage))

    @extend_schema(parameters=[OpenApiParameter("reason", str)], responses={204: None})
    def destroy(self, request: Request, stage_id: int) -> Response:
        """Deletes the last stage, if it is not the first and not drawn."""
        reason = read_query(ReasonQuery, request).reason
        stage = get_stage(self.actor, stage_id)
        remove_stage(stage=stage, actor=self.actor, now=now(), reason=reason)
        return Response(status=204)

    @extend_schema(responses=CalendarSerializer)
    @action(detail=True, methods=["put"])
    def calendar(self, request: Request, stage_id: int) -> Response:
        """Sets the dates of all rounds without a hand, and of those that are drawn or paired
        later."""
        stage = get_stage(self.actor, stage_id)
        body = self.read_body()
        lists = {name: tuple(body[name]) for name in ("weekdays", "skipped")}
        calendar = Calendar.model_validate({**body, **lists})
        set_calendar(stage=stage, calendar=calendar, actor=self.actor, now=now())
        return Response(CalendarSerializer(calendar.model_dump(mode="json")).data)

    @extend_schema(request=None, responses={204: None})
    @calendar.mapping.delete
    def remove_calendar(self, request: Request, stage_id: int) -> Response:
        """Removes the dates of all rounds without a hand."""
        stage = get_stage(self.actor, stage_id)
        remove_calendar(stage=stage, actor=self.actor, now=now())
        return Response(status=204)

    @extend_schema(responses={201: DrawDocument})
    @action(detail=True, methods=["post"])
    def draws(self, request: Request, stage_id: int) -> Response:
        """Prepares a draw of the stage: its commitment is public from now on, its secret is
        revealed after the public word. If a draw is prepared already, it answers with that one. To
        repeat a draw that was held, a reason is needed."""
        reason = self.read_body()["reason"]
        stage = get_stage(self.actor, stage_id)
        draw = prepare_draw(stage=stage, reason=reason, actor=self.actor, now=now())
        return answer_new_draw(draw)

    @extend_schema(request=None, responses={201: DrawDocument})
    @action(detail=True, methods=["post"])
    def lots(self, request: Request, stage_id: int) -> Response:
        """Prepares a drawing of lots among the entries that are tied where a later stage cuts the
        ranking of this one. If one is prepared already, it answers with that one."""
        stage = get_stage(self.actor, stage_id)
        return answer_new_draw(prepare_lots(stage=stage, actor=self.actor, now=now()))


class EventStageViewSet(ListModelMixin, InEventViewSet, BaseStageViewSet):
    """The stages of an event, in order."""

    ordering = ("number",)
    serializer_classes = {"create": NewStageSerializer}

    def get_queryset(self) -> QuerySet[Stage]:
        return list_stages_with_groups(self.event)

    @extend_schema(responses={201: StageSerializer})
    def create(self, request: Request, event_id: UUID) -> Response:
        """Adds a stage at the end, with the cut that selects its entrants."""
        event = self.event
        body = self.read_body()
        reason = body.pop("reason")
        plan = make_stage_plan(body)
        stage = add_stage(event=event, plan=plan, actor=self.actor, now=now(), reason=reason)
        return self.created(stage, "api:stage-detail", stage_id=stage.pk)


class StageGroupViewSet(InStageViewSet):
    """A group of a stage."""

    lookup_url_kwarg = "group_number"
    serializer_class = GroupSerializer
    serializer_classes = {"update": GroupChangeSerializer}
    queryset = Group.objects.none()

    @extend_schema(responses=GroupSerializer)
    def update(self, request: Request, stage_id: int, group_number: int) -> Response:
        """Sets name, place and tables of a group, before or after the draw."""
        stage = self.stage
        # The most groups that any format makes.
        if group_number > MOST_GROUPS:
            raise NotFound
        body = self.read_body()
        with finding_member("venue"):
            venue = None
            if body["venue"] is not None:
                venue = get_venue_of_club(stage.event.club, body["venue"])
        tables = body["tables"]
        plan = GroupPlan(
            name=body["name"], venue=venue, tables=(tables[0], tables[1]) if tables else None
        )
        group = set_group(
            stage=stage,
            number=group_number,
            plan=plan,
            actor=self.actor,
            now=now(),
            reason=body["reason"],
        )
        return Response(self.make_document(group))


def make_stage_plan(values: Mapping[str, Any]) -> StagePlan:
    """The plan of a stage by the names of the API."""
    return StagePlan(**{**values, "metrics": tuple(values["metrics"])})
