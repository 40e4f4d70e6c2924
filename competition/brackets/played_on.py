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
    results: Mapping[PairingId, Result],
    played: Sequence[PlayedOn],
) -> tuple[tuple[PlannedPairing, ...], dict[PairingId, Result]]:
    """The bracket with these played slots as they were played.

    The entry that played in such a slot counts as having advanced from the source pairing, whatever
    the result of that pairing is now. The source pairing may be played again itself, without that
    entry. While the organizer has not decided what becomes of it, the result that was played in
    the slot is left out; afterwards the entry is seated in the slot nevertheless.
    """
    told = dict(results)
    if not played:
        return tuple(pairings), told
    plan = {pairing.id: pairing for pairing in pairings}
    for each in played:
        slot = plan[each.pairing].slots[each.slot]
        if not isinstance(slot, WinnerOf | LoserOf):
            continue
        if _find_occupant(each.slot, plan[each.pairing], plan, told) == each.entry:
            continue
        at = _seat_of(each.entry, plan[slot.pairing], plan, told)
        if at is None and each.is_open:
            told.pop(each.pairing, None)
        elif at is None:
            plan[each.pairing] = _seat_played_on(plan[each.pairing], each, slot)
        else:
            winner = at if isinstance(slot, WinnerOf) else 1 - at
            told[slot.pairing] = replace(told.get(slot.pairing, Result(None)), winner=winner)
    return tuple(plan.values()), _within_reach(plan, told)


def _within_reach(
    plan: Mapping[PairingId, PlannedPairing], told: Mapping[PairingId, Result]
) -> dict[PairingId, Result]:
    """The results of the pairings whose entries are known; the others are left out."""
    known: dict[PairingId, Result] = {}
    for pairing in plan.values():
        slots = (at for at, slot in enumerate(pairing.slots) if not isinstance(slot, Bye))
        is_known = all(_find_occupant(at, pairing, plan, known) is not None for at in slots)
        if pairing.id in told and (is_known or pairing.only_if is not None):
            known[pairing.id] = told[pairing.id]
    return known


def _seat_of(
    entry: EntryId,
    pairing: PlannedPairing,
    plan: Mapping[PairingId, PlannedPairing],
    told: Mapping[PairingId, Result],
) -> int | None:
    """The slot of a pairing that an entry sits in, if both slots are known."""
    seated = [_find_occupant(at, pairing, plan, told) for at in range(len(pairing.slots))]
    if None in seated or not pairing.is_played:
        return None
    return seated.index(entry) if entry in seated else None


def _find_occupant(
    at: int,
    pairing: PlannedPairing,
    plan: Mapping[PairingId, PlannedPairing],
    told: Mapping[PairingId, Result],
) -> EntryId | None:
    slot = pairing.slots[at]
    if isinstance(slot, Seated):
        return slot.entry
    if isinstance(slot, Bye):
        return None
    before = plan[slot.pairing]
    if not before.is_played:
        there = [i for i, each in enumerate(before.slots) if not isinstance(each, Bye)]
        is_through = isinstance(slot, WinnerOf) and there
        return _find_occupant(there[0], before, plan, told) if is_through else None
    result = told.get(slot.pairing)
    if result is None or result.winner is None:
        return None
    gone = result.winner if isinstance(slot, WinnerOf) else 1 - result.winner
    return _find_occupant(gone, before, plan, told)


def _seat_played_on(
    pairing: PlannedPairing, played: PlayedOn, instead_of: WinnerOf | LoserOf
) -> PlannedPairing:
    slots = list(pairing.slots)
    slots[played.slot] = Seated(played.entry, instead_of)
    return replace(pairing, slots=tuple(slots))
