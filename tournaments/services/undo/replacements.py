"""The place of a pair that does not come, given to the first that waits, with its inverse."""

from datetime import datetime
from typing import Any

from accounts.actors import Actor
from database.transactions import atomic_with_retry
from scoring.models import Match
from scoring.services import lock_matches
from tournaments.changes import report_entries_changed
from tournaments.models import Entry, EntryPlayer, Slot
from tournaments.permissions import Right, check
from tournaments.services.registration.no_shows import give_place_to_waiting
from tournaments.services.registration.payments import move_payments
from tournaments.services.results.dependent_slots import has_begun
from tournaments.services.undo.steps import UndoStep, make_step, refuse_changed
from tournaments.services.versions import lock_event, touch

REPLACED = "replaced"
OF_WAITING = ("club_name", "phone", "notes", "entered_at", "seed", "group")
"""What a new entry does not keep of the one that waited."""


@atomic_with_retry
def replace_by_waiting(*, entry: Entry, reason: str, actor: Actor, now: datetime) -> list[UndoStep]:
    """``give_place_to_waiting``, with a step by which both are as before."""
    event = lock_event(entry.event_id)
    entry.refresh_from_db()
    waiting = event.entries.filter(state=Entry.State.WAITLISTED).order_by("pk").first()
    kept: dict[str, Any] = {}
    if waiting is not None:
        kept = {name: getattr(waiting, name) for name in OF_WAITING}
        kept["entered_at"] = waiting.entered_at.isoformat()
    data = {"seed": entry.seed, "event_state": event.state, "kept": kept}
    data["waiting"] = waiting.pk if waiting else None
    new = give_place_to_waiting(entry=entry, reason=reason, actor=actor, now=now)
    return [make_step(REPLACED, entry.pk, actor=actor, now=now, new=new.pk, **data)]


def undo_replacement(step: UndoStep, actor: Actor, now: datetime) -> None:
    """Seats the old entry again, and the other waits at its former place in the queue: the place is
    that of its number, so it gets it back. Refused once a hand is written."""
    old = Entry.objects.select_related("event").get(pk=step.target)
    check(actor, Right.MANAGE_EVENTS, club_id=old.event.club_id, event=old.event)
    event = lock_event(old.event_id)
    old.refresh_from_db()
    data = step.data
    # A second tap: it has been taken back already.
    if old.state == Entry.State.ENTERED:
        return
    new = Entry.objects.filter(pk=data["new"], state=Entry.State.ENTERED).first()
    if new is None or old.replaced_by_id != new.pk or event.state != data["event_state"]:
        raise refuse_changed()
    # Locked, so that no first hand is written while the entries change back.
    matches = lock_matches(Match.objects.filter(pairing__slots__entry=new))
    if any(has_begun(match) for match in matches.values()) or new.penalties.exists():
        raise refuse_changed()
    Slot.objects.filter(entry=new).update(entry=old)
    old.state, old.replaced_by = Entry.State.ENTERED, None
    old.save(update_fields=["state", "replaced_by"])
    waiting = _let_wait(new, data)
    EntryPlayer.objects.filter(entry=old).update(counts=True)
    old.seed = data["seed"]
    old.save(update_fields=["seed"])
    touch(event, now)
    report_entries_changed(event, [old, waiting], now)


def _let_wait(new: Entry, data: dict[str, Any] | Any) -> Entry:
    """Makes of the new entry the one that waited, with its number, its code and its money."""
    kept = dict(data["kept"])
    kept["entered_at"] = datetime.fromisoformat(kept["entered_at"])
    # The code is unique, and the two rows exist together for a moment: it is freed first.
    code, new.check_in_code = new.check_in_code, f"-{new.pk}"[:10]
    new.seed = None
    new.save(update_fields=["check_in_code", "seed"])
    waiting = Entry(
        pk=data["waiting"],
        event=new.event,
        state=Entry.State.WAITLISTED,
        check_in_code=code,
        present_at=new.present_at,
        present_by_kind=new.present_by_kind,
        present_by_id=new.present_by_id,
        **kept,
    )
    waiting.save(force_insert=True)
    new.members.update(entry=waiting)
    if new.payments.exists():
        move_payments(new, waiting)
    new.delete()
    return waiting
