"""Presence and payments, with their inverses."""

from datetime import datetime

from accounts.actors import Actor, ActorKind
from database.transactions import atomic_with_retry
from tournaments.models import Entry, Payment
from tournaments.permissions import Right, check
from tournaments.services.registration.arrivals import set_paid, set_present
from tournaments.services.registration.payments import (
    cancel_payment,
    cancel_payments,
    give_refund,
    list_live_payments,
    restore_payments,
    store_balance,
    take_payment,
)
from tournaments.services.undo.steps import UndoStep, make_step, refuse_changed
from tournaments.services.versions import (
    lock_event,
    lock_event_in_any_state,
    reload_entry,
    touch,
)

PRESENT, PAID = "present", "paid"


@atomic_with_retry
def mark_present(*, entry: Entry, present: bool, actor: Actor, now: datetime) -> list[UndoStep]:
    """``set_present``; no step where it was so already."""
    lock_event(entry.event_id)
    reload_entry(entry)
    presence_before = _list_presence(entry)
    entry = set_present(entry=entry, present=present, actor=actor, now=now)
    presence_after = _list_presence(entry)
    if presence_before == presence_after:
        return []
    return [
        make_step(
            PRESENT, entry.pk, actor=actor, now=now, before=presence_before, after=presence_after
        )
    ]


def undo_present(step: UndoStep, actor: Actor, now: datetime) -> None:
    entry = _lock_entry(step.target, actor)
    stored_presence, presence_before = _list_presence(entry), step.data["before"]
    if stored_presence == presence_before:
        return
    if stored_presence != step.data["after"]:
        raise refuse_changed()
    entry.present_at, entry.present_by_kind, entry.present_by_id = None, "", ""
    if presence_before:
        present_at, kind, actor_id = presence_before
        entry.present_at = datetime.fromisoformat(present_at)
        entry.present_by = Actor(ActorKind(kind), actor_id)
    entry.save(update_fields=["present_at", "present_by_kind", "present_by_id"])
    touch(lock_event(entry.event_id), now)


def _list_presence(entry: Entry) -> list[str]:
    """When and by whom, in values of JSON; empty if it is not there."""
    if entry.present_at is None:
        return []
    return [entry.present_at.isoformat(), entry.present_by_kind, entry.present_by_id]


def _lock_entry(entry_id: int, actor: Actor) -> Entry:
    """The entry, its event held. Raises NotAllowed, EventStateRefused."""
    entry = Entry.objects.select_related("event").filter(pk=entry_id).first()
    if entry is None:
        raise refuse_changed()
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    lock_event(entry.event_id)
    reload_entry(entry)
    return entry


@atomic_with_retry
def mark_present_and_paid(*, entry: Entry, actor: Actor, now: datetime) -> list[UndoStep]:
    """``mark_present`` and ``take_money``, both or neither."""
    presence_steps = mark_present(entry=entry, present=True, actor=actor, now=now)
    return presence_steps + take_money(entry=entry, cents=None, actor=actor, now=now)


@atomic_with_retry
def mark_paid(*, entry: Entry, paid: bool, actor: Actor, now: datetime) -> list[UndoStep]:
    """``set_paid``; no step where it was so already."""
    lock_event_in_any_state(entry.event_id)
    payments_before = _list_live(entry)
    set_paid(entry=entry, paid=paid, actor=actor, now=now)
    return _make_payment_step(entry, payments_before, actor, now)


@atomic_with_retry
def take_money(
    *, entry: Entry, cents: int | None, key: str = "", actor: Actor, now: datetime
) -> list[UndoStep]:
    """``take_payment``; no step where it was taken already."""
    lock_event_in_any_state(entry.event_id)
    payments_before = _list_live(entry)
    take_payment(entry=entry, cents=cents, key=key, actor=actor, now=now)
    return _make_payment_step(entry, payments_before, actor, now)


@atomic_with_retry
def give_money_back(
    *, entry: Entry, cents: int, reason: str, key: str = "", actor: Actor, now: datetime
) -> list[UndoStep]:
    """``give_refund``; no step where it was given already."""
    lock_event_in_any_state(entry.event_id)
    payments_before = _list_live(entry)
    give_refund(entry=entry, cents=cents, reason=reason, key=key, actor=actor, now=now)
    return _make_payment_step(entry, payments_before, actor, now)


@atomic_with_retry
def call_off_payment(*, payment: Payment, actor: Actor, now: datetime) -> list[UndoStep]:
    """``cancel_payment``; no step where it was cancelled already."""
    entry = payment.entry
    lock_event_in_any_state(entry.event_id)
    payments_before = _list_live(entry)
    cancel_payment(payment=payment, actor=actor, now=now)
    return _make_payment_step(entry, payments_before, actor, now)


def _list_live(entry: Entry) -> list[int]:
    return list(list_live_payments(entry).values_list("pk", flat=True))


def _find_last(entry: Entry) -> int:
    """The last record of an entry; 0: it has none."""
    return entry.payments.order_by("-pk").values_list("pk", flat=True).first() or 0


def _make_payment_step(
    entry: Entry, live: list[int], actor: Actor, now: datetime
) -> list[UndoStep]:
    payments_after = _list_live(entry)
    if payments_after == live:
        return []
    data = {
        "before": live,
        "after": payments_after,
        "added": [pk for pk in payments_after if pk not in live],
        "last": _find_last(entry),
    }
    return [make_step(PAID, entry.pk, actor=actor, now=now, **data)]


def undo_payments(step: UndoStep, actor: Actor, now: datetime) -> None:
    """What was added is cancelled, what was cancelled counts again: the records stay."""
    entry = _lock_entry(step.target, actor)
    stored_payments = _list_live(entry)
    payments_before, payments_after = step.data["before"], step.data["after"]
    if stored_payments == payments_before:
        return
    # A record after these, though cancelled again, was somebody's act.
    if stored_payments != payments_after or _find_last(entry) != step.data["last"]:
        raise refuse_changed()
    added_payments = entry.payments.filter(pk__in=step.data["added"])
    cancel_payments(added_payments, actor=actor, now=now)
    restore_payments(pk for pk in payments_before if pk not in payments_after)
    event = lock_event(entry.event_id)
    store_balance(entry, event)
    touch(event, now)
