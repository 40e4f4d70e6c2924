"""Moves pairings between tables, and frees a table that waits for signatures."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Q

from accounts.actors import Actor
from database.transactions import ReadTooEarly, atomic_with_retry
from scoring.models import Match
from scoring.services import lock_match
from tournaments.changes import report_called
from tournaments.models import Event, Pairing, Table
from tournaments.notices import tell_tables
from tournaments.permissions import Right, check, check_referees
from tournaments.refusals import EventStateRefused, NotFound, PairingNotReady, UndoRefused
from tournaments.services.pairing_locks import lock_pairings
from tournaments.services.results.advancing import leave_table
from tournaments.services.table_queue import call_ready, lock_table_queue, seat
from tournaments.services.versions import check_held, check_written_to


@atomic_with_retry
def move_to_table(*, pairing: Pairing, number: int, actor: Actor, now: datetime) -> Pairing:
    """A match that is on, or ready, goes to another table; whatever is on there changes places with
    it, or goes back to wait for a table if this one had none.

    Raises NotAllowed, EventStateRefused, PairingNotReady, NotFound for a table that is not there.
    """
    event = pairing.event
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    _check_running(event)
    sitting_ids = _list_sitting_at(event, number, pairing)
    moved_ids = [pairing.pk, *sitting_ids]
    pairings = Pairing.objects.select_for_update(no_key=True).filter(pk__in=moved_ids)
    rows = {row.pk: row for row in pairings.order_by("pk")}
    lock_table_queue(event.pk)
    # Pairings are locked before tables, so who sits there was read without a lock. Under the lock
    # of the queue it no longer changes: it must still be what was locked.
    if _list_sitting_at(event, number, pairing) != sitting_ids:
        raise ReadTooEarly
    # The start may have been taken back since the event was read, which frees all tables.
    event.refresh_from_db(fields=["state", "cancelled_why"])
    _check_running(event)
    target_table = Table.objects.filter(event=event, number=number).first()
    if target_table is None:
        raise NotFound(field="table")
    moved_pairing = rows.pop(pairing.pk, None)
    if moved_pairing is None:
        raise NotFound
    if moved_pairing.state not in Pairing.PLAYABLE_STATES:
        raise PairingNotReady(pairing=moved_pairing.code)
    if moved_pairing.table_id != target_table.pk or moved_pairing.state == Pairing.State.READY:
        old_table = moved_pairing.table
        other = next(iter(rows.values()), None)
        _swap_tables(moved_pairing, target_table, other, now)
        called = [(moved_pairing, number)]
        if other is not None and old_table is not None and other.state == Pairing.State.CALLED:
            called.append((other, old_table.number))
        report_called(event.pk, called, now)
        # The match that it changes places with may be of another stage.
        stage_ids = {row.round.group.stage_id for row in (moved_pairing, *rows.values())}
        call_ready(event_id=event.pk, stage_ids=stage_ids, now=now)
    return moved_pairing


def _check_running(event: Event) -> None:
    check_held(event)
    if event.state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=event.state)


def _list_sitting_at(event: Event, number: int, pairing: Pairing) -> list[int]:
    called_pairings = Pairing.objects.filter(
        event=event, table__number=number, state=Pairing.State.CALLED
    )
    holding_pairings = Pairing.objects.filter(event=event, table__number=number, holds_table=True)
    other_pairings = (called_pairings | holding_pairings).exclude(pk=pairing.pk)
    return sorted(other_pairings.values_list("pk", flat=True))


def _swap_tables(moved: Pairing, target: Table, other: Pairing | None, now: datetime) -> None:
    """Seats ``moved`` at ``target``. Of two matches that change places, the first is without
    a table for a moment: a table can only have one pairing."""
    old_table, called_at = moved.table_id, moved.called_at
    was_called = moved.state == Pairing.State.CALLED
    if other is not None and was_called:
        _seat_at(moved, None, now)
        _seat_at(other, old_table, now)
        moved.called_at = called_at
    elif other is not None and other.holds_table:
        # ``moved`` has no table to give in return: the decided match no longer waits for its
        # signatures.
        other.holds_table = False
        other.save(update_fields=["holds_table"])
        tell_tables((other.table_id,), now)
    elif other is not None:
        _seat_at(other, None, now)
    _seat_at(moved, target.pk, now)


def _seat_at(pairing: Pairing, table_id: int | None, now: datetime) -> None:
    # A decided match that waits for signatures moves as it is: ``seat`` would call it again.
    if pairing.holds_table:
        tell_tables((pairing.table_id, table_id), now)
        pairing.table_id = table_id
        pairing.save(update_fields=["table"])
        return
    seat(pairing, table_id, now)


@atomic_with_retry
def free_table(*, pairing: Pairing, actor: Actor, now: datetime) -> Pairing:
    """A decided match no longer waits for its signatures: its table is called for the next one.

    Freed twice, it is free. Raises NotAllowed, EventStateRefused, and NotFound for a pairing that
    was taken back.
    """
    check_referees(actor, pairing)
    check_written_to(pairing.event)
    try:
        lock_match(pairing.match_id or 0)
    except Match.DoesNotExist:
        raise NotFound from None
    return leave_table(pairing=pairing, now=now)


@atomic_with_retry
def hold_table(
    *,
    pairing: Pairing,
    version: int | None,
    called: Mapping[int, int],
    actor: Actor,
    now: datetime,
) -> None:
    """The inverse of ``free_table``: a decided match waits for its signatures at its table again.
    ``version``: that of its sheet; ``called``: the pairing that was called to the table since, with
    the version of its sheet, or empty. Held twice, it is held.

    Raises NotAllowed, EventStateRefused; UndoRefused where a sheet or the table has changed.
    """
    check_referees(actor, pairing)
    check_written_to(pairing.event)
    rows = lock_pairings({pairing.pk, *called})
    lock_table_queue(pairing.event_id)
    held_pairing = rows.get(pairing.pk)
    if held_pairing is None:
        raise NotFound
    if held_pairing.holds_table:
        return
    expected_versions = {pairing.pk: version, **called}
    stored_versions = {pk: row.match and row.match.version for pk, row in rows.items()}
    is_decided = held_pairing.state == Pairing.State.DECIDED and held_pairing.table_id is not None
    # Under the lock of the queue, so nothing is called to the table from here on.
    is_at_table = Q(state=Pairing.State.CALLED) | Q(holds_table=True)
    at_table = Pairing.objects.filter(is_at_table, table=held_pairing.table_id)
    called_here = set(at_table.exclude(pk=held_pairing.pk).values_list("pk", flat=True))
    if not is_decided or stored_versions != expected_versions or called_here != set(called):
        raise UndoRefused("undo_changed_since")
    for pk in called:
        # A table has one pairing at a time: the one that was called leaves first.
        seat(rows[pk], None, now)
    held_pairing.holds_table = True
    held_pairing.save(update_fields=["holds_table"])
    tell_tables((held_pairing.table_id,), now)
    stage_ids = {row.round.group.stage_id for row in rows.values()}
    call_ready(event_id=held_pairing.event_id, stage_ids=stage_ids, now=now)
