"""The verdict on all entries by a ranking that is taken as final: the cut itself decides it."""

from collections.abc import Collection, Iterator, Sequence

from competition.cuts.cut import Cut, OfEach, Through
from competition.cuts.ties import drop_entries, list_ties
from competition.plan import EntryId, Placing, PlannedPairing, Results
from competition.scenarios.open_ranking import StageState
from competition.scenarios.verdict import UNPROVED, EntryVerdict, Proof
from competition.stages.stage_ranking import StageRanking

ADVANCES = EntryVerdict(can_advance=Proof.YES, can_fail=Proof.NO)
FAILS = EntryVerdict(can_advance=Proof.NO, can_fail=Proof.YES)
DECIDED_BY_LOTS = EntryVerdict(can_advance=Proof.YES, can_fail=Proof.YES)


def judge_final_ranking(
    state: StageState, cut: Cut, pairings: Sequence[PlannedPairing], results: Results
) -> dict[EntryId, EntryVerdict]:
    """The verdict on all entries if these are all ``results``."""
    return judge_by_cut(StageRanking(state.format, pairings, results, state.ruling), cut)


def judge_by_cut(ranking: StageRanking, cut: Cut) -> dict[EntryId, EntryVerdict]:
    """The verdict on all entries if this ranking is final, in its order. Entries tied at the cut,
    for which lots are to be drawn, can both advance and fail."""
    through = ranking.select_through(cut)
    verdicts = judge_through([row.entry for row in ranking.placings], through)
    if isinstance(cut, OfEach) and through.awaits_runners_up:
        verdicts |= dict(judge_before_runners_up(ranking.groups, cut.of_each, ranking.vacating))
    return verdicts


def judge_through(entries: Sequence[EntryId], through: Through) -> dict[EntryId, EntryVerdict]:
    """The verdict on these entries by what a cut selects."""
    advancing = set(through.entries)
    # Entries that are tied for a seed alone advance whatever the lots decide.
    tied = {entry for border in through.borders if not border.for_seeds for entry in border.tied}
    verdicts: dict[EntryId, EntryVerdict] = {}
    for entry in entries:
        verdicts[entry] = FAILS
        if entry in tied:
            verdicts[entry] = DECIDED_BY_LOTS
        elif entry in advancing:
            verdicts[entry] = ADVANCES
    return verdicts


def judge_before_runners_up(
    groups: Sequence[Sequence[Placing]], of_each: int, out: Collection[EntryId]
) -> Iterator[tuple[EntryId, EntryVerdict]]:
    """The verdict on all entries while the runners-up are not compared yet: the next place of each
    group behind the first ``of_each`` may advance."""
    for group in groups:
        for entry in (row.entry for row in group if row.entry in out):
            yield entry, FAILS
        before = 0
        for tie in list_ties(drop_entries(group, out)):
            after = before + len(tie.rows)
            verdict = UNPROVED
            if after <= of_each:
                verdict = ADVANCES
            elif before > of_each:
                verdict = FAILS
            elif before < of_each:
                # Lots can go its way; against it, the next place may still be a runner-up.
                verdict = EntryVerdict(can_advance=Proof.YES, can_fail=Proof.UNKNOWN)
            yield from ((row.entry, verdict) for row in tie.rows)
            before = after
