"""The worked examples of docs/explanation/scenarios.md, number by number."""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

from competition.cuts.cut import Places
from competition.formats import format_named
from competition.plan import EntryId, Result
from competition.scenarios.assessment import assess_stage, choose_method
from competition.scenarios.cut_rankings import list_cut_rankings
from competition.scenarios.elimination_bounds import EliminationBounds
from competition.scenarios.enumeration import Enumeration, count_combinations
from competition.scenarios.independent import IndependentMatches
from competition.scenarios.match_outcomes import list_outcomes
from competition.scenarios.open_ranking import OpenRanking, StageState
from competition.scenarios.outlook import Fate, Outlook, SearchLimits
from competition.scenarios.sort_keys import SortKeys
from competition.scenarios.verdict import UNPROVED, Proof
from competition.scenarios.what_if import Supposition, rank_what_if
from competition.stages.stage import plan_stage
from scoring.core.format import best_of, read_format

PAIRS = ("Anna", "Bruno", "Carla", "Dario")
TWO_ADVANCE = Places(stage=1, last=2)
A_FIGURE = {
    "games": [{"game": "marafon", "options": {"count": "figure"}, "hands": 4}],
    "wins": None,
}


def play_two_rounds(
    name: str, options: dict[str, Any], match: dict[str, Any], results: Sequence[Result]
) -> StageState:
    """A stage of the four pairs; ``results``: Anna–Dario, Bruno–Carla, Dario–Carla, Anna–Bruno.
    Open are Bruno–Dario and Carla–Anna."""
    format_ = format_named(name)
    chosen = format_.options(options)
    plan = plan_stage(format_, chosen, (PAIRS,))
    possible = list_outcomes(read_format(match), format_.metrics)
    first = [pairing.id for pairing in plan if pairing.round < 3]
    played = dict(zip(first, results, strict=True))
    return StageState(format_, chosen, plan, played, possible, unit="thirds")


def group() -> StageState:
    """Best of three; the mini-table decides among pairs with the same match points."""
    results = [
        Result(0, (82, 50), (2, 0)),
        Result(0, (110, 100), (2, 1)),
        Result(1, (50, 82), (0, 2)),
        Result(0, (82, 50), (2, 0)),
    ]
    return play_two_rounds("round_robin", {}, best_of(3, "marafon"), results)


def qualifying() -> StageState:
    """Matches of four hands "a figure"; the thirds of all rounds are added up."""
    totals = [(90, 50), (70, 70), (60, 80), (75, 65)]
    results = []
    for ours, theirs in totals:
        winner = None if ours == theirs else int(theirs > ours)
        games = (int(winner == 0), int(winner == 1))
        results.append(Result(winner, (ours, theirs), games, marafonas=(0, 0), hands=4))
    return play_two_rounds("qualifying", {"rounds": 3}, A_FIGURE, results)


def rank_open(state: StageState) -> OpenRanking:
    (cut,) = list_cut_rankings(state.format, state.pairings, TWO_ADVANCE, state.ruling)
    return OpenRanking(state, cut)


def tell(outlooks: Sequence[Outlook]) -> dict[EntryId, tuple[Fate, str, dict[str, Any]]]:
    return {each.entry: (each.fate, each.why.code, dict(each.why.params)) for each in outlooks}


def test_a_group_of_four_is_enumerated() -> None:
    ranking = rank_open(group())
    assert count_combinations(ranking) == 16
    assert isinstance(choose_method(ranking, 16), Enumeration)
    outlooks = assess_stage(group(), TWO_ADVANCE, Random(1))
    assert all(each.is_exact and each.share is None for each in outlooks)
    assert tell(outlooks) == {
        "Anna": (Fate.CLINCHED, "through_anyway", {}),
        "Bruno": (Fate.POSSIBLE, "must_win_unless_rival_wins", {"rival": "Carla"}),
        "Carla": (Fate.POSSIBLE, "win_or_rival_does_not", {"rival": "Bruno"}),
        "Dario": (Fate.ELIMINATED, "out_anyway", {}),
    }


def test_the_four_ways_in_which_the_group_can_end() -> None:
    """By the winners of Bruno–Dario and Carla–Anna, the pairs that advance."""
    state = group()
    bruno_dario, carla_anna = (pairing.id for pairing in state.open_pairings)

    def advancing(first: tuple[int, int], second: tuple[int, int]) -> set[EntryId]:
        given = {bruno_dario: Supposition(games=first), carla_anna: Supposition(games=second)}
        rows = rank_what_if(state, TWO_ADVANCE, given)
        return {row.placing.entry for row in rows if row.fate == Fate.CLINCHED}

    wins, losses = [(2, 0), (2, 1)], [(1, 2), (0, 2)]
    for first, second in product(wins, wins):
        assert advancing(first, second) == {"Anna", "Carla"}
    for first, second in product(wins, losses):
        assert advancing(first, second) == {"Anna", "Bruno"}
    for first, second in product(losses, wins + losses):
        assert advancing(first, second) == {"Anna", "Carla"}


def test_with_bounds_in_place_of_the_enumeration_less_is_proved_and_endings_are_sampled() -> None:
    ranking = rank_open(group())
    method = choose_method(ranking, 15)
    assert isinstance(method, IndependentMatches)
    assert {entry: tuple(method.judge(entry)) for entry in PAIRS} == {
        "Anna": (Proof.YES, Proof.UNKNOWN),
        "Bruno": (Proof.YES, Proof.YES),
        "Carla": (Proof.YES, Proof.YES),
        "Dario": (Proof.UNKNOWN, Proof.YES),
    }
    outlooks = assess_stage(group(), TWO_ADVANCE, Random(1), SearchLimits(combinations=15))
    assert {each.fate for each in outlooks} == {Fate.POSSIBLE}
    assert {each.entry: (each.why.code, each.is_exact, each.share) for each in outlooks} == {
        "Anna": ("win_enough", False, (200, 200)),
        "Bruno": ("last_match_and_others", True, None),
        "Carla": ("last_match_and_others", True, None),
        "Dario": ("must_win_and_others", False, (0, 200)),
    }


def test_the_last_round_of_a_qualifying_is_counted_by_independent_matches() -> None:
    ranking = rank_open(qualifying())
    assert isinstance(choose_method(ranking, 0), IndependentMatches)
    results = (each for outcome in ranking.state.possible.outcomes for each in outcome.results)
    assert {sum(each.totals) for each in results} == {140, 149, 158, 167, 176}
    keys = SortKeys(ranking)
    assert {entry: keys.get_first_metric(entry) for entry in PAIRS} == {
        "Anna": 165,
        "Bruno": 135,
        "Carla": 150,
        "Dario": 110,
    }
    outlooks = assess_stage(qualifying(), TWO_ADVANCE, Random(1))
    assert all(each.is_exact and each.share is None for each in outlooks)
    needed = {
        entry: (fate, code, params["least"], params["enough"])
        for entry, (fate, code, params) in tell(outlooks).items()
    }
    assert needed == {
        "Anna": (Fate.POSSIBLE, "points_between", 28, 81),
        "Bruno": (Fate.POSSIBLE, "points_between", 58, 111),
        "Carla": (Fate.POSSIBLE, "points_between", 43, 96),
        "Dario": (Fate.POSSIBLE, "points_between", 83, 136),
    }


def test_bounds_by_themselves_prove_nothing_of_the_qualifying() -> None:
    """They let both sides of a match win it with all the thirds."""
    ranking = rank_open(qualifying())
    bounds = EliminationBounds(ranking, SortKeys(ranking))
    assert {bounds.judge(entry) for entry in PAIRS} == {UNPROVED}
