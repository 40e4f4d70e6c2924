"""Where everybody stands in a knock-out, at any moment of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.plan import (
    Bye,
    EntryId,
    LoserOf,
    PairingId,
    Placing,
    PlannedPairing,
    PlannedSlot,
    Result,
    Seated,
    Why,
    WinnerOf,
)


def knockout_placings(
    pairings: Sequence[PlannedPairing], results: Mapping[PairingId, Result]
) -> tuple[Placing, ...]:
    """Who lost in the same round shares the place; who is still in has the places within reach.

    ``pairings`` are of the sections main and third, in the order of play. Of a round with S
    pairings S go on and the L losers share S+1 … S+L. Who stands further comes first, the level
    down the bracket. Raises ValueError for a result of a pairing whose slots are not filled.
    """
    meetings = _meetings(pairings, results)
    main = [meeting for meeting in meetings if meeting.pairing.section == "main"]
    third = [meeting for meeting in meetings if meeting.pairing.section == "third"]
    placings = {placing.entry: placing for placing in _main_placings(main)}
    placings |= {placing.entry: placing for placing in _third_placings(third)}
    drawn = [entry for meeting in main for entry in meeting.drawn()]
    return tuple(
        sorted((placings[entry] for entry in drawn), key=lambda found: (found.first, found.last))
    )


@dataclass(frozen=True, slots=True)
class _Meeting:
    """A pairing as far as it is known: who sits in its two slots, and which slot has won."""

    pairing: PlannedPairing
    seated: tuple[EntryId | None, ...]
    winning: int | None

    @property
    def winner(self) -> EntryId | None:
        return None if self.winning is None else self.seated[self.winning]

    @property
    def loser(self) -> EntryId | None:
        return None if self.winning is None else self.seated[1 - self.winning]

    def present(self) -> Iterator[EntryId]:
        return (entry for entry in self.seated if entry is not None)

    def drawn(self) -> Iterator[EntryId]:
        return (slot.entry for slot in self.pairing.slots if isinstance(slot, Seated))


def _meetings(
    pairings: Iterable[PlannedPairing], results: Mapping[PairingId, Result]
) -> list[_Meeting]:
    meetings: dict[PairingId, _Meeting] = {}
    for pairing in pairings:
        seated = tuple(_occupant(slot, meetings) for slot in pairing.slots)
        winning = _winning(pairing, seated, results.get(pairing.id))
        meetings[pairing.id] = _Meeting(pairing, seated, winning)
    return list(meetings.values())


def _occupant(slot: PlannedSlot, meetings: Mapping[PairingId, _Meeting]) -> EntryId | None:
    match slot:
        case Seated(entry):
            return entry
        case WinnerOf(pairing):
            return meetings[pairing].winner
        case LoserOf(pairing):
            return meetings[pairing].loser
        case Bye():
            return None


def _winning(
    pairing: PlannedPairing, seated: tuple[EntryId | None, ...], result: Result | None
) -> int | None:
    """The slot that goes on: the one without the bye, or the one that won."""
    if not pairing.is_played:
        return next(i for i, slot in enumerate(pairing.slots) if not isinstance(slot, Bye))
    if result is not None and None in seated:
        raise ValueError(f"{pairing.id} is decided and its slots are not filled")
    return None if result is None else result.winner


def _main_placings(meetings: Sequence[_Meeting]) -> Iterator[Placing]:
    last_round = meetings[-1].pairing.round
    go_on = Counter(meeting.pairing.round for meeting in meetings)
    lose = Counter(meeting.pairing.round for meeting in meetings if meeting.pairing.is_played)
    for meeting in meetings:
        number = meeting.pairing.round
        band = (go_on[number] + 1, go_on[number] + lose[number])
        params = {"round": number, "of": last_round}
        if meeting.winning is None:
            for entry in meeting.present():
                yield Placing(entry, 1, band[1], still_in=True, why=Why("still_in", params))
        elif meeting.loser is not None:
            why = Why("lost_in_round", params)
            yield Placing(meeting.loser, *band, still_in=False, why=why)
    if (champion := meetings[-1].winner) is not None:
        yield Placing(champion, 1, 1, still_in=False, why=Why("champion", {"rounds": last_round}))


def _third_placings(meetings: Sequence[_Meeting]) -> Iterator[Placing]:
    """The losers of the semifinals, where they play for the third place."""
    for meeting in meetings:
        if meeting.winner is None or meeting.loser is None:
            for entry in meeting.present():
                yield Placing(entry, 3, 4, still_in=True, why=Why("plays_for_third_place", {}))
        else:
            won, lost = Why("won_third_place", {}), Why("lost_third_place", {})
            yield Placing(meeting.winner, 3, 3, still_in=False, why=won)
            yield Placing(meeting.loser, 4, 4, still_in=False, why=lost)
