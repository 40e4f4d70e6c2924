"""Small stages whose endings are all played out, one by one."""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Any

from competition.cuts.cut import OfEach, Places
from competition.formats import format_named
from competition.placings.meetings import list_meetings
from competition.plan import (
    EntryId,
    PairingId,
    Placing,
    Result,
    Results,
    select_results,
    split_by_group,
)
from competition.scenarios.assessment import assess_stage
from competition.scenarios.match_outcomes import MatchOutcome, PossibleOutcomes
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate, SearchLimits
from competition.scenarios.possible_totals import PossibleTotals
from competition.stages.stage import plan_stage, rank_groups, rank_overall
from competition.stages.stage_ranking import StageRanking
from competition.standings.ruling import NO_RULING, Ruling


def whole(winner: int | None, games: tuple[int, int], *totals: tuple[int, int]) -> MatchOutcome:
    """An outcome with all its totals."""
    results = tuple(Result(winner, each, games) for each in totals)
    return MatchOutcome(winner, games, PossibleTotals.complete(totals, 2), results)


HANDS = PossibleOutcomes(
    (
        whole(None, (0, 0), (2, 2)),
        whole(0, (1, 0), (4, 0), (3, 1)),
        whole(1, (0, 1), (0, 4), (1, 3)),
    )
)
"""Four points a match, and a draw."""
ODD = PossibleOutcomes((whole(0, (1, 0), (3, 0), (2, 1)), whole(1, (0, 1), (0, 3), (1, 2), (1, 5))))


def shown(winner: int, *results: tuple[tuple[int, int], tuple[int, int]]) -> MatchOutcome:
    """An outcome with totals and marafonas."""
    games = (1 - winner, winner)
    told = tuple(Result(winner, totals, games, marafonas=feats) for totals, feats in results)
    return MatchOutcome(
        winner, games, PossibleTotals.complete([totals for totals, _ in results], 2), told
    )


FEATS = PossibleOutcomes(
    (
        shown(0, ((3, 0), (0, 0)), ((3, 1), (1, 0)), ((3, 2), (1, 1))),
        shown(1, ((0, 3), (0, 0)), ((1, 3), (0, 1)), ((2, 3), (1, 1))),
    )
)
"""With the same points one may have more marafonas, and the other more points."""
BEST_OF_3 = PossibleOutcomes(
    (
        whole(0, (2, 0), (4, 0), (4, 3)),
        whole(0, (2, 1), (5, 4)),
        whole(1, (1, 2), (4, 5)),
        whole(1, (0, 2), (0, 4), (3, 4)),
    )
)
GAMES_ALONE = PossibleOutcomes(
    (
        whole(0, (2, 0), (0, 0)),
        whole(0, (2, 1), (0, 0)),
        whole(1, (1, 2), (0, 0)),
        whole(1, (0, 2), (0, 0)),
    )
)


def stage(
    name: str,
    options: dict[str, Any],
    entries: int,
    possible: PossibleOutcomes,
    *,
    played: int,
    seed: int,
    ruling: Ruling = NO_RULING,
) -> StageState:
    """A stage of entries 1, 2, … with results by chance in its first ``played`` rounds."""
    format_ = format_named(name)
    chosen = format_.options(options)
    groups = format_.groups(entries, chosen)
    order = tuple(tuple(range(first, entries + 1, groups)) for first in range(1, groups + 1))
    pairings = plan_stage(format_, chosen, order)
    random = Random(seed)
    results = {
        pairing.id: any_result(possible, random)
        for pairing in pairings
        if pairing.is_played and pairing.round <= played
    }
    return StageState(format_, chosen, pairings, results, possible, ruling)


def any_result(possible: PossibleOutcomes, random: Random) -> Result:
    return random.choice([result for outcome in possible.outcomes for result in outcome.results])


