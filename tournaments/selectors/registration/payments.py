"""Reads the money of an event: its records, and what each collector has."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Sum
from django.db.models.functions import Coalesce

from accounts.actors import Actor, ActorKind
from tournaments.models import Entry, Event, Payment
from tournaments.permissions import Right, check
from tournaments.refusals import NotFound
from tournaments.selectors.registration.fees import get_entry_fee


@dataclass(frozen=True, slots=True)
class CollectorCash:
    """What somebody has taken, less what he has given back, in cents."""

    collector: Actor
    cents: int


def load_cash_by_collector(event: Event) -> list[CollectorCash]:
    """The collectors of an event, the one with most first. A payment of which nobody has said the
    amount was the fee. One query."""
    fee = get_entry_fee(event) or 0
    rows = Payment.objects.filter(entry__event=event, cancelled_at__isnull=True)
    rows_by_collector = rows.order_by().values_list("author_kind", "author_id")
    sums = rows_by_collector.annotate(sum=Sum(Coalesce("cents", fee)))
    collectors: list[CollectorCash] = []
    for kind, pk, cents in sums:
        # Who has given back all that he took holds nothing.
        if cents:
            collectors.append(CollectorCash(Actor(ActorKind(kind), pk), cents))
    collectors.sort(key=lambda each: (-each.cents, each.collector.kind, each.collector.id))
    return collectors


def list_payments_of_entries(entries: Iterable[Entry]) -> list[Payment]:
    """The records of these entries in their order, cancelled ones included. One query."""
    return list(Payment.objects.filter(entry__in=list(entries)).order_by("pk"))


def list_last_payments(event: Event) -> list[Payment]:
    """The last money that each entry has paid, cancelled payments left out. One query."""
    rows = Payment.objects.filter(entry__event=event, cancelled_at__isnull=True)
    # A payment below zero is money that was given back. Of several, the last overwrites the others.
    taken_payments = rows.exclude(cents__lt=0).order_by("pk")
    return list({payment.entry_id: payment for payment in taken_payments}.values())


def list_payments(event: Event) -> list[Payment]:
    """All records of an event, the last one first. One query."""
    return list(Payment.objects.filter(entry__event=event).order_by("-made_at", "-pk"))


def has_payments(event: Event) -> bool:
    """Whether any money of an event was noted; a cancelled record counts, as it stays."""
    return Payment.objects.filter(entry__event=event).exists()


def get_payment(actor: Actor, payment_id: int) -> Payment:
    """The payment of that id with its entry, for its managers. Raises NotFound, NotAllowed."""
    rows = Payment.objects.select_related("entry__event__club")
    payment = rows.filter(pk=payment_id).first()
    if payment is None:
        raise NotFound
    event = payment.entry.event
    check(actor, Right.MANAGE_EVENTS, club_id=event.club_id, event=event)
    return payment
