"""The stages of an event after the first: added, changed, taken away; and what its groups have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Self

from pydantic import ValidationError

from accounts.actors import Actor
from competition.cuts.borders import PLAY_OFF_ENTRIES
from competition.cuts.cut import CUT, Chosen, Cut, Losers
from competition.cuts.cut_checks import (
    find_neighbour_violations,
    find_seeding_violations,
    find_tie_violations,
)
from competition.cuts.remedies import REMEDIES
from competition.draw.constraints import Constraints
from competition.event_shape import StageShape
from competition.formats import format_named
from competition.standings.checks import find_carried_violations, find_criteria_violations
from competition.standings.options import StandingsOptions
from competition.standings.recorded import RecordedDetail, find_unrecorded_metrics
from database.transactions import atomic_with_retry
from kernel.reading import read, reading_field
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation, add_field
from tournaments.models import Event, Group, Hall, Round, Stage, Venue
from tournaments.permissions import Right, check
from tournaments.refusals import ChangedMeanwhile, EventStateRefused, FormatRefused, NotFound
from tournaments.selectors.stages.stages import digest_group, digest_stage, load_group
from tournaments.selectors.standings.penalties import list_ranking_metrics
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.events import check_playable
from tournaments.services.events.metrics_in_use import check_metrics_in_use
from tournaments.services.regulation.regulations import publish_regulation
from tournaments.services.versions import check_seen, lock_event, touch

MOST_STAGES = 8


@dataclass(frozen=True, slots=True)
class StagePlan:
    """What an organizer says of a stage before it is drawn. ``match_format`` None: as the event
    plays; ``cut`` is the document of competition.cuts.cut, None for the first stage alone."""

    format: str
    cut: Mapping[str, Any] | None
    name: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    constraints: Mapping[str, Any] = field(default_factory=dict)
    match_format: Mapping[str, Any] | None = None
    metrics: tuple[str, ...] = ()
    ranking: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_shape(cls, shape: StageShape) -> Self:
        """The plan of a stage that is played as a stage of a shape."""
        return cls(
            shape.format,
            shape.cut,
            name=shape.name,
            options=shape.options,
            constraints=shape.constraints,
            match_format=shape.match,
            metrics=tuple(shape.metrics),
            ranking=shape.ranking,
        )


@dataclass(frozen=True, slots=True)
class GroupPlan:
    """What an organizer says of a group: its name, its place, its own tables (first and last). In a
    further hall of the event it has the tables of that hall, if none are said."""

    name: str = ""
    venue: Venue | None = None
    venue_name: str = ""
    """The place by its name, where no ``venue`` is given; a new one is added to the club."""
    tables: tuple[int, int] | None = None


@atomic_with_retry
def add_stage(
    *,
    event: Event,
    plan: StagePlan,
    actor: Actor,
    now: datetime,
    reason: str = "",
    expected: int | None = None,
) -> Stage:
    """One more stage at the end; after the start with a ``reason``: it changes the regulation.
    ``expected``: the number that the page has said it gets; sent twice, it is one stage.

    Raises NotAllowed, EventStateRefused, FormatRefused, ReasonMissing, and ChangedMeanwhile if
    another stage has this number by now.
    """
    event = lock_unfinished(event, actor)
    number = event.stages.count() + 1
    if expected is not None and expected != number:
        stage_there = event.stages.filter(number=expected).first()
        if stage_there is None or digest_stage(stage_there) != digest_stage(
            Stage(**_read_fields(plan))
        ):
            raise ChangedMeanwhile
        return stage_there
    if number > MOST_STAGES:
        raise FormatRefused(violations=[Violation("too_many_stages", {"most": MOST_STAGES})])
    check_stage(event, plan, number)
    stage = Stage.objects.create(event=event, number=number, **_read_fields(plan))
    touch(event, now)
    reason = reason or _require_reason_of_choice(plan)
    publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return stage


@atomic_with_retry
def change_stage(
    *,
    stage: Stage,
    plan: StagePlan,
    actor: Actor,
    now: datetime,
    reason: str = "",
    seen: str = "",
) -> Stage:
    """A stage that is not drawn yet, otherwise. ``seen``: what the page showed (``digest_stage``);
    without it, nothing is compared. Raises what ``add_stage`` raises."""
    event = lock_unfinished(stage.event, actor)
    _check_undrawn(stage)
    check_stage(event, plan, stage.number)
    new_fields = _read_fields(plan)
    # Somebody else may have changed it since its caller has read it.
    try:
        stage.refresh_from_db(fields=list(new_fields))
    except Stage.DoesNotExist as error:
        raise NotFound from error
    version_before = digest_stage(stage)
    metrics_before = list_ranking_metrics(stage)
    for name, value in new_fields.items():
        setattr(stage, name, value)
    check_seen(seen, before=version_before, after=digest_stage(stage))
    check_metrics_in_use(stage, metrics_before)
    stage.save(update_fields=new_fields)
    touch(event, now)
    reason = reason or _require_reason_of_choice(plan)
    publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return stage


@atomic_with_retry
def remove_stage(*, stage: Stage, actor: Actor, now: datetime, reason: str = "") -> None:
    """The last stage, if it is not drawn and not the first.

    Raises NotAllowed, EventStateRefused, ReasonMissing.
    """
    event = lock_unfinished(stage.event, actor)
    _check_undrawn(stage)
    if stage.number == 1 or event.stages.filter(number__gt=stage.number).exists():
        raise EventStateRefused("only_the_last_stage")
    stage.delete()
    touch(event, now)
    publish_regulation(event=event, actor=actor, now=now, reason=reason)


@atomic_with_retry
def set_group(
    *,
    stage: Stage,
    number: int,
    plan: GroupPlan,
    actor: Actor,
    now: datetime,
    reason: str = "",
    seen: str = "",
) -> Group:
    """Name, place and tables of a group, before or after the draw. Another place changes the
    regulation: after the start it needs a ``reason``. ``seen``: what the page showed
    (``digest_group``); without it, nothing is compared.

    Raises NotAllowed, EventStateRefused, FormatRefused, ReasonMissing, ChangedMeanwhile, and
    NotFound for a group that was not drawn.
    """
    event = lock_unfinished(stage.event, actor)
    is_drawn = Round.objects.filter(group__stage=stage).exists()
    if is_drawn and not stage.groups.filter(number=number).exists():
        raise NotFound
    venue = plan.venue
    if venue is None and plan.venue_name:
        venue = add_venue(club=event.club, name=plan.venue_name, address="", actor=actor)
    # A group that plays in a further hall has the tables of that hall, unless others are named.
    hall: Hall | None = None
    if venue is not None and plan.tables is None:
        hall = event.halls.filter(venue=venue).first()
    if hall is not None:
        plan = replace(plan, tables=(hall.first_table, hall.last_table))
    first, last = plan.tables or (None, None)
    if plan.tables and not 1 <= plan.tables[0] <= plan.tables[1] <= event.tables.count():
        params = {"first": first, "last": last, "tables": event.tables.count()}
        raise FormatRefused(violations=[Violation("no_such_tables", params)], field="tables")
    version_before = digest_group(load_group(stage, number))
    group, _ = Group.objects.update_or_create(
        stage=stage,
        number=number,
        defaults={
            "name": plan.name,
            "venue": venue,
            "first_table": first,
            "last_table": last,
        },
    )
    check_seen(seen, before=version_before, after=digest_group(group))
    touch(event, now)
    publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return group


def check_stage(event: Event, plan: StagePlan, number: int) -> None:
    """Whether a stage can be played so. Raises FormatRefused."""
    try:
        check_playable(plan.match_format or event.match_format, plan.format, plan.options)
        with reading_field("constraints", names_all=True):
            read(Constraints, plan.constraints)
        with reading_field("ranking", names_all=True):
            ranking = read(StandingsOptions, plan.ranking)
        violations = [*add_field(find_criteria_violations(plan.metrics, ranking), "metrics")]
        # Of metrics that are wrong in themselves it is not asked what has to be recorded for them.
        if not violations:
            metrics = tuple(plan.metrics) or format_named(plan.format).metrics
            recorded = RecordedDetail(event.recorded)
            violations += add_field(find_unrecorded_metrics(metrics, ranking, recorded), "metrics")
        if (number == 1) != (plan.cut is None):
            params = {"stage": number, "field": "cut"}
            violations.append(Violation("cut_of_later_stages_only", params))
        elif plan.cut is not None:
            cut = CUT.validate_python(plan.cut)
            violations += add_field(_find_cut_violations(event, plan, cut, number), "cut")
    except (Unreadable, ValidationError) as unreadable:
        raise FormatRefused(
            "format_unreadable", getattr(unreadable, "violations", ()), problem=str(unreadable)
        ) from unreadable
    except Refused as refused:
        raise FormatRefused(violations=refused.violations) from refused
    if violations:
        raise FormatRefused(violations=violations)


def _find_cut_violations(
    event: Event, plan: StagePlan, cut: Cut, number: int
) -> Iterator[Violation]:
    """Why entries, seeds or points cannot be taken from an earlier stage."""
    if cut.stage >= number:
        yield Violation("cut_of_an_earlier_stage", {"stage": number, "field": "cut.stage"})
        return
    yield from add_field(find_seeding_violations(cut), "cut.table")
    yield from find_tie_violations(cut)
    other_stages = event.stages.exclude(number=number).filter(cut__isnull=False)
    other_cuts = (CUT.validate_python(other_stage.cut) for other_stage in other_stages)
    yield from find_neighbour_violations(cut, other_cuts)
    stage_before = event.stages.get(number=cut.stage)
    # A play-off is one match of two, so a stage with more at a table cannot settle a tie by it.
    if not isinstance(cut, Losers | Chosen) and "play_off" in REMEDIES[cut.level]:
        format_ = format_named(stage_before.format)
        if format_.sides(format_.options(stage_before.options)) != PLAY_OFF_ENTRIES:
            yield Violation("play_off_of_two", {"stage": cut.stage, "field": "cut.level"})
    if isinstance(cut, Losers) or cut.carried == "none":
        return
    # Points carried over count for the first criterion, so the stage before must have ranked by it.
    metrics = tuple(plan.metrics) or format_named(plan.format).metrics
    metrics_before = list_ranking_metrics(stage_before)
    if not metrics or metrics[0] not in metrics_before:
        params = {"stage": cut.stage, "field": "cut.carried"}
        yield Violation("carried_from_other_metrics", params)
        return
    carried = find_carried_violations(metrics, read(StandingsOptions, plan.ranking))
    yield from add_field(carried, "cut.carried")


def _require_reason_of_choice(plan: StagePlan) -> str:
    """The organizer's reason for choosing entries by hand, which is published; empty without
    one."""
    if not plan.cut:
        return ""
    return str(plan.cut.get("reason", ""))


def _read_fields(plan: StagePlan) -> dict[str, Any]:
    options = dict(plan.options)
    cut: dict[str, Any] | None = None
    if plan.cut is not None:
        cut = dict(plan.cut)
        # The given options come over the defaults of a stage that follows another.
        options = {**format_named(plan.format).later_defaults, **options}
    match_format: dict[str, Any] | None = None
    if plan.match_format is not None:
        match_format = dict(plan.match_format)
    return {
        "format": plan.format,
        "cut": cut,
        "name": plan.name,
        "options": options,
        "constraints": dict(plan.constraints),
        "match_format": match_format,
        "metrics": list(plan.metrics),
        "ranking": dict(plan.ranking),
    }


def lock_unfinished(event: Event, actor: Actor) -> Event:
    """The event, locked, for its managers. Raises NotAllowed, EventStateRefused."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event(event.pk)
    if event.is_over:
        raise EventStateRefused("event_is_over", state=event.state)
    return event


def _check_undrawn(stage: Stage) -> None:
    if stage.draws.filter(state__in=("COMMITTED", "HELD"), purpose="ORDER").exists():
        raise EventStateRefused("stage_is_drawn", stage=stage.number)
