"""Random endings of a stage, as examples that an entry can advance or can fail to."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import NamedTuple

from competition.cuts.cut import OfEach, Places
from competition.plan import EntryId, PairingId, PlannedPairing, Result, Results, select_results
from competition.scenarios.final_ranking import judge_final_ranking
from competition.scenarios.match_outcomes import PossibleOutcomes
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import SampledShare
from competition.scenarios.verdict import UNPROVED, EntryVerdict, Proof
from competition.stages.stage import in_group

DIRECTED_ENDINGS = 2
"""Endings that are made for one entry with its best results, and as many with its worst."""


class StageEnding(NamedTuple):
    """All pairings of a stage, also those of rounds that were not paired yet, and all results."""

    pairings: Sequence[PlannedPairing]
    results: dict[PairingId, Result]


@dataclass(frozen=True, slots=True)
class SampledEndings:
    """What random endings have shown to be possible, and how often each entry advanced in the
    ``endings`` that were sampled without a direction."""

    endings: int
    verdicts: dict[EntryId, EntryVerdict] = field(default_factory=dict)
    advanced: Counter[EntryId] = field(default_factory=Counter)

    def get_verdict(self, entry: EntryId) -> EntryVerdict:
        return self.verdicts.get(entry, UNPROVED)

    def get_share(self, entry: EntryId) -> SampledShare:
        return SampledShare(self.advanced[entry], self.endings)

    def record(self, entry: EntryId, at_the_end: EntryVerdict) -> None:
        """Adds what an ending shows to be possible; an ending never shows the impossible."""
        has_advanced = at_the_end.can_advance is Proof.YES or at_the_end.has_clinched
        has_failed = at_the_end.can_fail is Proof.YES or at_the_end.is_eliminated
        verdict = self.get_verdict(entry)
        if has_advanced:
            verdict = verdict._replace(can_advance=Proof.YES)
        if has_failed:
            verdict = verdict._replace(can_fail=Proof.YES)
        self.verdicts[entry] = verdict


def sample_endings(
    state: StageState,
    cut: Places | OfEach,
    entries: Iterable[EntryId],
    random: Random,
    endings: int,
) -> SampledEndings:
    """Samples random endings, and then a few more for each of the ``entries`` about which these
    did not show enough."""
    sampled = SampledEndings(endings)
    for _ in range(endings):
        ending = make_random_ending(state, random)
        for entry, verdict in judge_final_ranking(state, cut, *ending).items():
            sampled.advanced[entry] += verdict.has_clinched
            sampled.record(entry, verdict)
    # The rare is found more easily if the entry gets its best, or its worst results. These endings
    # are not counted in the shares, which are those of endings without a direction.
    tries = DIRECTED_ENDINGS if endings else 0
    for entry in entries:
        for _ in range(tries):
            if sampled.get_verdict(entry).can_advance is not Proof.YES:
                _sample_directed(state, cut, sampled, entry, random, worst=False)
        for _ in range(tries):
            if sampled.get_verdict(entry).can_fail is not Proof.YES:
                _sample_directed(state, cut, sampled, entry, random, worst=True)
    return sampled


def make_random_ending(
    state: StageState, random: Random, assumed: Results | None = None
) -> StageEnding:
    """A random ending; ``assumed``: results that are given in it."""
    results = {**state.results, **(assumed or {})}
    for pairing in state.open_pairings:
        if pairing.id not in results:
            results[pairing.id] = choose_random_result(state.possible, random)
    if not state.unpaired_rounds or state.fields is None:
        return StageEnding(state.pairings, results)

    # The rounds to come are paired one after the other, by the format itself: a pairing of a Swiss
    # depends on all results before it.
    pairings, fields = list(state.pairings), state.fields()
    for _ in range(state.unpaired_rounds):
        for group, field_of_group in enumerate(fields, start=1):
            of_group = [pairing for pairing in pairings if pairing.group == group]
            known_results = select_results(of_group, results)
            now = replace(field_of_group, pairings=of_group, results=known_results, forced=())
            next_round = state.format.next_round(now, state.options)
            # A round is paired within its group, so its ids are only unique there.
            if len(fields) > 1:
                next_round = tuple(in_group(pairing, group) for pairing in next_round)
            pairings += next_round
            for pairing in next_round:
                if pairing.is_played:
                    results[pairing.id] = choose_random_result(state.possible, random)
    return StageEnding(pairings, results)


def choose_random_result(possible: PossibleOutcomes, random: Random) -> Result:
    """A random possible result: uniform over all results if these are known, else first by
    outcome."""
    if possible.are_complete:
        weights = [len(outcome.results) for outcome in possible.outcomes]
        return random.choice(random.choices(possible.outcomes, weights)[0].results)
    return random.choice(random.choice(possible.outcomes).results)


def _sample_directed(
    state: StageState,
    cut: Places | OfEach,
    sampled: SampledEndings,
    entry: EntryId,
    random: Random,
    *,
    worst: bool,
) -> None:
    """An ending in which the open matches of the entry end best, or worst, for it."""
    assumed = {}
    for pairing in state.open_pairings:
        if entry in pairing.entries:
            slot = pairing.entries.index(entry)
            assumed[pairing.id] = _choose_extreme_result(state.possible, slot, random, worst=worst)
    ending = make_random_ending(state, random, assumed)
    for each, verdict in judge_final_ranking(state, cut, *ending).items():
        sampled.record(each, verdict)


def _choose_extreme_result(
    possible: PossibleOutcomes, slot: int, random: Random, *, worst: bool
) -> Result:
    """The best (or worst) known result for a slot: a win (loss) by as much as possible."""
    sign = -1 if worst else 1

    def rate(result: Result) -> tuple[int, int, int]:
        won = 0
        if result.winner == slot:
            won = 1
        elif result.winner is not None:
            won = -1
        lead = 2 * result.totals[slot] - sum(result.totals)
        # Among equals one is chosen at random, or every try would be the same ending.
        return sign * won, sign * lead, random.randrange(3)

    return max(possible.list_results(), key=rate)
