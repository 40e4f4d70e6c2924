"""Which entries are ranked together for a cut, and which places of such a ranking advance."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from competition.cuts.cut import OfEach, Places
from competition.cuts.remedies import advances_all
from competition.formats.contract import Format
from competition.plan import EntryId, PlannedPairing, split_by_group
from competition.scenarios.verdict import CountAbove, EntryVerdict, Proof

TiedRule: TypeAlias = Literal["lots", "in", "out"]
"""Entries tied across the last place: lots are drawn, all advance, or none does."""


@dataclass(frozen=True, slots=True)
class CutRanking:
    """Entries that are ranked together, and the places that advance.

    Places ``first`` to ``last_certain`` advance. Those behind, down to ``last_possible``, advance
    only in part: by ``lots``, or depending on other groups or on the size of a tie (``open``).
    """

    pairings: tuple[PlannedPairing, ...]
    last_certain: int
    last_possible: int
    first: int = 1
    tied: TiedRule = "lots"
    border: Literal["lots", "open"] = "lots"

    def judge(self, best: CountAbove, worst: CountAbove, *, ties_are_final: bool) -> EntryVerdict:
        """The verdict on an entry with ``best`` above it at best, and ``worst`` at worst.

        ``ties_are_final``: entries tied in these counts are tied in all metrics. Otherwise a later
        metric may put each of them on either side, and only what holds both ways is proved.
        """
        if ties_are_final:
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
        elif ties_are_final and self.border == "lots" and counts_from_top:
            # Between the two borders, lots can go its way; other groups may not.
            can_advance = Proof.YES

        # Lots can go against an entry on every place behind the certain ones. What other groups or
        # the size of a tie decide is not known: failure is only proved behind the last possible.
        last_unproved = self.last_certain if self.border == "lots" else self.last_possible
        can_fail = Proof.UNKNOWN
        if worst.strictly >= last_unproved:
            can_fail = Proof.YES
        elif worst.with_tied < self.last_certain and counts_from_top:
            can_fail = Proof.NO
        return EntryVerdict(can_advance, can_fail)


def list_cut_rankings(
    format_: Format[Any],
    pairings: Sequence[PlannedPairing],
    cut: Places | OfEach,
    out: frozenset[EntryId],
) -> list[CutRanking]:
    """The rankings that a cut is taken from. ``out``: entries that do not take a place."""
    pairings_by_group = split_by_group(pairings)
    is_single_group = list(pairings_by_group) == [1]
    if isinstance(cut, Places) and (format_.over_groups or is_single_group):
        together = tuple(pairings)
        if advances_all(cut.level) and cut.room is not None:
            # All tied entries advance if there is room for them: it depends on how many are tied.
            return [CutRanking(together, cut.last, cut.room, cut.first, border="open")]
        return [CutRanking(together, cut.last, cut.last, cut.first, _choose_tied_rule(cut))]
    groups = [tuple(of_group) for of_group in pairings_by_group.values()]
    if isinstance(cut, Places):
        return _rank_places_of_groups(groups, cut, out)

    # The next place of each group is compared with those of the other groups (runners-up). It
    # advances for certain where there are as many places for runners-up as groups.
    certain = cut.of_each
    possible = certain + (cut.runners_up > 0)
    if cut.runners_up >= len(groups):
        certain = possible
    rankings: list[CutRanking] = []
    for group in groups:
        last_possible = possible
        if advances_all(cut.level):
            # How far down tied entries advance depends on the size of the tie: at most all do.
            last_possible = len(collect_entries(group))
        rankings.append(CutRanking(group, certain, last_possible, border="open"))
    return rankings


def _rank_places_of_groups(
    groups: Sequence[tuple[PlannedPairing, ...]], cut: Places, out: frozenset[EntryId]
) -> list[CutRanking]:
    """The first of all groups come before the second, and so on, until the places are filled."""
    sizes = [len(collect_entries(group) - out) for group in groups]
    largest = max(sizes, default=0)
    # A place of the groups advances for certain if all groups' entries on it fit; the one after the
    # last such place may advance in part, by the comparison of the groups.
    certain = 0
    possible = 1
    filled = 0
    for place in range(1, largest + 1):
        filled += sum(size >= place for size in sizes)
        certain += filled <= cut.last
        possible += filled < cut.last
    rule = _choose_tied_rule(cut)
    if rule == "in":
        certain = possible = min(possible, largest)
    if rule == "out":
        possible = certain
    return [CutRanking(group, certain, max(certain, possible), cut.first, rule) for group in groups]


def _choose_tied_rule(cut: Places) -> TiedRule:
    if cut.level == "out":
        return "out"
    if advances_all(cut.level) and cut.room is None:
        return "in"
    # Where their number is limited, lots decide if the tied entries do not fit.
    return "lots"


def collect_entries(pairings: Iterable[PlannedPairing]) -> set[EntryId]:
    """The entries of these pairings."""
    entries: set[EntryId] = set()
    for pairing in pairings:
        entries.update(pairing.entries)
    return entries
