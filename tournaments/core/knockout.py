"""Who met whom in a knock-out, as far as it is known."""

from collections.abc import Mapping, Sequence

from tournaments.core.plan import (
    Bye,
    EntryId,
    LoserOf,
    PairingId,
    PlannedPairing,
    PlannedSlot,
    Result,
    Seated,
    WinnerOf,
)


def beaten_in(
    number: int, pairings: Sequence[PlannedPairing], results: Mapping[PairingId, Result]
) -> list[EntryId]:
    """Who lost in that round of the main section, group by group, down the bracket."""
    winners: dict[PairingId, EntryId | None] = {}
    losers: dict[PairingId, EntryId | None] = {}

    def seated(slot: PlannedSlot) -> EntryId | None:
        match slot:
            case Seated(entry):
                return entry
            case WinnerOf(pairing):
                return winners.get(pairing)
            case LoserOf(pairing):
                return losers.get(pairing)
            case Bye():
                return None

    for pairing in pairings:
        entries = [seated(slot) for slot in pairing.slots]
        result = results.get(pairing.id)
        if not pairing.is_played:
            winners[pairing.id] = next((entry for entry in entries if entry is not None), None)
        elif result is not None and result.winner is not None:
            winners[pairing.id] = entries[result.winner]
            losers[pairing.id] = entries[1 - result.winner]
    return [
        entry
        for pairing in pairings
        if (pairing.section, pairing.round) == ("main", number)
        and (entry := losers.get(pairing.id)) is not None
    ]
