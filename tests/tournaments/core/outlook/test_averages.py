"""Where the average stands for rounds that were not played: whatever is said is so all the same."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.core.outlook.brute import HANDS, by_brute_force, stage
from tournaments.core.cut import Places
from tournaments.core.outlook.look import outlook
from tournaments.core.outlook.verdict import Fate
from tournaments.core.plan import Result

SEEDS = st.integers(0, 10_000)


@settings(max_examples=40, deadline=None)
@given(
    seed=SEEDS,
    entries=st.integers(4, 7),
    last=st.integers(1, 4),
    forfeited=st.integers(0, 2),
)
def test_who_is_through_or_out_is_so_in_every_ending(
    seed: int, entries: int, last: int, forfeited: int
) -> None:
    state = stage("qualifying", {"rounds": 3}, entries, HANDS, played=2, seed=seed)
    gone = Random(seed).sample(sorted(state.results), forfeited)
    results = {**state.results, **{at: Result(0, is_forfeit=True) for at in gone}}
    state = replace(state, results=results)
    cut = Places(stage=1, last=last)
    so_it_is = by_brute_force(state, cut)
    for told in outlook(state, cut, Random(1)):
        if told.fate != Fate.CAN:
            assert told.fate == so_it_is[told.entry]
