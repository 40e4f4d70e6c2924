"""Results against the slots that they fill and the states of pairings."""

from collections.abc import Iterator
from dataclasses import dataclass

from competition.trust.faults import Fault
from tournaments.models import PLAY_OFF, Event, Pairing, PendingDecision, Slot
from tournaments.selectors.stages.sources import find_entry_from_source

State = Pairing.State


@dataclass(frozen=True, slots=True)
class MisfilledSlot:
    """A slot that is filled from a pairing, with another entry than that pairing gives it."""

    slot: Slot
    expected: int | None


def find_advancement_faults(event: Event) -> Iterator[Fault]:
    """Sides, entries that went on, and states that contradict the match."""
    rows = Pairing.objects.filter(event=event).order_by("pk")
    rows = rows.select_related("round__group__stage", "match", "only_if__match")
    # In chunks: an event of any size is verified in little memory.
    pairings = rows.prefetch_related("slots").iterator(chunk_size=500)
    for pairing in pairings:
        yield from _find_side_faults(pairing)
        yield from _find_state_faults(pairing)
    for misfilled in find_misfilled_slots(event):
        pairing = misfilled.slot.pairing
        detail = {
            "position": misfilled.slot.position,
            "stored": misfilled.slot.entry_id,
            "expected": misfilled.expected,
        }
        stage = pairing.round.group.stage.number
        yield Fault("slot_entry", stage, pairing.code, pairing.match_id, detail)


def find_misfilled_slots(event: Event) -> list[MisfilledSlot]:
    """Those that no correction explains. Where an entry has begun to play in a slot that is no
    longer its own, a question was asked about a pairing that is filled from the same one. A slot
    stays empty while its entry sits on the other side of the same pairing: it was sent there by a
    match that has begun with a wrong entry."""
    pending_decisions = PendingDecision.objects.filter(
        event=event, kind=PendingDecision.Kind.PLAYED_ON
    )
    explained_sources = set(
        pending_decisions.values_list("pairing__slots__source_pairing", flat=True)
    )
    slots = (
        Slot.objects.filter(pairing__event=event, source_pairing__isnull=False)
        .select_related("pairing__round__group__stage", "pairing__match", "source_pairing__match")
        .prefetch_related("source_pairing__slots", "pairing__slots")
        .order_by("pairing_id", "position")
    )
    return [
        MisfilledSlot(slot, expected_entry)
        for slot in slots
        if slot.source_pairing_id not in explained_sources
        and slot.pairing.state != State.NOT_NEEDED
        and slot.entry_id != (expected_entry := find_entry_from_source(slot))
        and not _is_seated_opposite(slot, expected_entry)
    ]


def _is_seated_opposite(slot: Slot, entry: int | None) -> bool:
    """Whether an empty slot waits because its entry sits on the other side."""
    if slot.entry_id is not None or entry is None:
        return False
    return any(seat.entry_id == entry for seat in slot.pairing.slots.all())


def _find_side_faults(pairing: Pairing) -> Iterator[Fault]:
    stage = pairing.round.group.stage.number
    for slot in pairing.slots.all():
        if slot.side != slot.position:
            detail = {"position": slot.position, "stored": slot.side, "expected": slot.position}
            yield Fault("slot_side", stage, pairing.code, pairing.match_id, detail)


def _find_state_faults(pairing: Pairing) -> Iterator[Fault]:
    match = pairing.match
    if match is None or (pairing.state == State.NOT_NEEDED and _may_be_unneeded(pairing)):
        return
    is_full = all(slot.entry_id is not None for slot in pairing.slots.all())
    expected_states = _states_of(is_decided=match.decided, is_full=is_full)
    if pairing.state not in expected_states:
        detail = {"stored": pairing.state, "expected": list(expected_states)}
        stage = pairing.round.group.stage.number
        yield Fault("pairing_state", stage, pairing.code, match.pk, detail)


def _may_be_unneeded(pairing: Pairing) -> bool:
    """Whether a pairing can be one that is not played: a play-off of entries that are not tied any
    more, or a second final after the first had the other winner. A result of a second final is
    kept; a play-off that was decided stays needed."""
    if pairing.round.section == PLAY_OFF:
        return pairing.match is None or not pairing.match.decided
    if pairing.only_if is None or pairing.only_if.match is None:
        return False
    return pairing.only_if.match.winner not in (None, pairing.only_if_slot)


def _states_of(*, is_decided: bool, is_full: bool) -> tuple[str, ...]:
    if is_decided:
        return (State.DECIDED,)
    return (State.READY, State.CALLED) if is_full else (State.WAITING,)
