"""Moves pairings between tables, and frees a table that waits for signatures."""

from datetime import datetime

from django.db import transaction

from accounts.actors import Actor
from scoring.services import lock_match
from tournaments.models import Event, Pairing, Table
from tournaments.notices import tell_tables
from tournaments.permissions import Act, check, check_referees
from tournaments.refusals import EventStateRefused, NotFound, PairingNotReady
from tournaments.services.advancing import leave_table
from tournaments.services.tables import call_ready, seat
from tournaments.services.versions import raise_stage_version

MOVABLE = (Pairing.State.READY, Pairing.State.CALLED)


@transaction.atomic
def move_to_table(*, pairing: Pairing, number: int, actor: Actor, now: datetime) -> Pairing:
    """A match that is on, or ready, goes to another table; whatever is on there changes places with
    it, or goes back to wait for a table if this one had none.

    Raises NotAllowed, EventStateRefused, PairingNotReady, NotFound for a table that is not there.
    """
    event = pairing.event
    check(actor, Act.MANAGE_EVENTS, club_id=event.club_id, event=event)
    if event.state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=event.state)
    there = _sitting_at(event, number, pairing)
    locked = Pairing.objects.select_for_update().filter(pk__in=[pairing.pk, *there]).order_by("pk")
    rows = {row.pk: row for row in locked}
    tables = list(Table.objects.select_for_update().filter(event=event).order_by("number"))
    target = next((table for table in tables if table.number == number), None)
    if target is None:
        raise NotFound
    moved = rows.pop(pairing.pk)
    if moved.state not in MOVABLE:
        raise PairingNotReady(pairing=moved.code)
    if moved.table_id != target.pk or moved.state == Pairing.State.READY:
        _swap(moved, target, next(iter(rows.values()), None), now)
        call_ready(event_id=event.pk, now=now)
        raise_stage_version(moved.round.group.stage_id, now)
    return moved


def _sitting_at(event: Event, number: int, pairing: Pairing) -> list[int]:
    on = Pairing.objects.filter(event=event, table__number=number, state=Pairing.State.CALLED)
    held = Pairing.objects.filter(event=event, table__number=number, holds_table=True)
    return [pk for pk in (on | held).values_list("pk", flat=True) if pk != pairing.pk]


def _swap(moved: Pairing, target: Table, other: Pairing | None, now: datetime) -> None:
    """Three writes: for a moment ``moved`` sits nowhere, for a table has one pairing at a time."""
    old_table, was_called = moved.table_id, moved.state == Pairing.State.CALLED
    _seat(moved, None, now)
    if other is not None:
        if other.holds_table and not was_called:
            other.holds_table = False
            other.save(update_fields=["holds_table"])
            tell_tables((other.table_id,), now)
        else:
            _seat(other, old_table if was_called else None, now)
    _seat(moved, target.pk, now)


def _seat(pairing: Pairing, table_id: int | None, now: datetime) -> None:
    if pairing.holds_table:
        tell_tables((pairing.table_id, table_id), now)
        pairing.table_id = table_id
        pairing.save(update_fields=["table"])
        return
    seat(pairing, table_id, now)


@transaction.atomic
def free_table(*, pairing: Pairing, actor: Actor, now: datetime) -> Pairing:
    """A decided match no longer waits for its signatures: its table is called for the next one.

    Freed twice, it is free. Raises NotAllowed.
    """
    check_referees(actor, pairing)
    lock_match(pairing.match_id or 0)
    locked = Pairing.objects.select_for_update().get(pk=pairing.pk)
    if locked.holds_table:
        leave_table(pairing=locked, now=now)
    return locked
