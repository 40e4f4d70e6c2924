"""Reads what an entry costs, and what is missing of it."""

from competition.regulation import HouseRules
from tournaments.models import Entry, Event
from tournaments.selectors.registration.entries import size_of_entries


def fee_of_entry(event: Event) -> int | None:
    """The fee of one entry in cents, as the regulation says it; None: it says nothing."""
    rules = HouseRules.model_validate(event.rules, strict=False)
    if rules.fee_cents is None or rules.fee_per == "entry":
        return rules.fee_cents
    return rules.fee_cents * size_of_entries(event)


def missing_cents(entry: Entry, fee: int | None) -> int | None:
    """What an entry still has to pay, in cents; None if no fee is known and it has paid nothing."""
    if entry.paid:
        return 0
    return None if fee is None else max(fee - (entry.paid_cents or 0), 0)
