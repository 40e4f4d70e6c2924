"""What the entries have paid against their payments."""

from collections.abc import Iterator

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce

from competition.trust.faults import Fault
from tournaments.models import Event

LIVE = Q(payments__cancelled_at__isnull=True)


def find_payment_faults(event: Event) -> Iterator[Fault]:
    """The amount of an entry is derived from its payments and refunds that were not cancelled. One
    query."""
    rows = event.entries.annotate(
        stored=Coalesce("paid_cents", 0), expected=Coalesce(Sum("payments__cents", filter=LIVE), 0)
    ).order_by("pk")
    for entry, stored, expected in rows.values_list("pk", "stored", "expected"):
        if stored != expected:
            detail = {"entry": entry, "stored": stored, "expected": expected}
            yield Fault("paid_cents_differ", detail=detail)
