"""However play continues, an entry that is out never advances, and one that is through always
does."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from competition.cuts.cut import OfEach, Places
from competition.formats import format_named
from competition.pairing.field import EntryField
from competition.plan import Entrant, Result
from competition.scenarios.assessment import assess_stage
from competition.scenarios.final_ranking import judge_final_ranking
from competition.scenarios.match_outcomes import list_outcomes
from competition.scenarios.open_ranking import StageState
from competition.scenarios.outlook import Fate, SearchLimits
from competition.scenarios.sampling import choose_random_result, make_random_ending
from competition.scenarios.verdict import Proof
from competition.stages.stage import plan_stage
from scoring.core.format import best_of, read_format
from tests.competition.scenarios.brute import BEST_OF_3, HANDS, stage

SEEDS = st.integers(0, 10_000)


def holds(state: StageState, cut: Places | OfEach, seed: int, endings: int = 30) -> None:
    found = assess_stage(state, cut, Random(seed), SearchLimits(endings=10))
    fates = {each.entry: each.fate for each in found}
    random = Random(seed + 1)
    for _ in range(endings):
        ended = judge_final_ranking(state, cut, *make_random_ending(state, random))
        for entry, verdict in ended.items():
            assert not (fates[entry] == Fate.ELIMINATED and verdict.can_advance is Proof.YES), entry
            assert not (fates[entry] == Fate.CLINCHED and verdict.can_fail is Proof.YES), entry


@settings(max_examples=10, deadline=None)
@given(seed=SEEDS, played=st.integers(1, 3), of_each=st.integers(1, 2), more=st.integers(0, 2))
def test_in_groups_of_four_and_three(seed: int, played: int, of_each: int, more: int) -> None:
    state = stage("groups", {"group_size": 4}, 11, BEST_OF_3, played=played, seed=seed)
    holds(state, OfEach(stage=1, of_each=of_each, runners_up=more), seed)
    holds(state, Places(stage=1, last=2 * of_each + 1), seed)


@settings(max_examples=5, deadline=None)
@given(seed=SEEDS, played=st.integers(1, 3), first=st.integers(1, 4))
def test_in_a_qualifying_with_rests(seed: int, played: int, first: int) -> None:
    state = stage("qualifying", {"rounds": 4}, 9, HANDS, played=played, seed=seed)
    holds(state, Places(stage=1, first=first, last=first + 2), seed)


@settings(max_examples=5, deadline=None)
@given(seed=SEEDS, played=st.integers(1, 2))
def test_in_real_matches_of_marafon(seed: int, played: int) -> None:
    possible = list_outcomes(
        read_format(best_of(3, "marafon")), format_named("round_robin").metrics
    )
    state = stage("round_robin", {}, 4, possible, played=played, seed=seed)
    holds(state, Places(stage=1, last=2), seed)


@settings(max_examples=5, deadline=None)
@given(seed=SEEDS, entries=st.integers(10, 12))
def test_at_tables_of_five_each_for_himself(seed: int, entries: int) -> None:
    document = {"games": [{"game": "trionfo", "hands": 3}], "wins": None}
    possible = list_outcomes(read_format(document), format_named("sittings").metrics)
    options = {"rounds": 2, "table_size": 5}
    state = stage("sittings", options, entries, possible, played=1, seed=seed)
    cut = Places(stage=1, last=2)
    holds(state, cut, seed)
    told = assess_stage(state, cut, Random(seed))
    known = {"last_match_and_others", "others_decide", "through_anyway", "out_anyway"}
    assert {each.why.code for each in told} <= known


def swiss(entries: int, rounds: int, played: int, seed: int) -> StageState:
    """A Swiss of ``rounds`` rounds after ``played`` of them; the next is not paired."""
    format_ = format_named("swiss")
    options = format_.options({"rounds": rounds})
    order = tuple(range(1, entries + 1))
    entrants = [Entrant(entry) for entry in order]
    random, pairings = Random(seed), list(plan_stage(format_, options, (order,)))
    results: dict[str, Result] = {}

    def play() -> None:
        left = [each for each in pairings if each.is_played and each.id not in results]
        results.update({each.id: choose_random_result(BEST_OF_3, random) for each in left})

    def field() -> EntryField:
        return EntryField(order, entrants, tuple(pairings), dict(results), {})

    play()
    for _ in range(played - 1):
        pairings += format_.next_round(field(), options)
        play()
    return StageState(
        format_,
        options,
        tuple(pairings),
        dict(results),
        BEST_OF_3,
        unpaired_rounds=rounds - played,
        fields=lambda: [field()],
    )


@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, played=st.integers(2, 4), entries=st.integers(7, 8))
def test_in_a_swiss_whose_next_rounds_are_not_paired(seed: int, played: int, entries: int) -> None:
    state = swiss(entries, 5, played, seed)
    holds(state, Places(stage=1, last=2), seed, endings=8)


def test_rounds_to_come_are_sampled_and_say_so() -> None:
    state = swiss(8, 5, 3, 1)
    found = assess_stage(state, Places(stage=1, last=1), Random(1), SearchLimits(endings=10))
    can = [each for each in found if each.fate == Fate.POSSIBLE]
    assert {each.why.code for each in can} == {"rounds_to_come"}
    assert all(each.share is not None and each.share[1] == 10 for each in can)
    assert (
        assess_stage(state, Places(stage=1, last=1), Random(1), SearchLimits(endings=10)) == found
    )
