"""A stage while it is played, and one of its rankings while some matches of it are open."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from competition.formats.contract import Format, FormatOptions
from competition.pairing.field import EntryField
from competition.plan import (
    EntryId,
    PairingId,
    PlannedPairing,
    Result,
    Results,
    number_items,
    split_by_group,
)
from competition.scenarios.cut_rankings import CutRanking, collect_entries
from competition.scenarios.match_gains import MatchGains
from competition.scenarios.match_outcomes import PossibleOutcomes
from competition.stages.stage_ranking import StageRanking
from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from competition.standings.ordering import Deductions
from competition.standings.penalties import collect_voided_entries, deductions, leave_out_voided
from competition.standings.placing import list_round_results
from competition.standings.results import RoundResult
from competition.standings.ruling import NO_RULING, Ruling
from kernel.reading import read


@dataclass(frozen=True)
class StageState:
    """A stage while it is played: the input of its outlook.

    ``possible``: the outcomes of an open match. ``unpaired_rounds``: the number of rounds to come
    that are not paired yet; if there are any, ``fields`` gives each group as the pairing of its
    next round takes it, and its results and pairings are replaced by sampled ones. ``unit``: the
    unit of the points.
    """

    format: Format[Any]
    options: FormatOptions
    pairings: Sequence[PlannedPairing]
    results: Results
    possible: PossibleOutcomes
    ruling: Ruling = NO_RULING
    unpaired_rounds: int = 0
    fields: Callable[[], Sequence[EntryField]] | None = None
    unit: str = "points"

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that rank the stage, in order."""
        return self.ruling.metrics or self.format.metrics

    @cached_property
    def ranking(self) -> StageRanking:
        """The ranking as it is now, by which a cut selects."""
        return StageRanking(self.format, self.pairings, self.results, self.ruling)

    @property
    def is_over(self) -> bool:
        """Whether no match is open or still to be paired: the ranking is final but for lots."""
        return not self.unpaired_rounds and not any(row.still_in for row in self.ranking.unsettled)

    @property
    def open_pairings(self) -> list[PlannedPairing]:
        """The pairings without a result; in a bracket, their entries may not be known."""
        return list(self.list_open_pairings(self.pairings))

    def list_open_pairings(self, pairings: Iterable[PlannedPairing]) -> Iterator[PlannedPairing]:
        """Those of these pairings that have no result yet, and are to get one."""
        for pairing in pairings:
            if pairing.is_played and pairing.id not in self.results:
                yield pairing

    def limit_to_groups_of(self, entries: AbstractSet[EntryId]) -> "StageState":
        """The stage with the groups of these entries alone."""
        pairings: list[PlannedPairing] = []
        for of_group in split_by_group(self.pairings).values():
            if not entries.isdisjoint(collect_entries(of_group)):
                pairings += of_group
        return replace(self, pairings=pairings)

    @cached_property
    def standings_options(self) -> StandingsOptions:
        """The options by which its standings are computed."""
        of_format: Mapping[str, Any] = self.format.standings
        return read(StandingsOptions, {**of_format, **self.ruling.options})

    @cached_property
    def gains(self) -> MatchGains:
        """What each outcome adds to the metrics: the same in all groups."""
        return MatchGains(self.standings_options, self.possible)

    def adds_up(self, metric: str) -> bool:
        """Whether a metric is a sum over the matches here, and what each adds is bounded. Averages
        are not sums while the number of rounds is unknown."""
        known, options = METRICS[metric], self.standings_options
        has_averages = known.fills_unplayed and "average" in (options.rest, options.walkover)
        if not known.is_sum or options.per_match or (self.unpaired_rounds and has_averages):
            return False
        return self.gains.is_bounded(metric)


class CountedSeat(NamedTuple):
    """An entry whose result at a table counts, and its slot of the pairing."""

    slot: int
    entry: EntryId


@dataclass(frozen=True)
class OpenRanking:
    """A ranking of a stage while some of its matches are open."""

    state: StageState
    cut: CutRanking

    @cached_property
    def group_by_entry(self) -> Mapping[EntryId, int]:
        """The group of each entry, in the order of the pairings."""
        groups: dict[EntryId, int] = {}
        for pairing in self.cut.pairings:
            for entry in pairing.entries:
                groups.setdefault(entry, pairing.group)
        return groups

    @cached_property
    def entries(self) -> tuple[EntryId, ...]:
        """All entries, in the order of the pairings."""
        return tuple(self.group_by_entry)

    @cached_property
    def numbers(self) -> Mapping[EntryId, int]:
        """By entry, its index in ``entries``: its number in a table of results."""
        return number_items(self.entries)

    @cached_property
    def contenders(self) -> frozenset[EntryId]:
        """The entries that take a place: all but those that have left the event."""
        return frozenset(self.entries) - self.state.ruling.out

    @cached_property
    def open_pairings(self) -> tuple[PlannedPairing, ...]:
        """The pairings that are still to be decided and will count."""
        # The results of a voided entry are left out of the standings, also those to come. At a
        # table of more than two the others keep theirs (``leave_out_voided``).
        undecided = self.state.list_open_pairings(self.cut.pairings)
        return tuple(pairing for pairing in undecided if len(self.seats[pairing.id]) > 1)

    @cached_property
    def seats(self) -> Mapping[PairingId, list[CountedSeat]]:
        """By id of a pairing that is still to be decided, its seats whose results count: those of
        all entries whose results are not voided. Nothing may be computed from the other seats."""
        voided_entries = collect_voided_entries(self.state.ruling.penalties)
        seats: dict[PairingId, list[CountedSeat]] = {}
        for pairing in self.state.list_open_pairings(self.cut.pairings):
            counted_seats = seats.setdefault(pairing.id, [])
            for slot, entry in enumerate(pairing.entries):
                if entry not in voided_entries:
                    counted_seats.append(CountedSeat(slot, entry))
        return seats

    @cached_property
    def open_pairings_by_entry(self) -> Mapping[EntryId, list[PlannedPairing]]:
        """The open pairings of each entry that has any that count for it."""
        pairings_by_entry: dict[EntryId, list[PlannedPairing]] = defaultdict(list)
        for pairing in self.open_pairings:
            for seat in self.seats[pairing.id]:
                pairings_by_entry[seat.entry].append(pairing)
        return dict(pairings_by_entry)

    @property
    def is_over(self) -> bool:
        return not self.open_pairings and not self.state.unpaired_rounds

    @cached_property
    def deductions(self) -> Deductions:
        """By metric and number of the entry, the points that penalties deduct; points carried over
        from an earlier stage are negative deductions."""
        ruling = self.state.ruling.limit_to(self.numbers)
        return deductions(ruling.penalties, self.entries, self.state.metrics[0], ruling.carried)

    def make_round_results(self, example: Result) -> list[RoundResult]:
        """The results so far and, for each open match, this one, with the byes of all rounds."""
        results = dict(self.state.results)
        for pairing in self.open_pairings:
            results[pairing.id] = example
        round_lines = list_round_results(self.cut.pairings, results, self.state.standings_options)
        return leave_out_voided(list(round_lines), self.state.ruling.penalties)
