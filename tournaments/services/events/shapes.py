"""Creates events from shapes, and keeps shapes as templates of a club."""

from dataclasses import replace
from datetime import date, datetime
from uuid import UUID

from accounts.actors import Actor
from competition.event_shape import EventShape, HallShape
from database.transactions import atomic_with_retry
from tournaments.models import Club, Event, EventTemplate
from tournaments.permissions import Right, check
from tournaments.refusals import TemplateRefused
from tournaments.selectors.events.shapes import digest_templates, read_shape
from tournaments.services.events.events import EventPlan, create_event
from tournaments.services.events.halls import add_hall
from tournaments.services.events.shape_parts import add_shape_parts, check_shape_parts
from tournaments.services.regulation.regulations import set_house_rules
from tournaments.services.versions import check_seen

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
        check_shape_parts(event, shape)
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
    add_shape_parts(event=event, shape=shape, tables=plan.tables, actor=actor, now=now)
    event.refresh_from_db()
    return event


@atomic_with_retry
def save_template(
    *, event: Event, name: str, actor: Actor, now: datetime, seen: str = ""
) -> EventTemplate:
    """Keeps the shape of an event under a name; the template of that name is replaced. ``seen``:
    the templates when the page was shown (``digest_templates``), which knows nothing yet of the
    name that is typed; without it, nothing is compared.

    Raises NotAllowed, TemplateRefused, ChangedMeanwhile.
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
    version_before = digest_templates(club)
    template.name, template.shape, template.created_at = name, shape, now
    template.save()
    check_seen(seen, before=version_before, after=digest_templates(club))
    return template


@atomic_with_retry
def delete_template(*, template: EventTemplate, actor: Actor) -> None:
    """Deletes a template; events that were created from it stay. Raises NotAllowed."""
    check(actor, Right.MANAGE_EVENTS, club_id=template.club_id)
    template.delete()
