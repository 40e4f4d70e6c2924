"""Reads what an entry costs, and what is missing of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from competition.entry_lists.entering import (
    EntryDetails,
    ExistingEntries,
    ListedPayment,
    Sifted,
)
from competition.regulation import HouseRules
from tournaments.models import Entry, Event


def get_entry_fee(event: Event) -> int | None:
    """The fee of one entry in cents, as the regulation says it; None: it says nothing."""
    rules = HouseRules.model_validate(event.rules, strict=False)
    if rules.fee_cents is None or rules.fee_per == "entry":
        return rules.fee_cents
    return rules.fee_cents * event.entry_size


def is_fee_due(event: Event, *, paid: int) -> bool:
    """Whether an entry that has not paid owes something. ``paid`` is the number of those that have:
    where the regulation names no fee, they tell that one is collected."""
    fee = get_entry_fee(event)
    if fee is None:
        return paid > 0
    return fee > 0


def compute_missing_cents(entry: Entry | EntryDetails, fee: int | None) -> int | None:
    """What an entry still has to pay, in cents; None if no fee is known and it has paid nothing."""
    if entry.paid:
        return 0
    if fee is None:
        return None
    return max(fee - (entry.paid_cents or 0), 0)


def compute_expected_cents(fee: int | None, entered: int) -> int | None:
    """What all who have entered owe together, in cents; None without a fee."""
    if not fee:
        return None
    return fee * entered


@dataclass(frozen=True, slots=True)
class PlannedPayment:
    """A payment of a list as it will be noted: ``cents`` (None: nobody knows them), what is still
    ``missing`` with it, and its ``surplus`` over the fee."""

    cents: int | None
    missing: int = 0
    surplus: int = 0


def plan_payment(payment: ListedPayment, entry: EntryDetails, fee: int | None) -> PlannedPayment:
    """What is noted of a payment, for an entry as it is stored, or as it will enter."""
    missing = compute_missing_cents(entry, fee)
    if payment.cents is None:
        return PlannedPayment(missing)
    if fee is None or missing is None:
        # Without a fee nobody can say what is missing.
        return PlannedPayment(payment.cents)
    difference = missing - payment.cents
    return PlannedPayment(payment.cents, max(difference, 0), max(-difference, 0))


def plan_payments(
    event: Event, existing: ExistingEntries, forms: Sequence[EntryDetails], sifted: Sifted
) -> dict[int, PlannedPayment]:
    """What is noted as paid for the entries of a list, by the number of the row among ``forms``:
    for a new one what its row says, for a known one what ``sifted`` has found to be new."""
    fee = get_entry_fee(event)
    payments: dict[int, PlannedPayment] = {}
    for row, form in enumerate(forms):
        if row not in sifted.known and form.payment is not None:
            payments[row] = plan_payment(form.payment, EntryDetails(form.players), fee)
    for update in sifted.updates:
        if update.payment is not None:
            stored = existing.details[update.entry]
            payments[update.row] = plan_payment(update.payment, stored, fee)
    return payments
