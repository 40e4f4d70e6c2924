"""Which entries are ranked together for a cut, and which places of such a ranking advance."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from competition.cuts.cut import OfEach, Places
from competition.cuts.remedies import advances_all
from competition.formats.contract import Format
from competition.plan import EntryId, PlannedPairing, split_by_group
from competition.scenarios.verdict import CountAbove, EntryVerdict, Proof
from competition.standings.ruling import Ruling

TiedRule: TypeAlias = Literal["lots", "in", "out", "open"]
"""Entries tied across the last place: lots are drawn, all advance, or none does. open: what becomes
of them depends on the size of the tie, on other groups or on lots that are drawn already."""


@dataclass(frozen=True, slots=True)
class CutRanking:
    """Entries that are ranked together, and the places that advance.

    Places ``first`` to ``last_certain`` advance. Those behind, down to ``last_possible``, advance
    only in part: it depends on other groups.
    """

    pairings: tuple[PlannedPairing, ...]
    last_certain: int
    last_possible: int
    first: int = 1
    tied: TiedRule = "lots"

    def judge(self, best: CountAbove, worst: CountAbove, *, ties_are_final: bool) -> EntryVerdict:
        """The verdict on an entry with ``best`` above it at best, and ``worst`` at worst.

        ``ties_are_final``: entries tied in these counts are tied in all metrics. Otherwise a later
        metric may put each of them on either side, and only what holds both ways is proved.
        """
        if ties_are_final and self.tied != "open":
            # By the rule for ties: at best an entry wins the lots unless no tied entry advances, at
            # worst it loses them unless all do.
            best = best.settle_ties(are_above=self.tied == "out")
            worst = worst.settle_ties(are_above=self.tied != "in")
        # Where the first places are skipped (places 33 to 64), few entries above prove nothing: the
        # entry may be on one of the skipped places.
        counts_from_top = self.first == 1

        can_advance = Proof.UNKNOWN
        if best.with_tied < self.last_certain and counts_from_top:
            can_advance = Proof.YES
        elif best.strictly >= self.last_possible:
            can_advance = Proof.NO

        # What other groups decide is not known: failure is only proved behind the last possible.
        can_fail = Proof.UNKNOWN
        if worst.strictly >= self.last_possible:
            can_fail = Proof.YES
        elif worst.with_tied < self.last_certain and counts_from_top:
            can_fail = Proof.NO
        return EntryVerdict(can_advance, can_fail)


def list_cut_rankings(
    format_: Format[Any],
    pairings: Sequence[PlannedPairing],
    cut: Places | OfEach,
    ruling: Ruling,
) -> list[CutRanking]:
    """The rankings that a cut is taken from."""
    pairings_by_group = split_by_group(pairings)
    is_single_group = list(pairings_by_group) == [1]
    tied: TiedRule = "lots"
    if cut.level == "out":
        tied = "out"
    elif advances_all(cut.level) and cut.room is None:
        tied = "in"
    elif advances_all(cut.level) or ruling.has_settled_ties:
        # There may be no room for all; what was drawn or played for one tie may settle another one
        # of the same entries.
        tied = "open"
    if isinstance(cut, Places) and (format_.over_groups or is_single_group):
        return [CutRanking(tuple(pairings), cut.last, cut.last, cut.first, tied)]
    groups = [tuple(of_group) for of_group in pairings_by_group.values()]
    if isinstance(cut, Places):
        return list(_rank_places_of_groups(groups, cut, ruling.out))

    # The next place of each group is compared with those of the other groups (runners-up). It
    # advances for certain where there are as many places for runners-up as groups.
    certain = cut.of_each
    possible = certain + (cut.runners_up > 0)
    if cut.runners_up >= len(groups):
        certain = possible
    return [CutRanking(group, certain, possible, tied=tied) for group in groups]


def _rank_places_of_groups(
    groups: Sequence[tuple[PlannedPairing, ...]], cut: Places, out: frozenset[EntryId]
) -> Iterator[CutRanking]:
    """Groups side by side (``join_side_by_side``): the firsts of all groups come before the
    seconds, and so on.

    Of the other groups only the sizes are used here. A tie of any size may be in them, and entries
    that are out may be on any place: so only what holds for all of these is proved.
    """
    sizes = [_GroupSize.of(group, out) for group in groups]
    for number, group in enumerate(groups):
        own, others = sizes[number], [*sizes[:number], *sizes[number + 1 :]]
        # With n of its group not below it an entry is at worst on the place n in its group, and
        # lower by those who are out.
        certain = 0
        for not_below in range(1, own.playing + 1):
            place = not_below + own.out
            if not_below + sum(other.count_most(place) for other in others) <= cut.last:
                certain = not_below
        # With n of its group above it, it is at best on the place behind these.
        possible = own.playing
        for above in range(own.playing, -1, -1):
            if above + sum(other.count_least(above + 1) for other in others) >= cut.last:
                possible = above
        yield CutRanking(group, certain, max(certain, possible), cut.first, "open")


@dataclass(frozen=True, slots=True)
class _GroupSize:
    """How many of a group take a place, and how many are out but ranked."""

    playing: int
    out: int

    @classmethod
    def of(cls, group: Iterable[PlannedPairing], out: frozenset[EntryId]) -> "_GroupSize":
        entries = collect_entries(group)
        return cls(len(entries - out), len(entries & out))

    def count_most(self, place: int) -> int:
        """The most entries that take a place and are not behind one that is on this ``place``, or
        on a better one, of another group."""
        return min(self.playing, place)

    def count_least(self, place: int) -> int:
        """The fewest entries that take a place and are before one that is on this ``place``, or on
        a worse one, of another group. Entries who share a place count as on the worst that they
        share, so in a larger group all may be tied behind it."""
        ranked = self.playing + self.out
        if place < ranked:
            return 0
        # On the last place of its group an entry is before nobody of a group of this size but the
        # last one.
        before = ranked if place > ranked else ranked - 1
        return max(0, before - self.out)


def collect_entries(pairings: Iterable[PlannedPairing]) -> set[EntryId]:
    """The entries of these pairings."""
    entries: set[EntryId] = set()
    for pairing in pairings:
        entries.update(pairing.entries)
    return entries
