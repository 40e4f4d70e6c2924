"""Stages of an event: the list, one, a new one, its groups."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, TypeAlias
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.bodies import UNSAID, finding_member
from api.documents import (
    CalendarDict,
    ConstraintsDict,
    CutDict,
    EventId,
    FormatOptionsDict,
    MatchFormatDict,
    RankingDict,
)
from api.reading import Id, Reason, ShortLabel, read_body, read_query
from api.resource import Listing, Resource, now
from api.within import WithinEvent
from competition.cuts.cut import Cut
from competition.formats.contract import MOST_GROUPS
from kernel.models import Frozen
from tournaments.models import Event, Group, Stage
from tournaments.refusals import NotFound
from tournaments.selectors.events.clubs import get_venue_of_club
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.stages.stages import get_stage, list_stages_with_groups
from tournaments.services.events.stages import (
    GroupPlan,
    StagePlan,
    add_stage,
    change_stage,
    remove_stage,
    set_group,
)

Word: TypeAlias = Annotated[str, Field(max_length=40)]
Metrics: TypeAlias = Annotated[tuple[Word, ...], Field(strict=False, max_length=20)]


class GroupDocument(TypedDict):
    """A parallel group of a stage. ``tables`` (first and last) are its own; null: any."""

    id: Annotated[int, Field(description="The id of the group, as roles and invitations name it.")]
    number: Annotated[
        int, Field(description="Its number in the stage, from 1, as all else names it.")
    ]
    name: Annotated[str, Field(description="Its name; empty: its number is shown.")]
    venue: Annotated[int | None, Field(description="The id of the venue; null: that of the event.")]
    tables: Annotated[
        list[int] | None,
        Field(description="The numbers of the first and the last of its own tables; null: any."),
    ]


class StageDocument(TypedDict):
    """A part of an event with a format of its own; ``version`` rises with each result.

    ``cut``: which entries of an earlier stage advance to this one; null: all entries.
    ``match_format`` null: that of the event. ``metrics`` empty: those of the format; ``ranking``:
    options of the notation's ``rank``. ``calendar`` null: its rounds are on the date of the event,
    unless one was moved. ``drawn``: its pairings exist.
    """

    id: Annotated[int, Field(description="The id of the stage.")]
    event: Annotated[EventId, Field(description="The id of the event.")]
    number: Annotated[int, Field(description="Its number in the event, from 1.")]
    name: Annotated[str, Field(description="Its name; empty: its format is shown.")]
    format: Annotated[str, Field(description="Its format, as `formats/` names it.")]
    options: Annotated[
        FormatOptionsDict,
        Field(description="The options of that format, by the schema in `formats/{name}/`."),
    ]
    constraints: Annotated[ConstraintsDict, Field(description="What its draw has to respect.")]
    match_format: Annotated[
        MatchFormatDict | None,
        Field(description="The games of its matches; null: those of the event."),
    ]
    cut: Annotated[
        CutDict | None,
        Field(description="The entries of an earlier stage that advance to it; null: all entries."),
    ]
    metrics: Annotated[
        list[str],
        Field(description="The metrics that rank it, in order; empty: those of the format."),
    ]
    ranking: Annotated[RankingDict, Field(description="The options of its ranking.")]
    calendar: Annotated[
        CalendarDict | None,
        Field(description="How the rounds that are made later get their dates."),
    ]
    groups: Annotated[list[GroupDocument], Field(description="Its groups, in order.")]
    drawn: Annotated[bool, Field(description="Whether its pairings exist.")]
    version: Annotated[int, Field(description="Rises with each result.")]


class StageBody(Frozen):
    """A new stage at the end of the event. ``reason``: needed after the start of play."""

    format: Annotated[Word, Field(description="Its format, as `formats/` names it.")]
    cut: Annotated[
        Cut,
        Field(
            description="The entries of an earlier stage that advance to it.", discriminator="take"
        ),
    ]
    name: Annotated[ShortLabel, Field(description="Its name; empty: its format is shown.")] = ""
    options: Annotated[
        FormatOptionsDict,
        Field(description="The options of that format, by the schema in `formats/{name}/`."),
    ] = {}
    constraints: Annotated[ConstraintsDict, Field(description="What its draw has to respect.")] = {}
    match_format: Annotated[
        MatchFormatDict | None,
        Field(description="The games of its matches; null: those of the event."),
    ] = None
    metrics: Annotated[
        Metrics,
        Field(description="The metrics that rank it, in order; empty: those of the format."),
    ] = ()
    ranking: Annotated[RankingDict, Field(description="The options of its ranking.")] = {}
    reason: Annotated[Reason, Field(description="Needed after the start of play.")] = ""


class StageChange(Frozen):
    """Changes to a stage that is not drawn; fields that are left out stay."""

    format: Annotated[Word, Field(description="Its format, as `formats/` names it.")] = UNSAID
    cut: Annotated[
        Cut,
        Field(
            description="The entries of an earlier stage that advance to it.", discriminator="take"
        ),
    ] = UNSAID
    name: Annotated[ShortLabel, Field(description="Its name; empty: its format is shown.")] = UNSAID
    options: Annotated[
        FormatOptionsDict,
        Field(description="The options of that format, by the schema in `formats/{name}/`."),
    ] = UNSAID
    constraints: Annotated[ConstraintsDict, Field(description="What its draw has to respect.")] = (
        UNSAID
    )
    match_format: Annotated[
        MatchFormatDict | None,
        Field(description="The games of its matches; null: those of the event."),
    ] = UNSAID
    metrics: Annotated[
        Metrics,
        Field(description="The metrics that rank it, in order; empty: those of the format."),
    ] = UNSAID
    ranking: Annotated[RankingDict, Field(description="The options of its ranking.")] = UNSAID
    reason: Annotated[Reason, Field(description="Needed after the start of play.")] = ""


class GroupBody(Frozen):
    """``tables``: the first and the last that the group has for itself."""

    name: Annotated[ShortLabel, Field(description="Its name; empty: its number is shown.")] = ""
    venue: Annotated[
        Id | None, Field(description="The id of a venue of the club; null: that of the event.")
    ] = None
    tables: Annotated[
        Annotated[tuple[Id, ...], Field(strict=False, min_length=2, max_length=2)] | None,
        Field(description="The numbers of the first and the last of its own tables; null: any."),
    ] = None
    reason: Annotated[Reason, Field(description="Needed after the start of play.")] = ""


class ReasonQuery(Frozen):
    """Why a stage is taken away after the start of play."""

    reason: Annotated[Reason, Field(description="Why; needed after the start of play.")] = ""


class Stages(WithinEvent, Listing):
    """The stages of an event."""

    row_classes = {"GET": StageDocument}
    queryset = Stage.objects.all()

    def get_queryset(self) -> QuerySet[Stage]:
        return list_stages_with_groups(self.event)

    def make_documents(self, rows: Sequence[Stage]) -> Sequence[StageDocument]:
        return [build_stage_document(stage) for stage in rows]

    @extend_schema(responses=StageDocument)
    def get(self, request: Request) -> Response:
        return self.list(request)


class EventStages(Listing):
    """The stages of an event, in order."""

    row_classes = {"GET": StageDocument}
    queryset = Stage.objects.all()
    ordering = ("number",)

    @cached_property
    def event(self) -> Event:
        return get_visible_event(self.actor, self.kwargs["event_id"])

    def get_queryset(self) -> QuerySet[Stage]:
        return list_stages_with_groups(self.event)

    def make_documents(self, rows: Sequence[Stage]) -> Sequence[StageDocument]:
        return [build_stage_document(stage) for stage in rows]

    @extend_schema(responses=StageDocument)
    def get(self, request: Request, event_id: UUID) -> Response:
        return self.list(request)

    @extend_schema(request=StageBody, responses={201: StageDocument})
    def post(self, request: Request, event_id: UUID) -> Response:
        """Adds a stage at the end, with the cut that selects its entrants."""
        event = self.event
        body = read_body(StageBody, request)
        plan = _make_plan(body.model_dump(mode="json", exclude={"reason"}))
        stage = add_stage(event=event, plan=plan, actor=self.actor, now=now(), reason=body.reason)
        headers = {"Location": f"/api/v1/stages/{stage.pk}/"}
        return Response(_get_stage_document(stage), 201, headers=headers)


class StageDetail(Resource):
    """One stage."""

    query_parameters = {"DELETE": ("reason",)}
    may_refuse_with = {"DELETE": (422,)}

    @extend_schema(responses=StageDocument)
    def get(self, request: Request, stage_id: int) -> Response:
        return Response(_get_stage_document(get_stage(self.actor, stage_id)))

    @extend_schema(request=StageChange, responses=StageDocument)
    def patch(self, request: Request, stage_id: int) -> Response:
        """Changes the fields that are sent, while the stage is not drawn and no draw is
        prepared."""
        stage = get_stage(self.actor, stage_id)
        body = read_body(StageChange, request)
        sent_values = body.model_dump(mode="json", include=body.model_fields_set - {"reason"})
        # The service takes a complete plan: the fields that were not sent stay as they are.
        plan_names = StageBody.model_fields.keys() - {"reason"}
        current_values = {name: getattr(stage, name) for name in plan_names}
        plan = _make_plan({**current_values, **sent_values})
        changed_stage = change_stage(
            stage=stage, plan=plan, actor=self.actor, now=now(), reason=body.reason
        )
        return Response(_get_stage_document(changed_stage))

    @extend_schema(parameters=[OpenApiParameter("reason", str)], responses={204: None})
    def delete(self, request: Request, stage_id: int) -> Response:
        """Deletes the last stage, if it is not the first and not drawn."""
        reason = read_query(ReasonQuery, request).reason
        stage = get_stage(self.actor, stage_id)
        remove_stage(stage=stage, actor=self.actor, now=now(), reason=reason)
        return Response(status=204)


class StageGroup(Resource):
    """A group of a stage."""

    @extend_schema(request=GroupBody, responses=GroupDocument)
    def put(self, request: Request, stage_id: int, group_number: int) -> Response:
        """Sets name, place and tables of a group, before or after the draw."""
        stage = get_stage(self.actor, stage_id)
        # The most groups that any format makes.
        if group_number > MOST_GROUPS:
            raise NotFound
        body = read_body(GroupBody, request)
        with finding_member("venue"):
            venue = None if body.venue is None else get_venue_of_club(stage.event.club, body.venue)
        plan = GroupPlan(
            name=body.name,
            venue=venue,
            tables=(body.tables[0], body.tables[1]) if body.tables else None,
        )
        group = set_group(
            stage=stage,
            number=group_number,
            plan=plan,
            actor=self.actor,
            now=now(),
            reason=body.reason,
        )
        return Response(build_group_document(group))


def _make_plan(values: Mapping[str, Any]) -> StagePlan:
    return StagePlan(**{**values, "metrics": tuple(values["metrics"])})


def _get_stage_document(stage: Stage) -> StageDocument:
    return build_stage_document(list_stages_with_groups(stage.event).get(pk=stage.pk))


def build_stage_document(stage: Stage) -> StageDocument:
    """A stage out of ``list_stages_with_groups``."""
    return StageDocument(
        id=stage.pk,
        event=str(stage.event_id),
        number=stage.number,
        name=stage.name,
        format=stage.format,
        options=stage.options,
        constraints=stage.constraints,
        match_format=stage.match_format,
        cut=stage.cut,
        metrics=stage.metrics,
        ranking=stage.ranking,
        calendar=stage.calendar,
        groups=[build_group_document(group) for group in stage.groups.all()],
        drawn=stage.is_drawn,  # type: ignore[attr-defined]
        version=stage.version,
    )


def build_group_document(group: Group) -> GroupDocument:
    tables = None
    if group.first_table is not None and group.last_table is not None:
        tables = [group.first_table, group.last_table]
    return GroupDocument(
        id=group.pk, number=group.number, name=group.name, venue=group.venue_id, tables=tables
    )
