"""Results against the slots that they fill and the states of pairings."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
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
        stage = pairing.round.group.stage.number
        for slot in pairing.slots.all():
            if slot.side != slot.position:
                detail = {"position": slot.position, "stored": slot.side, "expected": slot.position}
                yield Fault("slot_side", stage, pairing.code, pairing.match_id, detail)

        match = pairing.match
        if match is None or (pairing.state == State.NOT_NEEDED and _may_be_unneeded(pairing)):
            continue
        expected_states: tuple[str, ...]
        if match.decided:
            expected_states = (State.DECIDED,)
        elif all(slot.entry_id is not None for slot in pairing.slots.all()):
            expected_states = Pairing.PLAYABLE_STATES
        else:
            expected_states = (State.WAITING,)
        if pairing.state not in expected_states:
            state_detail = {"stored": pairing.state, "expected": list(expected_states)}
            yield Fault("pairing_state", stage, pairing.code, match.pk, state_detail)
    for misfilled in find_misfilled_slots(event):
        pairing = misfilled.slot.pairing
        slot_detail = {
            "position": misfilled.slot.position,
            "stored": misfilled.slot.entry_id,
            "expected": misfilled.expected,
        }
        stage = pairing.round.group.stage.number
        yield Fault("slot_entry", stage, pairing.code, pairing.match_id, slot_detail)


def find_misfilled_slots(event: Event) -> list[MisfilledSlot]:
    """Those that no correction explains. Where an entry has begun to play in a slot that is no
    longer its own, a question was asked about that entry in that pairing, and the other slot that
    is filled from the same match has the other entry of it, or none. A slot stays empty while its
    entry sits on the other side of the same pairing: it was sent there by a match that has begun
    with a wrong entry."""
    slots = (
        Slot.objects.filter(pairing__event=event, source_pairing__isnull=False)
        .select_related("pairing__round__group__stage", "pairing__match", "source_pairing__match")
        .prefetch_related("source_pairing__slots", "pairing__slots")
        .order_by("pairing_id", "position")
    )
    misfilled_slots: list[MisfilledSlot] = []
    for slot in slots:
        if slot.pairing.state == State.NOT_NEEDED:
            continue
        expected_entry = find_entry_from_source(slot)
        if slot.entry_id == expected_entry:
            continue
        # An empty slot waits while its entry sits on the other side.
        seated_entries = [seat.entry_id for seat in slot.pairing.slots.all()]
        is_waiting = slot.entry_id is None and expected_entry in seated_entries
        if expected_entry is None or not is_waiting:
            misfilled_slots.append(MisfilledSlot(slot, expected_entry))
    return _leave_out_explained(event, misfilled_slots)


def _leave_out_explained(
    event: Event, misfilled_slots: Sequence[MisfilledSlot]
) -> list[MisfilledSlot]:
    """Without the slots whose entry plays on, and those that follow from these."""
    decisions = PendingDecision.objects.filter(
        event=event, kind=PendingDecision.Kind.PLAYED_ON
    ).values_list("pairing_id", "goes")
    played_on = {(pairing, entry) for pairing, goes in decisions for entry in goes}
    playing_on: dict[int | None, set[int | None]] = defaultdict(set)
    for misfilled in misfilled_slots:
        slot = misfilled.slot
        if (slot.pairing_id, slot.entry_id) in played_on:
            playing_on[slot.source_pairing_id].add(slot.entry_id)

    unexplained: list[MisfilledSlot] = []
    for misfilled in misfilled_slots:
        slot = misfilled.slot
        source = slot.source_pairing
        if (slot.pairing_id, slot.entry_id) in played_on:
            continue
        entries_playing_on = playing_on.get(slot.source_pairing_id)
        if entries_playing_on and source is not None:
            # Its own entry plays on elsewhere: the slot keeps the opponent (or waits for it).
            candidates = {None, *(seat.entry_id for seat in source.slots.all())}
            if slot.entry_id in candidates - entries_playing_on:
                continue
        unexplained.append(misfilled)
    return unexplained


def _may_be_unneeded(pairing: Pairing) -> bool:
    """Whether a pairing can be one that is not played: a play-off of entries that are not tied any
    more, or a second final after the first had the other winner. A result of a second final is
    kept; a play-off that was decided stays needed."""
    if pairing.round.section == PLAY_OFF:
        return pairing.match is None or not pairing.match.decided
    if pairing.only_if is None or pairing.only_if.match is None:
        return False
    return pairing.is_unneeded_after(pairing.only_if.match)
