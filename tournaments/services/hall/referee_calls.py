"""Calls of tables for the referee."""

from datetime import datetime

from django.db.models import F

from accounts.actors import Actor, ActorKind
from accounts.authorship import make_author_columns
from database.transactions import atomic_with_retry
from tournaments.models import Event, RefereeCall
from tournaments.notices import tell_event
from tournaments.permissions import check_referees_call, find_table_code
from tournaments.refusals import EventStateRefused, NotAllowed
from tournaments.selectors.hall.tables import find_pairing_at
from tournaments.services.versions import check_held, check_not_archived


@atomic_with_retry
def call_referee(*, actor: Actor, now: datetime) -> RefereeCall:
    """The table of this phone asks for the referee; asked twice, it is one call.

    Raises NotAllowed for who is at no table, EventStateRefused where nothing is played.
    """
    code = find_table_code(actor)
    if code is None:
        raise NotAllowed("code_gone")
    event = Event.objects.get(pk=code.event_id)
    check_held(event)
    if event.state != Event.State.RUNNING:
        raise EventStateRefused("event_not_running", state=event.state)
    call, is_new = RefereeCall.objects.get_or_create(
        table=code.table,
        answered_at=None,
        defaults={
            "event": event,
            "pairing": find_pairing_at(code),
            **make_author_columns(actor),
            "called_at": now,
        },
    )
    if is_new:
        _notify_hall(event, now)
    return call


@atomic_with_retry
def answer_call(*, call: RefereeCall, actor: Actor, now: datetime) -> RefereeCall:
    """Answers a call, by the referee who goes there or by the table that no longer needs one.

    A second answer changes nothing. Raises NotAllowed, EventStateRefused.
    """
    _check_answers(call, actor)
    check_not_archived(call.event)
    # Referee and table may answer at once: the first answer stays.
    locked_calls = RefereeCall.objects.select_for_update(no_key=True)
    call = locked_calls.select_related("event").get(pk=call.pk)
    if call.answered_at is not None:
        return call
    call.answered_at, call.answered_by = now, actor
    call.save(update_fields=["answered_at", "answered_by_kind", "answered_by_id"])
    _notify_hall(call.event, now)
    return call


@atomic_with_retry
def reopen_call(*, call: RefereeCall, answered_at: datetime, actor: Actor, now: datetime) -> bool:
    """Opens a call again that was answered at that time by mistake; open already, it stays so.
    Returns False where it was answered at another time, or the table has called once more. Raises
    NotAllowed, EventStateRefused."""
    _check_answers(call, actor)
    check_not_archived(call.event)
    # The constraint of one open call a table stands where a phone calls at the same moment.
    calls = RefereeCall.objects.select_for_update(no_key=True).filter(table=call.table_id)
    rows = {row.pk: row for row in calls.order_by("pk")}
    call = rows[call.pk]
    if call.answered_at is None:
        return True
    if call.answered_at != answered_at or any(row.answered_at is None for row in rows.values()):
        return False
    call.answered_at, call.answered_by_kind, call.answered_by_id = None, "", ""
    call.save(update_fields=["answered_at", "answered_by_kind", "answered_by_id"])
    _notify_hall(call.event, now)
    return True


def _check_answers(call: RefereeCall, actor: Actor) -> None:
    if actor.kind != ActorKind.TABLE:
        check_referees_call(actor, call)
        return
    code = find_table_code(actor)
    if code is None or code.table_id != call.table_id:
        raise NotAllowed("code_gone")


def _notify_hall(event: Event, now: datetime) -> None:
    # Raised by the database: the event was read without a lock, so its version may be an old one.
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db(fields=["version"])
    tell_event(event.pk, event.version, now)
