"""Rounds that count as the average are still counted exactly."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from competition.cuts.cut import Places
from competition.plan import Result
from competition.scenarios.assessment import assess_stage
from tests.competition.scenarios.brute import HANDS, by_brute_force, stage

SEEDS = st.integers(0, 10_000)


@settings(max_examples=40, deadline=None)
@given(
    seed=SEEDS,
    entries=st.integers(4, 7),
    last=st.integers(1, 4),
    forfeited=st.integers(0, 2),
)
def test_the_last_round_is_counted_exactly(
    seed: int, entries: int, last: int, forfeited: int
) -> None:
    state = stage("qualifying", {"rounds": 3}, entries, HANDS, played=2, seed=seed)
    gone = Random(seed).sample(sorted(state.results), forfeited)
    results = {**state.results, **{at: Result(0, is_forfeit=True) for at in gone}}
    state = replace(state, results=results)
    cut = Places(stage=1, last=last)
    so_it_is = by_brute_force(state, cut)
    found = assess_stage(state, cut, Random(1))
    assert all(told.is_exact and told.share is None for told in found)
    assert {told.entry: told.fate for told in found} == so_it_is
