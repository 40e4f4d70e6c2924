"""What is done with the tables of the hall, with its inverses: a match that was moved, a call that
was answered, a conflict of phones that was settled, a table that was freed."""

from datetime import datetime
from typing import NamedTuple

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import Pairing, RefereeCall, SheetConflict
from tournaments.permissions import Right, check
from tournaments.refusals import NotFound
from tournaments.selectors.hall.tables import ON
from tournaments.services.hall.conflicts import reopen_conflicts, settle_conflict
from tournaments.services.hall.referee_calls import answer_call, reopen_call
from tournaments.services.hall.table_moves import free_table, hold_table, move_to_table
from tournaments.services.table_queue import lock_table_queue
from tournaments.services.undo.steps import UndoStep, make_step, refuse_changed

MOVED, ANSWERED, FREED, SETTLED = "moved", "answered", "freed", "settled"


class PairingAtTable(NamedTuple):
    """A pairing that is on, the number of its table, and the version of its sheet."""

    pairing: int
    table: int
    version: int


@atomic_with_retry
def move_match_to(*, pairing: Pairing, number: int, actor: Actor, now: datetime) -> list[UndoStep]:
    """``move_to_table``, with a step by which both matches go back. Without one where there is no
    place to go back to: a ready match that got a free table, or one whose table another has left
    without its signatures."""
    # Read without a lock: the lock of the tables comes after those of the pairings. What changes in
    # between is seen when the step is taken back, and refused.
    seats_before = _list_seats(pairing)
    own_table: int | None = None
    displaced: list[int] = []
    for seat in seats_before:
        if seat.pairing == pairing.pk:
            own_table = seat.table
        elif seat.table == number:
            displaced.append(seat.pairing)
    is_table_held = Pairing.objects.filter(pk__in=displaced, holds_table=True).exists()
    move_to_table(pairing=pairing, number=number, actor=actor, now=now)
    seats_after = _list_seats(pairing)
    if seats_before == seats_after or (own_table is None and (is_table_held or not displaced)):
        return []
    # A match that waited goes back by the return of the one that it has displaced.
    if own_table is None:
        returning_id, return_table = displaced[0], number
    else:
        returning_id, return_table = pairing.pk, own_table
    seats = []
    for seat in seats_after:
        is_at_table = seat.table in {own_table, number}
        if is_at_table or seat.pairing == returning_id:
            seats.append(list(seat))
    step = make_step(MOVED, returning_id, actor=actor, now=now, table=return_table, seats=seats)
    return [step]


def _list_seats(pairing: Pairing) -> list[PairingAtTable]:
    """Who is on at the tables of the event. One query."""
    rows = Pairing.objects.filter(ON, event=pairing.event_id, table__isnull=False).order_by("pk")
    return [
        PairingAtTable(*row) for row in rows.values_list("pk", "table__number", "match__version")
    ]


def undo_move(step: UndoStep, actor: Actor, now: datetime) -> None:
    pairing = Pairing.objects.select_related("event", "round__group").filter(pk=step.target).first()
    if pairing is None:
        raise NotFound
    event, table = pairing.event, step.data["table"]
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    ids = [seat[0] for seat in step.data["seats"]]
    # The pairings by id and then the queue of the tables: the order of the locks everywhere.
    locked_pairings = Pairing.objects.select_for_update(no_key=True)
    list(locked_pairings.filter(pk__in={pairing.pk, *ids}).order_by("pk").values("pk"))
    lock_table_queue(pairing.event_id)
    stored_seats = _list_seats(pairing)
    # A second tap: it is back at its table.
    if (pairing.pk, table) in {(seat.pairing, seat.table) for seat in stored_seats}:
        return
    # With the versions of their sheets: neither match has moved, nor has a line been written.
    if not all(tuple(seat) in stored_seats for seat in step.data["seats"]):
        raise refuse_changed()
    move_to_table(pairing=pairing, number=table, actor=actor, now=now)


@atomic_with_retry
def attend(*, call: RefereeCall, actor: Actor, now: datetime) -> list[UndoStep]:
    """``answer_call``; no step where it was answered already."""
    was_open = call.answered_at is None
    call = answer_call(call=call, actor=actor, now=now)
    if not was_open or call.answered_at != now:
        return []
    return [make_step(ANSWERED, call.pk, actor=actor, now=now, answered_at=now.isoformat())]


def undo_answer(step: UndoStep, actor: Actor, now: datetime) -> None:
    call = RefereeCall.objects.select_related("event").filter(pk=step.target).first()
    if call is None:
        raise NotFound
    answered_at = datetime.fromisoformat(step.data["answered_at"])
    if not reopen_call(call=call, answered_at=answered_at, actor=actor, now=now):
        raise refuse_changed()


@atomic_with_retry
def settle(*, conflict: SheetConflict, actor: Actor, now: datetime) -> list[UndoStep]:
    """``settle_conflict``; no step where it was settled already."""
    settled_conflicts = settle_conflict(conflict=conflict, actor=actor, now=now)
    if not settled_conflicts:
        return []
    data = {"conflicts": settled_conflicts, "settled_at": now.isoformat()}
    return [make_step(SETTLED, conflict.pk, actor=actor, now=now, **data)]


def undo_settlement(step: UndoStep, actor: Actor, now: datetime) -> None:
    conflict = SheetConflict.objects.filter(pk=step.target).first()
    if conflict is None:
        raise NotFound
    ids = step.data["conflicts"]
    rows = SheetConflict.objects.filter(pk__in=ids, settled_at__isnull=False)
    answers = set(rows.values_list("settled_at", flat=True))
    # Somebody has settled it once more: that answer is not of this step.
    if not answers <= {datetime.fromisoformat(step.data["settled_at"])}:
        raise refuse_changed()
    reopen_conflicts(conflict=conflict, ids=ids, actor=actor, now=now)


@atomic_with_retry
def free(*, pairing: Pairing, actor: Actor, now: datetime) -> list[UndoStep]:
    """``free_table``, with a step by which the match waits at its table again; no step where the
    table was free already."""
    had_table = Pairing.objects.filter(pk=pairing.pk, holds_table=True).exists()
    freed = free_table(pairing=pairing, actor=actor, now=now)
    if not had_table or freed.table is None:
        return []
    seats = [list(seat) for seat in _list_seats(freed) if seat.table == freed.table.number]
    # Of the sheet; None without one.
    version = Pairing.objects.filter(pk=freed.pk).values_list("match__version", flat=True).get()
    data = {"seats": seats, "version": version}
    return [make_step(FREED, freed.pk, actor=actor, now=now, **data)]


def undo_freeing(step: UndoStep, actor: Actor, now: datetime) -> None:
    """The match holds its table again, and the one that was called there waits. Refused where
    anything was written on the sheet of either, or another match is at the table by now."""
    pairing = Pairing.objects.select_related("event", "round__group").filter(pk=step.target).first()
    if pairing is None:
        raise NotFound
    hold_table(
        pairing=pairing,
        version=step.data["version"],
        called={called_id: version for called_id, _table, version in step.data["seats"]},
        actor=actor,
        now=now,
    )
