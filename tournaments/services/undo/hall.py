"""What is done with the tables of the hall, with its inverses: a match that was moved, a call that
was answered."""

from datetime import datetime

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import Pairing, RefereeCall
from tournaments.permissions import Right, check
from tournaments.refusals import NotFound
from tournaments.selectors.hall.tables import ON
from tournaments.services.hall.referee_calls import answer_call, reopen_call
from tournaments.services.hall.table_moves import move_to_table
from tournaments.services.table_queue import lock_table_queue
from tournaments.services.undo.steps import UndoStep, make_step, refuse_changed

MOVED, ANSWERED = "moved", "answered"

Seat = tuple[int, int, int]
"""A pairing that is on, the number of its table, and the version of its sheet."""


@atomic_with_retry
def move_match_to(*, pairing: Pairing, number: int, actor: Actor, now: datetime) -> list[UndoStep]:
    """``move_to_table``, with a step by which both matches go back. Without one where there is no
    place to go back to: a ready match that got a free table, or one whose table another has left
    without its signatures."""
    # Read without a lock: the lock of the tables comes after those of the pairings. What changes in
    # between is seen when the step is taken back, and refused.
    before = _list_seats(pairing)
    displaced = [pk for pk, table, _version in before if table == number and pk != pairing.pk]
    held = Pairing.objects.filter(pk__in=displaced, holds_table=True).exists()
    own = next((table for pk, table, _version in before if pk == pairing.pk), None)
    move_to_table(pairing=pairing, number=number, actor=actor, now=now)
    after = _list_seats(pairing)
    if before == after or (own is None and (held or not displaced)):
        return []
    # A match that waited goes back by the return of the one that it has displaced.
    back = (pairing.pk, own) if own is not None else (displaced[0], number)
    tables = {own, number}
    seats = [seat for seat in after if seat[1] in tables or seat[0] == back[0]]
    return [
        make_step(
            MOVED,
            back[0],
            actor=actor,
            now=now,
            table=back[1],
            seats=[list(seat) for seat in seats],
        )
    ]


def _list_seats(pairing: Pairing) -> list[Seat]:
    """Who is on at the tables of the event. One query."""
    rows = Pairing.objects.filter(ON, event=pairing.event_id, table__isnull=False).order_by("pk")
    return list(rows.values_list("pk", "table__number", "match__version"))


def undo_move(step: UndoStep, actor: Actor, now: datetime) -> None:
    pairing = Pairing.objects.select_related("event", "round__group").filter(pk=step.target).first()
    if pairing is None:
        raise NotFound
    event, table = pairing.event, step.data["table"]
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    ids = [seat[0] for seat in step.data["seats"]]
    # The pairings by id and then the queue of the tables: the order of the locks everywhere.
    locked = Pairing.objects.select_for_update(no_key=True).filter(pk__in={pairing.pk, *ids})
    list(locked.order_by("pk").values("pk"))
    lock_table_queue(pairing.event_id)
    stored = _list_seats(pairing)
    if any(seat[:2] == (pairing.pk, table) for seat in stored):
        return
    if not all(tuple(seat) in stored for seat in step.data["seats"]):
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
