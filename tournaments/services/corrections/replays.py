"""A match that has begun with a wrong entry, played again by the right ones."""

from datetime import datetime

from accounts.actors import Actor
from accounts.authorship import make_author_columns
from database.transactions import atomic_with_retry
from scoring.models import Match
from scoring.services import open_matches
from tournaments.changes import report_entries_changed, report_result_taken_back
from tournaments.models import Entry, Event, Pairing, PendingDecision, Slot, VoidedMatch
from tournaments.refusals import DecisionRefused
from tournaments.selectors.stages.sources import find_entry_from_source
from tournaments.services.decisions.pending import settle_by_replay, store_decision
from tournaments.services.entry_states import update_state
from tournaments.services.pairing_locks import find_dependent_pairings, lock_pairings
from tournaments.services.results.advancing import withdraw_result
from tournaments.services.results.dependent_slots import SlotChange, apply_changes
from tournaments.services.table_queue import call_ready


@atomic_with_retry
def replay(
    *, pending: PendingDecision, reason: str, actor: Actor, now: datetime
) -> PendingDecision:
    """Sets the match aside with its sheet; it is played again by the right entries, and the matches
    that depend on it wait. If its other slot has a wrong entry as well, that is settled too.
    Raises NotAllowed, ReasonMissing, DecisionRefused."""
    if pending.kind != PendingDecision.Kind.PLAYED_ON or pending.pairing_id is None:
        raise DecisionRefused("question_of_another_kind", field="decision")
    decision = PendingDecision.Decision.REPLAYED
    stored_decision = store_decision(pending, decision, reason, actor, now)
    pairings = _lock_replayed(pending.pairing_id)
    pairing = pairings[pending.pairing_id]
    # Somebody who should not be there may have left the match since.
    if not pairing.slots.filter(entry_id__in=pending.goes).exists():
        raise DecisionRefused("question_is_old")
    match = _set_aside(pairing=pairing, reason=reason, actor=actor, now=now)
    withdraw_result(pairing=pairing, match=match, now=now)
    # Entries that were out by the match that was set aside are in again, unless something else
    # keeps them out: no line can change that match any more.
    seats = pairing.slots.filter(entry__isnull=False).select_related("entry").order_by("side")
    entries = [slot.entry for slot in seats if slot.entry is not None]
    changed_entries = [entry for entry in entries if update_state(entry)]
    report_entries_changed(Event.objects.get(pk=pairing.event_id), changed_entries, now)
    wrong_entries = set(pending.goes)
    for settled_decision in settle_by_replay(pairing, reason, actor, now):
        wrong_entries.update(settled_decision.goes)
    changes: list[SlotChange] = []
    for slot in pairing.slots.filter(entry_id__in=wrong_entries, source_pairing__isnull=False):
        source = slot.source_pairing
        assert source is not None, "only slots with a source are read"
        # The match that fills this slot may fill others too, as a semifinal sends its loser to the
        # match for third place. While it is played again itself, it sends nobody.
        siblings = source.feeds.exclude(pairing=pairing).order_by("pk")
        for changed_slot in (slot, *siblings):
            entry_id = find_entry_from_source(changed_slot)
            if changed_slot.entry_id != entry_id:
                # Whether a match has begun is certain only of the pairings that are locked here.
                changed_slot.pairing = pairings[changed_slot.pairing_id]
                right_entry = Entry.objects.filter(pk=entry_id or 0).first()
                changes.append(SlotChange(changed_slot, right_entry))
    apply_changes(changes, now, agreed=True)
    call_ready(event_id=pairing.event_id, stage_ids=[pairing.round.group.stage_id], now=now)
    return stored_decision


def _lock_replayed(pairing_id: int) -> dict[int, Pairing]:
    """The pairing, locked with everything that the replay may change: the slots that the same
    matches fill, and all that comes after them. None of these matches begins meanwhile."""
    sources = Slot.objects.filter(pairing=pairing_id, source_pairing__isnull=False)
    sibling_slots = Slot.objects.filter(source_pairing__in=sources.values("source_pairing"))
    first_ids = {pairing_id, *sibling_slots.values_list("pairing_id", flat=True)}
    later_ids = find_dependent_pairings(first_ids, to_the_end=True)
    return lock_pairings([*first_ids, *later_ids])


def _set_aside(*, pairing: Pairing, reason: str, actor: Actor, now: datetime) -> Match:
    """Gives a locked pairing a new match, and returns it; the old one keeps its lines."""
    assert pairing.match is not None, "a bye has nothing to set aside"
    report_result_taken_back(pairing, now)
    (new_match,) = open_matches([pairing.match.format])
    seats = pairing.slots.order_by("position").values_list("entry_id", flat=True)
    VoidedMatch.objects.create(
        pairing=pairing,
        match=pairing.match,
        reason=reason.strip(),
        **make_author_columns(actor),
        at=now,
        seats=list(seats),
    )
    pairing.match = new_match
    pairing.save(update_fields=["match"])
    return new_match
