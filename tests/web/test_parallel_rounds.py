"""Rounds that are one step of an evening."""

from dataclasses import replace

from web.rounds import RoundState, merge_parallel_rounds
from wording.places import LOSERS

ROUND = RoundState(
    id=1,
    stage=1,
    group=1,
    section=LOSERS,
    number=1,
    title="",
    short="",
    unit="points",
    match_format={},
    pairings=4,
    played=4,
    open=0,
    main=3,
    is_bracket=True,
    date=None,
)


def test_a_losers_bracket_is_one_step_with_the_number_of_the_round_that_is_played_now() -> None:
    over = ROUND
    played_now = replace(ROUND, id=2, number=2, open=1)
    later = replace(ROUND, id=3, number=3, open=2)

    (step,) = merge_parallel_rounds([over, played_now, later])

    assert (step.number, step.open) == (2, 3)
