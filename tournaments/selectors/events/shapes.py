"""Reads the shapes of events: of one that was held, and those that a club keeps as templates."""

from competition.event_shape import EventShape, GroupShape, HallShape, StageShape
from kernel.canonical import digest
from tournaments.models import Club, Event, EventTemplate, Group, Stage
from tournaments.refusals import NotFound
from tournaments.selectors.hall.halls import list_halls
from tournaments.selectors.regulation.prizes import list_prize_rules
from tournaments.selectors.regulation.regulation import get_house_rules, list_articles


def read_shape(event: Event) -> EventShape:
    """The shape of an event: what another one can take over from it. Seven queries."""
    halls: list[HallShape] = []
    for hall in list_halls(event.pk):
        table_count = hall.last_table - hall.first_table + 1
        halls.append(HallShape(name=hall.venue.name, tables=table_count))
    groups = Group.objects.filter(stage__event=event).select_related("stage", "venue")
    group_shapes: list[GroupShape] = []
    for group in groups.order_by("stage__number", "number"):
        # A group about which nothing was set is made by the draw in any event.
        if not (group.name or group.venue or group.first_table):
            continue
        tables = None
        if group.first_table and group.last_table:
            tables = (group.first_table, group.last_table)
        group_shapes.append(
            GroupShape(
                stage=group.stage.number,
                number=group.number,
                name=group.name,
                venue=group.venue_name,
                tables=tables,
            )
        )
    return EventShape(
        match=event.match_format,
        stages=tuple(_read_stage(stage) for stage in event.stages.order_by("number")),
        venue=event.venue_name,
        tables=event.tables.count(),
        halls=tuple(halls),
        groups=tuple(group_shapes),
        capacity=event.capacity,
        visibility=event.visibility,
        recorded=event.recorded,
        names=event.names,
        contact=event.contact,
        notes=event.notes,
        rules=get_house_rules(event),
        prizes=tuple(list_prize_rules(event)),
        articles=tuple(list_articles(event)),
    )


def _read_stage(stage: Stage) -> StageShape:
    # Another event has other entries: where these were chosen by hand, the best ones take their
    # places.
    cut = stage.cut
    if cut is not None and cut.get("take") == "chosen":
        cut = {"take": "places", "stage": cut["stage"], "last": len(cut["entries"])}
    return StageShape(
        format=stage.format,
        name=stage.name,
        options=stage.options,
        constraints=stage.constraints,
        cut=cut,
        match=stage.match_format,
        metrics=list(stage.metrics),
        ranking=stage.ranking,
    )


def find_last_event(club: Club) -> Event | None:
    """The event that the next one is like: the latest that was public. One query."""
    shown_events = club.events.exclude(state=Event.State.DRAFT).select_related("club", "venue")
    return shown_events.order_by("-date", "-created_at").first()


def list_templates(club: Club) -> list[EventTemplate]:
    """The templates of a club, by name. One query."""
    return list(club.event_templates.order_by("name", "pk"))


def digest_templates(club: Club) -> str:
    """Another text as soon as the club has another template. One query."""
    return digest([[template.name, template.shape] for template in list_templates(club)])


def get_template(club: Club, template_id: int) -> EventTemplate:
    """A template of this club. Raises NotFound."""
    template = club.event_templates.filter(pk=template_id).first()
    if template is None:
        raise NotFound
    return template


def unpack_template_shape(template: EventTemplate) -> EventShape:
    """The shape that a template keeps."""
    return EventShape.model_validate(template.shape, strict=False)
