"""What is ticked off at the desk: who is there, and who has paid what."""

from datetime import datetime

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import Entry, Event
from tournaments.permissions import Right, check
from tournaments.refusals import EntryRefused, EventStateRefused
from tournaments.services.registration.payments import note_payment
from tournaments.services.versions import (
    check_not_archived,
    lock_event,
    lock_event_in_any_state,
    reload_entry,
    touch,
)


@atomic_with_retry
def set_paid(
    *, entry: Entry, paid: bool, actor: Actor, now: datetime, cents: int | None = None
) -> Entry:
    """Notes that the fee was paid, or was not: what was noted before is cancelled. ``cents``: what
    was paid; None: the fee that the regulation says.

    Raises NotAllowed, EventStateRefused once it is archived.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = lock_event_in_any_state(entry.event_id)
    check_not_archived(event)
    reload_entry(entry)
    if entry.paid == paid and cents in (None, entry.paid_cents):
        # A double tap, or two people at once: who came first has the money.
        return entry
    note_payment(entry, event, paid=paid, cents=cents, actor=actor, now=now)
    touch(event, now)
    return entry


@atomic_with_retry
def set_present(*, entry: Entry, present: bool, actor: Actor, now: datetime) -> Entry:
    """Notes that an entry has presented itself, or has not. The first note stays.

    Raises NotAllowed, EntryRefused, EventStateRefused.
    """
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = lock_event(entry.event_id)
    reload_entry(entry)
    if event.state == Event.State.FINISHED:
        raise EventStateRefused("event_state", state=event.state)
    if not entry.is_expected:
        raise EntryRefused("entry_not_entered", state=entry.state)
    # Two at the desk may note it: the time and the name of the first stay.
    if (entry.present_at is not None) == present:
        return entry
    entry.present_at, entry.present_by_kind, entry.present_by_id = None, "", ""
    if present:
        entry.present_at, entry.present_by = now, actor
    entry.save()
    touch(event, now)
    return entry
