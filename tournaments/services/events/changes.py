"""Changes an event after it was made: what it is played by until it is drawn, the rest until it
is archived."""

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from accounts.actors import Actor
from competition.standings.options import StandingsOptions
from competition.standings.recorded import RecordedDetail
from database.transactions import atomic_with_retry
from kernel.reading import read
from tournaments.changes import report_entries_changed, report_event_changed
from tournaments.models import Entry, Event, Stage, Table
from tournaments.notices import tell_hidden
from tournaments.permissions import Right, check, is_hidden
from tournaments.refusals import EventStateRefused
from tournaments.selectors.standings.penalties import list_ranking_metrics
from tournaments.services.club.clubs import add_venue
from tournaments.services.events.events import (
    OF_THE_EVENT,
    OF_THE_RULES,
    OF_THE_STAGE,
    EventPlan,
    check_formats,
    check_recorded,
    write_rules,
)
from tournaments.services.registration.entries import check_nothing_committed
from tournaments.services.registration.waiting import fill_places
from tournaments.services.regulation.regulations import publish_regulation
from tournaments.services.table_queue import call_ready
from tournaments.services.versions import lock_event, touch

PINNED = ("match_format", "capacity", "tables", *OF_THE_STAGE)
"""What a draw pins: a later change would rewrite history. Tables may still be added."""

TABLES_MAY_BE_ADDED = Event.CURRENT_STATES


@atomic_with_retry
def change_event(
    *, event: Event, changes: Mapping[str, Any], actor: Actor, now: datetime, reason: str = ""
) -> Event:
    """Changes the given fields of an event's plan, by the names of ``EventPlan``. After the start,
    fields that the regulation prints need a ``reason``. ``venue_name`` replaces the venue; empty,
    the event has none.

    Raises NotAllowed, EventStateRefused, FormatRefused, RegulationRefused, ReasonMissing.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event(event.pk)
    stage = event.stages.get(number=1)
    plan_before = EventPlan(
        **{name: getattr(event, name) for name in OF_THE_EVENT},
        **{name: getattr(stage, name) for name in OF_THE_STAGE},
        **{name: event.rules.get(name) for name in OF_THE_RULES},
        tables=event.tables.count(),
    )
    changes = dict(changes)
    if "venue_name" in changes:
        name = changes.pop("venue_name")
        changes["venue"] = None
        if name:
            changes["venue"] = add_venue(club=event.club, name=name, address="", actor=actor)
    plan_after = replace(plan_before, **changes)
    changed_fields: list[str] = []
    for plan_field in fields(EventPlan):
        value_before = getattr(plan_before, plan_field.name)
        if getattr(plan_after, plan_field.name) != value_before:
            changed_fields.append(plan_field.name)
    _check_changes(event, changed_fields, plan_before, plan_after)
    if changed_fields:
        was_hidden = is_hidden(event.state, event.visibility)
        _write_plan(event, stage, plan_after)
        moved_up: list[Entry] = []
        if "capacity" in changed_fields:
            moved_up = fill_places(event, now)
        touch(event, now)
        report_event_changed(event, now)
        report_entries_changed(event, moved_up, now)
        if is_hidden(event.state, event.visibility) and not was_hidden:
            tell_hidden(event, now)
        if event.state == Event.State.RUNNING and "tables" in changed_fields:
            # Pairings wait for tables: those that were added take them at once.
            call_ready(event_id=event.pk, now=now)
        publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return event


def find_fixed_fields(event: Event) -> frozenset[str]:
    """The fields of the plan that cannot change in the state of the event."""
    if event.is_read_only:
        return frozenset(field.name for field in fields(EventPlan))
    if event.is_not_drawn:
        return frozenset()
    if event.state in TABLES_MAY_BE_ADDED and event.tables.exists():
        return frozenset(PINNED) - {"tables"}
    # An event without tables calls nobody: matches that have begun would have none.
    return frozenset(PINNED)


def _check_changes(event: Event, changed: list[str], before: EventPlan, after: EventPlan) -> None:
    """Whether a plan can be changed so in the state of the event, and played so. Raises
    EventStateRefused, FormatRefused."""
    fixed_fields = find_fixed_fields(event)
    # Tables may be added after the draw, but not taken away: pairings may be at them.
    if not event.is_not_drawn and after.tables < before.tables:
        fixed_fields |= {"tables"}
    pinned_changes = [name for name in changed if name in fixed_fields]
    if pinned_changes:
        raise EventStateRefused(
            "event_is_pinned", field=pinned_changes[0], state=event.state, fields=pinned_changes
        )
    if any(name in PINNED for name in changed) and event.is_not_drawn:
        # A draw that is prepared was committed to for exactly this plan.
        check_nothing_committed(event)
    if "tables" in changed:
        # Every further hall keeps its tables.
        shortened_halls = event.halls.filter(last_table__gt=after.tables)
        hall = shortened_halls.select_related("venue").first()
        if hall is not None:
            raise EventStateRefused(
                "tables_of_a_hall", field="tables", hall=hall.venue.name, last=hall.last_table
            )
    if changed:
        check_formats(after)
    if "recorded" in changed:
        # Every stage must still be ranked, by what is to be recorded.
        for stage in event.stages.order_by("number"):
            options = read(StandingsOptions, stage.ranking)
            check_recorded(list_ranking_metrics(stage), options, RecordedDetail(after.recorded))


def _write_plan(event: Event, stage: Stage, plan: EventPlan) -> None:
    for name in OF_THE_EVENT:
        setattr(event, name, getattr(plan, name))
    for name in OF_THE_STAGE:
        setattr(stage, name, getattr(plan, name))
    event.rules = write_rules(event.rules, plan)
    stage.save(update_fields=OF_THE_STAGE)
    event.tables.filter(number__gt=plan.tables).delete()
    # Tables are numbered from 1 without gaps: what is missing comes after those that are there.
    new_numbers = range(event.tables.count() + 1, plan.tables + 1)
    Table.objects.bulk_create(Table(event=event, number=number) for number in new_numbers)
