"""The places that a pairing decides: entries that leave the bracket there share them."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

from competition.plan import (
    Bye,
    LoserOf,
    PairingId,
    PlannedPairing,
    Seated,
    WinnerOf,
    source_of,
)

Band: TypeAlias = tuple[int, int]
"""The best and the worst of places."""
Standing: TypeAlias = tuple[int, int, int, int]
Leaving: TypeAlias = tuple[PairingId, bool]
"""A pairing, and whether its winner leaves the bracket there, or its loser."""

SECTIONS: Final = {"main": 0, "losers": 1, "third": 2, "final": 3}
"""Where they take the losers of the same main round, the later is the better."""


class Bands:
    """A pairing's winner, or its loser, leaves the bracket if no slot takes it.

    Entries that leave in a later round are placed above those of an earlier one, winners above
    losers. Rounds are ordered by the latest main round whose losers feed them; then by section;
    then by round; of parallel pairings, the one that winners feed comes first.
    """

    def __init__(
        self, pairings: Sequence[PlannedPairing], sits_later: Collection[Leaving] = ()
    ) -> None:
        """``pairings`` are those of one bracket, in the order of play; who ``sits_later`` has not
        left the bracket there, whatever the plan says."""
        slots = [(pairing.id, slot) for pairing in pairings for slot in pairing.slots]
        self._after_win = {slot.pairing: at for at, slot in slots if isinstance(slot, WinnerOf)}
        self._after_loss = {slot.pairing: at for at, slot in slots if isinstance(slot, LoserOf)}
        kept = [slot.instead_of for _at, slot in slots if isinstance(slot, Seated)]
        self._seat_taken = {slot.pairing for slot in kept if isinstance(slot, WinnerOf)}
        self._given = self._give(pairings, sits_later)
        self._reach: dict[PairingId, Band] = {}
        for pairing in reversed(pairings):
            if self.peopled(pairing):
                self._reach[pairing.id] = self._reached(pairing)

    def peopled(self, pairing: PlannedPairing) -> bool:
        return not all(isinstance(slot, Bye) for slot in pairing.slots)

    def seat_taken(self, pairing: PairingId) -> bool:
        """Whether another entry played on in place of this pairing's winner."""
        return pairing in self._seat_taken

    def of_winner(self, pairing: PairingId) -> Band | None:
        """The places of those who leave as this pairing's winner does; None if he plays on."""
        return self._given.get((pairing, True))

    def of_loser(self, pairing: PairingId) -> Band | None:
        """The places of those who leave as this pairing's loser does; None if he plays on."""
        return self._given.get((pairing, False))

    def reach(self, pairing: PairingId) -> Band:
        """The best and the worst place of the entries of this pairing."""
        return self._reach[pairing]

    def _reached(self, pairing: PlannedPairing) -> Band:
        won = self.of_winner(pairing.id) or self.reach(self._after_win[pairing.id])
        if not pairing.is_played:
            return won
        lost = self.of_loser(pairing.id) or self.reach(self._after_loss[pairing.id])
        return min(won[0], lost[0]), max(won[1], lost[1])

    def _give(
        self, pairings: Sequence[PlannedPairing], sits_later: Collection[Leaving]
    ) -> dict[Leaving, Band]:
        """The places of all who leave, by pairing and whether as its winner."""
        leaving: dict[tuple[Standing, bool], list[PairingId]] = defaultdict(list)
        for pairing, standing in zip(pairings, _list_standings(pairings), strict=True):
            if self.peopled(pairing) and pairing.id not in self._after_win:
                leaving[standing, True].append(pairing.id)
            if pairing.is_played and pairing.id not in self._after_loss:
                leaving[standing, False].append(pairing.id)
        given: dict[Leaving, Band] = {}
        taken = 0
        for standing, as_winner in sorted(leaving, reverse=True):
            ids = leaving[standing, as_winner]
            leave = sum((at, as_winner) not in sits_later for at in ids)
            given |= {(at, as_winner): (taken + 1, taken + leave) for at in ids}
            taken += leave
        return given


def _list_standings(pairings: Sequence[PlannedPairing]) -> list[Standing]:
    """How far each pairing is; the greatest is the last to be played for."""
    by_id = {pairing.id: pairing for pairing in pairings}
    lost_in: dict[PairingId, int] = {}
    falls: dict[PairingId, int] = {}
    for pairing in pairings:
        sources = [slot for slot in map(source_of, pairing.slots) if slot]
        main = pairing.section == "main"
        lost_in[pairing.id] = (
            pairing.round
            if main
            else max((lost_in[source.pairing] for source in sources), default=0)
        )
        within = [
            2 * falls[source.pairing] + isinstance(source, LoserOf)
            for source in sources
            if by_id[source.pairing].section == pairing.section
        ]
        falls[pairing.id] = max(within, default=0)
    return [
        (lost_in[pairing.id], SECTIONS[pairing.section], pairing.round, -falls[pairing.id])
        for pairing in pairings
    ]
