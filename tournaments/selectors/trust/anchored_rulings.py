"""What an anchor covers of the penalties and protests of an event."""

from competition.trust.anchors import Items
from tournaments.models import Event, Penalty, Protest
from tournaments.selectors.trust.anchored_columns import digest_columns, join_author


def list_penalty_items(event: Event) -> Items:
    """In parts: what was given, and whether it was cancelled."""
    items: dict[str, dict[str, str | None]] = {}
    for penalty in Penalty.objects.filter(event=event):
        given_digest = digest_columns(
            penalty, "stage_id", "entry_id", "kind", "points", "metric", "voids", "article",
            "reason", "author_kind", "author_id", "given_at",
        )  # fmt: skip
        item = items[f"penalty:{penalty.pk}"] = {"given": given_digest, "cancelled": None}
        if penalty.cancelled_at is not None:
            cancelled_by = join_author(penalty.cancelled_by_kind, penalty.cancelled_by_id)
            item["cancelled"] = digest_columns(
                penalty, "cancelled_at", "cancelled_reason", cancelled_by=cancelled_by
            )
    return items


def list_protest_items(event: Event) -> Items:
    """In parts: what was filed, and what was decided. Without the pairing, which is deleted with a
    round that is taken back."""
    items: dict[str, dict[str, str | None]] = {}
    for protest in Protest.objects.filter(event=event):
        filed_digest = digest_columns(
            protest, "entry_id", "article", "text", "author_kind", "author_id", "filed_at"
        )
        item = items[f"protest:{protest.pk}"] = {"filed": filed_digest, "decided": None}
        if protest.decision:
            decided_by = join_author(protest.decided_by_kind, protest.decided_by_id)
            item["decided"] = digest_columns(
                protest, "decision", "decision_reason", "decided_at", decided_by=decided_by
            )
    return items
