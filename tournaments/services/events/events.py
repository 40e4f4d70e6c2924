"""Creates events and leads them from draft to finished."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from accounts.actors import Actor
from competition.draw.constraints import Constraints
from competition.formats import format_named
from competition.regulation import HouseRules, find_house_rule_violations
from competition.standings.options import StandingsOptions
from competition.standings.recorded import (
    RecordedDetail,
    find_unrecorded_metrics,
    keep_recorded_metrics,
)
from database.limits import LONGEST_REASON, MOST_TABLES
from database.transactions import atomic_with_retry
from kernel.canonical import canonical
from kernel.reading import read, reading_field
from kernel.refusals import FormReused, Refused, Unreadable
from kernel.violations import Violation
from scoring.core.format import read_format
from tournaments.changes import report_event_created, report_event_deleted, report_event_state
from tournaments.models import Club, Event, Stage, Table, Venue
from tournaments.notices import tell_tables
from tournaments.permissions import Right, check
from tournaments.refusals import (
    EventStateRefused,
    FormatRefused,
    NotFound,
    ReasonMissing,
    RegulationRefused,
)
from tournaments.selectors.decisions.pending import list_pending_decisions
from tournaments.selectors.draws.drawable import refuse_final_ties
from tournaments.selectors.registration.payments import has_payments
from tournaments.services.club.clubs import add_venue
from tournaments.services.registration.deletions import remove_entries
from tournaments.services.regulation.awards import announce_prizes
from tournaments.services.regulation.regulations import freeze_regulation, publish_regulation
from tournaments.services.results.advancing import forfeit_gone
from tournaments.services.table_queue import call_ready
from tournaments.services.versions import (
    check_stage_versions,
    lock_event_in_any_state,
    move_to,
    raise_stage_version,
    touch,
)

State = Event.State
OF_THE_EVENT = (
    "name",
    "date",
    "venue",
    "visibility",
    "names",
    "recorded",
    "match_format",
    "capacity",
    "entries_close_at",
    "contact",
    "notes",
)
"""The fields of a plan that are columns of the event, by the same names."""
OF_THE_STAGE = ("format", "options", "constraints")
"""Those that are columns of its first stage."""
OF_THE_RULES = ("start", "fee_cents")
"""Those that are stored among the house rules, where the regulation reads them."""


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What an organizer says of an event before it is drawn."""

    name: str
    date: date
    match_format: Mapping[str, Any]
    format: str = "single_elimination"
    options: Mapping[str, Any] = field(default_factory=dict)
    constraints: Mapping[str, Any] = field(default_factory=dict)
    venue: Venue | None = None
    venue_name: str = ""
    """The place by its name, where no ``venue`` is given; a new one is added to the club."""
    tables: int = 0
    capacity: int | None = None
    visibility: str = Event.Visibility.PUBLIC
    names: str = Event.Names.FULL
    start: str | None = None
    """The time of day in the club's zone, as "20:30"."""
    fee_cents: int | None = None
    """None: not stated; 0: entry is free."""
    entries_close_at: datetime | None = None
    contact: str = ""
    notes: str = ""
    recorded: str = Event.Recorded.HANDS

    def choose_metrics(self) -> list[str]:
        """The metrics of the first stage: empty for those of its format. Where less than every hand
        is recorded, those that cannot be computed are left out, and the rest is written down.

        Raises FormatRefused if the ranking of this format makes no sense without them.
        """
        metrics = tuple(format_named(self.format).metrics)
        recorded_detail, options = RecordedDetail(self.recorded), StandingsOptions()
        recorded_metrics = keep_recorded_metrics(metrics, options, recorded_detail)
        if recorded_metrics == metrics:
            return []
        if recorded_metrics[:1] != metrics[:1]:
            check_recorded(metrics[:1], options, recorded_detail)
        return list(recorded_metrics)

    def is_stored_as(self, event: Event) -> bool:
        """Whether an event is still what its form has made of this plan."""
        for name in OF_THE_EVENT:
            if name != "match_format" and getattr(event, name) != getattr(self, name):
                return False
        if event.tables.count() != min(self.tables, MOST_TABLES):
            return False
        rules, stage = write_rules({}, self), event.stages.get(number=1)
        for name in OF_THE_RULES:
            if event.rules.get(name) != rules.get(name):
                return False
        stored = [event.match_format, *(getattr(stage, name) for name in OF_THE_STAGE)]
        planned = [self.match_format, *(getattr(self, name) for name in OF_THE_STAGE)]
        # As JSON, which the columns have made of the documents: a tuple is a list there.
        return canonical(stored) == canonical(planned)


