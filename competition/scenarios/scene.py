"""A ranking while some of its matches are open: the data that all ways of counting share."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from competition.plan import EntryId, PairingId, PlannedPairing, Result, Seated
from competition.scenarios.gains import Gains
from competition.scenarios.pools import Pool, seated_in
from competition.scenarios.ways import Ways
from competition.standings.options import StandingsOptions
from competition.standings.penalties import deductions, without_voided
from competition.standings.placing import round_results
from competition.standings.results import RoundResult
from competition.standings.ruling import Ruling


@dataclass(frozen=True)
class Scene:
    """A pool with its results so far. ``to_come``: the number of rounds that are not paired yet."""

    pool: Pool
    results: Mapping[PairingId, Result]
    ruling: Ruling
    metrics: tuple[str, ...]
    options: StandingsOptions
    ways: Ways
    to_come: int = 0

    @cached_property
    def entries(self) -> tuple[EntryId, ...]:
        """All entries, in the order of the pairings."""
        seats = (seats_of(pairing) for pairing in self.pool.pairings)
        return tuple(dict.fromkeys(entry for seated in seats for entry in seated))

    @cached_property
    def rivals(self) -> frozenset[EntryId]:
        """The entries that take a place: all but those that have left."""
        return frozenset(self.entries) - self.ruling.out

    @cached_property
    def voided(self) -> frozenset[EntryId]:
        return frozenset(each.entry for each in self.ruling.penalties if each.voids)

    @cached_property
    def open(self) -> tuple[PlannedPairing, ...]:
        """The pairings that are still to be decided and will count."""
        return tuple(
            pairing
            for pairing in self.pool.pairings
            if pairing.is_played
            and pairing.id not in self.results
            and not self.voided & seated_in([pairing])
        )

    @cached_property
    def open_of(self) -> Mapping[EntryId, list[PlannedPairing]]:
        """By entry, its open pairings."""
        found: dict[EntryId, list[PlannedPairing]] = defaultdict(list)
        for pairing in self.open:
            for entry in seats_of(pairing):
                found[entry].append(pairing)
        return found

    @cached_property
    def gains(self) -> Gains:
        return Gains(self.options)

    @cached_property
    def deductions(self) -> Mapping[str, Mapping[int, int]]:
        """By metric and number of the entry, the points that penalties deduct."""
        mine = [each for each in self.ruling.penalties if each.entry in set(self.entries)]
        return deductions(mine, self.entries, self.metrics[0], self.ruling.carried)

    def lines(self, ended: Mapping[PairingId, Result]) -> list[RoundResult]:
        """The results so far and those in ``ended``, with the byes of all rounds."""
        told = {**self.results, **ended}
        made = round_results(self.pool.pairings, told, self.options)
        return without_voided(list(made), self.ruling.penalties)


def seats_of(pairing: PlannedPairing) -> tuple[EntryId, ...]:
    """The entries of a pairing, slot by slot."""
    return tuple(slot.entry for slot in pairing.slots if isinstance(slot, Seated))


def entry_numbers(entries: Sequence[EntryId]) -> dict[EntryId, int]:
    return {entry: number for number, entry in enumerate(entries)}
