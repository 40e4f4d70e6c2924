"""The places that a pairing decides: entries that leave the bracket there share them."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from competition.placings.ranks import PairingRank, list_ranks
from competition.plan import LoserOf, PairingId, PlannedPairing, Seated, WinnerOf

Band: TypeAlias = tuple[int, int]
"""The best and the worst of places."""

Leaving: TypeAlias = tuple[PairingId, bool]
"""A pairing, and whether its winner leaves the bracket there, or its loser."""


class Bands:
    """A pairing's winner, or its loser, leaves the bracket if no slot takes it.

    Entries that leave in a pairing of a later rank (``list_ranks``) are placed above those of an
    earlier one, winners above losers.
    """

    def __init__(
        self, pairings: Sequence[PlannedPairing], sits_later: Collection[Leaving] = ()
    ) -> None:
        """``pairings`` are those of one bracket, in the order of play. The entries of
        ``sits_later`` have not left the bracket there, whatever the plan says."""
        self._after_win: dict[PairingId, PairingId] = {}
        self._after_loss: dict[PairingId, PairingId] = {}
        self._taken_seats: set[PairingId] = set()
        for pairing in pairings:
            for slot in pairing.slots:
                if isinstance(slot, WinnerOf):
                    self._after_win[slot.pairing] = pairing.id
                elif isinstance(slot, LoserOf):
                    self._after_loss[slot.pairing] = pairing.id
                elif isinstance(slot, Seated) and isinstance(slot.instead_of, WinnerOf):
                    self._taken_seats.add(slot.instead_of.pairing)
        self._places = self._assign_places(pairings, sits_later)
        # From the final back: what a pairing can reach depends on the pairings after it.
        self._reachable: dict[PairingId, frozenset[Band]] = {}
        for pairing in reversed(pairings):
            if not pairing.used_slots:
                continue
            reachable = self._list_after(self.of_winner(pairing.id), pairing.id, self._after_win)
            # With a bye the entry goes on as the winner, and nobody loses.
            if pairing.is_played:
                of_loser = self.of_loser(pairing.id)
                reachable |= self._list_after(of_loser, pairing.id, self._after_loss)
            self._reachable[pairing.id] = reachable

    def is_seat_taken(self, pairing: PairingId) -> bool:
        """Whether another entry played on in place of this pairing's winner."""
        return pairing in self._taken_seats

    def of_winner(self, pairing: PairingId) -> Band | None:
        """The places shared with this pairing's winner if he leaves; None if he plays on."""
        return self._places.get((pairing, True))

    def of_loser(self, pairing: PairingId) -> Band | None:
        """The places shared with this pairing's loser if he leaves; None if he plays on."""
        return self._places.get((pairing, False))

    def reach(self, pairing: PairingId) -> Band:
        """The best and the worst place of the entries of this pairing."""
        reachable = self._reachable[pairing]
        return min(first for first, _ in reachable), max(last for _, last in reachable)

    def list_reachable(self, pairing: PairingId) -> frozenset[Band]:
        """The places that the entries of this pairing can share in the end."""
        return self._reachable[pairing]

    def _list_after(
        self, leaving: Band | None, pairing: PairingId, following: Mapping[PairingId, PairingId]
    ) -> frozenset[Band]:
        """The places of who leaves here, or else those within reach from the pairing after it."""
        if leaving is not None:
            return frozenset({leaving})
        return self._reachable[following[pairing]]

    def _assign_places(
        self, pairings: Sequence[PlannedPairing], sits_later: Collection[Leaving]
    ) -> dict[Leaving, Band]:
        """The places of all who leave, by pairing and whether as its winner."""
        leaving: dict[tuple[PairingRank, bool], list[PairingId]] = defaultdict(list)
        for pairing, rank in zip(pairings, list_ranks(pairings), strict=True):
            if pairing.used_slots and pairing.id not in self._after_win:
                leaving[rank, True].append(pairing.id)
            if pairing.is_played and pairing.id not in self._after_loss:
                leaving[rank, False].append(pairing.id)
        # The best rank first. Who leaves with the same rank shares its places; entries that are
        # seated again later take up none here.
        places: dict[Leaving, Band] = {}
        places_above = 0
        for rank, as_winner in sorted(leaving, reverse=True):
            ids = leaving[rank, as_winner]
            count = sum((pairing_id, as_winner) not in sits_later for pairing_id in ids)
            for pairing_id in ids:
                places[pairing_id, as_winner] = (places_above + 1, places_above + count)
            places_above += count
        return places
