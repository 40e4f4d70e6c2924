"""A bracket in which corrected results contradict later matches that were already played: the
entries that played there count as having advanced."""

from collections.abc import Iterable, Sequence
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
    index_pairings,
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
    bracket = _PlayedBracket(index_pairings(pairings), adjusted)
    for played_slot in played:
        bracket.seat(played_slot)
    bracket.drop_unreachable()
    return tuple(bracket.plan.values()), bracket.results


@dataclass(slots=True)
class _PlayedBracket:
    """A bracket while its slots become as they were played. ``plan`` is in the order of play."""

    plan: dict[PairingId, PlannedPairing]
    results: dict[PairingId, Result]

    def seat(self, played: PlayedOn) -> None:
        """Lets the entry that played in a slot have advanced to it."""
        pairing = self.plan[played.pairing]
        slot = pairing.slots[played.slot]
        if not isinstance(slot, WinnerOf | LoserOf):
            return
        if self._find_occupant(pairing, played.slot) == played.entry:
            return
        source = self.plan[slot.pairing]
        source_entries = self._list_occupants(source, range(len(source.slots)))
        is_known = source.is_played and None not in source_entries
        if is_known and played.entry in source_entries:
            # The entry is in the source pairing: that pairing counts as decided in its favour.
            entry_slot = source_entries.index(played.entry)
            winner = entry_slot if isinstance(slot, WinnerOf) else 1 - entry_slot
            source_result = self.results.get(slot.pairing, Result(None))
            self.results[slot.pairing] = replace(source_result, winner=winner)
        elif played.is_open:
            self.results.pop(played.pairing, None)
        else:
            slots = list(pairing.slots)
            slots[played.slot] = Seated(played.entry, slot)
            self.plan[played.pairing] = replace(pairing, slots=tuple(slots))

    def drop_unreachable(self) -> None:
        """Leaves only the results of pairings of the plan whose entries are known."""
        all_results, self.results = self.results, {}
        # In the order of play: a result that is left out makes later pairings unknown too.
        for pairing in self.plan.values():
            occupants = self._list_occupants(pairing, pairing.used_slots)
            if pairing.id in all_results and None not in occupants:
                self.results[pairing.id] = all_results[pairing.id]

    def _list_occupants(
        self, pairing: PlannedPairing, slot_numbers: Iterable[int]
    ) -> list[EntryId | None]:
        return [self._find_occupant(pairing, slot_number) for slot_number in slot_numbers]

    def _find_occupant(self, pairing: PlannedPairing, slot_number: int) -> EntryId | None:
        """The entry that the results send to a slot; None if it is not known, and for a bye."""
        slot = pairing.slots[slot_number]
        if isinstance(slot, Seated):
            return slot.entry
        if isinstance(slot, Bye):
            return None
        source = self.plan[slot.pairing]
        if not source.is_played:
            # A bye has no loser; its winner is the entry in the other slot.
            if isinstance(slot, LoserOf) or not source.used_slots:
                return None
            return self._find_occupant(source, source.used_slots[0])
        result = self.results.get(slot.pairing)
        if result is None or result.winner is None:
            return None
        return self._find_occupant(source, slot.find_source_slot(result.winner))
