"""Reads which entries play in another stage than their place says, as the organizer has decided."""

from collections.abc import Sequence

from competition.plan import EntryId
from tournaments.models import PendingDecision, Slot, Stage


def find_exchanges(stage: Stage, entries: Sequence[EntryId]) -> dict[EntryId, EntryId | None]:
    """Maps each of these entries that the organizer has left in a sibling stage to the entry that
    takes its place here: one that should be in the sibling stage and plays nowhere, or None."""
    left_as_played = PendingDecision.objects.filter(
        kind=PendingDecision.Kind.CUT_MOVED,
        decision=PendingDecision.Decision.LEFT,
        stage__event=stage.event_id,
        stage__cut__stage=stage.number_before,
    ).exclude(stage=stage)
    # One pending decision a stage: of several that were decided, the last one counts.
    decision_by_sibling = {pending.stage_id: pending for pending in left_as_played.order_by("pk")}
    if not decision_by_sibling:
        return {}
    slots = Slot.objects.filter(
        pairing__round__group__stage__in=decision_by_sibling, entry__isnull=False
    )
    seats = set(slots.values_list("pairing__round__group__stage", "entry"))
    seated_entries = {entry for _stage, entry in seats} | {*entries}
    # A sibling may have been drawn again since the decision: only entries that really sit in it now
    # were left there.
    exchanged: dict[EntryId, EntryId | None] = {}
    for sibling, pending in decision_by_sibling.items():
        coming = (entry for entry in pending.comes if entry not in seated_entries)
        for entry in pending.goes:
            if (sibling, entry) in seats and entry in entries:
                # Fewer may come than go, for instance when one has withdrawn: then a place stays
                # empty.
                exchanged[entry] = next(coming, None)
    return exchanged
