"""The slots that a pairing fills; a bye if no entry can come from it."""

from competition.plan import Bye, LoserOf, PlannedPairing, PlannedSlot, WinnerOf


def make_winner_slot(pairing: PlannedPairing) -> PlannedSlot:
    """The slot of a pairing's winner; a bye if the pairing has no entries."""
    if not pairing.used_slots:
        return Bye()
    return WinnerOf(pairing.id)


def make_loser_slot(pairing: PlannedPairing) -> PlannedSlot:
    """Filled by its loser; a pairing that is not played has none."""
    if not pairing.is_played:
        return Bye()
    return LoserOf(pairing.id)
