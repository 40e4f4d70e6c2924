"""Which entries can be deleted, and which of those that have left are still worth showing."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Draw, DrawChange, Entry, Slot

HAS_PAYMENTS = "entry_has_payments"
WAS_DRAWN = "entry_was_drawn"
KEEPING: tuple[str, ...] = (HAS_PAYMENTS, WAS_DRAWN)
"""The codes of all reasons why an entry cannot be deleted."""


def find_what_keeps(entry: Entry) -> str:
    """The code of the reason why an entry cannot be deleted; empty if it can. Two queries at
    most."""
    kept_by = Entry.objects.filter(pk=entry.pk).values_list(
        Exists(entry.payments.all()),
        Exists(entry.slots.all()),
        Exists(entry.penalties.all()),
        Exists(entry.protests.all()),
        Exists(DrawChange.objects.filter(Q(entry=entry) | Q(other=entry))),
        Exists(Entry.objects.filter(replaced_by=entry)),
    )
    has_payments, *has_records = kept_by.get()
    if has_payments:
        return HAS_PAYMENTS
    if any(has_records) or entry.state == Entry.State.REPLACED:
        return WAS_DRAWN
    # A draw that was called off stays visible with its list of entries, so it counts as well.
    draws = Draw.objects.filter(stage__event=entry.event_id)
    for committed_entries in draws.values_list("entries", flat=True):
        if any(entry_document["id"] == entry.pk for entry_document in committed_entries):
            return WAS_DRAWN
    return ""


def hide_left_before_draw(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Without those that have withdrawn and never had a place in any round: they were entered by
    mistake or changed their minds, and nobody but the desk needs to know."""
    has_slot = Exists(Slot.objects.filter(entry=OuterRef("pk")))
    return entries.exclude(Q(state=Entry.State.WITHDRAWN) & ~has_slot)
