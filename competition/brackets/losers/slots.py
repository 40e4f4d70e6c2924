"""The slots that a pairing fills; a bye if no entry can come from it."""

from collections.abc import Iterable

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


def list_winner_slots(pairings: Iterable[PlannedPairing]) -> list[PlannedSlot]:
    """The slots of the winners of these pairings, down the bracket."""
    return [make_winner_slot(pairing) for pairing in pairings]


def list_loser_slots(pairings: Iterable[PlannedPairing]) -> list[PlannedSlot]:
    """The slots of the losers of these pairings, down the bracket."""
    return [make_loser_slot(pairing) for pairing in pairings]
