"""The money of the entries: taken, given back, and cancelled where it was noted by mistake."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from accounts.actors import Actor
from accounts.authorship import make_author_columns
from competition.entry_lists.entering import ListedPayment
from database.limits import MOST_CENTS
from database.transactions import atomic_with_retry
from kernel.refusals import FormReused
from tournaments.models import Entry, Event, Payment
from tournaments.permissions import Right, check
from tournaments.refusals import AmountRefused, PaymentRefused
from tournaments.selectors.registration.fees import compute_missing_cents, get_entry_fee
from tournaments.services.versions import (
    check_not_archived,
    lock_event_in_any_state,
    reload_entry,
    touch,
)

COLUMNS = ("paid", "paid_cents", "paid_to_kind", "paid_to_id")
"""The columns of an entry that follow from its payments."""


@atomic_with_retry
def take_payment(
    *, entry: Entry, cents: int | None, actor: Actor, now: datetime, key: str = ""
) -> Payment | None:
    """Notes money that an entry pays. ``cents`` None: all that is missing; returns None where
    nothing is. ``key``: that of the form, which counts once.

    Raises NotAllowed, EventStateRefused, PaymentRefused, FormReused.
    """
    event = _lock_entry(entry, actor)
    if earlier_payment := _find_sent_before(entry, key, cents):
        return earlier_payment
    fee = get_entry_fee(event)
    if cents is None:
        if entry.paid:
            return None
        cents = compute_missing_cents(entry, fee)
    elif not 0 < cents <= MOST_CENTS:
        raise AmountRefused("payment_out_of_bounds")
    # Without a fee nobody can say what is missing: what was paid is enough.
    payment = _add_payment(entry, cents, settles=fee is None, key=key, actor=actor, now=now)
    store_balance(entry, event)
    touch(event, now)
    return payment


@atomic_with_retry
def give_refund(
    *, entry: Entry, cents: int, reason: str, actor: Actor, now: datetime, key: str = ""
) -> Payment:
    """Notes money that an entry gets back. Raises NotAllowed, EventStateRefused, FormReused, and
    PaymentRefused for more than it has paid."""
    event = _lock_entry(entry, actor)
    if earlier_payment := _find_sent_before(entry, key, -cents, reason):
        return earlier_payment
    if not 0 < cents <= (entry.paid_cents or 0):
        raise AmountRefused("refund_too_large", paid_cents=entry.paid_cents or 0)
    payment = _add_payment(entry, -cents, reason=reason, key=key, actor=actor, now=now)
    store_balance(entry, event)
    touch(event, now)
    return payment


@atomic_with_retry
def cancel_payment(*, payment: Payment, actor: Actor, now: datetime) -> Payment:
    """Cancels a payment or refund that was noted by mistake: no money was given. It stays on
    record; cancelled twice, it is cancelled once.

    Raises NotAllowed, EventStateRefused, and PaymentRefused where a refund would exceed what is
    left.
    """
    entry = payment.entry
    event = _lock_entry(entry, actor)
    payment.refresh_from_db()
    if payment.cancelled_at is not None:
        return payment
    cancel_payments([payment], actor=actor, now=now)
    store_balance(entry, event)
    touch(event, now)
    return payment


def _lock_entry(entry: Entry, actor: Actor) -> Event:
    """Checks the actor, holds the event and reads the entry again."""
    check(actor, Right.MANAGE_EVENTS, club_id=entry.event.club_id, event=entry.event)
    event = lock_event_in_any_state(entry.event_id)
    check_not_archived(event)
    reload_entry(entry)
    return event


def _find_sent_before(
    entry: Entry, key: str, cents: int | None, reason: str = ""
) -> Payment | None:
    """The payment that the form of this key has noted. Raises FormReused if it was another amount
    or reason, or was cancelled since: a form that is sent twice is not one of a second payment."""
    if not key:
        return None
    payment = entry.payments.filter(key=key).first()
    if payment is None:
        return None
    is_same = cents in (None, payment.cents) and payment.reason == reason
    if not is_same or payment.cancelled_at is not None:
        raise FormReused
    return payment


def _add_payment(
    entry: Entry,
    cents: int | None,
    *,
    actor: Actor,
    now: datetime,
    settles: bool = False,
    reason: str = "",
    key: str = "",
) -> Payment:
    return Payment.objects.create(
        entry=entry,
        cents=cents,
        settles=settles,
        reason=reason,
        key=key,
        made_at=now,
        **make_author_columns(actor),
    )


def note_payment(
    entry: Entry,
    event: Event,
    *,
    paid: bool,
    cents: int | None,
    actor: Actor,
    now: datetime,
) -> None:
    """Makes ``cents`` all that a stored entry has paid (None: what is missing is paid too), or
    nothing; what this replaces is cancelled. The event is locked."""
    if not paid or cents is not None:
        cancel_payments(list_live_payments(entry), actor=actor, now=now)
    if paid:
        if cents is None:
            cents = compute_missing_cents(entry, get_entry_fee(event))
        _add_payment(entry, cents, settles=True, actor=actor, now=now)
    store_balance(entry, event)


def make_listed_payment(
    entry: Entry, payment: ListedPayment, fee: int | None, *, actor: Actor, now: datetime
) -> Payment:
    """The payment of an entry as a list says it; the columns of the entry follow. The caller stores
    both, those of all entries together."""
    # Without a fee it is paid, and perhaps nobody knows how much.
    settles = payment.cents is None or fee is None
    cents = payment.cents
    if cents is None:
        cents = compute_missing_cents(entry, fee)
    if cents is not None:
        entry.paid_cents = (entry.paid_cents or 0) + cents
    is_enough = fee is not None and (entry.paid_cents or 0) >= fee
    entry.paid, entry.paid_to = entry.paid or settles or is_enough, actor
    return Payment(
        entry=entry, cents=cents, settles=settles, made_at=now, **make_author_columns(actor)
    )


def list_live_payments(entry: Entry) -> QuerySet[Payment]:
    """Those that count, in their order."""
    return entry.payments.filter(cancelled_at__isnull=True).order_by("pk")


def cancel_payments(payments: Iterable[Payment], *, actor: Actor, now: datetime) -> None:
    """Cancels payments of a locked event; the caller stores the balance."""
    ids = [payment.pk for payment in payments]
    columns = make_author_columns(actor, "cancelled_by")
    Payment.objects.filter(pk__in=ids).update(cancelled_at=now, **columns)


def restore_payments(ids: Iterable[int]) -> None:
    """Makes cancelled payments of a locked event count again; the caller stores the balance."""
    Payment.objects.filter(pk__in=list(ids)).update(
        cancelled_at=None, cancelled_by_kind="", cancelled_by_id=""
    )


def store_balance(entry: Entry, event: Event) -> None:
    """Derives from its payments what an entry has paid, and stores it. Raises PaymentRefused where
    more was given back than taken."""
    counted_payments = list(list_live_payments(entry))
    cents: int | None = None
    for payment in counted_payments:
        if payment.cents is not None:
            cents = (cents or 0) + payment.cents
    if (cents or 0) < 0:
        raise PaymentRefused("refund_too_large", paid_cents=0)
    # In the order of the records: a refund between two payments opens the fee, and the second
    # payment may settle it again.
    fee, last_payment, is_settled = get_entry_fee(event), None, False
    for payment in counted_payments:
        if (payment.cents or 0) < 0:
            # What is given back opens the fee again, whatever it was settled with.
            is_settled = False
        else:
            last_payment, is_settled = payment, is_settled or payment.settles
    entry.paid = is_settled or (
        last_payment is not None and fee is not None and (cents or 0) >= fee
    )
    entry.paid_cents = cents
    entry.paid_to_kind = entry.paid_to_id = ""
    if last_payment is not None:
        entry.paid_to = last_payment.author
    entry.save(update_fields=COLUMNS)
