"""The verdict on all entries by a ranking that is taken as final."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from competition.cuts.cut import OfEach, Places
from competition.cuts.places_cut import advance_by_places
from competition.cuts.runners_up import choose_compared_pairings
from competition.cuts.ties import drop_entries, keep_entries
from competition.plan import EntryId, PlannedPairing, Results, select_results
from competition.scenarios.cut_rankings import collect_entries, list_cut_rankings
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate
from competition.scenarios.verdict import CountAbove, EntryVerdict, Proof
from competition.stages.stage import rank_groups, rank_overall


def judge_final_ranking(
    state: StageState,
    cut: Places | OfEach,
    pairings: Sequence[PlannedPairing],
    results: Results,
) -> dict[EntryId, EntryVerdict]:
    """The verdict on all entries if these are all ``results``. Entries tied at the cut, for which
    lots are drawn, can both advance and fail."""
    verdicts: dict[EntryId, EntryVerdict] = {}
    out = state.ruling.out
    for ranking in list_cut_rankings(state.format, pairings, cut, out):
        contenders = collect_entries(ranking.pairings) - out
        own_results = select_results(ranking.pairings, results)
        placings = state.format.placings(ranking.pairings, own_results, state.ruling)
        ranked = keep_entries(placings, contenders)
        # Places count entries that have left too, so those above are counted among the contenders.
        places = sorted(placing.first for placing in ranked)
        for placing in ranked:
            with_tied = bisect_right(places, placing.first) - 1  # without itself
            above = CountAbove(bisect_left(places, placing.first), with_tied)
            verdicts[placing.entry] = ranking.judge(above, above, ties_are_final=True)
    if isinstance(cut, OfEach) and cut.runners_up:
        # In place of what the ranking of the group alone has left open.
        verdicts |= _judge_runners_up(state, cut, pairings, results)
    return verdicts


def _judge_runners_up(
    state: StageState, cut: OfEach, pairings: Sequence[PlannedPairing], results: Results
) -> dict[EntryId, EntryVerdict]:
    """The verdict on the best entry of each group behind those that advance directly: they are
    ranked together."""
    out = state.ruling.out
    groups = rank_groups(state.format, pairings, results, state.ruling)
    runners_up: set[EntryId] = set()
    for group in groups:
        standing = drop_entries(group, out)
        if len(standing) > cut.of_each:
            runners_up.add(standing[cut.of_each].entry)
    compared_pairings, ruling = choose_compared_pairings(cut, pairings, groups, state.ruling)
    placings = rank_overall(state.format, compared_pairings, results, ruling)
    rows = keep_entries(placings, runners_up)
    through = advance_by_places(Places(stage=1, last=cut.runners_up, seeded=0), rows, out)
    verdicts: dict[EntryId, EntryVerdict] = {}
    for entry in runners_up:
        # Which of the tied entries of a group is its runner-up is not looked at here, so whether
        # the opposite is possible too stays unknown.
        verdict = EntryVerdict(can_advance=Proof.UNKNOWN, can_fail=Proof.YES)
        if entry in through.tied:
            verdict = EntryVerdict(can_advance=Proof.YES, can_fail=Proof.YES)
        elif entry in through.entries:
            verdict = EntryVerdict(can_advance=Proof.YES, can_fail=Proof.UNKNOWN)
        verdicts[entry] = verdict
    return verdicts


def find_current_fates(state: StageState, cut: Places | OfEach) -> dict[EntryId, Fate]:
    """The fate of all entries if the current ranking were final; POSSIBLE: tied at the cut, or
    compared with entries of other groups."""
    fates: dict[EntryId, Fate] = {}
    verdicts = judge_final_ranking(state, cut, state.pairings, state.results)
    for entry, (can_advance, can_fail) in verdicts.items():
        # This ranking is taken as final, so the only fate that is possible in it is the fate. Both
        # are possible where lots decide; neither is proved where other groups do.
        fates[entry] = Fate.POSSIBLE
        if can_fail is Proof.NO or (can_advance is Proof.YES and can_fail is Proof.UNKNOWN):
            fates[entry] = Fate.CLINCHED
        elif can_advance is Proof.NO or (can_fail is Proof.YES and can_advance is Proof.UNKNOWN):
            fates[entry] = Fate.ELIMINATED
    return fates
