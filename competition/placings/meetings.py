"""The entries in the slots of a bracket, as far as results have decided them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

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
    find_source,
)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing, the entries in its two slots, and the slot that has won; None where unknown."""

    pairing: PlannedPairing
    seated: tuple[EntryId | None, ...]
    winning: int | None

    @property
    def winner(self) -> EntryId | None:
        if self.winning is None:
            return None
        return self.seated[self.winning]

    @property
    def loser(self) -> EntryId | None:
        if self.winning is None:
            return None
        return self.seated[1 - self.winning]

    def present(self) -> Iterator[EntryId]:
        """The entries that are known to sit here."""
        return (entry for entry in self.seated if entry is not None)

    def drawn(self) -> Sequence[EntryId]:
        """The entries that did not come from another pairing."""
        return self.pairing.entries


def list_meetings(pairings: Iterable[PlannedPairing], results: Results) -> list[Meeting]:
    """In the order of the ``pairings``, which must be an order of play. Raises ValueError for a
    result of a pairing whose slots are not filled."""
    meetings: dict[PairingId, Meeting] = {}
    for pairing in pairings:
        occupants = _list_occupants(pairing, meetings)
        winning = _find_winning_slot(pairing, occupants, meetings, results.get(pairing.id))
        meetings[pairing.id] = Meeting(pairing, occupants, winning)
    return list(meetings.values())


def find_unfilled(pairings: Iterable[PlannedPairing], results: Results) -> list[PairingId]:
    """The pairings with a result whose slots are not filled by the results before it; such a result
    fills no slot either. In the order of the ``pairings``, which must be an order of play."""
    meetings: dict[PairingId, Meeting] = {}
    unfilled: list[PairingId] = []
    for pairing in pairings:
        occupants = _list_occupants(pairing, meetings)
        result = results.get(pairing.id)
        # Without the result, so that the pairings after this one are found unfilled too.
        if result is not None and None in occupants:
            unfilled.append(pairing.id)
            result = None
        winning = _find_winning_slot(pairing, occupants, meetings, result)
        meetings[pairing.id] = Meeting(pairing, occupants, winning)
    return unfilled


def _list_occupants(
    pairing: PlannedPairing, meetings: Mapping[PairingId, Meeting]
) -> tuple[EntryId | None, ...]:
    """The entries in the slots of a pairing; None where it is not known, and for a bye."""
    occupants: list[EntryId | None] = []
    for slot in pairing.slots:
        match slot:
            case Seated(entry):
                occupants.append(entry)
            case WinnerOf(source):
                occupants.append(meetings[source].winner)
            case LoserOf(source):
                occupants.append(meetings[source].loser)
            case Bye():
                occupants.append(None)
    return tuple(occupants)


def _find_winning_slot(
    pairing: PlannedPairing,
    occupants: tuple[EntryId | None, ...],
    meetings: Mapping[PairingId, Meeting],
    result: Result | None,
) -> int | None:
    """The slot that advances: the one without the bye, or the one that won. A pairing whose
    condition has failed is won by the winner of the one it depends on."""
    if not pairing.is_played:
        return next(iter(pairing.used_slots), None)
    condition = pairing.only_if
    if condition and meetings[condition.pairing].winning not in (None, condition.slot):
        # The second final is not needed: the winner of the first one has won.
        for position, slot in enumerate(pairing.slots):
            if isinstance(find_source(slot), WinnerOf):
                return position
        raise ValueError(f"no winner comes to {pairing.id}")
    if result is None:
        return None
    if None in occupants:
        raise ValueError(f"{pairing.id} is decided and its slots are not filled")
    return result.winner
