"""Which entry a pairing sends to the slots that it fills."""

from scoring.models import Match
from tournaments.models import Pairing, Slot


def get_side_for_slot(slot: Slot, match: Match) -> int:
    """The side of a decided match whose entry goes to this slot."""
    winner = match.winner
    if winner is None:
        message = f"match {match.pk} is decided without a winner and feeds slot {slot.pk}"
        raise AssertionError(message)
    return winner if slot.source == Slot.Source.WINNER_OF else 1 - winner


def find_entry_from_source(slot: Slot) -> int | None:
    """The entry that a slot should have by the result of the pairing that fills it; None while
    there is none. Only for slots with a source."""
    source = slot.source_pairing
    assert source is not None, "only slots with a source are filled"
    # A bye has no match and no winner: its only entry advances.
    if source.state == Pairing.State.BYE:
        for seat in source.slots.all():
            if seat.entry_id is not None:
                return seat.entry_id
        return None
    if source.match is None or source.match.winner is None:
        return None
    side = get_side_for_slot(slot, source.match)
    for seat in source.slots.all():
        if seat.side == side:
            return seat.entry_id
    return None
