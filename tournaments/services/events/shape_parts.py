"""The parts of a shape that the plan of an event does not say: stages, groups, prizes, articles."""

from dataclasses import replace
from datetime import datetime

from accounts.actors import Actor
from competition.event_shape import EventShape
from competition.prizes import PrizeBand
from kernel.refusals import FormReused
from tournaments.models import Event, Stage
from tournaments.selectors.events.shapes import read_shape
from tournaments.services.events.stages import (
    GroupPlan,
    StagePlan,
    add_stage,
    change_stage,
    set_group,
)
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_articles


def add_shape_parts(
    *, event: Event, shape: EventShape, tables: int, actor: Actor, now: datetime
) -> None:
    """Gives a new event, which has this number of tables, the parts of a shape.

    Raises what the services of the parts raise.
    """
    first_shape, *later_shapes = shape.stages
    stage = event.stages.get(number=1)
    if first_shape.name or first_shape.metrics or first_shape.ranking or first_shape.match:
        stage_plan = replace(
            StagePlan.from_shape(first_shape),
            format=stage.format,
            cut=None,
            options=stage.options,
            constraints=stage.constraints,
        )
        # Metrics and options of the ranking fit a format: with another one its usual ones hold.
        if stage.format != first_shape.format:
            stage_plan = replace(stage_plan, metrics=(), ranking={})
        change_stage(stage=stage, plan=stage_plan, actor=actor, now=now)
    for later_shape in later_shapes:
        add_stage(event=event, plan=StagePlan.from_shape(later_shape), actor=actor, now=now)
    for group in shape.groups:
        # Tables that this event does not have are left out: the group plays at any.
        group_tables: tuple[int, int] | None = None
        if group.tables and group.tables[1] <= tables:
            group_tables = group.tables
        stage = Stage.objects.select_related("event__club").get(event=event, number=group.stage)
        group_plan = GroupPlan(name=group.name, venue_name=group.venue, tables=group_tables)
        set_group(stage=stage, number=group.number, plan=group_plan, actor=actor, now=now)
    bands = [PrizeBand(prize.first, prize.last, prize.text) for prize in shape.prizes]
    if bands:
        set_prizes(event=event, bands=bands, actor=actor, now=now)
    if shape.articles:
        set_articles(event=event, articles=shape.articles, actor=actor, now=now)


def check_shape_parts(event: Event, shape: EventShape) -> None:
    """Checks that an event still has the later stages, the prizes and the articles of a shape.

    Raises FormReused.
    """
    stored, later_stages = read_shape(event), shape.stages[1:]
    cuts = [(stage.format, stage.cut) for stage in stored.stages[1:]]
    is_same = cuts == [(stage.format, stage.cut) for stage in later_stages]
    if not is_same or (stored.prizes, stored.articles) != (shape.prizes, shape.articles):
        raise FormReused
