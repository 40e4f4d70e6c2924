"""The slots that a pairing fills; a bye if no entry can come from it."""

from competition.plan import Bye, LoserOf, PlannedPairing, PlannedSlot, WinnerOf


def make_winner_slot(pairing: PlannedPairing) -> PlannedSlot:
    """The slot of a pairing's winner; a bye if the pairing has no entries."""
    is_empty = all(isinstance(slot, Bye) for slot in pairing.slots)
    return Bye() if is_empty else WinnerOf(pairing.id)


def make_loser_slot(pairing: PlannedPairing) -> PlannedSlot:
    """Filled by its loser; a pairing that is not played has none."""
    return LoserOf(pairing.id) if pairing.is_played else Bye()
