"""Brackets played to the end by a naive desk: entries with a bye advance, the others play."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from competition.plan import (
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


@dataclass
class Evening:
    """What happened: results in the order in which they were written, who met whom where, who left
    the pairings as their winner and as their loser."""

    results: dict[PairingId, Result] = field(default_factory=dict)
    met: list[tuple[PlannedPairing, EntryId, EntryId]] = field(default_factory=list)
    won: dict[PairingId, EntryId | None] = field(default_factory=dict)
    lost: dict[PairingId, EntryId | None] = field(default_factory=dict)

    def seated(self, slot: PlannedSlot) -> EntryId | None:
        """Raises KeyError if it is not known yet."""
        match slot:
            case Seated(entry):
                return entry
            case WinnerOf(pairing):
                return self.won[pairing]
            case LoserOf(pairing):
                return self.lost[pairing]
        return None

    def can_play(self, pairing: PlannedPairing) -> bool:
        fed = [slot for slot in pairing.slots if isinstance(slot, WinnerOf | LoserOf)]
        return all(slot.pairing in self.won for slot in fed)

    def play(self, pairing: PlannedPairing, winner: int) -> None:
        first, second = (self.seated(slot) for slot in pairing.slots)
        if any(isinstance(slot, Bye) for slot in pairing.slots):
            assert first is None or second is None
            self.won[pairing.id], self.lost[pairing.id] = (second if first is None else first), None
            return
        assert first is not None, f"{pairing.id} waits for nobody"
        assert second is not None, f"{pairing.id} waits for nobody"
        if self.is_void(pairing):
            self.won[pairing.id], self.lost[pairing.id] = first, second
            return
        both = (first, second)
        self.results[pairing.id] = Result(winner)
        self.won[pairing.id], self.lost[pairing.id] = both[winner], both[1 - winner]
        self.met.append((pairing, first, second))

    def is_void(self, pairing: PlannedPairing) -> bool:
        needed = pairing.only_if
        return needed is not None and self.results[needed.pairing].winner != needed.slot


def evening(pairings: Sequence[PlannedPairing], random: Random) -> Evening:
    """All pairings, in any order that their slots allow, won by lot."""
    found = Evening()
    waiting, ready = list(pairings), list[PlannedPairing]()
    while waiting or ready:
        ready += [pairing for pairing in waiting if found.can_play(pairing)]
        waiting = [pairing for pairing in waiting if not found.can_play(pairing)]
        assert ready, "everybody waits"
        random.shuffle(ready)
        for pairing in ready[len(ready) // 2 :]:
            found.play(pairing, random.randrange(2))
        del ready[len(ready) // 2 :]
    return found


def first_rematch(pairings: Sequence[PlannedPairing]) -> PlannedPairing | None:
    """The earliest pairing of the losers' section in which two can meet again: of every main match,
    the way of its loser and that of its winner, who loses any later one, until they cross."""
    slots = [(slot, pairing) for pairing in pairings for slot in pairing.slots]
    after_win = {slot.pairing: to for slot, to in slots if isinstance(slot, WinnerOf)}
    after_loss = {slot.pairing: to for slot, to in slots if isinstance(slot, LoserOf)}

    def on(pairing: PlannedPairing | None, section: str) -> Iterator[PlannedPairing]:
        """This pairing and all that its winner comes to within the section."""
        while pairing is not None and pairing.section == section:
            yield pairing
            pairing = after_win.get(pairing.id)

    crossings = []
    for match in pairings:
        if match.section == "main":
            way = {pairing.id for pairing in on(after_loss.get(match.id), "losers")}
            for later in list(on(match, "main"))[1:]:
                meets = (at for at in on(after_loss.get(later.id), "losers") if at.id in way)
                crossings += list(meets)[:1]
    return min(crossings, key=lambda pairing: pairing.round, default=None)
