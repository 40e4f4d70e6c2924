"""The slots that a pairing fills; a bye if no entry can come from it."""

from competition.plan import Bye, LoserOf, PlannedPairing, PlannedSlot, WinnerOf


def make_winner_slot(pairing: PlannedPairing) -> PlannedSlot:
    """The slot of a pairing's winner; a bye if the pairing has no entries."""
    return WinnerOf(pairing.id) if pairing.used_slots else Bye()


def make_loser_slot(pairing: PlannedPairing) -> PlannedSlot:
    """Filled by its loser; a pairing that is not played has none."""
    return LoserOf(pairing.id) if pairing.is_played else Bye()
