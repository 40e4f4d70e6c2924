"""The money of an event, for paper, spreadsheets and the cash page: which entries have paid, what,
and to whom."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.actors import Actor
from accounts.selectors import load_author_names
from tournaments.models import Entry, Event
from tournaments.selectors.registration.payments import (
    list_last_payments,
    load_cash_by_collector,
)
from wording.dates import clock
from wording.money import word_euros, word_unknown_collector
from wording.printing.columns import word_yes_no


@dataclass(frozen=True, slots=True)
class CashBook:
    """``notes``: by entry, who has taken its money and when; ``totals``: what each has, by name."""

    notes: dict[int, tuple[str, str]]
    totals: tuple[tuple[str, int], ...]


def load_cash_book(event: Event) -> CashBook:
    """Four queries at most."""
    last, collectors = list_last_payments(event), load_cash_by_collector(event)
    authors = [payment.author for payment in last]
    authors += (each.collector for each in collectors)
    people = name_collectors(authors)
    notes = {}
    for payment in last:
        notes[payment.entry_id] = people[payment.author], clock(payment.made_at)
    totals = [(people[each.collector], each.cents) for each in collectors]
    return CashBook(notes, tuple(totals))


def name_collectors(collectors: Iterable[Actor]) -> dict[Actor, str]:
    """The names of who has taken money; the system stands for what was noted before payments were
    recorded one by one. Two queries at most."""
    authors = set(collectors)
    names, unknown = load_author_names(authors), word_unknown_collector()
    return {author: names.get(author, unknown) for author in authors}


def has_paid(entry: Entry) -> bool:
    """Whether money of this entry is in the cash; some of it, if it has paid a part."""
    return bool(entry.paid or entry.paid_cents)


def stands_in_cash(entry: Entry) -> bool:
    """Whether the sums of the cash count this entry: it owes the fee, or its money is there. Who
    has left, or was replaced, owes nothing, and stays as long as its money was not given back."""
    return entry.state == Entry.State.ENTERED or has_paid(entry)


def sum_paid_amounts(entries: Iterable[Entry], fee: int | None) -> int:
    """What these entries have paid together, in cents."""
    return sum(find_paid_amount(entry, fee) or 0 for entry in entries)


def find_paid_amount(entry: Entry, fee: int | None) -> int | None:
    """What an entry has paid, in cents. Where nobody has said the amount, it was the fee."""
    if entry.paid_cents is not None:
        return entry.paid_cents
    if not entry.paid:
        return None
    return fee


def word_paid(entry: Entry) -> str:
    """Whether an entry has paid, or the part that it has paid: what a list of entries is read
    from."""
    if entry.paid_cents and not entry.paid:
        return word_euros(entry.paid_cents)
    return word_yes_no(entry.paid)
