"""Creates events and leads them from draft to finished."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from accounts.actors import Actor
from competition.draw.constraints import Constraints
from competition.formats import format_named
from database.transactions import atomic_with_retry
from kernel.reading import read
from kernel.refusals import Refused, Unreadable
from kernel.violations import Violation
from scoring.core.format import read_format
from tournaments.models import Club, Event, Stage, Table, Venue
from tournaments.permissions import Right, check
from tournaments.refusals import EventStateRefused, FormatRefused, NotFound
from tournaments.selectors.brackets import CLOSED
from tournaments.selectors.drawable import refuse_final_ties
from tournaments.selectors.questions import open_questions
from tournaments.services.advancing import forfeit_gone
from tournaments.services.awards import announce_prizes
from tournaments.services.clubs import add_venue
from tournaments.services.regulations import freeze_regulation, publish_regulation
from tournaments.services.tables import call_ready
from tournaments.services.versions import lock_event, move_to

MOST_TABLES = 500
State = Event.State


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


@atomic_with_retry
def create_event(
    *, club: Club, plan: EventPlan, actor: Actor, now: datetime, event_id: UUID | None = None
) -> Event:
    """A draft with its stage and tables. ``event_id`` may have been made with the form: sent
    twice, it is one event. Raises NotAllowed, FormatRefused, NotFound."""
    check(actor, Right.MANAGE_EVENTS, club_id=club.pk)
    check_formats(plan)
    venue = plan.venue
    if venue is None and plan.venue_name:
        venue = add_venue(club=club, name=plan.venue_name, address="", actor=actor)
    event, is_new = Event.objects.get_or_create(
        pk=event_id or uuid4(),
        defaults={
            "club": club,
            "venue": venue,
            "name": plan.name,
            "date": plan.date,
            "match_format": dict(plan.match_format),
            "capacity": plan.capacity,
            "visibility": plan.visibility,
            "names": plan.names,
            "created_at": now,
        },
    )
    if event.club_id != club.pk:
        raise NotFound
    if not is_new:
        return event
    Stage.objects.create(
        event=event,
        format=plan.format,
        options=dict(plan.options),
        constraints=dict(plan.constraints),
    )
    Table.objects.bulk_create(
        Table(event=event, number=number + 1) for number in range(min(plan.tables, MOST_TABLES))
    )
    return event


def check_formats(plan: EventPlan) -> None:
    """Whether an event can be played by these formats. Raises FormatRefused."""
    try:
        check_playable(plan.match_format, plan.format, plan.options)
        read(Constraints, plan.constraints)
    except Unreadable as unreadable:
        raise FormatRefused("format_unreadable", problem=str(unreadable)) from unreadable
    except Refused as refused:
        raise FormatRefused(violations=refused.violations) from refused


def check_playable(
    document: Mapping[str, Any], format_name: str, options: Mapping[str, Any]
) -> None:
    """Whether matches of this kind can be played in this format.

    Raises FormatRefused, Refused, Unreadable.
    """
    match_format = read_format(document)
    format_ = format_named(format_name)
    sides = format_.sides(format_.options(options))
    if match_format.sides != sides:
        params = {"sides": match_format.sides, "must_be": sides}
        raise FormatRefused(violations=[Violation("format_needs_sides", params)])
    if match_format.can_be_drawn and format_.needs_a_winner:
        raise FormatRefused(violations=[Violation("format_needs_a_winner", {})])


@atomic_with_retry
def open_entries(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Draft to open: the event is on show with its regulation, and takes entries."""
    event = _move_event(event, State.DRAFT, State.OPEN, actor, now)
    publish_regulation(event=event, actor=actor, now=now)
    return event


@atomic_with_retry
def start_play(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Changes the state from drawn to running: entries that have left since the draw forfeit their
    matches, the first tables are called, and the regulation is frozen."""
    locked = lock_event(event.pk)
    if locked.state == State.DRAWN:
        freeze_regulation(event=locked, actor=actor, now=now)
    forfeit_gone(event_id=event.pk, now=now)
    call_ready(event_id=event.pk, now=now)
    return _move_event(event, State.DRAWN, State.RUNNING, actor, now)


@atomic_with_retry
def finish_event(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Running to finished, once every match is decided, and all that a correction has left to
    decide. The prizes are announced. Raises EventStateRefused."""
    event = _move_event(event, State.RUNNING, State.FINISHED, actor, now)
    missing = event.pairings.exclude(state__in=CLOSED).count()
    if missing:
        raise EventStateRefused("matches_still_open", count=missing)
    undrawn = event.stages.filter(groups__rounds__isnull=True).distinct().count()
    if undrawn:
        raise EventStateRefused("stages_still_undrawn", count=undrawn)
    if refusal := refuse_final_ties(event):
        raise refusal
    if waiting := open_questions(event).count():
        raise EventStateRefused("decisions_still_open", count=waiting)
    announce_prizes(event)
    return event


@atomic_with_retry
def reopen_event(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Finished to running again, for a correction."""
    return _move_event(event, State.FINISHED, State.RUNNING, actor, now)


@atomic_with_retry
def archive_event(*, event: Event, actor: Actor, now: datetime) -> Event:
    """Changes the state from finished to archived: nothing can be written any more."""
    return _move_event(event, State.FINISHED, State.ARCHIVED, actor, now)


def _move_event(event: Event, at: str, to: str, actor: Actor, now: datetime) -> Event:
    """Leads an event from one state to the next. Raises NotAllowed, EventStateRefused."""
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event(event.pk)
    if event.state != at:
        raise EventStateRefused("event_cannot_go_there", state=event.state, to=to)
    move_to(event, to, now)
    return event
