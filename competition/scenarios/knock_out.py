"""The outlook of a knock-out: by the places within reach, or by losing in some rounds."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final, NamedTuple

from competition.cuts.cut import Losers, OfEach, Places
from competition.cuts.groups_cut import advance_of_each
from competition.cuts.places_cut import advance_by_places
from competition.placings import find_reachable_bands
from competition.placings.bands import Band
from competition.placings.meetings import list_meetings
from competition.plan import EntryId, Placing, Why, select_results, split_by_group
from competition.scenarios.final_ranking import judge_before_runners_up, judge_through
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate, Outlook, make_outlook_by_places
from competition.scenarios.verdict import IN_NO_ENDING, UNPROVED, EntryVerdict
from competition.stages.stage import join_side_by_side

MOST_ROWS: Final = 16_384
"""The rows of all final rankings at most that are looked at, if entries that have left can still
end in several ways."""

Shape = Mapping[tuple[int, Band], int]
"""By group and band, how many entries that take a place share it in the end."""
BandVerdicts = Mapping[tuple[int, Band], EntryVerdict]
"""By group and band, the verdict on the entries that share it."""


class ReachableBands(NamedTuple):
    """The places that an entry can share in the end, in its group."""

    group: int
    bands: frozenset[Band]


def assess_by_places(state: StageState, cut: Places | OfEach) -> Iterator[Outlook]:
    """The outlook by the places that each entry can still reach."""
    reach = _Reach.of(state)
    verdicts_by_band = reach.judge_bands(cut, state.ruling.out)
    # Many entries have the same bands within reach.
    verdicts: dict[ReachableBands, EntryVerdict] = {}
    for reachable in set(reach.by_entry.values()):
        verdict = IN_NO_ENDING
        for band in reachable.bands:
            known = verdicts_by_band.get((reachable.group, band), IN_NO_ENDING)
            verdict = verdict.either(known)
        # Its own final ranking is among those that were looked at, unless none could be.
        verdicts[reachable] = UNPROVED if verdict == IN_NO_ENDING else verdict
    for group in state.ranking.unsettled_groups:
        for placing in group:
            if placing.entry in state.ruling.out:
                why = Why("left_out", {})
                yield Outlook(placing.entry, Fate.ELIMINATED, why, placing.group)
            else:
                verdict = verdicts[reach.by_entry[placing.entry]]
                yield make_outlook_by_places(
                    placing.entry, placing.group, verdict, is_over=not placing.still_in
                )


@dataclass(frozen=True, slots=True)
class _Reach:
    """The bands of the brackets of a stage, each bracket a group. Who ends in a band is open, but
    how many do is not, so the final ranking is known but for the names."""

    by_entry: Mapping[EntryId, ReachableBands]

    @classmethod
    def of(cls, state: StageState) -> "_Reach":
        by_entry: dict[EntryId, ReachableBands] = {}
        brackets = split_by_group(state.pairings).items()
        for (number, of_group), rows in zip(brackets, state.ranking.unsettled_groups, strict=True):
            if any(row.still_in for row in rows):
                bands = find_reachable_bands(of_group, select_results(of_group, state.results))
            else:
                # The places of a bracket that is over have no gaps (``rank_knockout``).
                bands = {row.entry: frozenset({row.places}) for row in rows}
            for entry, reachable in bands.items():
                by_entry[entry] = ReachableBands(number, reachable)
        return cls(by_entry)

    def count_places(self) -> Counter[tuple[int, Band]]:
        """By group and band, how many entries share it in the end."""
        sizes: Counter[tuple[int, Band]] = Counter()
        for group, bands in set(self.by_entry.values()):
            for first, last in bands:
                sizes[group, (first, last)] = last - first + 1
        return sizes

    def list_shapes(self, out: frozenset[EntryId]) -> list[Shape]:
        """The final ranking without the names and without the entries that are ``out``: one for
        each way in which these can end. Empty if there are too many, or if the places do not add
        up, as it is possible after several corrections of a bracket."""
        sizes = self.count_places()
        if sizes.total() != len(self.by_entry):
            return []
        left = [entry for entry in self.by_entry if entry in out]
        choices = [sorted(self.by_entry[entry].bands) for entry in left]
        ways = prod(map(len, choices))
        if ways > 1 and ways * len(self.by_entry) > MOST_ROWS:
            return []
        shapes: list[Shape] = []
        for bands in product(*choices):
            shape = sizes.copy()
            for entry, band in zip(left, bands, strict=True):
                shape[self.by_entry[entry].group, band] -= 1
            # No more can have left in a band than share it.
            if min(shape.values()) >= 0 and shape not in shapes:
                shapes.append(shape)
        return shapes

    def judge_bands(self, cut: Places | OfEach, out: frozenset[EntryId]) -> BandVerdicts:
        """Asks the cut about every final ranking that is possible. Empty: nothing is proved."""
        verdicts_by_band: dict[tuple[int, Band], EntryVerdict] = {}
        shapes = self.list_shapes(out)
        for shape in shapes:
            for key, verdict in _judge_shape(shape, cut).items():
                known = verdicts_by_band.get(key, IN_NO_ENDING)
                verdicts_by_band[key] = known.either(verdict)
        if len(shapes) > 1:
            # Not all of them need be reachable together with the place of another entry.
            return {key: verdict.keep_impossible() for key, verdict in verdicts_by_band.items()}
        return verdicts_by_band


def _judge_shape(shape: Shape, cut: Places | OfEach) -> BandVerdicts:
    """What the cut makes of each band: entries that share one are treated alike."""
    groups: dict[int, list[Placing]] = {}
    for (group, band), count in sorted(shape.items()):
        rows = groups.setdefault(group, [])
        for number in range(count):
            # No entry of the stage: the first, the second … of those who will share the band.
            name = f"{group}:{band}:{number}"
            rows.append(Placing(name, *band, still_in=False, why=Why("level", {}), group=group))
    in_order = list(groups.values())
    joined = join_side_by_side(in_order)
    if isinstance(cut, OfEach) and cut.runners_up:
        verdicts = dict(judge_before_runners_up(in_order, cut.of_each, ()))
    elif isinstance(cut, OfEach):
        through = advance_of_each(cut, in_order, ())
        verdicts = judge_through([row.entry for row in joined], through)
    else:
        through = advance_by_places(cut, joined)
        verdicts = judge_through([row.entry for row in joined], through)
    by_band: dict[tuple[int, Band], EntryVerdict] = {}
    for group, rows in groups.items():
        by_band |= {(group, row.places): verdicts[row.entry] for row in rows}
    return by_band


def assess_by_losses(state: StageState, cut: Losers) -> Iterator[Outlook]:
    """The outlook of a cut that takes the losers of some rounds of the main bracket."""
    for number, of_group in split_by_group(state.pairings).items():
        meetings = list_meetings(of_group, select_results(of_group, state.results))
        drawn: dict[EntryId, None] = {}
        # By entry, the round of the main bracket that it has lost, and the one that it plays next.
        lost_in: dict[EntryId, int] = {}
        plays_in: dict[EntryId, int] = {}
        for meeting in meetings:
            drawn |= dict.fromkeys(meeting.drawn())
            section = meeting.pairing.section
            # The winner of a preliminary match plays in the main bracket.
            if section in ("preliminary", "main") and meeting.winning is None:
                plays_in |= dict.fromkeys(meeting.present(), meeting.pairing.round)
            elif section == "main" and meeting.loser is not None:
                lost_in[meeting.loser] = meeting.pairing.round
        for entry in drawn:
            plays_round = plays_in.get(entry)
            if entry in state.ruling.out:
                fate, why = Fate.ELIMINATED, Why("left_out", {})
            elif lost_in.get(entry) in cut.rounds:
                fate, why = Fate.CLINCHED, Why("through_now", {})
            elif plays_round is not None and plays_round <= max(cut.rounds):
                # It has not passed the last of these rounds yet, so it may still lose in one.
                fate, why = Fate.POSSIBLE, Why("goes_on_by_losing", {})
            else:
                fate, why = Fate.ELIMINATED, Why("out_now", {})
            yield Outlook(entry, fate, why, number)
