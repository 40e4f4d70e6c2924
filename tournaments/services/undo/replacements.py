"""The place of a pair, given to one that waits or to new players, with its inverse."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Q

from accounts.actors import Actor
from competition.entry_lists.entering import EntryDetails
from database.transactions import atomic_with_retry
from scoring.models import Match
from scoring.services import lock_matches
from tournaments.changes import report_entries_changed
from tournaments.models import DrawChange, Entry, EntryPlayer, Payment, Slot
from tournaments.permissions import Right, check
from tournaments.services.registration.deletions import remove_entries
from tournaments.services.registration.no_shows import give_place_to_waiting
from tournaments.services.registration.payments import cancel_payments, store_balance
from tournaments.services.registration.withdrawals import replace_entry
from tournaments.services.results.dependent_slots import has_begun
from tournaments.services.undo.steps import UndoStep, make_step, refuse_changed
from tournaments.services.versions import lock_event, reload_entry, touch

REPLACED = "replaced"
OF_WAITING = ("club_name", "phone", "notes", "seed", "group")
"""What may be another on the waiting list than in the place of the pair."""


@atomic_with_retry
def replace_by_waiting(
    *, entry: Entry, reason: str, actor: Actor, now: datetime, waiting: Entry | None = None
) -> list[UndoStep]:
    """``give_place_to_waiting``, with a step by which both are as before."""
    give_place = partial(give_place_to_waiting, reason=reason, waiting=waiting)
    return _replace(give_place, entry, actor, now)[1]


@atomic_with_retry
def replace_pair(
    *, entry: Entry, form: EntryDetails, reason: str, actor: Actor, now: datetime
) -> tuple[Entry, list[UndoStep]]:
    """``replace_entry``, with a step by which the new entry goes away, or waits again."""
    return _replace(partial(replace_entry, form=form, reason=reason), entry, actor, now)


def _replace(
    service: Callable[..., Entry], entry: Entry, actor: Actor, now: datetime
) -> tuple[Entry, list[UndoStep]]:
    event = lock_event(entry.event_id)
    reload_entry(entry)
    seed = entry.seed
    waiting_entries = event.entries.filter(state=Entry.State.WAITLISTED)
    waiting_before = waiting_entries.in_bulk()
    payments_before = list(
        Payment.objects.filter(entry__in=waiting_before).values_list("pk", flat=True)
    )
    new = service(entry=entry, actor=actor, now=now)
    # Players who wait, by a choice or by their names, wait no more.
    waited = waiting_before.get(new.pk)
    details_before: dict[str, Any] | None = None
    if waited is not None:
        details_before = {name: getattr(waited, name) for name in OF_WAITING}
    added_payments = new.payments.exclude(pk__in=payments_before).order_by("pk")
    event.refresh_from_db(fields=["version"])
    data = {
        "new": new.pk,
        "seed": seed,
        "event_state": event.state,
        "version": event.version,
        "waiting": details_before,
        "paid": list(added_payments.values_list("pk", flat=True)),
        # Those of the pair that waited.
        "penalties": list(new.penalties.order_by("pk").values_list("pk", flat=True)),
        "protests": list(new.protests.order_by("pk").values_list("pk", flat=True)),
    }
    return new, [make_step(REPLACED, entry.pk, actor=actor, now=now, **data)]


def undo_replacement(step: UndoStep, actor: Actor, now: datetime) -> None:
    """Seats the old entry again. One that had waited waits again at its former place in the queue,
    which is that of its number; one that had not is deleted. Refused once a hand is written
    or anything else rests on the new entry."""
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
    # By the version: what is noted of an entry that is deleted would be lost with it.
    if data["waiting"] is None and event.version != data["version"]:
        raise refuse_changed()
    # Locked, so that no first hand is written while the entries change back.
    matches = lock_matches(Match.objects.filter(pairing__slots__entry=new))
    # A ruling, a protest or a change of the bracket may name the entry, besides those that it has
    # brought along from the waiting list.
    changes = DrawChange.objects.filter(Q(entry=new) | Q(other=new))
    penalties = new.penalties.exclude(pk__in=data["penalties"])
    protests = new.protests.exclude(pk__in=data["protests"])
    is_recorded = penalties.exists() or protests.exists() or changes.exists()
    if is_recorded or any(has_begun(match) for match in matches.values()):
        raise refuse_changed()
    Slot.objects.filter(entry=new).update(entry=old)
    old.state, old.replaced_by = Entry.State.ENTERED, None
    old.save(update_fields=["state", "replaced_by"])
    changed_entries = [old]
    if data["waiting"] is None:
        remove_entries(event, [new], now)
    else:
        touch(event, now)
        _let_wait(new, data, actor, now)
        changed_entries.append(new)
    EntryPlayer.objects.filter(entry=old).update(counts=True)
    old.seed = data["seed"]
    old.save(update_fields=["seed"])
    report_entries_changed(event, changed_entries, now)


def _let_wait(entry: Entry, data: Mapping[str, Any], actor: Actor, now: datetime) -> None:
    """Puts an entry that had waited on the waiting list again."""
    entry.state, entry.moved_up_at = Entry.State.WAITLISTED, None
    for name in OF_WAITING:
        setattr(entry, name, data["waiting"][name])
    entry.save(update_fields=["state", "moved_up_at", *OF_WAITING])
    if entry.payments.exists():
        # What was noted with the replacement stays on record, and counts no more.
        cancel_payments(entry.payments.filter(pk__in=data["paid"]), actor=actor, now=now)
        store_balance(entry, entry.event)
