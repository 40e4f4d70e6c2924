"""The outlook of a stage: which entries have clinched the advance, can still advance, or are
eliminated, and why.

Of a stage that is over, the cut itself is asked (``final_ranking``). In a knock-out it is asked
about the places within reach (``knock_out``). In a ranking, three ways of counting prove what they
can, and what they leave open is sampled:

1. ``IndependentMatches``: each entry has one open match at most, all results of a match are known,
   and all metrics are sums. Exact at any size, as in the last round of a qualifying.
2. ``Enumeration``: the combinations of outcomes are few enough. Exact except where the points
   within an outcome decide, as in the last rounds of small groups.
3. Bounds, which only prove what is impossible: ``IndependentMatches`` again, with bounds beside the
   results that are known, or ``EliminationBounds`` where entries have several matches left.
4. ``sampling``: random endings, which only show what is possible.

So CLINCHED and ELIMINATED are always proved by counting, never by sampling.
"""

from collections.abc import Iterator
from random import Random

from competition.cuts.cut import Chosen, Cut, Losers, OfEach, Places
from competition.plan import EntryId, Why
from competition.scenarios.cut_rankings import list_cut_rankings
from competition.scenarios.elimination_bounds import EliminationBounds
from competition.scenarios.enumeration import Enumeration, count_combinations
from competition.scenarios.final_ranking import judge_by_cut
from competition.scenarios.independent import IndependentMatches
from competition.scenarios.knock_out import assess_by_losses, assess_by_places
from competition.scenarios.open_ranking import OpenRanking, StageState
from competition.scenarios.outlook import (
    DEFAULT_LIMITS,
    Fate,
    Outlook,
    SearchLimits,
    explain_clinched,
    explain_eliminated,
    make_outlook_by_places,
)
from competition.scenarios.requirements import Method, find_requirement
from competition.scenarios.sampling import SampledEndings, sample_endings
from competition.scenarios.sort_keys import SortKeys
from competition.scenarios.verdict import EntryVerdict
from competition.stages.stage_ranking import StageRanking


def assess_stage(
    state: StageState, cut: Cut, random: Random, limits: SearchLimits = DEFAULT_LIMITS
) -> tuple[Outlook, ...]:
    """The outlook of all entries of a stage: those that have clinched first, then those that can
    advance.

    Raises Refused for an invalid ruling.
    """
    outlooks: Iterator[Outlook]
    ranking = state.ranking
    if state.is_over:
        outlooks = _assess_over(ranking, cut)
    else:
        match cut:
            case Losers():
                outlooks = assess_by_losses(state, cut)
            case Chosen():
                # The organizer chooses who advances: results have no part in it.
                outlooks = _assess_over(ranking, cut)
            case Places() | OfEach() if not state.format.metrics:
                outlooks = assess_by_places(state, cut)
            case Places() | OfEach():
                outlooks = _assess_by_ranking(state, cut, random, limits)
    # Within a fate the order in which they were judged stays: sorted() is stable.
    fates = list(Fate)
    return tuple(sorted(outlooks, key=lambda outlook: fates.index(outlook.fate)))


def _assess_over(ranking: StageRanking, cut: Cut) -> Iterator[Outlook]:
    """What the cut selects, where no match can change it."""
    groups = {row.entry: row.group for row in ranking.placings}
    for entry, verdict in judge_by_cut(ranking, cut).items():
        if verdict.is_eliminated and entry in ranking.vacating:
            yield Outlook(entry, Fate.ELIMINATED, Why("left_out", {}), groups[entry])
        else:
            yield make_outlook_by_places(entry, groups[entry], verdict, is_over=True)


def _assess_by_ranking(
    state: StageState, cut: Places | OfEach, random: Random, limits: SearchLimits
) -> Iterator[Outlook]:
    """Counts each ranking, and then samples endings for all that is left open."""
    cut_rankings = list_cut_rankings(state.format, state.pairings, cut, state.ruling)
    # The limit holds for the stage as a whole: its rankings share the combinations.
    combinations = limits.combinations // max(1, len(cut_rankings))
    methods: list[Method] = []
    verdicts: dict[EntryId, EntryVerdict] = {}
    for cut_ranking in cut_rankings:
        method = choose_method(OpenRanking(state, cut_ranking), combinations)
        methods.append(method)
        for entry in method.ranking.entries:
            if entry in method.ranking.contenders:
                verdicts[entry] = method.judge(entry)

    left_open = {entry for entry, verdict in verdicts.items() if verdict.is_open}
    sampled = SampledEndings(endings=0)
    if left_open:
        to_sample = state
        # A group in which nothing is left open is not sampled, if the cut takes each by itself.
        compares_groups = isinstance(cut, Places) or cut.runners_up > 0 or cut.room is not None
        if not compares_groups and not state.unpaired_rounds:
            to_sample = state.limit_to_groups_of(left_open)
        # Sets have no fixed order, and the same random source must give the same endings.
        in_order = sorted(left_open, key=str)
        sampled = sample_endings(to_sample, cut, in_order, random, limits.endings)
    for method in methods:
        for entry in method.ranking.entries:
            yield _make_outlook(method, entry, verdicts.get(entry), sampled)


def choose_method(ranking: OpenRanking, combinations: int) -> Method:
    """The way to count that leaves the least open; ``combinations``: the most to enumerate."""
    state = ranking.state
    all_paired = not state.unpaired_rounds
    one_match_each = all(len(own) == 1 for own in ranking.open_pairings_by_entry.values())
    are_independent = all_paired and one_match_each
    keys = SortKeys(ranking)
    # Exact by itself, whatever the number of combinations.
    if are_independent and state.possible.are_complete and keys.decide_all:
        return IndependentMatches(ranking, keys)
    if all_paired and count_combinations(ranking) <= combinations:
        return Enumeration(ranking)
    # What remains are bounds: true, but an entry may stay open although it is decided.
    if are_independent:
        return IndependentMatches(ranking, keys)
    return EliminationBounds(ranking, keys)


def _make_outlook(
    method: Method, entry: EntryId, verdict: EntryVerdict | None, sampled: SampledEndings
) -> Outlook:
    """``verdict`` None: the entry has left the event."""
    ranking = method.ranking
    group = ranking.group_by_entry[entry]
    if verdict is None:
        return Outlook(entry, Fate.ELIMINATED, Why("left_out", {}), group)
    if verdict.is_eliminated:
        why = explain_eliminated(is_over=ranking.is_over)
        return Outlook(entry, Fate.ELIMINATED, why, group)
    if verdict.has_clinched:
        why = explain_clinched(is_over=ranking.is_over)
        return Outlook(entry, Fate.CLINCHED, why, group)
    why, share = find_requirement(method, entry, ranking.state.unit), None
    if verdict.is_open:
        # Examples may still prove that both can happen; if not, the share is all there is.
        share = sampled.get_share(entry)
        verdict = verdict.add_examples(sampled.get_verdict(entry))
    return Outlook(entry, Fate.POSSIBLE, why, group, is_exact=verdict.is_contested, share=share)
