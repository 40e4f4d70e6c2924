"""A bracket in which corrected results contradict later matches that were already played: the
entries that played there count as having advanced."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from competition.plan import (
    Bye,
    EntryId,
    LoserOf,
    PairingId,
    PlannedPairing,
    Result,
    Results,
    Seated,
    WinnerOf,
)


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The slot of a pairing that was played, and the entry that sat in it."""

    pairing: PairingId
    slot: int
    entry: EntryId
    is_open: bool = False
    """Whether the organizer has yet to decide what becomes of it."""


def as_played_on(
    pairings: Sequence[PlannedPairing],
    results: Results,
    played: Sequence[PlayedOn],
) -> tuple[tuple[PlannedPairing, ...], dict[PairingId, Result]]:
    """The bracket with these played slots as they were played.

    The entry that played in such a slot counts as having advanced from the source pairing, whatever
    the result of that pairing is now. The source pairing may be played again itself, without that
    entry. While the organizer has not decided what becomes of it, the result that was played in
    the slot is left out; afterwards the entry is seated in the slot nevertheless.
    """
    adjusted = dict(results)
    if not played:
        return tuple(pairings), adjusted
    plan = {pairing.id: pairing for pairing in pairings}
    for played_slot in played:
        pairing = plan[played_slot.pairing]
        slot = pairing.slots[played_slot.slot]
        if not isinstance(slot, WinnerOf | LoserOf):
            continue
        if _find_occupant(played_slot.slot, pairing, plan, adjusted) == played_slot.entry:
            continue
        source = plan[slot.pairing]
        positions = range(len(source.slots))
        source_entries = [_find_occupant(each, source, plan, adjusted) for each in positions]
        is_known = source.is_played and None not in source_entries
        if is_known and played_slot.entry in source_entries:
            # The entry is in the source pairing: that pairing counts as decided in its favour.
            source_slot = source_entries.index(played_slot.entry)
            winner = source_slot if isinstance(slot, WinnerOf) else 1 - source_slot
            source_result = adjusted.get(slot.pairing, Result(None))
            adjusted[slot.pairing] = replace(source_result, winner=winner)
        elif played_slot.is_open:
            adjusted.pop(played_slot.pairing, None)
        else:
            slots = list(pairing.slots)
            slots[played_slot.slot] = Seated(played_slot.entry, slot)
            plan[played_slot.pairing] = replace(pairing, slots=tuple(slots))
    return tuple(plan.values()), _drop_unreachable(plan, adjusted)


def _drop_unreachable(
    plan: Mapping[PairingId, PlannedPairing], results: Results
) -> dict[PairingId, Result]:
    """The results of the pairings whose entries are known; the others are left out."""
    known_results: dict[PairingId, Result] = {}
    # In the order of play: a result that is left out makes later pairings unknown too.
    for pairing in plan.values():
        occupants = [
            _find_occupant(slot, pairing, plan, known_results) for slot in pairing.used_slots
        ]
        if pairing.id in results and None not in occupants:
            known_results[pairing.id] = results[pairing.id]
    return known_results


def _find_occupant(
    slot_number: int,
    pairing: PlannedPairing,
    plan: Mapping[PairingId, PlannedPairing],
    results: Results,
) -> EntryId | None:
    """The entry that the results send to a slot; None if it is not known, and for a bye."""
    slot = pairing.slots[slot_number]
    if isinstance(slot, Seated):
        return slot.entry
    if isinstance(slot, Bye):
        return None
    source = plan[slot.pairing]
    if not source.is_played:
        # A bye has no loser; its winner is the entry in the other slot.
        if isinstance(slot, LoserOf) or not source.used_slots:
            return None
        return _find_occupant(source.used_slots[0], source, plan, results)
    result = results.get(slot.pairing)
    if result is None or result.winner is None:
        return None
    source_slot = result.winner if isinstance(slot, WinnerOf) else 1 - result.winner
    return _find_occupant(source_slot, source, plan, results)