def endings(state: StageState, fixed: Results | None = None) -> Iterator[dict[PairingId, Result]]:
    """All endings in which these pairings come to that."""
    told = {**state.results, **(fixed or {})}
    left = [each.id for each in state.pairings if each.is_played and each.id not in told]
    all_results = [result for outcome in state.possible.outcomes for result in outcome.results]
    for chosen in product(all_results, repeat=len(left)):
        yield {**told, **dict(zip(left, chosen, strict=True))}


def verdicts(state: StageState, cut: Places | OfEach, ended: Results) -> dict[EntryId, Fate]:
    """What has come of everybody in an ending; CAN: lots are drawn for it."""
    if isinstance(cut, OfEach):
        groups = rank_groups(state.format, state.pairings, ended, state.ruling)
        rows = [(row, group) for group in groups for row in group]
        return {row.entry: _fate(row, group, 1, cut.of_each, "lots", state) for row, group in rows}
    overall = rank_overall(state.format, state.pairings, ended, state.ruling)
    return {
        row.entry: _fate(row, overall, cut.first, cut.last, cut.level, state) for row in overall
    }


def _fate(
    row: Placing,
    rows: tuple[Placing, ...],
    first: int,
    last: int,
    level: str,
    state: StageState,
) -> Fate:
    if row.entry in state.ruling.out:
        return Fate.ELIMINATED
    there = [each for each in rows if each.entry not in state.ruling.out]
    best = 1 + sum(each.first < row.first for each in there)
    worst = sum(each.first <= row.first for each in there)
    if best > last:
        return Fate.ELIMINATED
    if worst <= last or level == "in":
        return Fate.CLINCHED
    return Fate.ELIMINATED if level == "out" else Fate.POSSIBLE


def by_brute_force(
    state: StageState, cut: Places | OfEach, fixed: Results | None = None
) -> dict[EntryId, Fate]:
    """What is so in every ending; CAN where they differ, or lots are drawn."""
    found: dict[EntryId, set[Fate]] = {}
    for ended in endings(state, fixed):
        for entry, fate in verdicts(state, cut, ended).items():
            found.setdefault(entry, set()).add(fate)
    return {
        entry: fates.pop() if len(fates) == 1 else Fate.POSSIBLE for entry, fates in found.items()
    }


def bracket_endings(state: StageState, results: Results | None = None) -> Iterator[Results]:
    """All endings of a knock-out."""
    known = state.results if results is None else results
    for of_group in split_by_group(state.pairings).values():
        for meeting in list_meetings(of_group, select_results(of_group, known)):
            if meeting.winning is None and None not in meeting.seated:
                for winner in (0, 1):
                    yield from bracket_endings(state, {**known, meeting.pairing.id: Result(winner)})
                return
    yield known


def fates_by_cut(state: StageState, cut: Places | OfEach, ended: Results) -> dict[EntryId, Fate]:
    """What the cut makes of everybody in an ending, of whom it selects no runner-up later."""
    ranking = StageRanking(state.format, state.pairings, ended, state.ruling)
    through = ranking.select_through(cut)
    fates = dict.fromkeys((row.entry for row in ranking.placings), Fate.ELIMINATED)
    fates |= dict.fromkeys(through.entries, Fate.CLINCHED)
    for border in through.borders:
        if not border.for_seeds:
            fates |= dict.fromkeys(border.tied, Fate.POSSIBLE)
    return fates


def agrees_with_cut(
    state: StageState, cut: Places | OfEach, all_endings: Iterable[Results]
) -> None:
    """What the outlook proves is what the cut does in all these endings."""
    seen: dict[EntryId, set[Fate]] = {}
    for ended in all_endings:
        for entry, fate in fates_by_cut(state, cut, ended).items():
            seen.setdefault(entry, set()).add(fate)
    for outlook in assess_stage(state, cut, Random(1), SearchLimits(endings=10)):
        fates = seen[outlook.entry]
        if outlook.fate is not Fate.POSSIBLE:
            assert fates == {outlook.fate}, outlook
        elif outlook.is_exact:
            assert Fate.POSSIBLE in fates or len(fates) > 1, outlook
