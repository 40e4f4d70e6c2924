"""Creates events from shapes, and keeps shapes as templates of a club."""

from dataclasses import replace
from datetime import date, datetime
from uuid import UUID

from accounts.actors import Actor
from competition.event_shape import EventShape, HallShape
from competition.prizes import PrizeBand
from database.transactions import atomic_with_retry
from kernel.refusals import FormReused
from tournaments.models import Club, Event, EventTemplate, Stage
from tournaments.permissions import Right, check
from tournaments.refusals import TemplateRefused
from tournaments.selectors.events.shapes import read_shape
from tournaments.services.events.events import EventPlan, create_event
from tournaments.services.events.halls import add_hall
from tournaments.services.events.stages import (
    GroupPlan,
    StagePlan,
    add_stage,
    change_stage,
    set_group,
)
from tournaments.services.regulation.prizes import set_prizes
from tournaments.services.regulation.regulations import set_articles, set_house_rules

MOST_TEMPLATES = 50


def plan_from_shape(shape: EventShape, *, name: str, date: date) -> EventPlan:
    """The plan of an event that is played as the shape has it."""
    first_stage = shape.stages[0]
    return EventPlan(
        name=name,
        date=date,
        match_format=shape.match,
        format=first_stage.format,
        options=first_stage.options,
        constraints=first_stage.constraints,
        venue_name=shape.venue,
        tables=shape.tables,
        capacity=shape.capacity,
        visibility=shape.visibility,
        names=shape.names,
        start=shape.rules.start,
        fee_cents=shape.rules.fee_cents,
        contact=shape.contact,
        notes=shape.notes,
        recorded=shape.recorded,
    )


@atomic_with_retry
def create_from_shape(
    *,
    club: Club,
    shape: EventShape,
    plan: EventPlan,
    actor: Actor,
    now: datetime,
    event_id: UUID | None = None,
) -> Event:
    """A draft with the settings of ``plan`` and, from the shape, what a plan does not say: halls,
    later stages, groups, house rules, prizes, articles. ``plan.tables`` counts those of all halls;
    a hall for which they do not suffice is left out. Sent twice, it is one event.

    Raises what ``create_event`` and the services of the parts raise.
    """
    if event_id is not None and Event.objects.filter(pk=event_id, club=club).exists():
        event = create_event(club=club, plan=plan, actor=actor, now=now, event_id=event_id)
        _check_parts(event, shape)
        return event
    halls: list[HallShape] = []
    tables = plan.tables
    # At least one table stays in the first hall, which no row describes.
    for hall in reversed(shape.halls):
        if hall.tables < tables:
            halls.insert(0, hall)
            tables -= hall.tables
    # The tables of the other halls come with their halls, and are numbered after these.
    event = create_event(
        club=club,
        plan=replace(plan, tables=tables),
        actor=actor,
        now=now,
        event_id=event_id,
    )
    # A check-in that would come after the start belongs to the other event's evening.
    check_in = shape.rules.check_in
    if plan.start and check_in and plan.start < check_in:
        check_in = None
    changed_rules = {"start": plan.start, "fee_cents": plan.fee_cents, "check_in": check_in}
    rules = shape.rules.model_copy(update=changed_rules)
    set_house_rules(event=event, rules=rules, actor=actor, now=now)
    for hall in halls:
        add_hall(event=event, name=hall.name, tables=hall.tables, actor=actor, now=now)
    _make_stages(event, shape, actor, now)
    for group in shape.groups:
        # Tables that this event does not have are left out: the group plays at any.
        group_tables: tuple[int, int] | None = None
        if group.tables and group.tables[1] <= plan.tables:
            group_tables = group.tables
        stage = Stage.objects.select_related("event__club").get(event=event, number=group.stage)
        group_plan = GroupPlan(name=group.name, venue_name=group.venue, tables=group_tables)
        set_group(stage=stage, number=group.number, plan=group_plan, actor=actor, now=now)
    bands = [PrizeBand(prize.first, prize.last, prize.text) for prize in shape.prizes]
    if bands:
        set_prizes(event=event, bands=bands, actor=actor, now=now)
    if shape.articles:
        set_articles(event=event, articles=shape.articles, actor=actor, now=now)
    event.refresh_from_db()
    return event


def _check_parts(event: Event, shape: EventShape) -> None:
    """Checks that an event still has the later stages, the prizes and the articles of a shape.

    Raises FormReused.
    """
    stored, later_stages = read_shape(event), shape.stages[1:]
    cuts = [(stage.format, stage.cut) for stage in stored.stages[1:]]
    is_same = cuts == [(stage.format, stage.cut) for stage in later_stages]
    if not is_same or (stored.prizes, stored.articles) != (shape.prizes, shape.articles):
        raise FormReused


def _make_stages(event: Event, shape: EventShape, actor: Actor, now: datetime) -> None:
    """The stages behind the first, and what the first has that a plan does not say."""
    first_shape, *later_shapes = shape.stages
    stage = event.stages.get(number=1)
    if first_shape.name or first_shape.metrics or first_shape.ranking or first_shape.match:
        stage_plan = StagePlan(
            stage.format,
            None,
            name=first_shape.name,
            options=stage.options,
            constraints=stage.constraints,
            match_format=first_shape.match,
        )
        # Metrics and options of the ranking fit a format: with another one its usual ones hold.
        if stage.format == first_shape.format:
            metrics = tuple(first_shape.metrics)
            stage_plan = replace(stage_plan, metrics=metrics, ranking=first_shape.ranking)
        change_stage(stage=stage, plan=stage_plan, actor=actor, now=now)
    for later_shape in later_shapes:
        plan = StagePlan(
            later_shape.format,
            later_shape.cut,
            name=later_shape.name,
            options=later_shape.options,
            constraints=later_shape.constraints,
            match_format=later_shape.match,
            metrics=tuple(later_shape.metrics),
            ranking=later_shape.ranking,
        )
        add_stage(event=event, plan=plan, actor=actor, now=now)


@atomic_with_retry
def save_template(*, event: Event, name: str, actor: Actor, now: datetime) -> EventTemplate:
    """Keeps the shape of an event under a name; the template of that name is replaced.

    Raises NotAllowed, TemplateRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    # The club's row is the lock: the limit holds for two who save at the same time.
    club = Club.objects.select_for_update(no_key=True).get(pk=event.club_id)
    shape = read_shape(event).model_dump(mode="json", exclude_defaults=True)
    template = club.event_templates.filter(name__iexact=name).first()
    if template is None:
        if club.event_templates.count() >= MOST_TEMPLATES:
            raise TemplateRefused("too_many_templates", most=MOST_TEMPLATES)
        return EventTemplate.objects.create(club=club, name=name, shape=shape, created_at=now)
    template.name, template.shape, template.created_at = name, shape, now
    template.save()
    return template


@atomic_with_retry
def delete_template(*, template: EventTemplate, actor: Actor) -> None:
    """Deletes a template; events that were created from it stay. Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=template.club_id)
    template.delete()