@atomic_with_retry
def create_event(
    *, club: Club, plan: EventPlan, actor: Actor, now: datetime, event_id: UUID | None = None
) -> Event:
    """A draft with its stage and tables. ``event_id`` may have been made with the form: sent
    twice, it is one event. Raises NotAllowed, FormatRefused, NotFound, and FormReused for a form
    that has made another event, or one that was changed since."""
    check(actor, Right.MANAGE_EVENTS, club_id=club.pk)
    check_formats(plan)
    metrics = plan.choose_metrics()
    if plan.venue is None and plan.venue_name:
        venue = add_venue(club=club, name=plan.venue_name, address="", actor=actor)
        plan = replace(plan, venue=venue)
    event, is_new = Event.objects.get_or_create(
        pk=event_id or uuid4(),
        defaults={
            **{name: getattr(plan, name) for name in OF_THE_EVENT},
            "club": club,
            "rules": write_rules({}, plan),
            "created_at": now,
        },
    )
    # The id of another club's event is not found; of an own one this is the second time.
    if event.club_id != club.pk:
        raise NotFound
    if not is_new:
        if not plan.is_stored_as(event):
            raise FormReused(field="id")
        return event
    of_the_stage = {name: getattr(plan, name) for name in OF_THE_STAGE}
    Stage.objects.create(event=event, metrics=metrics, **of_the_stage)
    table_numbers = range(1, min(plan.tables, MOST_TABLES) + 1)
    Table.objects.bulk_create(Table(event=event, number=number) for number in table_numbers)
    report_event_created(event, now)
    return event


def write_rules(rules: Mapping[str, Any], plan: EventPlan) -> dict[str, Any]:
    """The house rules as they are stored, with the start and the fee of the plan.

    Raises RegulationRefused if these are at odds with the others.
    """
    new_rules = {**rules, "start": plan.start, "fee_cents": plan.fee_cents}
    read_rules = HouseRules.model_validate(new_rules, strict=False)
    if violations := list(find_house_rule_violations(read_rules)):
        raise RegulationRefused(violations=violations)
    return read_rules.model_dump(mode="json", exclude_defaults=True)


def check_recorded(
    metrics: Sequence[str], options: StandingsOptions, recorded: RecordedDetail
) -> None:
    """Whether the metrics can be computed from what is recorded. Raises FormatRefused."""
    violations = list(find_unrecorded_metrics(metrics, options, recorded))
    if violations:
        raise FormatRefused(violations=violations, field="recorded")


def check_formats(plan: EventPlan) -> None:
    """Whether an event can be played by these formats. Raises FormatRefused."""
    try:
        check_playable(plan.match_format, plan.format, plan.options)
        with reading_field("constraints", names_all=True):
            read(Constraints, plan.constraints)
    except Unreadable as unreadable:
        raise FormatRefused(
            "format_unreadable", unreadable.violations, problem=str(unreadable)
        ) from unreadable
    except Refused as refused:
        raise FormatRefused(violations=refused.violations) from refused


def check_playable(
    document: Mapping[str, Any], format_name: str, options: Mapping[str, Any]
) -> None:
    """Whether matches of this kind can be played in this format.

    Raises FormatRefused, Refused, Unreadable.
    """
    with reading_field("match_format", names_all=True):
        match_format = read_format(document)
    format_ = format_named(format_name)
    with reading_field("options", names_all=True):
        format_options = format_.options(options)
    sides = format_.sides(format_options)
    if match_format.sides != sides:
        params = {"sides": match_format.sides, "must_be": sides}
        raise FormatRefused(
            violations=[Violation("format_needs_sides", params)], field="match_format"
        )
    if match_format.can_be_drawn and format_.needs_a_winner:
        raise FormatRefused(
            violations=[Violation("format_needs_a_winner", {})], field="match_format"
        )


