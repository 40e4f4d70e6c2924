"""A new entry and a list that was entered, with their inverse."""

from collections.abc import Sequence
from datetime import datetime

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from tournaments.models import Draw, Entry, Event
from tournaments.permissions import Right, check
from tournaments.refusals import NotFound
from tournaments.services.registration.deletions import remove_entries
from tournaments.services.undo.steps import UndoStep, make_step, refuse_changed
from tournaments.services.versions import lock_event

ENTERED = "entered"


def make_entry_steps(
    event: Event, entries: Sequence[Entry], *, actor: Actor, now: datetime
) -> list[UndoStep]:
    """The step by which entries that were made together go away again; none for no entry."""
    if not entries:
        return []
    first_id, last_id = entries[0].pk, entries[-1].pk
    data = {
        "event": str(event.pk),
        "last": last_id,
        "count": len(entries),
        "version": event.version,
    }
    return [make_step(ENTERED, first_id, actor=actor, now=now, **data)]


@atomic_with_retry
def undo_entries(step: UndoStep, actor: Actor, now: datetime) -> None:
    """The entries are deleted, with the payments that were noted with them. Refused where anything
    of the event has changed since: one of them may have been paid, corrected or drawn."""
    event = Event.objects.filter(pk=step.data["event"]).first()
    if event is None:
        raise NotFound
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    event = lock_event(event.pk)
    new_entries = event.entries.filter(
        pk__range=(step.target, step.data["last"]), entered_at=step.made_at
    )
    entries = list(new_entries.order_by("pk"))
    if not entries:
        return
    # By the version: anything that has changed in the event since may rest on these entries.
    is_drawn = Draw.objects.filter(stage__event=event).exists() and not event.is_not_drawn
    if event.version != step.data["version"] or len(entries) != step.data["count"] or is_drawn:
        raise refuse_changed()
    remove_entries(event, entries, now)
