"""Changes an event after it was made: what it is played by until it is drawn, the rest until it
is archived."""

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import Event, Stage, Table
from tournaments.notices import tell_hidden
from tournaments.permissions import Right, check, is_hidden
from tournaments.refusals import EventStateRefused
from tournaments.services.entries import ENTRIES_OPEN, check_nothing_promised
from tournaments.services.events import EventPlan, check_formats
from tournaments.services.regulations import publish_regulation
from tournaments.services.versions import lock_event, touch

OF_THE_EVENT = ("name", "date", "venue", "visibility", "names", "match_format", "capacity")
OF_THE_STAGE = ("format", "options", "constraints")
PINNED = ("match_format", "capacity", "tables", *OF_THE_STAGE)
"""What a draw pins: a later change would rewrite history."""


@atomic_with_retry
def change_event(
    *, event: Event, changes: Mapping[str, Any], actor: Actor, now: datetime, reason: str = ""
) -> Event:
    """Changes the given fields of an event's plan, by the names of ``EventPlan``. After the start,
    fields that the regulation prints need a ``reason``.

    Raises NotAllowed, EventStateRefused, FormatRefused, ReasonMissing.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event(event.pk)
    stage = event.stages.get(number=1)
    before = _plan_of(event, stage)
    after = replace(before, **changes)
    changed = [
        field.name
        for field in fields(EventPlan)
        if getattr(before, field.name) != getattr(after, field.name)
    ]
    _check_state(event, changed)
    if changed:
        check_formats(after)
        was_hidden = is_hidden(event.state, event.visibility)
        _write_plan(event, stage, after)
        touch(event, now)
        if is_hidden(event.state, event.visibility) and not was_hidden:
            tell_hidden(event, now)
        publish_regulation(event=event, actor=actor, now=now, reason=reason)
    return event


def _plan_of(event: Event, stage: Stage) -> EventPlan:
    return EventPlan(
        **{name: getattr(event, name) for name in OF_THE_EVENT},
        **{name: getattr(stage, name) for name in OF_THE_STAGE},
        tables=event.tables.count(),
    )


def _check_state(event: Event, changed: list[str]) -> None:
    if event.state == Event.State.ARCHIVED:
        raise EventStateRefused("event_is_archived")
    pinned = [name for name in changed if name in PINNED]
    if pinned and event.state not in ENTRIES_OPEN:
        raise EventStateRefused("event_is_pinned", state=event.state, fields=pinned)
    if pinned:
        check_nothing_promised(event)


def _write_plan(event: Event, stage: Stage, plan: EventPlan) -> None:
    for name in OF_THE_EVENT:
        setattr(event, name, getattr(plan, name))
    for name in OF_THE_STAGE:
        setattr(stage, name, getattr(plan, name))
    stage.save(update_fields=OF_THE_STAGE)
    event.tables.filter(number__gt=plan.tables).delete()
    there = event.tables.count()
    Table.objects.bulk_create(
        Table(event=event, number=number) for number in range(there + 1, plan.tables + 1)
    )