@atomic_with_retry
def open_entries(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Draft to open: the event is public with its regulation, and takes entries."""
    event = _move_event(event, (State.DRAFT,), State.OPEN, actor, now)
    publish_regulation(event=event, actor=actor, now=now)
    return event


@atomic_with_retry
def start_play(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Changes the state from drawn to running: entries that have left since the draw forfeit their
    matches, the first tables are called, and the regulation is frozen."""
    locked_event = lock_event_in_any_state(event.pk)
    if locked_event.state == State.DRAWN:
        freeze_regulation(event=locked_event, actor=actor, now=now)
    forfeit_gone(event_id=event.pk, now=now)
    call_ready(event_id=event.pk, now=now)
    return _move_event(event, (State.DRAWN,), State.RUNNING, actor, now)


@atomic_with_retry
def finish_event(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Running to finished, once every match is decided, and all that a correction has left to
    decide. The prizes are announced. Raises EventStateRefused."""
    event = _move_event(event, (State.RUNNING,), State.FINISHED, actor, now)
    # Results do not wait for the event, so one may come in while this is checked. The versions are
    # compared at the end, under the locks of the stages.
    versions = dict(event.stages.values_list("pk", "version"))
    open_matches = event.pairings.still_open().count()
    if open_matches:
        raise EventStateRefused("matches_still_open", count=open_matches)
    undrawn_stages = event.stages.filter(groups__rounds__isnull=True).distinct().count()
    if undrawn_stages:
        raise EventStateRefused("stages_still_undrawn", count=undrawn_stages)
    if refusal := refuse_final_ties(event):
        raise refusal
    if open_decisions := list_pending_decisions(event).count():
        raise EventStateRefused("decisions_still_open", count=open_decisions)
    announce_prizes(event)
    check_stage_versions(versions)
    return event


@atomic_with_retry
def reopen_event(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Finished to running again, for a correction."""
    return _move_event(event, (State.FINISHED,), State.RUNNING, actor, now)


@atomic_with_retry
def archive_event(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Changes the state from finished or cancelled to archived: nothing can be written any more."""
    return _move_event(event, (State.FINISHED, State.CANCELLED), State.ARCHIVED, actor, now)


@atomic_with_retry
def restore_event(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Takes an event back from the archive: archived to finished, or cancelled if it was. Only an
    owner of the club may.

    Raises NotAllowed, EventStateRefused.
    """
    check(actor, Right.MANAGE_CLUB, club_id=event.club_id)
    archived_event = lock_event_in_any_state(event.pk)
    former_state = State.FINISHED
    if archived_event.is_cancelled:
        former_state = State.CANCELLED
    return _move_event(event, (State.ARCHIVED,), former_state, actor, now)


CANCELLABLE = (State.OPEN, *Event.CURRENT_STATES)


@atomic_with_retry
def cancel_event(*, event: Event, reason: str, actor: Actor, now: datetime) -> Event:
    """Calls an event off, with a reason that the public page states. Nothing is deleted: entries,
    draws and sheets stay, and nothing more is written to them.

    Raises NotAllowed, ReasonMissing, EventStateRefused: a draft is deleted, and an event that is
    over is archived.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    if not reason.strip():
        raise ReasonMissing(kind="cancellation")
    event = lock_event_in_any_state(event.pk)
    if event.state not in CANCELLABLE:
        raise EventStateRefused("event_cannot_go_there", state=event.state, to=State.CANCELLED)
    event.cancelled_from = event.state
    event.cancelled_why = reason.strip()[:LONGEST_REASON]
    move_to(event, State.CANCELLED, now)
    _tell_whole_event(event, now)
    return event


@atomic_with_retry
def hold_after_all(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Takes a cancellation back: the event is in the state that it was in. Only an owner may.

    Raises NotAllowed, EventStateRefused.
    """
    check(actor, Right.MANAGE_CLUB, club_id=event.club_id)
    event = lock_event_in_any_state(event.pk)
    if event.state != State.CANCELLED:
        raise EventStateRefused("event_is_not_cancelled", state=event.state)
    event.state, event.cancelled_from, event.cancelled_why = event.cancelled_from, "", ""
    touch(event, now)
    report_event_state(event, before=State.CANCELLED, now=now)
    _tell_whole_event(event, now)
    if event.state == State.RUNNING:
        # Rounds may have become due meanwhile, and an exit decided: their tables are called.
        call_ready(event_id=event.pk, now=now)
    return event


def _tell_whole_event(event: Event, now: datetime) -> None:
    """Notifies the pages that follow stages and tables rather than the event: boards and phones
    show at once that it is cancelled, or that it goes on."""
    tell_tables(event.tables.values_list("pk", flat=True), now)
    for stage_id in event.stages.order_by("number").values_list("pk", flat=True):
        raise_stage_version(stage_id, now)


@atomic_with_retry
def delete_draft(*, event: Event, actor: Actor, now: datetime, entries: int = 0) -> None:
    """Deletes a draft, which was never public, with its entries. ``entries``: how many the actor
    has agreed to delete.

    Raises NotAllowed, EventStateRefused: also for another number of entries, and where money was
    noted, which stays on record.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event_in_any_state(event.pk)
    if event.state != State.DRAFT:
        raise EventStateRefused("event_is_no_draft", state=event.state)
    stored_entries = list(event.entries.order_by("pk"))
    if len(stored_entries) != entries:
        raise EventStateRefused("draft_has_entries", count=len(stored_entries))
    if has_payments(event):
        raise EventStateRefused("draft_has_payments")
    if stored_entries:
        remove_entries(event, stored_entries, now)
    # Before: the subscribers are found by the row of the event.
    report_event_deleted(event, now)
    event.delete()


def _move_event(event: Event, at: Collection[str], to: str, actor: Actor, now: datetime) -> Event:
    """Leads an event from one of these states to the next. Raises NotAllowed, EventStateRefused."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event_in_any_state(event.pk)
    if event.state not in at:
        raise EventStateRefused("event_cannot_go_there", state=event.state, to=to)
    move_to(event, to, now)
    return event
