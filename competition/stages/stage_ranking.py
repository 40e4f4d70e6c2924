"""The ranking of a stage with its ties settled, and the entries that advance from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from competition.cuts.borders import settle_ties
from competition.cuts.cut import Chosen, Cut, Losers, OfEach, Places, Through
from competition.cuts.groups_cut import advance_of_each
from competition.cuts.losers_cut import advance_losers
from competition.cuts.places_cut import advance_by_places, advance_chosen
from competition.cuts.runners_up import choose_compared_pairings
from competition.cuts.ties import drop_entries, keep_entries
from competition.formats.contract import Format
from competition.plan import EntryId, Placing, PlannedPairing, Results
from competition.stages.stage import (
    join_side_by_side,
    merge_groups,
    rank_groups,
    rank_overall,
    rank_stage,
)
from competition.standings.ruling import Ruling


@dataclass
class StageRanking:
    """A stage as it is ranked; its parts are computed on demand, once.

    Who advances is decided here alone: the draw of a later stage asks it, and so do the outlook of
    a stage that is over and each ending that is sampled.
    """

    format: Format[Any]
    pairings: Sequence[PlannedPairing]
    results: Results
    ruling: Ruling

    @cached_property
    def vacating(self) -> frozenset[EntryId]:
        """The entries that have left and give their place at a cut to the next one."""
        return self.ruling.out

    @cached_property
    def unsettled(self) -> tuple[Placing, ...]:
        """Over all groups, before play-offs and lots. Where groups are ranked one by one, their own
        come first: who has drawn the second place of a group is as good as the other seconds."""
        if not self.pairings:
            return ()
        if not self.format.over_groups:
            return join_side_by_side(self.groups)
        if not self.format.metrics:
            return merge_groups(self.format, self.unsettled_groups)
        return rank_stage(self.format, self.pairings, self.results, self.ruling)

    @cached_property
    def placings(self) -> tuple[Placing, ...]:
        """Over all groups, the best first."""
        return self.settled(self.unsettled)

    @cached_property
    def unsettled_groups(self) -> list[tuple[Placing, ...]]:
        """Group by group, before play-offs and lots."""
        return rank_groups(self.format, self.pairings, self.results, self.ruling)

    @cached_property
    def groups(self) -> list[tuple[Placing, ...]]:
        """Group by group."""
        return [self.settled(group) for group in self.unsettled_groups]

    def settled(self, placings: Sequence[Placing]) -> tuple[Placing, ...]:
        """With the ties settled for which there was a play-off, or lots were drawn."""
        return settle_ties(
            placings,
            play_offs=self.ruling.play_offs,
            drawings=self.ruling.drawings,
            out=self.vacating,
        )

    def select_through(self, cut: Cut) -> Through:
        """The entries that advance by this cut, as if the ranking were final."""
        match cut:
            case Places():
                return advance_by_places(cut, self.placings, self.vacating, self.unsettled)
            case OfEach():
                runners_up: Sequence[Placing] = ()
                if cut.runners_up:
                    runners_up = self._rank_runners_up(cut)
                return advance_of_each(
                    cut, self.groups, runners_up, self.vacating, self.unsettled_groups
                )
            case Losers():
                return advance_losers(cut, self.pairings, self.results, self.vacating)
            case Chosen():
                return advance_chosen(cut, self.vacating)

    def _rank_runners_up(self, cut: OfEach) -> Sequence[Placing]:
        """The best entries behind those that advance directly, one of each group, ranked as one."""
        # Entries that vacate their place are skipped in their group, so the next one is compared.
        next_entries: set[EntryId] = set()
        for group in self.groups:
            remaining = drop_entries(group, self.vacating)
            if len(remaining) > cut.of_each:
                next_entries.add(remaining[cut.of_each].entry)
        pairings, ruling = choose_compared_pairings(cut, self.pairings, self.groups, self.ruling)
        placings = rank_overall(self.format, pairings, self.results, ruling)
        return self.settled(keep_entries(placings, next_entries))
